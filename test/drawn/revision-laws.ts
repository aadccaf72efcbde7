// What a revision must hold, given those before it and what clients were told. Texts are seen as sets of lines: each line
// was written once.
import { type TextConflict, textConflicts } from '../../src/engines/content/merge/text.ts'
import { linesOf, type Page, type Revision, type Revisions, type Torn } from './revision-graph.ts'

/** What clients had an answer for. */
export type Told = {
  /** The lines of the text that was sent, by the line that was new in it. */
  saved: Map<string, Set<string>>
  deleted: Set<string>
  /** Pages in conflict of which somebody chose a side. */
  chosen: Set<string>
  /** Updates that were answered with conflicts, by the revision they made. */
  torn: Set<string>
}
export type Conflicts = Map<string, Map<string, Torn[]>>

type Lines = Set<string>
type Pending = Map<string, Torn[]>

/** Says what breaks a law, and how much was compared. */
export function checkRevisions(revisions: Revisions, told: Told, conflicts: Conflicts) {
  const broken: string[] = []
  const compared = { pages: 0, edits: 0, merges: 0, torn: 0, resolved: 0 }
  /** Where the change request was last level with the space; and what it has not decided yet. */
  const level = new Map<string, string>()
  const pending = new Map<string, Pending>()
  const seen = new Set<string>()

  for (const revision of revisions.values()) {
    const { id, parents, request } = revision
    const [first = '', second = ''] = parents
    const before = revisions.get(first)
    if (!before) continue
    const waiting = new Map(pending.get(first))
    if (revision.type === 'edits') checkEdit(revision, before, waiting)
    else checkMerge(revision, [before, revisions.get(second)], level.get(request ? first : second) ?? '')
    for (const [page, torn] of conflicts.get(id) ?? []) {
      const fields = new Set(torn.map(({ field }) => field))
      const kept = (waiting.get(page) ?? []).filter(({ field }) => !fields.has(field))
      waiting.set(page, [...kept, ...torn])
    }
    if (request) pending.set(id, waiting)
    level.set(id, !request ? id : revision.type === 'update' ? second : (level.get(first) ?? first))
  }
  return { broken, compared, written: seen }

  function expectLines(revision: Revision, page: string, wanted: Lines | undefined, why: string) {
    compared.pages += 1
    const found = revision.pages.get(page)?.lines
    if (sameLines(found, wanted)) return true
    broken.push(
      `${revision.type} ${revision.id}, page ${page}: ${tell(found)} instead of ${tell(wanted)} (${why})`,
    )
    return false
  }

  /**
   * A text in conflict is ours first: nothing that is wanted is missing, and what is there beside it stands in ours. How far
   * a conflict reaches depends on the text that both sides began with, which is not always known here to the line.
   */
  function expectOurs(
    revision: Revision,
    page: string,
    { wanted, ours }: Sides & { wanted: Lines },
    why: string,
  ) {
    compared.pages += 1
    const found = revision.pages.get(page)?.lines ?? new Set<string>()
    const isWhole = [...wanted].every((line) => found.has(line))
    if (isWhole && [...found].every((line) => wanted.has(line) || ours?.lines.has(line))) return
    broken.push(
      `${revision.type} ${revision.id}, page ${page}: ${tell(found)} instead of ${tell(wanted)} (${why})`,
    )
  }

  function checkEdit(revision: Revision, before: Revision, waiting: Pending) {
    compared.edits += 1
    const ids = new Set([...before.pages.keys(), ...revision.pages.keys()])
    for (const id of ids) {
      const [then, now] = [before.pages.get(id), revision.pages.get(id)]
      if (now && isSent(then, now)) waiting.delete(id)
      else if (waiting.has(id) && told.chosen.has(id) && isChosen(then, now, waiting.get(id) ?? [])) {
        waiting.delete(id)
        compared.resolved += 1
      } else if (!then || now || !isDeleted(before, id))
        expectLines(revision, id, then?.lines, 'nobody edited it')
    }
  }

  /** The text of the page is just what somebody sent, and was told is saved. */
  function isSent(then: Page | undefined, now: Page) {
    for (const line of now.lines) {
      const sent = told.saved.get(line)
      if (!sent || then?.lines.has(line) || !sameLines(sent, now.lines)) continue
      seen.add(line)
      return true
    }
    return false
  }

  function isDeleted(before: Revision, id: string | null): boolean {
    if (id === null) return false
    return told.deleted.has(id) || isDeleted(before, before.pages.get(id)?.parent ?? null)
  }

  /** Somebody took the other side: of a text its lines at odds, of a page that one side deleted all. */
  function isChosen(then: Page | undefined, now: Page | undefined, torn: Torn[]) {
    if (!then) return false
    if (!now) return torn.some(({ field }) => field === 'existence')
    const body = torn.find(({ field }) => field === 'body')
    if (!body || sameLines(then.lines, now.lines)) return false
    return sameLines(now.lines, withTheirs(then.lines, textConflicts(body.base, body.ours, body.theirs)))
  }

  function checkMerge(merge: Revision, [one, other]: (Revision | undefined)[], baseId: string) {
    const base = revisions.get(baseId)
    if (!one || !other || !base) return void broken.push(`${merge.type} ${merge.id} has no base or sides`)
    compared.merges += 1
    const names = conflicts.get(merge.id)
    for (const id of new Set([base, one, other].flatMap(({ pages }) => [...pages.keys()]))) {
      const sides = { base: base.pages.get(id), ours: one.pages.get(id), theirs: other.pages.get(id) }
      const fields = new Set(names?.get(id)?.map(({ field }) => field))
      if (fields.has('body')) compared.torn += 1
      const why = `of ${baseId}, ${one.id} and ${other.id}, in conflict: ${[...fields].join() || 'nothing'}`
      const wanted = wantedLines(sides, fields)
      if (wanted && wanted !== 'either' && fields.has('body'))
        expectOurs(merge, id, { wanted, ...sides }, why)
      else if (wanted !== 'either') expectLines(merge, id, wanted, why)
      else if (merge.pages.has(id)) expectLines(merge, id, (sides.ours ?? sides.theirs)?.lines, why)
    }
  }
}

