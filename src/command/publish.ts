import { stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { notFound, Problem } from '../domain/problems.ts'
import { requireAbility } from '../domain/subjects.ts'
import { importSpace } from '../rooms/archives/importing.ts'
import { findImporting, readRemote, requestImport } from '../rooms/git/requests.ts'
import { foundOrganization } from '../rooms/joining/founding.ts'
import { organization } from '../rooms/organizations/access.ts'
import { listOrganizationsOf } from '../rooms/organizations/store.ts'
import { site as siteSubject } from '../rooms/sites/access.ts'
import { publishedAddress } from '../rooms/sites/present.ts'
import { SiteTitle } from '../rooms/sites/schema.ts'
import { createSite, publishSite } from '../rooms/sites/sites.ts'
import { space as spaceSubject } from '../rooms/spaces/access.ts'
import { createSpace } from '../rooms/spaces/spaces.ts'
import { findPlaceOnSite } from '../rooms/unpublished/store.ts'
import { openArchive } from '../world/archive-read.ts'
import { provideAdministrator } from './administrator.ts'
import { namingWhatWasTyped, shaped } from './arguments.ts'
import { type CommandContext, type CommandResult, describeCommand, withServices } from './context.ts'
import { counted } from './export.ts'
import { followSync, refOf } from './git.ts'
import { problemCount } from './git-report.ts'
import { importerOf, inTransactionsOf, thingsToLookAt } from './import.ts'
import type { OpenServices } from './open.ts'
import { progressBar } from './progress-bar.ts'
import { serve } from './serve.ts'

type PublishOptions = {
  title?: string
  org?: string
  branch?: string
  directory?: string
  admin?: string
  serve?: boolean
}

/** Who publishes, where, and how to write as them. */
type Publisher = {
  services: OpenServices
  context: CommandContext
  actor: Awaited<ReturnType<typeof importerOf>>
  inTransaction: ReturnType<typeof inTransactionsOf>
  organizationId: string
}

export function addPublish(program: Command, context: CommandContext) {
  describeCommand(
    program.command('publish'),
    'Make a site of a folder, a zip file or a Git repository of Markdown, and publish it; a repository once more, to bring its site up to date',
    [
      'publish ./docs',
      'publish ./docs --serve',
      'publish https://git.example.org/team/docs.git --title "Product docs"',
    ],
  )
    .argument('<source>', 'a folder, a zip file, or the address of a Git repository')
    .option('--title <title>', 'what a new site is called; made of the source if left out', shaped(SiteTitle))
    .option('--org <id>', 'the organization that gets it; needed where there are several')
    .option('--branch <name>', 'the branch of a repository; the one it shows first if left out')
    .option('--directory <folder>', 'the folder of the pages in a repository')
    .option('--admin <id or e-mail>', 'the user who publishes it; the administrator if left out')
    .option('--serve', 'then run the service, as quire serve does')
    .action(async (source: string, options: PublishOptions) => {
      const published = await run(context, source, options)
      const tell = () => context.finish(published)
      if (options.serve) await serve(readConfig(context.environment), context, tell)
      else tell()
    })
}

function run(context: CommandContext, source: string, options: PublishOptions): Promise<CommandResult> {
  return withServices(context, async (services, config) => {
    const repository = await repositoryAt(source)
    if (!repository && !(await isThere(source)))
      throw new Problem('not_found', `There is neither a folder nor a file ${source}`)
    const first = await provideAdministrator(services, config)
    const actor = await importerOf(services, options.admin)
    const inTransaction = inTransactionsOf(services, actor)
    const title = options.title ?? titleOf(source)
    const publisher = { services, context, actor, inTransaction }
    const organizationId = await organizationFor(publisher, options.org, title)
    const into = { ...publisher, organizationId }
    const { spaceId, pages, problems, total } = repository
      ? await fromRepository(into, repository, title, options)
      : await fromFolder(into, source, title)
    const { site, isNew } = await publish(into, title, spaceId)
    const address = publishedAddress(site, services.links)
    return {
      result: {
        site: site.id,
        space: spaceId,
        organization: organizationId,
        address,
        isNew,
        pages,
        problems,
      },
      lines: [
        `${isNew ? 'Published' : 'Updated'} "${site.title}"${pages === undefined ? '' : `, ${counted(pages, 'page')}`}`,
        `  ${address}`,
        ...thingsToLookAt(problems, total),
        ...(options.serve ? [] : ['  It is there while quire serve runs.']),
        ...(first ? [`  The administrator's token is in ${first.tokenFile}`] : []),
      ],
    }
  })
}

/** Its address. A folder is one where it holds a repository and no files beside it, as on a server. */
async function repositoryAt(source: string) {
  if (/^(https?|ssh|git|file):\/\//.test(source) || /^[\w.-]+@[\w.-]+:/.test(source)) return source
  const folder = resolve(source)
  const parts = await Promise.all(['HEAD', 'objects', 'refs'].map((part) => isThere(join(folder, part))))
  return parts.every(Boolean) ? folder : undefined
}

function isThere(path: string) {
  return stat(resolve(path)).then(
    () => true,
    () => false,
  )
}

/** `https://git.example.org/team/product-docs.git` becomes `Product docs`. */
function titleOf(source: string) {
  const name = basename(source.replace(/[/\\]+$/, '')).replace(/\.(git|zip)$/i, '')
  const words = (name === '.' || name === '' ? basename(resolve('.')) : name).replaceAll(/[-_]+/g, ' ').trim()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`.slice(0, 50).padEnd(2, '.')
}

async function organizationFor(
  { services, actor, inTransaction }: Omit<Publisher, 'organizationId'>,
  named: string | undefined,
  title: string,
) {
  const ctx = services.outside(actor)
  if (named !== undefined) {
    if (!(await organization.find(ctx, { organizationId: named }))) throw notFound('organization')
    return named
  }
  const { rows } = await listOrganizationsOf(ctx.db, actor.id, { limit: 2 })
  if (rows.length > 1)
    throw new Problem('invalid', 'There are several organizations: name one with --org; see quire org list')
  const [only] = rows
  return only?.id ?? (await inTransaction((ctx) => foundOrganization(ctx, actor.id, { title }))).id
}

async function fromFolder(
  { services, context, actor, inTransaction, organizationId }: Publisher,
  source: string,
  title: string,
) {
  const archive = await openArchive(resolve(source))
  const bar = progressBar(context.isJson ? undefined : context.io.stderr)
  try {
    const importing = { ctx: services.outside(actor), inTransaction, onProgress: bar.show }
    const { space, pages, problems } = await importSpace(importing, archive, {
      organizationId,
      title: spaceTitle(title),
      createUsers: false,
    })
    return { spaceId: space.id, pages, problems, total: problems.length }
  } finally {
    bar.end()
    await archive.close()
  }
}

async function fromRepository(
  { services, context, actor, inTransaction, organizationId }: Publisher,
  url: string,
  title: string,
  { branch, directory }: PublishOptions,
) {
  const ref = await refOf(services, url, branch)
  const asked = { url, ref, repoProjectDirectory: directory, force: false }
  const [spaceId, operationId] = await namingWhatWasTyped(TYPED, async () => {
    const remote = await readRemote(services.outside(actor), asked)
    return inTransaction(async (ctx) => {
      const known = await findImporting(ctx, organizationId, asked, remote)
      const space =
        known === undefined
          ? await createSpace(ctx, organizationId, { title: spaceTitle(title) })
          : await requireAbility(ctx, spaceSubject, { spaceId: known }, 'triggerGitSync')
      return [space.id, await requestImport(ctx, space, asked, remote)] as const
    })
  })
  const { state, error, report } = await followSync(services, context, spaceId, operationId)
  if (state === 'failure') throw new Problem('unfit', `The repository could not be imported: ${error}`)
  const problems = report?.problems ?? []
  return { spaceId, pages: undefined, problems, total: report && problemCount(report) }
}

/** A space has a shorter one than a site may have. */
function spaceTitle(title: string) {
  return title.slice(0, 50)
}

const TYPED = { 'body.url': '<source>', 'body.ref': '--branch', 'body.repoProjectDirectory': '--directory' }

/** On the site that has it already. One that is not published may hold more than what is published here: it stays so. */
function publish({ inTransaction, organizationId }: Publisher, title: string, spaceId: string) {
  return inTransaction(async (ctx) => {
    const known = await findPlaceOnSite(ctx.db, organizationId, spaceId)
    const there = known && (await siteSubject.find(ctx, { organizationId, siteId: known.siteId }))
    if (there?.isPublished) return { site: there, isNew: false }
    const place = await organization.find(ctx, { organizationId })
    if (!place) throw notFound('organization')
    const { id: siteId } = await createSite(ctx, place, {
      title,
      visibility: 'public',
      spaces: [spaceId],
    })
    const site = await siteSubject.find(ctx, { organizationId, siteId })
    if (!site) throw notFound('site')
    return { site: await publishSite(ctx, site), isNew: true }
  })
}
