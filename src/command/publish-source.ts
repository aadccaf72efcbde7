// What quire publish makes a space of: a folder, a zip file or a repository. What was published before is known again.
import { realpath, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { countPages } from '../engines/sync/report/count-pages.ts'
import { whyNoPages } from '../engines/sync/report/not-markdown.ts'
import { notFound, Problem, unfit } from '../kit/domain/problems.ts'
import { requireAbility } from '../kit/domain/subjects.ts'
import { findImporting, readRemote, requestImport } from '../rooms/content/git/requests.ts'
import { space as spaceSubject } from '../rooms/content/spaces/access.ts'
import { openView } from '../rooms/content/spaces/revisions/revisions.ts'
import { createSpace } from '../rooms/content/spaces/spaces.ts'
import { foundOrganization } from '../rooms/people/members/found-organization.ts'
import { organization } from '../rooms/people/organizations/access.ts'
import { listOrganizationsOf } from '../rooms/people/organizations/store.ts'
import { openArchive } from '../world/archive/read.ts'
import { importArchive } from './archives/import-space.ts'
import { readArchive } from './archives/read-content.ts'
import { findSpaceOfSource, knownOf, updateFromSource } from './archives/sources.ts'
import type { CommandContext } from './context.ts'
import { followSync, refOf } from './git.ts'
import type { importerOf, inTransactionsOf } from './import.ts'
import type { OpenServices } from './process/open.ts'
import { namingWhatWasTyped } from './terminal/arguments.ts'
import { problemsOf, type SourceProblems } from './terminal/problem-report.ts'
import { progressBar } from './terminal/progress-bar.ts'

export type PublishOptions = {
  title?: string
  org?: string
  space?: string
  force?: boolean
  branch?: string
  directory?: string
  admin?: string
  serve?: boolean
}

/** Who publishes, and how to write as them. */
export type Publisher = {
  services: OpenServices
  context: CommandContext
  actor: Awaited<ReturnType<typeof importerOf>>
  inTransaction: ReturnType<typeof inTransactionsOf>
}

/** What a source became. */
type Brought = { spaceId: string; organizationId: string; pages: number; found: SourceProblems }

/** Its address. A folder is one where it holds a repository and no files beside it, as on a server. */
export async function repositoryAt(source: string) {
  if (/^(https?|ssh|git|file):\/\//.test(source) || /^[\w.-]+@[\w.-]+:/.test(source)) return source
  const folder = resolve(source)
  const parts = await Promise.all(['HEAD', 'objects', 'refs'].map((part) => isThere(join(folder, part))))
  return parts.every(Boolean) ? folder : undefined
}

export function isThere(path: string) {
  return stat(resolve(path)).then(
    () => true,
    () => false,
  )
}

/** `https://git.example.org/team/product-docs.git` becomes `Product docs`. */
export function titleOf(source: string) {
  const name = basename(source.replace(/[/\\]+$/, '')).replace(/\.(git|zip)$/i, '')
  const words = (name === '.' || name === '' ? basename(resolve('.')) : name).replaceAll(/[-_]+/g, ' ').trim()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`.slice(0, 50).padEnd(2, '.')
}

/** Undefined where there is none yet: it is founded when there is something to put into it. */
async function organizationFor({ services, actor }: Publisher, { org, space }: PublishOptions) {
  const ctx = services.outside(actor)
  if (space !== undefined) {
    const { organizationId } = await requireAbility(ctx, spaceSubject, { spaceId: space }, 'edit')
    if (org === undefined || org === organizationId) return organizationId
    throw new Problem('invalid', `Space ${space} does not belong to organization ${org}`)
  }
  if (org !== undefined) {
    if (!(await organization.find(ctx, { organizationId: org }))) throw notFound('organization')
    return org
  }
  const { rows } = await listOrganizationsOf(ctx.db, actor, { limit: 2 })
  if (rows.length > 1)
    throw new Problem('invalid', 'There are several organizations: choose one with --org; see quire org list')
  return rows[0]?.id
}

async function foundFor({ actor, inTransaction }: Publisher, title: string) {
  return (await inTransaction((ctx) => foundOrganization(ctx, actor.id, { title }))).id
}

export async function fromFolder(
  publisher: Publisher,
  path: string,
  title: string,
  options: PublishOptions,
): Promise<Brought> {
  const { services, context, actor, inTransaction } = publisher
  const ctx = services.outside(actor)
  const source = await realpath(resolve(path))
  const there = await organizationFor(publisher, options)
  const earlier = options.space ?? (there && (await findSpaceOfSource(ctx, there, source)))
  const space = earlier && (await requireAbility(ctx, spaceSubject, { spaceId: earlier }, 'edit'))
  const known = space ? await knownOf(ctx, space) : undefined
  const archive = await openArchive(source)
  const bar = progressBar(context.isJson ? undefined : context.io.stderr)
  try {
    const importing = { ctx, inTransaction, onProgress: bar.show }
    const read = await readArchive(importing, archive, known)
    const { problems } = read.content
    if (read.counts.pages === 0) throw nothingIn(path, problems)
    const organizationId = there ?? (await foundFor(publisher, title))
    const brought = { organizationId, pages: read.counts.pages, found: problemsOf(problems) }
    if (space && known) {
      const update = { source, known, isForced: options.force ?? false }
      await inTransaction((ctx) => updateFromSource(ctx, space.id, read, update))
      return { ...brought, spaceId: space.id }
    }
    const made = { organizationId, title: spaceTitle(title), createUsers: false, source }
    return { ...brought, spaceId: (await importArchive(importing, read, made)).space.id }
  } finally {
    bar.end()
    await archive.close()
  }
}

function nothingIn(path: string, problems: { file: string; kind: string }[]) {
  return unfit(`Nothing to publish in ${path}: ${whyNoPages(problems)}`)
}

export async function fromRepository(
  publisher: Publisher,
  url: string,
  title: string,
  options: PublishOptions,
): Promise<Brought> {
  const { services, context, actor, inTransaction } = publisher
  const { branch, directory, force = false } = options
  const there = await organizationFor(publisher, options)
  const ref = await refOf(services, url, branch)
  const asked = { url, ref, repoProjectDirectory: directory, force }
  const outside = services.outside(actor)
  const { spaceId, organizationId, operationId } = await namingWhatWasTyped(TYPED, async () => {
    const remote = await readRemote(outside, asked)
    const organizationId = there ?? (await foundFor(publisher, title))
    return inTransaction(async (ctx) => {
      const known = options.space ?? (await findImporting(ctx, organizationId, asked, remote))
      const space =
        known === undefined
          ? await createSpace(ctx, organizationId, { title: spaceTitle(title) })
          : await requireAbility(ctx, spaceSubject, { spaceId: known }, 'triggerGitSync')
      const operationId = await requestImport(ctx, space, asked, remote)
      return { spaceId: space.id, organizationId, operationId }
    })
  })
  const { state, error, report } = await followSync(services, context, spaceId, operationId)
  if (state === 'failure') throw new Problem('unfit', `Failed to import the repository: ${error}`)
  const { problems = [], counts = {} } = report ?? {}
  const { revisionId } = await requireAbility(outside, spaceSubject, { spaceId }, 'view')
  const pages = await countPages(await openView(outside, spaceId, revisionId))
  if (pages === 0) throw nothingIn('the repository', problems)
  return { spaceId, organizationId, pages, found: { problems, counts } }
}

/** A space has a shorter one than a site may have. */
function spaceTitle(title: string) {
  return title.slice(0, 50)
}

const TYPED = { 'body.url': '<source>', 'body.ref': '--branch', 'body.repoProjectDirectory': '--directory' }
