import type { Fetcher } from '../network/fetcher.ts'
import {
  type Cache,
  clearAway,
  inCache,
  isFrom,
  isKeptForLong,
  keep,
  makeAnew,
  sizeOfPacks,
} from './cache.ts'
import { GitFailure, tooManyBytes, unknownCommit } from './failure.ts'
import type { GitRemote, GitSettings } from './git.ts'
import { type GitProgram, runGit } from './process.ts'
import { hasCommit, isObjectId } from './read.ts'
import { askTip } from './refs.ts'
import { type Reached, reach, reachRepository } from './remote.ts'
import { checkRef, parseGitUrl } from './url.ts'
import { failureOf, moved, noServer, rejectionOf } from './words.ts'

const INCOMING = 'refs/quire/incoming'
/** So that git looks for none in the folders above. */
const NO_REPOSITORY = '/dev/null'

/** Milliseconds in which a server may say where a branch is, before git itself asks it, and says what is wrong. */
const BEFORE_GIT_ASKS = 10_000

type OnProgress = (percent: number) => void

/** Where a branch is, without any copy of it. */
export async function findTip(asking: Asking, remote: GitRemote) {
  checkRef(remote.ref)
  const tip = await askWithoutGit(asking, remote)
  return tip ?? (await tipOf(asking, remote, await reach(remote, asking))) ?? null
}

/** The branch that a repository shows first; undefined where it names none, as an empty one does. */
export async function findDefaultBranch(asking: Asking, remote: Omit<GitRemote, 'ref'>) {
  const { output } = await ask(asking, await reachRepository(remote, asking), ['--symref', 'HEAD'])
  return /^ref: (refs\/heads\/.+)\tHEAD$/m.exec(output.toString())?.[1]
}

async function askWithoutGit(asking: Asking, remote: GitRemote) {
  const { address, credentials = remote.credentials } = parseGitUrl(remote.url, asking)
  if (address.kind !== 'http') return undefined
  const timeout = Math.min(BEFORE_GIT_ASKS, asking.program.limits.milliseconds)
  return askTip(asking.fetcher, address.url, { ref: remote.ref, credentials, timeout })
}

/** The cache must be held. */
export async function fetchBranch(cache: Cache, remote: GitRemote, onProgress: OnProgress = () => {}) {
  const reached = await reach(remote, cache)
  // Asked for first, as this is a fifth of the work of a fetch that finds nothing new.
  const tip = (await askWithoutGit(cache, remote)) ?? (await tipOf(cache, remote, reached))
  if (tip === undefined) return null
  // A server may name any commit: only what came from it before is not asked for again. Asking where the branch is has
  // proven the credentials.
  if (isFrom(cache, reached.argument, tip) && (await hasCommit(cache, tip))) {
    if (!isKeptForLong(cache, reached.argument, tip)) await keep(cache, tip, reached.argument)
    onProgress(100)
    return { commit: tip }
  }
  const commit = await bringOrClear(cache, remote, reached, onProgress).catch(async (error) => {
    if (!(error instanceof GitFailure && error.code === 'broken-repository')) throw error
    // It may be ours that is damaged. Without it, only theirs is left to blame.
    await makeAnew(cache)
    return bringOrClear(cache, remote, reached, onProgress)
  })
  if (commit === undefined) return null
  await keep(cache, commit, reached.argument, [INCOMING])
  onProgress(100)
  return { commit }
}

type Asking = GitSettings & { program: GitProgram; fetcher: Fetcher }

async function tipOf(asking: Asking, remote: GitRemote, reached: Reached) {
  const outcome = await ask(asking, reached, ['--refs', remote.ref])
  // The name is a pattern to git: refs/heads/x also finds refs/heads/refs/heads/x.
  const lines = outcome.output.toString().split('\n')
  const tip = lines.map((line) => line.split('\t')).find(([, name]) => name === remote.ref)?.[0]
  if (tip === undefined) await checkProtocol(asking, remote, reached)
  if (tip === undefined || isObjectId(tip)) return tip
  throw new GitFailure('broken-repository', `${reached.host} uses SHA-256 objects, which are not supported`)
}

async function ask(
  { program }: Asking,
  reached: Reached,
  [flag, ref]: ['--refs' | '--symref', string],
  environment = {},
) {
  const outcome = await runGit(program, {
    args: ['ls-remote', '--quiet', flag, '--', reached.argument, ref],
    place: NO_REPOSITORY,
    config: reached.config,
    environment: { ...reached.environment, ...environment },
  })
  if (outcome.code !== 0) throw failureOf(outcome, reached)
  return outcome
}

/**
 * Git takes any web page for an old server that has no branches. Whether it spoke to a Git server at all is only seen
 * in the trace of its packets.
 */