type Sides = { base?: Page; ours?: Page; theirs?: Page }

function wantedLines({ base, ours, theirs }: Sides, inConflict: Set<string>): Lines | undefined | 'either' {
  if (ours && theirs) {
    const torn = inConflict.has('body') ? textConflicts(base?.text ?? '', ours.text, theirs.text) : []
    return withOurs(mergedLines(base?.lines ?? new Set(), ours.lines, theirs.lines), torn)
  }
  const only = ours ?? theirs
  if (!base || !only) return only?.lines
  // Deleted on one side. Whoever wrote on the other side finds it in a conflict, and the page as it was.
  if (!sameLines(base.lines, only.lines))
    return inConflict.has('existence') ? only.lines : new Set(['a conflict'])
  return 'either'
}

/** What both have and what one has put in: what one has taken out is gone. */
function mergedLines(base: Lines, ours: Lines, theirs: Lines): Lines {
  const stays = (line: string, other: Lines) => other.has(line) || !base.has(line)
  return new Set([
    ...[...ours].filter((line) => stays(line, theirs)),
    ...[...theirs].filter((line) => stays(line, ours)),
  ])
}

/** Lines at odds are ours until somebody decides. */
function withOurs(lines: Lines, torn: TextConflict[]) {
  const [ours, others] = [linesIn(torn, 'ours'), [...linesIn(torn, 'base'), ...linesIn(torn, 'theirs')]]
  const kept = [...lines].filter((line) => !others.includes(line))
  return new Set([...kept, ...ours])
}

function withTheirs(lines: Lines, torn: TextConflict[]) {
  const [ours, theirs] = [linesIn(torn, 'ours'), linesIn(torn, 'theirs')]
  return new Set([...[...lines].filter((line) => !ours.has(line)), ...theirs])
}

const linesIn = (torn: TextConflict[], side: 'base' | 'ours' | 'theirs') =>
  new Set(torn.flatMap((hunk) => [...linesOf(hunk[side])]))

function sameLines(one: Lines | undefined, other: Lines | undefined) {
  if (!one || !other) return one === other
  return one.size === other.size && [...one].every((line) => other.has(line))
}

const tell = (lines: Lines | undefined) => (lines ? `[${[...lines].join(' ')}]` : 'no page')
