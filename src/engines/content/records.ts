// What a revision holds, as plain values. A revision's root names maps of these by hash; nothing here knows where they
// are kept.

/** SHA-256 of what a node holds, in base64url. */
export type Hash = string

export type PageType = 'document' | 'group' | 'link' | 'computed'

/** A reference to something a page, a link or an image points at. */
export type ContentRef =
  | { kind: 'url'; url: string }
  | { kind: 'file'; file: string }
  | { kind: 'page'; page: string; space?: string }
  | { kind: 'anchor'; anchor: string; page?: string; space?: string }
  | { kind: 'user'; user: string }
  | { kind: 'collection'; collection: string }
  | { kind: 'space'; space: string }
  | { kind: 'reusable-content'; reusableContent: string; space?: string }
  | { kind: 'openapi'; spec: string }

export type PageLayout = {
  width: 'default' | 'wide'
  cover: boolean
  coverSize: 'hero' | 'full'
  title: boolean
  description: boolean
  tableOfContents: boolean
  outline: boolean
  pagination: boolean
  metadata: boolean
}

/** What counts for every part of a layout that is not said. */
export const DEFAULT_LAYOUT: PageLayout = {
  width: 'default',
  cover: true,
  coverSize: 'hero',
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
}

export type Cover = { ref?: ContentRef; refDark?: ContentRef; yPos: number }

export type VariableValue = string | number | boolean
export type Variables = Record<string, VariableValue>

/** Where a page or a file is in the repository it came from, or will be in it. */
export type GitBlob = {
  oid: string
  path: string
  /** Of a page: what stood before its text, where that says more than the title. Other keys than ours live there. */
  head?: Hash
  /** Of a page: where its head puts it among those beside it, for repositories that have no table of contents. */
  position?: number
}

/** The name of bytes that no repository has yet. */
export const NOT_YET = ''

/** What may be changed about a page apart from its place and its text; each merges on its own. */
export type PageFields = {
  type: PageType
  title: string
  /** Unique among its siblings; a page's path is the slugs from the top down to its own. */
  slug: string
  emoji?: string
  icon?: string
  description?: string
  hidden?: boolean
  noIndex?: boolean
  noRobotsIndex?: boolean
  condition?: string
  layout?: PageLayout
  cover?: Cover
  variables?: Variables
  /** What search engines list in place of this page. Null was removed here, and may still be in the repository. */
  canonical?: ContentRef | null
  /** The same page in other languages. An empty list was removed here, and may still be in the repository. */
  alternates?: ContentRef[]
  /** Of a link. */
  target?: ContentRef
  /** Of computed content: where it comes from. */
  computed?: Record<string, unknown>
  git?: GitBlob
}

/** All that a page names as the same page elsewhere. */
export function metaLinksOf({ canonical, alternates = [] }: Pick<PageFields, 'canonical' | 'alternates'>) {
  return canonical ? [canonical, ...alternates] : alternates
}

export type PageRecord = PageFields & {
  id: string
  /** The page above; null at the top. */
  parent: string | null
  /** The list of pages below, when there are any. */
  children: Hash | null
  /** The Markdown text, byte for byte. Groups and links have none. */
  body: Hash | null
  createdAt: string
  updatedAt: string
}

/** One level of the tree, in order. The slugs are here too, so that a path is found without reading pages. */
export type Sibling = { id: string; slug: string }

export type FileRecord = {
  id: string
  name: string
  contentType: string
  size: number
  /** The bytes, in the blob store. */
  blob: Hash
  dimensions?: { width: number; height: number }
  git?: GitBlob
}

export type ReusableRecord = {
  id: string
  title: string
  body: Hash
  git?: GitBlob
}

/**
 * What a repository says beyond pages, for where it is exported to next: the configuration, the table of contents with
 * the pages it was written for, and its whole tree.
 */
export type RepositoryExtras = {
  config?: Hash
  summary?: { path: string; text: Hash; pages: Hash | null; top: Hash | null }
  tree?: KeptTree
}

/** The files of a repository: those that content tells byte for byte, and all others. */
export type KeptTree = {
  content: Content
  /** What is between the project directory and the space: empty, or ends in a slash. */
  root: string
  /** The other files, by their paths: a map of `KeptFile`. */
  files: Hash | null
}

/** A file, link or submodule that is neither page nor file nor reusable content, or has another mode than these. */
export type KeptFile = {
  /** Its path from the project directory. */
  id: string
  mode: '100644' | '100755' | '120000' | '160000'
  oid: string
  size: number
  /** Its bytes, among the nodes or in the blob store. Neither: content tells them, or they stayed in the repository. */
  text?: Hash
  blob?: Hash
}

/** What a revision holds. */
export type Content = {
  pages: Hash | null
  /** The top level of the tree. */
  top: Hash | null
  files: Hash | null
  reusables: Hash | null
  /** What is at which path of the repository: files, reusable contents, and pages that came from Git. */
  paths: Hash | null
  variables: Variables
}

/** The root of a revision. */
export type Root = Content & {
  kept?: RepositoryExtras
  /** There may be computed pages in it; without it nobody has to look for them. */
  mayCompute?: true
}

/** Something at a path; the path is the id. */
export type PathRecord = { id: string; page?: string; file?: string; reusable?: string }

export const EMPTY_ROOT: Root = {
  pages: null,
  top: null,
  files: null,
  reusables: null,
  paths: null,
  variables: {},
}
