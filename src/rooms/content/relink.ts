// When pages move or are renamed, links keep leading to them: their targets are rewritten, in the pages that hold them
// and nowhere else.
import { fileOfPage, readTarget, relativeTarget } from '../../content/paths.ts'
import type { PageRecord } from '../../content/records.ts'
import { type Resolved, resolveTargets, type Standpoint } from '../../content/resolve.ts'
import { findPagesWithPaths, type Reading } from '../../content/revision.ts'
import { linksIn, replaceTargets } from '../../markdown/links.ts'
import { fileOf } from './bodies.ts'
import { textOf } from './documents.ts'

/** Finds the pages whose text links to one of these. */
export type FindLinkers = (pageIds: string[]) => Promise<Iterable<string>>

/** The texts that must change so that every link leads where it led before. `moved` may have changed their file. */
export async function relinkedTexts(
  before: Reading,
  after: Reading,
  moved: string[],
  findLinkers: FindLinkers,
): Promise<Map<string, string>> {
  const affected = await withChangedFile(before, after, moved)
  if (affected.length === 0) return new Map()
  const holders = [...new Set([...affected, ...(await findLinkers(affected))])]
  const [then, now] = [await standing(before, holders), await standing(after, holders)]
  const texts = new Map<string, string>()
  for (const id of holders) {
    const [old, fresh] = [then.get(id), now.get(id)]
    if (!old || !fresh) continue
    const text = await textOf(after, fresh.page.body)
    const relinked = await relink(
      { reading: before, from: old.from },
      { reading: after, from: fresh.from },
      text,
    )
    if (relinked !== text) texts.set(id, relinked)
  }
  return texts
}

async function withChangedFile(before: Reading, after: Reading, moved: string[]) {
  const [then, now] = [await standing(before, moved), await standing(after, moved)]
  return moved.filter((id) => {
    const [old, fresh] = [then.get(id), now.get(id)]
    return old && fresh && old.from.file !== fresh.from.file
  })
}

type Standing = { page: PageRecord; from: Standpoint }

async function standing(reading: Reading, ids: string[]): Promise<Map<string, Standing>> {
  const found = await findPagesWithPaths(reading, ids)
  return new Map(
    [...found].map(([id, { page, path }]) => [
      id,
      { page, from: { page: id, file: fileOfPage(page, path) } },
    ]),
  )
}

type View = { reading: Reading; from: Standpoint }

async function relink(then: View, now: View, text: string) {
  const targets = linksIn(text).map(({ target }) => target)
  const meant = await resolveTargets(then.reading, then.from, targets)
  const means = await resolveTargets(now.reading, now.from, targets)
  const fresh = new Map<string, string>()
  for (const target of new Set(targets)) {
    const [old, current] = [meant.get(target), means.get(target)]
    if (!old || isSame(old, current)) continue
    const file = await fileMeant(now.reading, old)
    if (file !== undefined) fresh.set(target, relativeTarget(now.from.file, file) + tailOf(target))
  }
  return fresh.size === 0 ? text : replaceTargets(text, (target) => fresh.get(target))
}

function isSame(one: Resolved, other: Resolved | undefined) {
  return idOf(one) === (other && idOf(other))
}

function idOf(resolved: Resolved) {
  switch (resolved.kind) {
    case 'page':
      return `page ${resolved.page}`
    case 'file':
      return `file ${resolved.file}`
    case 'reusable':
      return `reusable ${resolved.reusable}`
    default:
      // Leads nowhere, or outside: there is nothing to follow.
      return ''
  }
}

function fileMeant(reading: Reading, meant: Resolved) {
  switch (meant.kind) {
    case 'page':
      return fileOf(reading, { kind: 'page', page: meant.page })
    case 'file':
      return fileOf(reading, { kind: 'file', file: meant.file })
    case 'reusable':
      return fileOf(reading, { kind: 'reusable-content', reusableContent: meant.reusable })
    default:
      return
  }
}

function tailOf(target: string) {
  const read = readTarget(target, '')
  return read.kind === 'inside' ? read.tail : ''
}
