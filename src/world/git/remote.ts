import { lookup } from 'node:dns/promises'
import { realpath } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hostOf, isLocalName, isPublicAddress } from '../network/addresses.ts'
import { inWords, privateNetwork, unknownName } from '../network/fetch-failure.ts'
import type { Resolve } from '../network/fetcher.ts'
import { GitFailure } from './failure.ts'
import type { GitCredentials, GitRemote, GitSettings } from './git.ts'
import { checkRef, type GitAddress, parseGitUrl, sshUrl } from './url.ts'

/** Restricts git to one address. */
export type Reached = {
  /** The remote as an argument; never with credentials. */
  argument: string
  config: [string, string][]
  environment: Record<string, string>
  /** For messages: where it is, and what must not be in them. */
  host: string
  secrets: string[]
  hasCredentials: boolean
}

export async function reach(remote: GitRemote, settings: GitSettings): Promise<Reached> {
  checkRef(remote.ref)
  return reachRepository(remote, settings)
}

/** Reads the address, resolves its host once, judges all that it resolves to, and pins git to those. */
export async function reachRepository(
  remote: Omit<GitRemote, 'ref'>,
  settings: GitSettings,
): Promise<Reached> {
  const { address, credentials = remote.credentials } = parseGitUrl(remote.url, settings)
  if (address.kind === 'http') return overHttp(address.url, credentials, settings)
  if (address.kind === 'ssh') return overSsh(address, settings)
  return inFolder(address.url, settings.folder)
}

async function overHttp(url: URL, credentials: GitCredentials | undefined, settings: GitSettings) {
  const addresses = await judgedAddresses(url, settings)
  // The pin holds for this very host and port: both are written into the address, also the usual port.
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  const origin = `${url.protocol}//${url.hostname}:${port}`
  const token = credentials && tokenOf(credentials)
  const config: [string, string][] = [
    ['http.followRedirects', 'false'],
    ['http.proxy', ''],
    // A server that falls silent, also for a git whose parent was killed.
    ['http.lowSpeedLimit', '1'],
    ['http.lowSpeedTime', '120'],
  ]
  if (!isIP(hostOf(url))) {
    const pinned = addresses.map((address) => (isIP(address) === 6 ? `[${address}]` : address))
    config.push(['http.curloptResolve', `${hostOf(url)}:${port}:${pinned.join(',')}`])
  }
  if (token) config.push([`http.${origin}/.extraHeader`, `Authorization: Basic ${token}`])
  return {
    argument: `${origin}${url.pathname}`,
    config,
    environment: { GIT_ALLOW_PROTOCOL: url.protocol.slice(0, -1) },
    host: url.host,
    secrets: credentials && token ? secretsOf(credentials, token) : [],
    hasCredentials: credentials !== undefined,
  }
}

/** Credentials as HTTP carries them. */
export function tokenOf({ username, password }: GitCredentials) {
  return Buffer.from(`${username}:${password}`).toString('base64')
}

function secretsOf({ username, password }: GitCredentials, token: string) {
  // A name such as "git" is no secret, and would blacken half of every message; one without a password is a token.
  const names = password === '' || username.length > 16 ? [username] : []
  const plain = [token, password, ...names].filter((text) => text !== '')
  return [...new Set(plain.flatMap((text) => [text, encodeURIComponent(text)]))]
}

type SshAddress = Extract<GitAddress, { kind: 'ssh' }>

async function overSsh(address: SshAddress, settings: GitSettings) {
  const { host, port } = address
  const url = new URL(`http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`)
  const [pinned = ''] = await judgedAddresses(url, settings)
  const options = {
    HostName: pinned,
    // Keys are remembered by the name, since the address behind it may change.
    HostKeyAlias: port === '22' ? host : `[${host}]:${port}`,
    IdentitiesOnly: 'yes',
    IdentityAgent: 'none',
    BatchMode: 'yes',
    StrictHostKeyChecking: 'accept-new',
    UserKnownHostsFile: join(settings.folder, 'known_hosts'),
    GlobalKnownHostsFile: '/dev/null',
    ProxyCommand: 'none',
    ConnectTimeout: '30',
    ServerAliveInterval: '30',
  }
  const parts = [
    ...['ssh', '-F', '/dev/null', '-i', settings.sshKeyFile ?? ''],
    ...Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${sshValue(value)}`]),
  ]
  return {
    argument: sshUrl(address, `:${port}`),
    config: [],
    environment: {
      GIT_ALLOW_PROTOCOL: 'ssh',
      GIT_SSH_VARIANT: 'ssh',
      // Git hands this to a shell.
      GIT_SSH_COMMAND: parts.map((part) => `'${part.replaceAll("'", `'\\''`)}'`).join(' '),
    },
    host,
    secrets: [],
    hasCredentials: true,
  }
}

/** ssh splits option values at spaces and expands percent signs, unless they are quoted. */
function sshValue(value: string) {
  const literal = value.replaceAll('%', '%%')
  return /[\s"]/.test(literal) ? `"${literal.replaceAll('"', '\\"')}"` : literal
}

async function inFolder(url: URL, own: string): Promise<Reached> {
  const path = fileURLToPath(url)
  const [real, home] = await Promise.all([path, own].map((place) => realpath(place).catch(() => place)))
  // The caches hold what others may read with their credentials.
  if (real === home || real?.startsWith(home + sep))
    throw new GitFailure('forbidden-address', 'This folder belongs to the service and cannot be imported')
  return {
    argument: url.href,
    config: [],
    environment: { GIT_ALLOW_PROTOCOL: 'file' },
    host: 'The folder',
    secrets: [],
    hasCredentials: false,
  }
}

async function judgedAddresses(url: URL, { allowPrivateNetwork, resolve = systemResolve }: GitSettings) {
  const host = hostOf(url)
  if (!allowPrivateNetwork && isLocalName(host)) throw forbidden(url)
  const addresses = isIP(host)
    ? [host]
    : await resolve(host).catch((error) => unreachable(inWords(error, url)))
  if (addresses.length === 0) unreachable(unknownName(url))
  if (!allowPrivateNetwork && !addresses.every(isPublicAddress)) throw forbidden(url)
  return addresses
}

const systemResolve: Resolve = async (host) => {
  const answers = await lookup(host, { all: true })
  return answers.map(({ address }) => address)
}

function forbidden(url: URL) {
  return new GitFailure('forbidden-address', privateNetwork(url).message)
}

function unreachable({ message }: Error): never {
  throw new GitFailure('unreachable', message)
}
