import { createHash, randomUUID } from 'node:crypto'
import { access, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolders } from '../make-folder.ts'
import { codeOf } from '../network/fetch-failure.ts'
import type { Fetcher } from '../network/fetcher.ts'
import { damaged, GitFailure } from './failure.ts'
import type { GitLimits, GitSettings } from './git.ts'
import { aloneWith } from './lock.ts'
import { type GitCall, type GitProgram, runGit } from './process.ts'

/** A bare repository of ours, and what is needed to work on it. */
export type Cache = GitSettings & {
  place: string
  program: GitProgram
  fetcher: Fetcher
  limits: GitLimits
  /** Names of the refs that hold commits, the oldest first, as they were when it was opened or last changed here. */
  kept: { names: string[] }
  /** Commits that were found here since it was opened: to ask again would take a process each time. */
  seen: Set<string>
  /** Runs work while nobody else changes this cache; within it, on the cache it is given, at once. */
  alone<T>(work: (cache: Cache) => Promise<T>): Promise<T>
}

// Rewritten before each command if it differs: git would obey any other setting in it.
const CONFIG = '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n'
const KEPT = 'refs/quire/kept/'
const MOST_KEPT = 200
const MOST_PACKS = 30
/** How long the sweep waits for a copy: a held copy is in use, and the next sweep comes later. */
const SWEEP_PATIENCE = 1_000

export async function openCache(parts: Omit<Cache, 'alone' | 'kept' | 'seen'>): Promise<Cache> {
  const [kept, seen] = [{ names: [] }, new Set<string>()]
  const held: Cache = { ...parts, kept, seen, alone: (work) => work(held) }
  const cache: Cache = {
    ...parts,
    kept,
    seen,
    alone: (work) =>
      aloneWith(`${parts.place}.lock`, 2 * parts.limits.milliseconds, async (tookOver) => {
        if (tookOver) await clearAway(held)
        return work(held)
      }),
  }
  await makeFolders(parts.folder, 0o700)
  await cache.alone(async () => {
    if (!(await isSound(held))) await makeAnew(held)
    await touch(parts.place)
  })
  return cache
}

/** Says when it was last of use, if it is there. */
export async function touch(place: string) {
  const now = new Date()
  await utimes(join(place, 'HEAD'), now, now).catch((error) => {
    if (codeOf(error) !== 'ENOENT') throw error
  })
}

/** Removes the caches that were not opened since. They are fetched again when needed. */
export async function removeUnused(folder: string, since: Date) {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((name) => /^[0-9a-f]{64}$/.test(name))) {
    const place = join(folder, name)
    // Most are in use, and some of them busy: these are not waited for.
    if (await isUsed(place, since)) continue
    await aloneWith(`${place}.lock`, SWEEP_PATIENCE, async () => {
      if (!(await isUsed(place, since))) await rm(place, { recursive: true, force: true })
    }).catch((error) => {
      if (!(error instanceof GitFailure && error.code === 'timeout')) throw error
    })
  }
}

async function isUsed(place: string, since: Date) {
  const head = await stat(join(place, 'HEAD')).catch(() => undefined)
  return head !== undefined && head.mtime >= since
}

export async function makeAnew({ place, program, kept, seen }: Cache) {
  kept.names = []
  seen.clear()
  await rm(place, { recursive: true, force: true })
  const draft = `${place}.${randomUUID()}`
  // No template: it would bring hooks.
  const { code } = await runGit(program, { args: ['init', '--quiet', '--bare', '--template=', '--', draft] })
  if (code !== 0) throw new Error('Git cannot make a repository in the folder for caches')
  await rename(draft, place)
}

/** Also looks what is kept. */
async function isSound(cache: Cache) {
  if (!(await exists(join(cache.place, 'HEAD'))) || (await exists(join(cache.place, 'damaged')))) return false
  await keepConfig(cache)
  // Fails when one of the commits we keep is missing or unreadable.
  const args = ['for-each-ref', '--format=%(refname) %(objecttype) %(tree)', 'refs/quire/']
  const { code, output } = await runGit(cache.program, { args, place: cache.place })
  const refs = output.toString().split('\n').filter(Boolean)
  cache.kept.names = refs.map((line) => line.split(' ', 1)[0] ?? '').filter((name) => name.startsWith(KEPT))
  return code === 0 && refs.every((line) => / commit \S/.test(line))
}

