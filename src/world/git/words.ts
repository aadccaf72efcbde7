// What git and the servers say, turned into what a person can act on.
import { GitFailure, type GitFailureCode } from './failure.ts'
import type { GitResult } from './process.ts'
import type { Reached } from './remote.ts'

const NEEDED = 'requires credentials; add them to the URL, as in https://user:token@example.org/docs.git'
const REFUSED = 'rejects these credentials; they may be wrong, revoked or expired'
const NOT_ENOUGH =
  'accepts these credentials, but they lack the permission; extend it, or use other credentials'

const NO_SERVER = 'does not answer as a Git server; check the URL'

// The first that fits. What follows is said of the host.
const WORDS: [RegExp, GitFailureCode, string][] = [
  [/returned error: 403/, 'authentication', NOT_ENOUGH],
  [
    /could not read (Username|Password)|Authentication failed|error: 401|Permission denied/,
    'authentication',
    REFUSED,
  ],
  [
    /returned error: 30\d|unable to update url base from redirection/,
    'unreachable',
    'redirects to another URL, which is not followed; use the new URL, often with https or a final .git',
  ],
  [/returned error: 429/, 'unreachable', 'received too many requests; try again later'],
  [/returned error: 5\d\d/, 'unreachable', 'failed with a server error; try again later'],
  [
    /repository '.*' not found|returned error: (404|410)|repository not found|does not appear to be a git/i,
    'not-found',
    'has no such repository, or it is not visible with these credentials; check the spelling',
  ],
  [
    /dumb http|not valid: is this a git|unexpected .*content-type|invalid (server|ls-refs) response|bad line length|protocol error/,
    'not-found',
    NO_SERVER,
  ],
  [/Could not resolve host/, 'unreachable', 'is an unknown host; check the spelling'],
  [
    /Operation too slow|Connection timed out|timed out after/,
    'timeout',
    'stopped responding; try again later',
  ],
  [
    /SSL|TLS|certificate/,
    'unreachable',
    'has a certificate that cannot be trusted, or does not speak https there',
  ],
  [
    /Host key verification failed|REMOTE HOST IDENTIFICATION/,
    'unreachable',
    'has a different ssh key than before',
  ],
  [
    /Failed to connect|Couldn't connect|Connection refused|unreachable|No route to host|Connection closed/,
    'unreachable',
    'cannot be reached; check the URL, and that the server runs',
  ],
  [/dubious ownership/, 'not-found', 'belongs to another user of the server, so Git does not read it'],
  [
    /mismatched algorithms|object.format/,
    'broken-repository',
    'uses SHA-256 objects, which are not supported',
  ],
  [
    /Out of memory|out of memory, malloc|File too large/i,
    'too-large',
    'holds objects that are too large to be read',
  ],
  [
    /hung up|RPC failed|early EOF|unexpected disconnect|expected flush|Connection reset|Recv failure|Empty reply/,
    'unreachable',
    'closed the connection too early; try again',
  ],
  [
    /corrupt|inflate|bad object|did not send all|index-pack|unpack|missing (blob|tree|commit)|invalid (object|index)|packfile|unable to (read|parse)|could not (read|parse)/,
    'broken-repository',
    'sent a damaged repository; run `git fsck` there',
  ],
]

export function failureOf({ lines }: GitResult, { host, secrets, hasCredentials }: Reached) {
  // The words of the server come last: they are shown, not interpreted.
  const own = lines.filter((line) => !line.startsWith('remote:')).join('\n')
  for (const [pattern, code, words] of WORDS) {
    if (!pattern.test(own)) continue
    const isUnasked = code === 'authentication' && !hasCredentials
    return new GitFailure(code, `${host} ${isUnasked ? NEEDED : words}${saidBy(lines, secrets)}`)
  }
  const said = saidBy(lines, secrets) || ` (${clean(own.split('\n').at(-1) ?? '', secrets)})`
  return new GitFailure('unreachable', `${host} refused the Git operation${said}`)
}

/** The outcome of `git push --porcelain` for the one branch. */
export function rejectionOf({ output, lines }: GitResult, { host, secrets }: Reached) {
  const [, reason] = /^!\t[^\t]*\t(.*)$/m.exec(output.toString()) ?? []
  if (reason === undefined) return undefined
  if (
    /stale info|fetch first|non-fast-forward|failed to update ref|cannot lock ref|already exists/.test(reason)
  )
    return moved(host)
  const said = saidBy(lines, secrets)
  // We hold single commits: what comes before them must be there.
  if (said === '' && /shallow update not allowed/.test(reason))
    return new GitFailure(
      'unknown-parent',
      `${host} no longer has the parents of this commit; the repository may have been recreated`,
    )
  const words = `${host} rejected this commit: the branch is protected, or a rule of the repository refuses it`
  const why = said || ` (${clean(reason.replace(/^\[[^\]]*\] */, ''), secrets)})`
  return new GitFailure('protected', words + why)
}

export function noServer({ host }: Reached) {
  return new GitFailure('not-found', `${host} ${NO_SERVER}`)
}

export function moved(host: string) {
  return new GitFailure(
    'rejected',
    `The branch on ${host} changed in the meantime; nothing was pushed. Try again`,
  )
}

const LONGEST = 500

function saidBy(lines: string[], secrets: string[]) {
  const said = lines
    .filter((line) => line.startsWith('remote:'))
    .map((line) => clean(line.slice('remote:'.length), secrets))
    .filter(
      (line) =>
        /\p{L}/u.test(line) && !/^(Enumerating|Counting|Compressing|Resolving|Total|Checking)\b/.test(line),
    )
  const text = said.join(' / ')
  if (text === '') return ''
  return `. It says: ${text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text}`
}

/** Without colours and other controls, without secrets, without folders of this machine. */
function clean(line: string, secrets: string[]) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminals are coloured by one
  let text = line.replaceAll(/\u001b\[[\d;]*[A-Za-z]/g, '').replaceAll(/\p{Cc}+/gu, ' ')
  for (const secret of secrets) text = text.replaceAll(secret, '***')
  text = text.replaceAll(/\/\/[^/@\s]*@/g, '//')
  return text
    .replaceAll(/(?<![\w:/.])\/(?:[\w.@+-]+\/)+[\w.@+-]*/g, '…')
    .trim()
    .slice(0, LONGEST)
}
