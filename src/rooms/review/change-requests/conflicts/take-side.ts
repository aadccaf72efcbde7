// Brings what was chosen into the content: of what is torn, and of nothing else.
import type { Draft } from '../../../../engines/content/draft/draft.ts'
import { withFreeName } from '../../../../engines/content/draft/file-names.ts'
import { relink } from '../../../../engines/content/links/relink.ts'
import { standpointsOf } from '../../../../engines/content/links/resolve.ts'
import { mergeText, resolvedText, textConflicts } from '../../../../engines/content/merge/text.ts'
import {
  findFile,
  findPage,
  findReusable,
  type RevisionView,
  siblingsAt,
} from '../../../../engines/content/nodes/revision.ts'
import type { FileRecord, Hash, PageRecord, ReusableRecord } from '../../../../engines/content/records.ts'
import { requireLevels } from '../../../content/pages/editing/edit-depth.ts'
import { textsOf } from '../../../content/pages/merging/hunks.ts'
import type { ConflictChoice } from '../schema.ts'
import type { ConflictRow } from './store-conflicts.ts'

type Side = ConflictChoice['choose']
/** Lines in place of both sides. */
export type OwnLines = { own: string }

/** A side for all that is torn, and others for some of the lines. */
export type SideChoice = { choose: Side; hunks: ReadonlyMap<string, Side | OwnLines> }

export type Settling = { draft: Draft; theirs: RevisionView; choice: SideChoice }

export async function takeSide(settling: Settling, conflict: ConflictRow) {
  const { draft, theirs, choice } = settling
  const { kind, subjectId: id, field } = conflict
  // What was kept because one side still wanted it stands; who chooses the other side lets it go.
  if (field === 'existence') return conflict[choice.choose] === null ? remove(draft, kind, id) : undefined
  if (field === 'body') return takeText(settling, conflict)
  if (choice.choose === 'ours') return
  switch (kind) {
    case 'page':
      return takePage(draft, await findPage(theirs, id), field)
    case 'order':
      return takeOrder(draft, theirs, id === '' ? null : id)
    case 'file':
      return takeFile(draft, await findFile(theirs, id), field)
    case 'reusable-content':
      return takeReusable(draft, await findReusable(theirs, id), field)
    case 'variable':
      return draft.putVariable(id, theirs.root.variables[id] ?? null)
    default:
      return kind satisfies never
  }
}

async function remove(draft: Draft, kind: ConflictRow['kind'], id: string) {
  if (kind === 'file') await draft.removeFile(id)
  if (kind === 'reusable-content') await draft.removeReusable(id)
  if (kind === 'variable') draft.putVariable(id, null)
  const page = kind === 'page' ? await draft.page(id) : undefined
  if (!page) return
  // What is still below it is there because somebody wants it: it moves up.
  for (const { id: below } of [...(await draft.list(id))]) {
    const child = await draft.page(below)
    if (child) await draft.movePage(child, { into: page.parent })
  }
  await draft.removePage(page)
}

async function takePage(draft: Draft, theirs: PageRecord | undefined, field: string) {
  const page = theirs && (await draft.page(theirs.id))
  if (!page) return
  if (field !== 'place') {
    const { [field as keyof PageRecord]: value } = theirs
    return void (await draft.changePage(page, { [field]: value }))
  }
  // Where they have it may be gone here, or below the page itself; then it goes to the top.
  const { id, parent } = theirs
  const isBelow = parent !== null && (await draft.pagesFrom(id)).includes(parent)
  const into = parent !== null && !isBelow && (await draft.page(parent)) ? parent : null
  await requireLevels(draft, into, { page, field: 'body.choose' })
  await draft.movePage(page, { into })
}

async function takeText(settling: Settling, conflict: ConflictRow) {
  const { draft, theirs } = settling
  const { kind, subjectId: id } = conflict
  const page = kind === 'page' ? await draft.page(id) : undefined
  if (page) {
    const spell = await spellerFor(draft.base, theirs, id)
    const text = await chosenText(settling, conflict, { body: page.body, spell })
    await draft.changePage(page, { body: draft.nodes.putText(text) })
  }
  const reusable = kind === 'reusable-content' ? await draft.reusable(id) : undefined
  if (!reusable) return
  const text = await chosenText(settling, conflict, { body: reusable.body, spell: async (lines) => lines })
  draft.putReusable(id, { ...reusable, body: draft.nodes.putText(text) })
}

