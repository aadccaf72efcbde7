// A revision being changed: what differs from the revision it starts from is kept apart, and only that is written.
import { yieldToEventLoop } from '../event-loop.ts'
import { changeEntries } from '../nodes/map.ts'
import {
  findPage,
  findPages,
  putRoot,
  putSiblings,
  type RevisionView,
  siblingsAt,
} from '../nodes/revision.ts'
import {
  type GitBlob,
  type Hash,
  type KeptTree,
  NOT_YET,
  type PageFields,
  type PageRecord,
  type RepositoryExtras,
  type Root,
  type Sibling,
  type Variables,
  type VariableValue,
} from '../records.ts'
import { openFiles } from './files.ts'
import { openPaths } from './paths.ts'
import { fileIn, folderAround, folderBelow, isHome, joinPath } from './refile.ts'
import { freeSlug } from './slugs.ts'
import { tidied } from './tidy-pages.ts'

type Position = { into: string | null; at?: number }

export type Draft = ReturnType<typeof openDraft>

/** What is kept of a repository beside the content that a draft becomes. */
export type FreshKept = {
  config?: Hash
  summary?: Pick<NonNullable<RepositoryExtras['summary']>, 'path' | 'text'>
  tree?: Pick<KeptTree, 'root' | 'files'>
}

/** A list that is inserted into, with the slugs in it. */
type OpenList = { siblings: Sibling[]; taken: Set<string>; next: Map<string, number> }

