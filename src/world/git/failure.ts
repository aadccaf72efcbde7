export type GitFailureCode =
  | 'bad-url'
  | 'forbidden-address'
  | 'unreachable'
  | 'authentication'
  | 'not-found'
  | 'bad-ref'
  | 'rejected'
  | 'protected'
  /** The remote lacks the parents of a pushed commit. */
  | 'unknown-parent'
  | 'too-large'
  | 'timeout'
  | 'unsafe-path'
  | 'broken-repository'
  /** The git program is missing here, or too old to be used safely. */
  | 'no-git'

/**
 * Git did not do it. The message is for people, says what would help, and may be stored and shown: it never holds
 * credentials or paths of this machine. For the same reason it has no cause.
 */
export class GitFailure extends Error {
  override readonly name = 'GitFailure'
  readonly code: GitFailureCode

  constructor(code: GitFailureCode, message: string) {
    super(message)
    this.code = code
  }
}

export function tooSlow(milliseconds: number) {
  return new GitFailure(
    'timeout',
    `Git did not finish within ${inWords(milliseconds)}; try again later, or ask the administrator for a longer limit`,
  )
}

export function tooManyBytes(limit: number) {
  return new GitFailure(
    'too-large',
    `The repository is larger than the limit of ${megabytes(limit)}; remove large files from it`,
  )
}

export function tooManyFiles(limit: number) {
  return new GitFailure(
    'too-large',
    `The repository has more than ${limit} files; use one that contains only the documentation`,
  )
}

export function largeBlob(oid: string, limit: number) {
  return new GitFailure(
    'too-large',
    `The file ${oid} is larger than the ${megabytes(limit)} that can be read`,
  )
}

export function damaged() {
  return new GitFailure(
    'broken-repository',
    'The local copy of the repository is damaged; the next attempt creates a new one',
  )
}

export function unknownCommit(commit: string) {
  return new GitFailure('bad-ref', `${commit.slice(0, 64)} is an unknown commit; fetch it first`)
}

function inWords(milliseconds: number) {
  return milliseconds < 120_000 ? `${milliseconds / 1000} s` : `${Math.round(milliseconds / 60_000)} minutes`
}

function megabytes(bytes: number) {
  return bytes < 1_000_000 ? `${bytes} bytes` : `${Math.floor(bytes / 100_000) / 10} MB`
}