async function exists(path: string) {
  return access(path).then(
    () => true,
    () => false,
  )
}

async function keepConfig({ place }: Cache) {
  const file = join(place, 'config')
  if ((await readFile(file, 'utf8').catch(() => '')) === CONFIG) return
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, CONFIG)
  await rename(draft, file)
}

export async function inCache(cache: Cache, call: GitCall) {
  try {
    await keepConfig(cache)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw damaged()
    throw error
  }
  return runGit(cache.program, { ...call, place: cache.place })
}

/** Commands on our own copy do not fail; when one does, the copy is damaged, and the next opening makes it anew. */
export async function surely(cache: Cache, call: GitCall) {
  const outcome = await inCache(cache, call)
  if (outcome.code === 0) return outcome
  throw await markDamaged(cache)
}

export async function markDamaged({ place }: Cache) {
  await writeFile(join(place, 'damaged'), '').catch(() => {})
  return damaged()
}

/** What a git that was killed leaves behind. Only for who is alone. */
export async function clearAway({ place }: Cache) {
  const names = await readdir(place, { recursive: true }).catch(() => [])
  const left = names.filter((name) =>
    /(^|\/)(tmp_[^/]*|[^/]*\.lock|\.tmp-[^/]*|fast_import_crash_[^/]*)$/.test(name),
  )
  for (const name of left) await rm(join(place, name), { recursive: true, force: true })
}

export async function sizeOfPacks({ place }: Cache) {
  const folder = join(place, 'objects', 'pack')
  let size = 0
  for (const name of await readdir(folder).catch(() => [])) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    size += found?.size ?? 0
  }
  return size
}

/**
 * Holds a commit, so that it survives tidying, by a ref whose name begins with the time: the newest are kept. It also
 * says which remote has the commit (`source`); of those that were made here none has it yet. Refs it came by
 * (`instead`) go.
 */
export async function keep(cache: Cache, commit: string, source = MADE_HERE, instead: string[] = []) {
  const kept = await keptRefs(cache)
  const name = endOfName(source, commit)
  const again = kept.filter((ref) => ref.endsWith(name))
  const old = kept.filter((ref) => !again.includes(ref)).slice(0, -MOST_KEPT)
  const now = `${KEPT}${String(Date.now()).padStart(15, '0')}${name}`
  const gone = [...again, ...old, ...instead].filter((ref) => ref !== now)
  const input = [`update ${now} ${commit}\n`, ...gone.map((ref) => `delete ${ref}\n`)]
  await surely(cache, { args: ['update-ref', '--stdin'], input })
  cache.kept.names = [...kept.filter((ref) => !gone.includes(ref)), now]
  await tidy(cache, old.length > 0)
}

/** Whether a remote gave us this commit, or took it from us. Any remote can claim to have it. */
export function isFrom({ kept }: Cache, source: string, commit: string) {
  return kept.names.some((ref) => ref.endsWith(endOfName(source, commit)))
}

/** Whether so many others can come before it would go. */
export function isKeptForLong({ kept }: Cache, source: string, commit: string) {
  return kept.names.slice(-MOST_KEPT / 2).some((ref) => ref.endsWith(endOfName(source, commit)))
}

function endOfName(source: string, commit: string) {
  return `-${sourceName(source)}-${commit}`
}

const MADE_HERE = ''

function sourceName(source: string) {
  return createHash('sha256').update(source).digest('hex').slice(0, 32)
}

async function keptRefs(cache: Cache) {
  const { output } = await surely(cache, { args: ['for-each-ref', '--format=%(refname)', KEPT] })
  return output.toString().split('\n').filter(Boolean)
}

/** Each fetch brings a pack. Small ones are joined; what nothing holds any more goes only with an old commit. */
async function tidy(cache: Cache, hasDropped: boolean) {
  const names = await readdir(join(cache.place, 'objects', 'pack')).catch(() => [])
  if (names.filter((name) => name.endsWith('.pack')).length <= MOST_PACKS) return
  // An hour, for processes that read an old commit now.
  const all = ['repack', '-q', '-d', '-A', '--unpack-unreachable=1.hour.ago']
  const small = ['repack', '-q', '-d', '--geometric=2']
  await surely(cache, { args: hasDropped ? all : small })
  await surely(cache, { args: ['pack-refs', '--all'] })
  if (hasDropped) await surely(cache, { args: ['prune', '--expire=1.hour.ago'] })
}
