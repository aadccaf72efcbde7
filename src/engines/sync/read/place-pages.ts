// The tree of a repository as records: every page under the id it had, in the place the plan gives it.

import type { Draft } from '../../content/draft/draft.ts'
import { folderBelow } from '../../content/draft/refile.ts'
import { freeSlug, slugOf, slugOfName } from '../../content/draft/slugs.ts'
import { yieldToEventLoop } from '../../content/event-loop.ts'
import { type PageTree, wholeTree } from '../../content/nodes/page-tree.ts'
import { NOT_YET, type PageRecord, type Sibling } from '../../content/records.ts'
import { isSame } from '../../content/same.ts'
import { documentsIn, type PlannedDocument, type PlannedPage, titleOfFile } from '../../repository/plan.ts'
import { lookOf } from '../page-fields.ts'
import { listsOf } from '../page-lists.ts'
import { matchPlanned, targetOf } from '../planned-entries.ts'
import type { Building, ReadPage } from '../types.ts'
import { matchTitles } from './identities.ts'
import type { KnownContent } from './known.ts'

type Placing = {
  plan: PlannedPage[]
  read: Map<string, ReadPage>
  known: KnownContent
  /** Pages by the files that stand for them. */
  matched: Map<string, PageRecord>
  /** Pages whose file is gone. */
  gone: PageRecord[]
  fileIds: Map<string, string>
}

type NewRecord = Omit<PageRecord, 'children'>

export async function placePages(building: Building, draft: Draft, placing: Placing) {
  const { tools, repository, syncBase } = building
  const { plan, read, known, matched, fileIds } = placing
  const now = tools.clock.now().toISOString()
  const documents = [...documentsIn(plan)]
  await yieldToEventLoop()
  matchByTitle(placing, documents)
  await yieldToEventLoop()
  const before = listsOf(await wholeTree(syncBase))
  await yieldToEventLoop()
  const pageAt = new Map<string, string>()
  for (const { file } of documents) {
    pageAt.set(file, matched.get(file)?.id ?? tools.ids.next())
    await yieldToEventLoop()
  }
  const entries = matchPlanned(plan, pageAt, known.pages)
  await yieldToEventLoop()
  const pageOfLine = new Map<number, string>()
  const unlisted = new Set<string>()
  const records = new Map<string, NewRecord>()
  const lists = new Map<string | null, Sibling[]>()

  async function place(pages: PlannedPage[], parent: string | null) {
    const wanted: NewRecord[] = []
    for (const page of pages) {
      const record = recordOf(page, parent)
      wanted.push(record)
      if (page.line !== undefined) pageOfLine.set(page.line, record.id)
      if (page.kind === 'document' && page.isUnlisted) unlisted.add(record.id)
      await yieldToEventLoop()
    }
    const siblings = withOwnSlugs(wanted, known)
    for (const record of siblings) records.set(record.id, record)
    lists.set(
      parent,
      siblings.map(({ id, slug }) => ({ id, slug })),
    )
    for (const [at, page] of pages.entries()) await place(page.below, siblings[at]?.id ?? null)
  }

  function recordOf(page: PlannedPage, parent: string | null): NewRecord {
    if (page.kind === 'document') return documentOf(page, parent)
    const target = page.kind === 'link' ? targetOf(page, pageAt) : undefined
    const old = entries.get(page)
    const id = old?.id ?? tools.ids.next()
    const slug = old?.slug ?? slugOf(page.title)
    const fields = { type: page.kind, title: page.title, slug, target, body: null }
    return kept(old, { ...fields, id, parent, createdAt: old?.createdAt ?? now, updatedAt: now })
  }

  function documentOf(page: PlannedDocument, parent: string | null): NewRecord {
    const { file, isHidden } = page
    const id = pageAt.get(file) ?? tools.ids.next()
    const old = known.pages.get(id)
    const fresh = read.get(file)
    if (!fresh) {
      const unread = old ?? matched.get(file)
      if (!unread) throw new Error(`${file} was not read`)
      const slug = old?.git?.path === file ? slugKept(old, file) : unread.slug
      const isAsBefore =
        old?.parent === parent && old.git?.path === file && (!isHidden || old.hidden) && old.slug === slug
      if (isAsBefore) return old
      const git = { oid: NOT_YET, ...unread.git, path: file }
      return kept(old, { ...unread, slug, git, parent, hidden: isHidden || unread.hidden, updatedAt: now })
    }
    const title = fresh.fields.title ?? page.title ?? titleOfFile(file)
    const look = lookOf(fresh.fields, file, { fileIds, pageAt })
    const slug = old?.git?.path === file ? slugKept(old, file) : slugFor(file, title)
    const git = {
      oid: repository.files.get(file)?.oid ?? '',
      path: file,
      ...(fresh.head && { head: fresh.head }),
      ...(fresh.fields.position !== undefined && { position: fresh.fields.position }),
    }
    const record = { ...look, id, type: 'document' as const, title, slug, git, body: fresh.body, parent }
    const hidden = isHidden || look.hidden || undefined
    const createdAt = (old ?? matched.get(file))?.createdAt ?? now
    return kept(old, { ...record, hidden, createdAt, updatedAt: now })
  }

  /**
   * Its own; but where that is the name of its file without some of the signs in it, and nobody chose another one since,
   * it gets them. Its old address leads to the new one.
   */
  function slugKept({ id, slug }: PageRecord, file: string) {
    const name = nameOf(file)
    if (!building.restoresSlugs || name === '' || slug !== slugOf(name)) return slug
    return (known.slugs.get(id) ?? slug) === slug ? slugOfName(name) : slug
  }

  await place(plan, null)
  for (const { page, parent } of keepComputed(before, lists))
    records.set(page.id, kept(page, { ...page, parent }))
  for (const [id, record] of records) {
    const old = known.pages.get(id)
    const children = old?.children ?? null
    if (old !== record && !(old && isSameRecord(old, record))) draft.putPage(id, { ...record, children })
    await yieldToEventLoop()
  }
  for (const id of known.pages.keys()) if (!records.has(id)) draft.putPage(id, null)
  for (const [parent, siblings] of lists) {
    if (!isSame(siblings, siblingsIn(before.get(parent)))) draft.putList(parent, siblings)
    await yieldToEventLoop()
  }
  return { pageAt, pageOfLine, unlisted }
}

