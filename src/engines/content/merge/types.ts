// What a merge is given, and what comes of it.
import type { FileRecord, PageRecord, ReusableRecord, Variables } from '../records.ts'

/** Absent: it does not exist on that side. */
export type Sides<T> = { base?: T; ours?: T; theirs?: T }

export type MergeInput = {
  /** Every page that differs from base on at least one side. */
  pages: Map<string, Sides<PageRecord>>
  /** Every page above a changed one, on either side, that did not change itself. */
  above: Map<string, PageRecord>
  /** Every sibling list whose ids or slugs differ from base on at least one side, by the page above ('' = top). */
  order: Map<string, Sides<string[]>>
  /** For each list in `order`, ours and theirs together: the slugs by page. Those of `pages` are not read. */
  slugs: Map<string, Map<string, string>>
  /** Texts, by page or reusable content, where both sides differ from base and from each other. */
  bodies: Map<string, Sides<string>>
  files: Map<string, Sides<FileRecord>>
  reusables: Map<string, Sides<ReusableRecord>>
  variables: Sides<Variables>
  /** For everything that is where the side of `repository` has something else: a free path, should both stay. */
  freePaths: Map<string, { path: string; instead: string }>
  /** Pages that stay where ours has them: where theirs has them, they would stand too deep. */
  stays: ReadonlySet<string>
  /** Whose pages keep their addresses where two meet: the side that readers see. */
  published: 'ours' | 'theirs'
  /** Whose things keep their paths where two meet: the side that is a repository, or else the one that readers see. */
  repository: 'ours' | 'theirs'
}

export type Conflict = {
  kind: 'page' | 'order' | 'file' | 'reusable-content' | 'variable'
  /** A page, file or reusable content; for an order, the page above ('' = top); the name of a variable. */
  id: string
  /** 'existence' (deleted here, changed or needed there), 'place', 'order', 'body', 'value', or a field's name. */
  field: string
  /** Null where there is nothing. Of a body the hash, of a place the page above, of an existence the record. */
  base: unknown
  ours: unknown
  theirs: unknown
}

/** What must change in ours. Where there is a conflict, it says what stands until someone decides. */
export type Merged = {
  /** Null: deleted. A page in `bodies` has the body of ours here. */
  pages: Map<string, PageRecord | null>
  order: Map<string, string[]>
  /** Texts that are on neither side, by page or reusable content. */
  bodies: Map<string, string>
  files: Map<string, FileRecord | null>
  reusables: Map<string, ReusableRecord | null>
  /** All of them, changed or not. */
  variables: Variables
  conflicts: Conflict[]
}
