import { createHash } from 'node:crypto'
import { resolve as absolute, join } from 'node:path'
import { MOST_FILE_BYTES } from '../../engines/repository/limits.ts'
import { type Resolve, systemFetcher } from '../network/fetcher.ts'
import { type Cache, openCache, removeUnused, touch } from './cache.ts'
import { commitChanges, writeBlobs } from './commit.ts'
import { gitProgram } from './process.ts'
import { describeCommit, findArrivals, hasCommit, listTree, readBlobs } from './read.ts'
import { fetchBranch, findDefaultBranch, findTip, pushCommit } from './transfer.ts'
import { checkRef, readGitUrl } from './url.ts'

export { GitFailure } from './failure.ts'
export { readGitUrl }

/** The only place that runs the git program. */
export type Git = {
  /** The commit a remote branch points at; null when there is no such branch. */
  tip(remote: GitRemote): Promise<string | null>
  /** The ref of the branch that a repository shows first; undefined when it names none. */
  defaultBranch(remote: Omit<GitRemote, 'ref'>): Promise<string | undefined>
  /** Our copy of a repository elsewhere: made when absent, made anew when damaged. */
  open(cacheName: string): Promise<GitCache>
  /** An address and a branch as a person gave them, or a GitFailure that says what is wrong with them. */
  readRemote(url: string, ref: string): GitRemote
  /** Marks a copy as used without opening it. */
  touch(cacheName: string): Promise<void>
  /** Removes copies that were neither opened nor touched since. */
  forgetUnused(since: Date): Promise<void>
}

export type GitSettings = {
  /** The folder of the caches: one bare repository each, named by the hash of the cache's name. */
  folder: string
  allowPrivateNetwork: boolean
  /** Also repositories in folders of this machine: everybody who may import reads them then. */
  allowLocalPaths: boolean
  /** Without one there is no ssh. */
  sshKeyFile?: string
  limits?: Partial<GitLimits>
  /** Where to look for programs, as in PATH; default: the usual folders. */
  path?: string
  resolve?: Resolve
}

export type GitLimits = {
  /** The limit of one fetch, packed; default: 2 GB. */
  bytes: number
  /** Entries of a tree; default: 200,000. */
  files: number
  /** One git command, without the time in which it waits for us; default: 10 minutes. */
  milliseconds: number
  /** The content of one file read into memory; default: 100 MB. */
  blobBytes: number
}

const GIT_LIMITS: GitLimits = {
  bytes: 2_000_000_000,
  files: 200_000,
  milliseconds: 600_000,
  blobBytes: MOST_FILE_BYTES,
}

export type GitCache = {
  /**
   * The commit the remote branch points at, with all of its files here, kept for the next fetches; null when there
   * is no such branch. Not its history: commits in between are not here.
   */
  fetch(remote: GitRemote, onProgress?: (percent: number) => void): Promise<{ commit: string } | null>
  has(commit: string): Promise<boolean>
  describe(commit: string): Promise<{ tree: string; message: string; committedAt: Date }>
  /** All files, at any depth. Symbolic links and submodules are entries, never followed. */
  list(commit: string): Promise<TreeEntry[]>
  /** In the order asked; waits for what onBlob returns. Look at the size of an entry before asking. */
  readBlobs(
    oids: Iterable<string>,
    onBlob: (oid: string, bytes: Buffer) => void | Promise<void>,
  ): Promise<void>
  /** Paths that only the second of two commits has, each with the one that the file had before, as Git sees it. */
  arrivals(from: string, to: string): Promise<Map<string, string | undefined>>
  /** Takes in the contents of files, one after the other as they come, for a commit that names them. */
  writeBlobs(blobs: AsyncIterable<NewBlob>): Promise<void>
  /** A commit on top of a parent (null: the first one) that differs from it in these files and nothing else. */
  commit(work: CommitWork): Promise<{ commit: string; tree: string }>
  /** Never forces: the remote branch must still be at `expected` (null: must not exist yet). */
  push(remote: GitRemote, commit: string, expected: string | null): Promise<void>
  /** Runs work while nobody else, also in other processes, changes this cache; on the cache it is given. */
  hold<T>(work: (cache: GitCache) => Promise<T>): Promise<T>
}

export type GitRemote = {
  /** As readGitUrl gives it. */
  url: string
  /** refs/heads/<branch> */
  ref: string
  credentials?: GitCredentials
}
export type GitCredentials = { username: string; password: string }

export type TreeEntry = {
  /** File, program, symbolic link (its content is the target), submodule (its oid is a commit elsewhere). */
  mode: '100644' | '100755' | '120000' | '160000'
  oid: string
  path: string
  /** False: the name is not UTF-8. Leave it alone; git-names.ts says what `path` holds then. */
  isText: boolean
  /** In bytes; 0 for submodules. */
  size: number
}

export type FileChange = {
  path: string
  /** Default: as before, or 100644. */
  mode?: TreeEntry['mode']
  /** null deletes; an oid is the name of what is here already, or of the commit of a submodule. */
  content: Buffer | { oid: string } | null
}

/** As many bytes as it says. */
export type NewBlob = { size: number; chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array> }

export type CommitWork = {
  parent: string | null
  changes: FileChange[]
  message: string
  author: { name: string; email: string }
  at: Date
}

export function systemGit(settings: GitSettings): Git {
  const limits = { ...GIT_LIMITS, ...settings.limits }
  const folder = absolute(settings.folder)
  const program = gitProgram({ limits, path: settings.path })
  const fetcher = systemFetcher(settings)
  return {
    readRemote(url, ref) {
      checkRef(ref)
      return { ...readGitUrl(url, settings), ref }
    },
    tip: (remote) => findTip({ ...settings, folder, program, fetcher }, remote),
    defaultBranch: (remote) => findDefaultBranch({ ...settings, folder, program, fetcher }, remote),
    forgetUnused: (since) => removeUnused(folder, since),
    touch: (cacheName) => touch(placeOf(cacheName)),
    async open(cacheName) {
      return cacheOver(
        await openCache({ ...settings, folder, program, fetcher, limits, place: placeOf(cacheName) }),
      )
    },
  }

  function placeOf(cacheName: string) {
    return join(folder, createHash('sha256').update(cacheName).digest('hex'))
  }
}

function cacheOver(cache: Cache): GitCache {
  return {
    fetch: (remote, onProgress) => cache.alone((held) => fetchBranch(held, remote, onProgress)),
    has: (commit) => hasCommit(cache, commit),
    describe: (commit) => describeCommit(cache, commit),
    list: (commit) => listTree(cache, commit),
    readBlobs: (oids, onBlob) => readBlobs(cache, oids, onBlob),
    arrivals: (from, to) => findArrivals(cache, from, to),
    writeBlobs: (blobs) => cache.alone((held) => writeBlobs(held, blobs)),
    commit: (work) => cache.alone((held) => commitChanges(held, work)),
    // Reads here and writes there: nobody has to wait meanwhile.
    push: (remote, commit, expected) => pushCommit(cache, remote, commit, expected),
    hold: (work) => cache.alone((held) => work(cacheOver(held))),
  }
}