/**
 * Computed pages are in no repository, so that it says nothing of them: they stay behind the page that they stood behind,
 * and where the page above them is gone, they come to the end of all.
 */
function keepComputed(before: Map<string | null, readonly PageTree[]>, lists: Map<string | null, Sibling[]>) {
  const stayed: { page: PageRecord; parent: string | null }[] = []
  for (const [parent, trees] of before)
    for (const [index, { page }] of trees.entries()) {
      if (page.type !== 'computed') continue
      const above = lists.has(parent) ? parent : null
      const siblings = lists.get(above) ?? []
      const earlier = new Set(trees.slice(0, index).map((tree) => tree.page.id))
      const at = above === parent ? siblings.findLastIndex(({ id }) => earlier.has(id)) + 1 : siblings.length
      const taken = new Set(siblings.map(({ slug }) => slug))
      const slug = taken.has(page.slug) ? freeSlug(page.slug, taken) : page.slug
      lists.set(above, siblings.toSpliced(at, 0, { id: page.id, slug }))
      stayed.push({ page: { ...page, slug }, parent: above })
    }
  return stayed
}

function siblingsIn(trees: readonly PageTree[] = []): Sibling[] {
  return trees.map(({ page: { id, slug } }) => ({ id, slug }))
}

function matchByTitle({ read, known, matched, gone }: Placing, documents: PlannedDocument[]) {
  const lost = gone.filter(({ id }) => known.pages.has(id))
  if (lost.length === 0) return
  const added = new Map<string, string>()
  for (const { file, title } of documents)
    if (!matched.has(file)) added.set(file, read.get(file)?.fields.title ?? title ?? '')
  for (const [path, page] of matchTitles(lost, added)) matched.set(path, page)
}

/** A page that only differs in when it was last touched was not touched. */
function kept(old: PageRecord | undefined, record: NewRecord): NewRecord {
  return old && isSameRecord(old, { ...record, updatedAt: old.updatedAt }) ? old : record
}

function isSameRecord({ children: _, ...old }: PageRecord, record: NewRecord) {
  const { children: __, ...rest } = record as PageRecord
  return isSame(old, rest)
}

/** Whoever has an address keeps it; newcomers step aside, in order. */
function withOwnSlugs(siblings: NewRecord[], { pages }: KnownContent) {
  const isKept = ({ id, slug, parent }: NewRecord) => {
    const old = pages.get(id)
    return old?.slug === slug && old.parent === parent
  }
  const taken = new Set<string>()
  const slugs = new Map<string, string>()
  for (const { id, slug } of [...siblings.filter(isKept), ...siblings.filter((one) => !isKept(one))]) {
    const own = freeSlug(slug, taken)
    taken.add(own)
    slugs.set(id, own)
  }
  return siblings.map((record) => {
    const slug = slugs.get(record.id) ?? record.slug
    return slug === record.slug ? record : { ...record, slug }
  })
}

/** A page's address comes from its file; that of a folder's README from the folder. */
function slugFor(file: string, title: string) {
  const name = nameOf(file)
  return name === '' ? slugOf(title) : slugOfName(name)
}

function nameOf(file: string) {
  return folderBelow(file).split('/').at(-1) ?? ''
}