export function openDraft(base: RevisionView) {
  const { nodes } = base
  const pages = new Map<string, PageRecord | null>()
  const lists = new Map<string | null, Sibling[]>()
  const openLists = new WeakMap<Sibling[], OpenList>()
  const paths = openPaths(base)
  const { finish: finishFiles, ...files } = openFiles(base, paths)
  let variables = base.root.variables
  let { kept } = base.root
  /** The table of contents and the other files of what this becomes. */
  let { summary, tree }: Pick<FreshKept, 'summary' | 'tree'> = {}

  async function page(id: string): Promise<PageRecord | undefined> {
    const changed = pages.get(id)
    return changed === undefined ? findPage(base, id) : (changed ?? undefined)
  }

  async function list(parent: string | null): Promise<Sibling[]> {
    const changed = lists.get(parent)
    if (changed) return changed
    return siblingsAt(nodes, parent === null ? base.root.top : ((await page(parent))?.children ?? null))
  }

  /** A copy of the draft's own, made once: an import puts thousands of pages beside each other. */
  async function listToInsert(parent: string | null) {
    const known = await list(parent)
    const opened = openLists.get(known)
    if (opened) return opened
    const siblings = [...known]
    const fresh = { siblings, taken: new Set(siblings.map(({ slug }) => slug)), next: new Map() }
    lists.set(parent, siblings)
    openLists.set(siblings, fresh)
    return fresh
  }

  async function insertPage(
    fields: PageFields & Pick<PageRecord, 'id' | 'body' | 'createdAt'>,
    place: Position,
  ) {
    const { siblings, taken, next } = await listToInsert(place.into)
    const slug = freeSlug(fields.slug, taken, next)
    const isText = fields.type === 'document'
    const wanted = fields.git ?? (isText ? await placeBeside(place.into, slug) : undefined)
    const git = wanted && { ...wanted, path: await paths.free(wanted.path) }
    const record = { ...fields, slug, git, parent: place.into, children: null, updatedAt: fields.createdAt }
    pages.set(fields.id, record)
    const sibling = { id: fields.id, slug }
    if (place.at === undefined) siblings.push(sibling)
    else siblings.splice(place.at, 0, sibling)
    taken.add(slug)
    if (git) paths.take(git.path, { page: fields.id })
    return record
  }

  async function changePage(before: PageRecord, changes: Partial<PageRecord>) {
    const after = { ...before, ...changes }
    if (after.slug !== before.slug) {
      const siblings = await list(after.parent)
      const taken = siblings.filter(({ id }) => id !== after.id).map(({ slug }) => slug)
      after.slug = freeSlug(after.slug, new Set(taken))
      lists.set(
        after.parent,
        siblings.map((sibling) => (sibling.id === after.id ? { id: after.id, slug: after.slug } : sibling)),
      )
    }
    return keep(before, after)
  }

  /** Under another page, or to another place among its siblings, and there under a slug that is free. */
  async function movePage(page: PageRecord, place: Position, wanted = page.slug) {
    const left = (await list(page.parent)).filter(({ id }) => id !== page.id)
    lists.set(page.parent, left)
    const siblings = await list(place.into)
    const slug = freeSlug(wanted, new Set(siblings.map((sibling) => sibling.slug)))
    lists.set(place.into, inserted(siblings, { id: page.id, slug }, place.at))
    return keep(page, { ...page, slug, parent: place.into })
  }

  async function keep(before: PageRecord, after: PageRecord) {
    if (!after.git) await paths.leave(before.git?.path, { page: before.id })
    const git = after.git && { ...after.git, path: await pathAfter(before, after, after.git.path) }
    const kept = { ...after, git }
    pages.set(kept.id, kept)
    return kept
  }

  /** A page that gets another place or slug takes its file along; and no file is put where another one is. */
  async function pathAfter(before: PageRecord, after: PageRecord, file: string) {
    const hasMoved = before.slug !== after.slug || before.parent !== after.parent
    const wanted = hasMoved && !isHome(file) ? await fileAfter(before, after, file) : file
    if (wanted === before.git?.path) return wanted
    await paths.leave(before.git?.path, { page: before.id })
    const path = await paths.free(wanted)
    paths.take(path, { page: after.id })
    return path
  }

  async function fileAfter(before: PageRecord, after: PageRecord, file: string) {
    const folder =
      before.parent === after.parent ? folderAround(file) : await folderFor(after.parent, after.id)
    return fileIn(folder, file, before.slug === after.slug ? undefined : after.slug)
  }

  /** Below pages that came from Git a new page has its file beside theirs at once, so that links to it stay right. */
  async function placeBeside(parent: string | null, slug: string): Promise<GitBlob | undefined> {
    if (parent === null) return
    const folder = await folderFor(parent)
    const above = await page(parent)
    const first = (await list(parent))[0]
    const neighbour =
      above?.git ?? (above?.type === 'group' && first ? (await page(first.id))?.git : undefined)
    if (!neighbour) return
    return { oid: NOT_YET, path: joinPath(folder, `${slug}.md`) }
  }

  /** Where the pages below a page are. A group has no file: its pages are beside each other, or in a folder of its own. */
  async function folderFor(parent: string | null, but?: string): Promise<string> {
    const above = parent === null ? undefined : await page(parent)
    if (!above) return ''
    if (above.git) return folderBelow(above.git.path)
    if (above.type === 'group')
      for (const { id } of await list(above.id)) {
        const path = id === but ? undefined : (await page(id))?.git?.path
        if (path) return folderAround(path)
      }
    return joinPath(await folderFor(above.parent), above.slug)
  }

  /** With all pages below it; says which. */
  async function removePage(doomed: PageRecord) {
    lists.set(
      doomed.parent,
      (await list(doomed.parent)).filter(({ id }) => id !== doomed.id),
    )
    const removed = await pagesFrom(doomed.id)
    for (const id of removed) {
      const gone = await page(id)
      await paths.leave(gone?.git?.path, { page: id })
      pages.set(id, null)
      // Should it come back, it comes back without pages below it.
      lists.set(id, [])
    }
    return removed
  }

  /** A page and all below it, as the draft has them; a few questions a level. */
  async function pagesFrom(top: string) {
    const ids = [top]
    for (let level = [top]; level.length > 0; ) {
      const records = await findPages(base, level)
      await nodes.fetch([...records.values()].map(({ children }) => children))
      const below: string[] = []
      for (const id of level) for (const sibling of await list(id)) below.push(sibling.id)
      for (const id of below) ids.push(id)
      level = below
    }
    return ids
  }

  /** Writes what changed, from the lists up to the root; returns the hash of the new root. */
  async function finish(): Promise<Hash> {
    let top = base.root.top
    await loadParents()
    for (const [parent, siblings] of lists) {
      const hash = putSiblings(nodes, siblings)
      if (parent === null) top = hash
      else {
        const record = await page(parent)
        if (record) pages.set(parent, { ...record, children: hash })
      }
      await yieldToEventLoop()
    }
    const content = {
      pages: await changeEntries(nodes, base.root.pages, await tidied(pages), (entry) => [
        entry.children,
        entry.body,
        entry.git?.head ?? null,
      ]),
      top,
      ...(await finishFiles()),
      paths: await paths.finish(),
      variables,
    }
    const fresh: RepositoryExtras = {
      ...kept,
      ...(summary && { summary: { ...summary, pages: content.pages, top } }),
      ...(tree && { tree: { content, ...tree } }),
    }
    const root: Root = {
      ...content,
      ...(Object.keys(fresh).length > 0 && { kept: fresh }),
      ...(mayCompute() && { mayCompute: true }),
    }
    return putRoot(nodes, root)
  }

  function mayCompute() {
    if (base.root.mayCompute) return true
    for (const page of pages.values()) if (page?.type === 'computed') return true
    return false
  }

  async function loadParents() {
    const parents = [...lists.keys()].filter((id) => id !== null && !pages.has(id))
    await findPages(
      base,
      parents.filter((id) => id !== null),
    )
  }

  return {
    base,
    nodes,
    page,
    list,
    insertPage,
    changePage,
    movePage,
    removePage,
    pagesFrom,
    ...files,
    finish,
    /** Puts records as they are, for a merge that has worked them out. */
    putPage: (id: string, record: PageRecord | null) => pages.set(id, record),
    putList: (parent: string | null, siblings: Sibling[]) => lists.set(parent, siblings),
    putPath: paths.put,
    variables: () => variables,
    putVariables: (values: Variables) => {
      variables = values
    },
    /** Keeps what a repository says beside the content that was read from it. */
    putKept: ({ config, ...others }: FreshKept) => {
      kept = config === undefined ? undefined : { config }
      summary = others.summary
      tree = others.tree
    },
    takeKept: (texts: RepositoryExtras | undefined) => {
      kept = texts
    },
    putVariable: (name: string, value: VariableValue | null) => {
      const { [name]: _, ...others } = variables
      variables = value === null ? others : { ...others, [name]: value }
    },
    /** What is at a path, as the draft has it. */
    findPath: paths.find,
  }
}

function inserted(siblings: Sibling[], sibling: Sibling, at = siblings.length) {
  return siblings.toSpliced(at, 0, sibling)
}
