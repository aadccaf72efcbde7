// Two things that meet at one path of the repository are no conflict: both stay, and the one that the repository does
// not have, or else the one that readers do not know yet, gets another file.
import { namesFor } from '../draft/file-names.ts'
import { filesFor } from '../draft/refile.ts'
import { ASSETS, fileOfAsset } from '../links/paths.ts'
import { findEntries } from '../nodes/map.ts'
import type { RevisionView } from '../nodes/revision.ts'
import type { FileRecord, GitBlob, PageRecord, PathRecord, ReusableRecord } from '../records.ts'
import type { MergedRecords } from './records.ts'
import type { MergeInput, Sides } from './types.ts'

type Filed = { id: string; git?: GitBlob; name?: string }
type Changes = Pick<MergeInput, 'pages' | 'files' | 'reusables' | 'repository'>

/** A page that never came from Git is stored by its path, which slugs keep apart. */
function pathOf({ name, git }: Filed) {
  return name === undefined ? git?.path : fileOfAsset({ name, git })
}

/** For everything that is where the repository has something else: a path that is free on both sides. */
export async function findFreePaths(
  changes: Changes,
  sides: RevisionView[],
): Promise<MergeInput['freePaths']> {
  const { pages, files, reusables, repository } = changes
  const all: Sides<Filed>[] = [...pages.values(), ...files.values(), ...reusables.values()]
  const owners = new Map<string | undefined, string>()
  for (const { [repository]: record } of all) if (record) owners.set(pathOf(record), record.id)
  const free: MergeInput['freePaths'] = new Map()
  const given = new Set<string>()
  for (const { [repository === 'ours' ? 'theirs' : 'ours']: record } of all) {
    const path = record && pathOf(record)
    if (!record || path === undefined || (owners.get(path) ?? record.id) === record.id) continue
    const instead = await firstFree(sides, pathsFor(record, path), given)
    given.add(instead)
    free.set(record.id, { path, instead })
  }
  return free
}

function* pathsFor({ name, git }: Filed, path: string) {
  if (git || name === undefined) yield* filesFor(path)
  else for (const other of namesFor(name)) yield `${ASSETS}/${other}`
}

async function firstFree(sides: RevisionView[], paths: Iterable<string>, given: ReadonlySet<string>) {
  for (const path of paths) {
    const there = await Promise.all(
      sides.map(({ nodes, root }) => findEntries<PathRecord>(nodes, root.paths, [path])),
    )
    if (!given.has(path) && there.every((found) => found.size === 0)) return path
  }
  throw new Error('There is always one more path')
}

type AllOutcomes = {
  pages: MergedRecords<PageRecord>
  files: MergedRecords<FileRecord>
  reusables: MergedRecords<ReusableRecord>
}

/** Writes other paths into the outcomes, where they are needed. */
export function makePathsUnique({ pages, files, reusables }: AllOutcomes, { freePaths }: MergeInput) {
  const all: MergedRecords<Filed>[] = [pages, files, reusables]
  const staying = all.flatMap((outcomes) =>
    [...outcomes.values()].flatMap(({ value, isLeaving }) => (isLeaving ? [] : [value])),
  )
  const isNewcomer = (record: Filed) => freePaths.get(record.id)?.path === pathOf(record)
  const kept = new Set(staying.filter((record) => !isNewcomer(record)).map(pathOf))
  for (const record of staying) {
    const free = freePaths.get(record.id)
    if (free && isNewcomer(record) && kept.has(free.path)) refile(record, free.instead)
  }
}

function refile(record: Filed, path: string) {
  if (record.git) record.git = { ...record.git, path }
  else record.name = path.slice(ASSETS.length + 1)
}