async function checkProtocol(asking: Asking, remote: GitRemote, reached: Reached) {
  const { lines } = await ask(asking, reached, ['--refs', remote.ref], { GIT_TRACE_PACKET: '1' })
  if (!lines.some((line) => /^[\d:.]+ \S+ +packet: +\S+< /.test(line))) throw noServer(reached)
}

/** What was too large may have arrived whole before git was stopped. */
async function bringOrClear(cache: Cache, remote: GitRemote, reached: Reached, onProgress: OnProgress) {
  try {
    return await bring(cache, remote, reached, onProgress)
  } catch (error) {
    const isTooLarge = error instanceof GitFailure && error.code === 'too-large'
    await (isTooLarge ? makeAnew(cache) : clearAway(cache))
    throw error
  }
}

/**
 * One commit and its files, without what was before: differences and renames need two trees and no history, and a
 * commit on top can be pushed since the other side has the rest. What we kept of earlier fetches is offered, so only
 * what is new travels. A depth also keeps off servers without Git's own protocol, which may point to other hosts.
 *
 * `fetch.fsckObjects` stays off: repositories with a history often hold old, harmless mistakes (a padded mode, a time
 * zone that is none) and could not be imported. Nothing is checked out here, ids are verified in any case, and the
 * dangerous names are refused whenever a tree is listed.
 */
async function bring(cache: Cache, remote: GitRemote, reached: Reached, onProgress: OnProgress) {
  const before = await sizeOfPacks(cache)
  const outcome = await inCache(cache, {
    args: [
      ...[
        'fetch',
        '--progress',
        '--depth=1',
        '--no-tags',
        '--no-recurse-submodules',
        '--no-write-fetch-head',
      ],
      ...['--no-auto-maintenance', '--', reached.argument, `+${remote.ref}:${INCOMING}`],
    ],
    // Never loose objects, which could not be counted while they arrive.
    config: [...reached.config, ['fetch.unpackLimit', '1'], ['fetch.fsckObjects', 'false']],
    environment: reached.environment,
    onLine: progressReader(onProgress),
    check: async () => {
      const grown = (await sizeOfPacks(cache)) - before
      return grown > cache.limits.bytes ? tooManyBytes(cache.limits.bytes) : undefined
    },
  })
  if (outcome.lines.some((line) => line.includes("couldn't find remote ref"))) return undefined
  if (outcome.code !== 0) throw failureOf(outcome, reached)
  // A small one may have been here before anybody looked.
  if ((await sizeOfPacks(cache)) - before > cache.limits.bytes) throw tooManyBytes(cache.limits.bytes)
  const { output } = await inCache(cache, {
    args: ['rev-parse', '--verify', '--quiet', `${INCOMING}^{commit}`],
  })
  const commit = output.toString().trim()
  if (!isObjectId(commit))
    throw new GitFailure('bad-ref', `${remote.ref} on ${reached.host} is not a branch of commits`)
  // A fetch that succeeds has looked for all of it.
  cache.seen.add(commit)
  return commit
}

/** Receiving is nine tenths of it. Never goes back. */
function progressReader(onProgress: OnProgress) {
  let told = 0
  return (line: string) => {
    const [, stage, percent] = /^(Receiving objects|Resolving deltas): +(\d+)%/.exec(line) ?? []
    if (stage === undefined) return
    const now = stage === 'Receiving objects' ? Number(percent) * 0.9 : 90 + Number(percent) / 10
    if (now >= 100 || Math.floor(now) <= told) return
    told = Math.floor(now)
    onProgress(told)
  }
}

export async function pushCommit(cache: Cache, remote: GitRemote, commit: string, expected: string | null) {
  const reached = await reach(remote, cache)
  if (!(await hasCommit(cache, commit))) throw unknownCommit(commit)
  // The lease alone would accept a commit that drops others, so it is checked here.
  if (expected !== null && !(await isAncestor(cache, expected, commit))) throw moved(reached.host)
  const outcome = await inCache(cache, {
    args: [
      ...['push', '--porcelain', '--no-verify', '--no-signed', '--recurse-submodules=no', '--no-follow-tags'],
      ...[
        `--force-with-lease=${remote.ref}:${expected ?? ''}`,
        '--',
        reached.argument,
        `${commit}:${remote.ref}`,
      ],
    ],
    config: reached.config,
    environment: reached.environment,
  })
  if (outcome.code !== 0) throw rejectionOf(outcome, reached) ?? failureOf(outcome, reached)
  await cache.alone((held) => keep(held, commit, reached.argument))
}

async function isAncestor(cache: Cache, older: string, newer: string) {
  if (!(await hasCommit(cache, older))) throw unknownCommit(older)
  const { code } = await inCache(cache, { args: ['merge-base', '--is-ancestor', older, newer] })
  return code === 0
}
