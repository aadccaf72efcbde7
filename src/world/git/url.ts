import { unescape as percentDecode } from 'node:querystring'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { GitFailure } from './failure.ts'
import type { GitCredentials, GitSettings } from './git.ts'

export type GitUrlRules = Pick<GitSettings, 'allowLocalPaths' | 'sshKeyFile'>

/** An address taken apart, so that nothing has to be read out of it a second time. */
export type GitAddress =
  | { kind: 'http'; url: URL }
  | { kind: 'ssh'; user: string; host: string; port: string; path: string; isRelative: boolean }
  | { kind: 'file'; url: URL }

/** What a person typed: the address without its credentials, and the credentials. */
export function readGitUrl(text: string, rules: GitUrlRules): { url: string; credentials?: GitCredentials } {
  const { address, credentials } = parseGitUrl(text, rules)
  return { url: written(address), ...(credentials && { credentials }) }
}

export function parseGitUrl(
  text: string,
  rules: GitUrlRules,
): { address: GitAddress; credentials?: GitCredentials } {
  if (text.length > 2048) throw badUrl('The URL of the repository is longer than 2048 characters')
  if (hasControls(text)) throw badUrl('The URL of the repository contains invisible characters')
  if (text.startsWith('-')) throw badUrl('The URL of a repository cannot begin with a dash')
  if (/^[a-z0-9+.-]+::/i.test(text)) throw badUrl(`URLs with "::" run programs, which is not allowed`)
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text) ?? []
  if (scheme) return parseWithScheme(text, scheme.toLowerCase(), rules)
  if (text.startsWith('/')) return { address: localAddress(pathToFileURL(text), rules) }
  const [, user, host, path] = /^([^@/:]+)@([^@/:[\]]+|\[[^\]]+\]):(.+)$/.exec(text) ?? []
  if (!user || !host || !path) throw badUrl(EXPECTED)
  return { address: sshAddress({ user, host, port: '22', path, isRelative: true }, rules) }
}

const EXPECTED = 'The URL of a repository looks like https://example.org/team/docs.git'

function badUrl(message: string) {
  return new GitFailure('bad-url', message)
}

function parseWithScheme(text: string, scheme: string, rules: GitUrlRules) {
  // The error of URL holds the whole address, and with it the credentials: it goes nowhere.
  if (!URL.canParse(text)) throw badUrl(EXPECTED)
  const url = new URL(text)
  url.hash = ''
  if (scheme === 'http' || scheme === 'https') return httpAddress(url)
  if (scheme === 'file') return { address: localAddress(url, rules) }
  if (scheme !== 'ssh') throw badUrl(`${scheme}:// is not supported for repositories; ${EXPECTED}`)
  if (url.password) throw badUrl('An ssh URL takes no password; the server uses its own key')
  const [user, host] = [percentDecode(url.username), percentDecode(url.hostname)]
  const path = percentDecode(url.pathname)
  return { address: sshAddress({ user, host, port: url.port || '22', path, isRelative: false }, rules) }
}

function httpAddress(url: URL): { address: GitAddress; credentials?: GitCredentials } {
  const username = percentDecode(url.username)
  const password = percentDecode(url.password)
  url.username = ''
  url.password = ''
  if (url.search !== '')
    throw badUrl('The URL of a repository has no question mark: credentials go before the host')
  if (username.includes(':'))
    throw badUrl('The user name in the URL contains a colon, which servers cannot read')
  // Git would look up "example.org." on its own: the pin is for example.org.
  url.hostname = url.hostname.replace(/\.+$/, '')
  if (url.hostname === '' || url.hostname.endsWith('.')) throw badUrl(EXPECTED)
  if (hasControls(percentDecode(url.pathname)))
    throw badUrl('The URL of the repository contains invisible characters')
  const address = { kind: 'http', url } as const
  return username || password ? { address, credentials: { username, password } } : { address }
}

function localAddress(url: URL, { allowLocalPaths }: GitUrlRules): GitAddress {
  if (!allowLocalPaths)
    throw badUrl(
      'Repositories in folders of the server are not allowed; the administrator can allow them with QUIRE_GIT_LOCAL_PATHS=on',
    )
  if (url.host !== '') throw badUrl('The URL of a local repository looks like file:///srv/git/docs.git')
  if (/%2f|%00/i.test(url.pathname) || hasControls(fileURLToPath(url)))
    throw badUrl('The URL of the repository contains invisible characters')
  url.search = ''
  return { kind: 'file', url }
}

type SshParts = { user: string; host: string; port: string; path: string; isRelative: boolean }

function sshAddress(parts: SshParts, { sshKeyFile }: GitUrlRules): GitAddress {
  if (!sshKeyFile)
    throw badUrl('Git over ssh needs a key (QUIRE_GIT_SSH_KEY), and none is set; use the https URL instead')
  const host = parts.host.replace(/^\[|\]$/g, '').replace(/\.+$/, '')
  // Both become arguments of ssh: nothing that could be an option, and nothing that a shell would read.
  const isPlain = /^[a-z0-9_][\w.-]*$/i.test(parts.user) && /^[a-z0-9:][a-z0-9:.-]*$/i.test(host)
  if (!isPlain) throw badUrl('An ssh URL looks like git@example.org:team/docs.git')
  if (hasControls(parts.path) || parts.path.startsWith('-'))
    throw badUrl('An ssh URL looks like git@example.org:team/docs.git')
  return { kind: 'ssh', ...parts, host: host.toLowerCase() }
}

/** As it is kept and shown; reading it again gives the same. */
function written(address: GitAddress) {
  if (address.kind !== 'ssh') return address.url.href
  return sshUrl(address, address.port === '22' ? '' : `:${address.port}`)
}

export function sshUrl({ user, host, path, isRelative }: SshParts, port: string) {
  const name = host.includes(':') ? `[${host}]` : host
  // The short form is from the home folder of the user there, the long one from the root.
  if (isRelative) return `${user}@${name}:${path}`
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  return `ssh://${user}@${name}${port}${encoded}`
}

function hasControls(text: string) {
  return /\p{Cc}/u.test(text)
}

/** Throws unless it is refs/heads/<branch>, by the rules of git check-ref-format. */
export function checkRef(ref: string) {
  if (isBranchRef(ref)) return
  throw new GitFailure(
    'bad-ref',
    'A branch is named by refs/heads/ and its name, as in refs/heads/main; the name is not one that Git allows',
  )
}

export function isBranchRef(ref: string) {
  const [, name = ''] = /^refs\/heads\/(.+)$/s.exec(ref) ?? []
  if (name === '' || name.length > 1000 || name.startsWith('-') || !ref.isWellFormed()) return false
  if (hasControls(name) || /[ ~^:?*[\\]|\.\.|@\{|\/\/|[./]$/.test(name)) return false
  return name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'))
}
