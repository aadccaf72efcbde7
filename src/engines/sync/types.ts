// What is read of a repository, and what is to be written to it.

import type { Blobs } from '../../world/blobs/blobs.ts'
import type { Clock } from '../../world/clock.ts'
import type { GitCache, TreeEntry } from '../../world/git/git.ts'
import type { Ids } from '../../world/ids.ts'
import type { Threads } from '../../world/threads/threads.ts'
import type { NodeSession } from '../content/nodes/nodes.ts'
import type { RevisionView } from '../content/nodes/revision.ts'
import type { FileRecord, Hash } from '../content/records.ts'
import type { Arrangement } from '../repository/arrangement.ts'
import type { Redirect } from '../repository/config.ts'
import type { HeadFields } from '../repository/page/page-file.ts'
import type { PageFile, PageRead } from '../repository/page/read-pages.ts'
import type { RepositoryProblem } from '../repository/report/problems.ts'
import type { Summary } from '../repository/summary/summary.ts'

/** What a caller lends for the work. */
export type SyncTools = {
  threads: Threads
  blobs: Blobs
  ids: Ids
  clock: Clock
  /** Takes page files apart where that can be stopped; leaves out those that cannot be read. */
  readPages(files: PageFile[]): Promise<PageRead[]>
}

/** A path from the top of the space in it. */
export type FileProblem = RepositoryProblem & { file: string }

/** Where the files are read from: a commit of a cache, or an archive. */
export type FileSource = Pick<GitCache, 'list' | 'readBlobs'>

export type Repository<Source extends FileSource = FileSource> = {
  cache: Source
  commit: string
  /** The project directory, which holds the configuration: empty, or ends in a slash. */
  folder: string
  /** What is in front of every path of the space: empty, or ends in a slash. */
  prefix: string
  /** Regular files with readable names, by their paths from the top of the space. */
  files: Map<string, TreeEntry>
  /** Paths of everything that exists, whatever it is: no new file may take one of them. */
  taken: Set<string>
  /** Also what is outside the space, by its path in the commit. */
  everything: readonly TreeEntry[]
  readme: string
  summaryFile: string
  /** Absent where the folders are the table of contents, or another tool's is. */
  summary?: { text: string; bytes: Buffer; read: Summary }
  arrangement: Arrangement
  /** The file that says where the space is, and its redirects; its path is one of the repository. */
  config?: { path: string; text: string; bytes: Buffer; redirects: Redirect[] }
  problems: FileProblem[]
}

/** A page's file, its text already among the nodes. */
export type ReadPage = Pick<PageRead, 'fields' | 'isUtf8' | 'links' | 'headLinks' | 'problems'> & {
  body: Hash
  head?: Hash
}

export type TreeReader = {
  tools: SyncTools
  nodes: NodeSession
  /** Stores nodes that were made; called now and then, so that they do not pile up. */
  store: () => Promise<void>
  onRead: (count: number) => Promise<void>
}

export type ReadFile = Omit<FileRecord, 'id'>

export type Building = TreeReader & {
  repository: Repository
  /** What the space and the repository last agreed on; empty before they ever did. */
  syncBase: RevisionView
  /** What readers see now. */
  current: RevisionView
  /** New path to old path, from the top of the space. */
  renames: Map<string, string>
  /** Pages whose slug once left out signs of their file's name get them; otherwise each keeps what it has. */
  restoresSlugs?: boolean
  /** Files that came since the sync base, where that is known. */
  added?: Set<string>
  /** What is read although it seems to be here: texts, or also other files, as the sync base was edited since. */
  rereads?: 'pages' | 'everything'
  /** Folders of the repository that belong to other spaces: links into them are not broken. */
  neighbours?: string[]
  onCount: (tasks: number) => Promise<void>
}

export type Built = {
  root: Hash
  /** The page for each line of the table of contents. */
  pageOfLine: Map<number, string>
  unlisted: Set<string>
  /** Pages by their files. */
  pageAt: Map<string, string>
  fileCount: number
  problems: FileProblem[]
}

/** A tree as content; `known` is what that was built upon. */
export type TreeRead = Built & {
  repository: Repository
  content: RevisionView
  known: RevisionView
  nodes: NodeSession
}

export type Exported = {
  /** By their paths from the top of the space; null deletes. */
  files: Map<string, Buffer | StoredFile | null>
  /** Where files lay that are elsewhere now, by their new paths. */
  movedFrom: Map<string, string>
  /** Pages whose text or place in the repository is another one now. */
  pages: Map<string, Written & { body: string }>
  assets: Map<string, Written>
  reusables: Map<string, Written>
  /** Where the table of contents is, if it is not where the repository has it. */
  summaryFile?: string
  /** The configuration, by its path in the repository. */
  config?: { path: string; bytes: Buffer }
}

/** Bytes that stay in the blob store until they are written. */
export type StoredFile = { oid: string; blob: Hash; size: number }

/** A file as the repository will have it; `head` is what is before the text, where it says more than a title. */
export type Written = { path: string; oid: string; head?: string } & Pick<
  HeadFields,
  'canonical' | 'alternates'
>

export type GitReport = {
  /** What the operation did, in one sentence. */
  summary: string
  pages: { created: number; changed: number; deleted: number; moved: number; unlisted: number; total: number }
  files: { created: number; changed: number; deleted: number; total: number }
  redirects: number
  /** How many there are of each kind; the list is cut when there are very many. */
  counts: Record<string, number>
  problems: { file: string; line?: number; kind: string; message: string }[]
  /** Files that both sides changed, when that stopped the operation. */
  conflicts: string[]
}
