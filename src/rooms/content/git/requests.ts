// Imports and exports as they are asked for. They are written down, and done by a job, one after the other in a space.

import { unsafePart } from '../../../engines/repository/safe-paths.ts'
import { ownPages, replacesPages } from '../../../engines/sync/report/replaced-pages.ts'
import type { OutsideContext, ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { conflict, invalid } from '../../../kit/domain/problems.ts'
import type { GitRequest } from '../../../kit/storage/tables/git.ts'
import { GitFailure, type GitRemote } from '../../../world/git/git.ts'
import { openView } from '../spaces/revisions/revisions.ts'
import type { SpaceRow } from '../spaces/store.ts'
import { syncSpace } from './jobs.ts'
import type { ExportRequest, ImportRequest } from './schema.ts'
import { findNextOperation, findSpaceOfBranch, findSync, insertOperation } from './store.ts'

export async function requestImport(
  ctx: WriteContext,
  space: Home & { revisionId: string },
  asked: ImportRequest,
  remote: GitRemote,
) {
  if (!asked.force && !asked.standalone) await requireNothingToReplace(ctx, space)
  return request(ctx, space, { direction: 'import', asked, remote, standalone: asked.standalone ?? false })
}

/** The space for which the same was asked before, also where that has not succeeded yet. */
export function findImporting(
  ctx: ReadContext,
  organizationId: string,
  { ref, repoProjectDirectory = '' }: ImportRequest,
  { url }: GitRemote,
) {
  return findSpaceOfBranch(ctx.db, organizationId, {
    url,
    ref,
    directory: readDirectory(repoProjectDirectory),
  })
}

export function requestExport(ctx: WriteContext, space: Home, asked: ExportRequest, remote: GitRemote) {
  const message = asked.commitMessage
  return request(ctx, space, { direction: 'export', asked, remote, standalone: false, message })
}

/** Told at once where it can be known: whether an operation that still runs will change that, only the import sees. */
async function requireNothingToReplace(ctx: ReadContext, { id, revisionId }: Home & { revisionId: string }) {
  if ((await findSync(ctx.db, id)) || (await findNextOperation(ctx.db, id))) return
  const view = await openView(ctx, id, revisionId)
  const own = await ownPages(view)
  if (own.count > 0) throw conflict(replacesPages(own), { pages: own.count })
}

type Home = Pick<SpaceRow, 'id' | 'organizationId'>
type Wanted = Pick<GitRequest, 'standalone' | 'message'> & {
  direction: 'import' | 'export'
  asked: ImportRequest | ExportRequest
  remote: GitRemote
}

async function request(ctx: WriteContext, space: Home, wanted: Wanted) {
  const { direction, asked, remote, ...particular } = wanted
  const { url, credentials } = remote
  checkShownAddresses(asked)
  const now = ctx.clock.now()
  const details: GitRequest = {
    url,
    ref: asked.ref,
    directory: readDirectory(asked.repoProjectDirectory ?? ''),
    // A copy belongs to the organization, and to the address: what came from one server is never taken for what
    // another one claims to have, whatever name somebody guesses.
    cache: JSON.stringify([space.organizationId, url, asked.repoCacheID ?? null]),
    treeUrl: asked.repoTreeURL,
    commitUrl: asked.repoCommitURL,
    provider: asked.gitInfo?.provider,
    repositoryUrl: asked.gitInfo?.url,
    force: asked.force ?? false,
    ...particular,
  }
  const id = ctx.ids.next()
  await insertOperation(ctx.db, {
    id,
    spaceId: space.id,
    direction,
    state: 'running',
    stage: 'repo_fetch',
    request: JSON.stringify(details),
    secret: credentials ? ctx.vault.seal(JSON.stringify(credentials)) : null,
    error: null,
    report: null,
    revisionId: null,
    commitId: null,
    requestedBy: ctx.actor.id || null,
    requestedAt: now,
    orderedAt: readTime(now, asked.timestamp),
    startedAt: null,
    updatedAt: now,
    completedAt: null,
  })
  await ctx.enqueue(syncSpace, { spaceId: space.id }, { key: space.id })
  const { organizationId, id: spaceId } = space
  await ctx.emit('space.git_sync_requested', { organizationId, spaceId, operationId: id, direction })
  return id
}

/** The address and the branch that were asked for. */
export async function readRemote(ctx: OutsideContext, { url, ref }: ImportRequest | ExportRequest) {
  try {
    return ctx.git.readRemote(url, ref)
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error
    const field = error.code === 'bad-ref' ? 'body.ref' : 'body.url'
    throw invalid(`${field}: ${error.message}`, { field })
  }
}

/** They are shown to everybody who reads the space. */
function checkShownAddresses({ repoTreeURL, repoCommitURL, gitInfo }: ImportRequest | ExportRequest) {
  const shown = { repoTreeURL, repoCommitURL, 'gitInfo.url': gitInfo?.url }
  for (const [name, address = ''] of Object.entries(shown)) {
    const field = `body.${name}`
    if (/^[a-z][a-z0-9+.-]*:[/\\]*[^/\\?#]*@/i.test(address.trim()))
      throw invalid(`${field} is shown to readers: it must not contain a user name or a password`, { field })
    const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(address.trim()) ?? []
    if (scheme !== undefined && !SHOWN.test(scheme))
      throw invalid(`${field} is shown to readers as a link: it must begin with http:// or https://`, {
        field,
      })
  }
}

/** Nothing that a browser would run. */
const SHOWN = /^(?:https?|ssh|git)$/i

/** Clocks differ a little; a time far ahead would make everything after it come too late. */
const MOST_AHEAD = 10 * 60_000

function readTime(now: Date, timestamp: string | undefined) {
  if (timestamp === undefined) return now
  const time = new Date(timestamp)
  const field = 'body.timestamp'
  if (time.getTime() > now.getTime() + MOST_AHEAD)
    throw invalid(`${field} is in the future: it can be at most 10 minutes ahead of ${now.toISOString()}`, {
      field,
    })
  return time
}

/** Without slashes at its ends; empty for the whole repository. */
function readDirectory(text: string) {
  const directory = text
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/')
  const field = 'body.repoProjectDirectory'
  const unsafe = directory === '' ? undefined : unsafePart(directory)
  if (unsafe !== undefined) throw invalid(`${field} must be a folder of the repository`, { field })
  return directory
}
