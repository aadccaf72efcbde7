// Interface only, for the moment.
export type Git = { open(cacheName: string): Promise<GitCache> }
export type GitSettings = {
  folder: string
  allowPrivateNetwork: boolean
  allowLocalPaths: boolean
  sshKeyFile?: string
}
export type GitRemote = { url: string; ref: string; credentials?: { username: string; password: string } }
export type TreeEntry = { mode: string; oid: string; path: string; size?: number; isText?: boolean }
export type FileChange = { path: string; mode?: string; content: Buffer | null }
export type GitCache = {
  fetch(remote: GitRemote, onProgress?: (percent: number) => void): Promise<{ commit: string } | null>
  has(commit: string): Promise<boolean>
  describe(commit: string): Promise<{ tree: string; message: string; committedAt: Date }>
  list(commit: string): Promise<TreeEntry[]>
  readBlobs(
    oids: Iterable<string>,
    onBlob: (oid: string, bytes: Buffer) => void | Promise<void>,
  ): Promise<void>
  renames(from: string, to: string): Promise<Map<string, string>>
  commit(work: {
    parent: string | null
    changes: FileChange[]
    message: string
    author: { name: string; email: string }
    at: Date
  }): Promise<{ commit: string; tree: string }>
  push(remote: GitRemote, commit: string, expected: string | null): Promise<void>
}
export class GitFailure extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}
export function systemGit(_settings: GitSettings): Git {
  return { open: () => Promise.reject(new GitFailure('missing', 'Git comes soon')) }
}