/** Lines of theirs as they are written here, where the page or what it links to may lie elsewhere. */
type Speller = (lines: string) => Promise<string>

async function spellerFor(ours: RevisionView, theirs: RevisionView, id: string): Promise<Speller> {
  const [here, there] = [await standpointsOf(ours, [id]), await standpointsOf(theirs, [id])]
  const [now, then] = [here.get(id), there.get(id)]
  if (!now || !then) return async (lines) => lines
  return (lines) => relink({ view: theirs, from: then }, { view: ours, from: now }, lines)
}

/**
 * The text as it is now, with the chosen lines where the two are at odds. Since the update it may have got more of the
 * space, and links may have followed what moved: so only the difference that the choice makes is brought in.
 */
async function chosenText(
  { draft: { nodes }, choice }: Settling,
  conflict: ConflictRow,
  { body, spell }: { body: Hash | null; spell: Speller },
) {
  const { base, ours, theirs } = await textsOf(nodes, conflict)
  const chosen = new Map<string, string>()
  for (const hunk of textConflicts(base, ours, theirs)) {
    const side = choice.hunks.get(hunk.id) ?? choice.choose
    if (typeof side === 'object') chosen.set(hunk.id, asLines(side.own, hunk))
    else chosen.set(hunk.id, side === 'ours' ? hunk.ours : await spell(hunk.theirs))
  }
  await nodes.fetch([body])
  const now = body === null ? '' : nodes.text(body)
  const before = mergeText(base, ours, theirs).text
  const after = resolvedText(base, ours, theirs, ({ id, ours }) => chosen.get(id) ?? ours)
  return mergeText(before, after, now).text
}

/** With the ends of lines of what they replace, and as far from what stands around them: what follows begins anew. */
function asLines(own: string, { base, ours, theirs }: Record<'base' | 'ours' | 'theirs', string>) {
  const sides = [ours, theirs, base].filter((side) => side !== '')
  const eol = sides.some((side) => side.includes('\r\n')) ? '\r\n' : '\n'
  const lines = own.replace(/\r\n?/g, '\n')
  if (lines.trim() === '') return lines.replaceAll('\n', eol)
  const around = sides.filter((side) => side.trim() !== '').map((side) => side.replace(/\r\n?/g, '\n'))
  const [before, after] = [fewest(around, /^\n*/), fewest(around, /\n*$/)]
  return (before.slice(breaksIn(lines, /^\n*/)) + lines + after.slice(breaksIn(lines, /\n*$/))).replaceAll(
    '\n',
    eol,
  )
}

function breaksIn(text: string, where: RegExp) {
  return where.exec(text)?.[0].length ?? 0
}

function fewest(texts: readonly string[], where: RegExp) {
  return '\n'.repeat(texts.length === 0 ? 1 : Math.min(...texts.map((text) => breaksIn(text, where))))
}

/** Theirs first in their order; what only ours has keeps its order behind it. */
async function takeOrder(draft: Draft, theirs: RevisionView, parent: string | null) {
  const list = parent === null ? theirs.root.top : ((await findPage(theirs, parent))?.children ?? null)
  const wanted = await siblingsAt(theirs.nodes, list)
  const siblings = await draft.list(parent)
  const known = new Map(siblings.map((sibling) => [sibling.id, sibling]))
  const first = new Set(wanted.flatMap(({ id }) => known.get(id) ?? []))
  draft.putList(parent, [...first, ...siblings.filter((sibling) => !first.has(sibling))])
}

async function takeFile(draft: Draft, theirs: FileRecord | undefined, field: string) {
  const file = theirs && (await draft.file(theirs.id))
  if (!file) return
  const { blob, size, contentType, dimensions } = theirs
  const { [field as keyof FileRecord]: value } = theirs
  const taken = field === 'blob' ? { blob, size, contentType, dimensions } : { [field]: value }
  await draft.removeFile(file.id)
  draft.putFile(await withFreeName(draft, { ...file, ...taken }))
}

async function takeReusable(draft: Draft, theirs: ReusableRecord | undefined, field: string) {
  const reusable = theirs && (await draft.reusable(theirs.id))
  if (!reusable) return
  const { [field as keyof ReusableRecord]: value } = theirs
  await draft.placeReusable({ ...reusable, [field]: value })
}
