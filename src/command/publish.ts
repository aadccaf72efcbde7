import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { notFound, Problem } from '../kit/domain/problems.ts'
import { organization } from '../rooms/people/organizations/access.ts'
import { site as siteSubject } from '../rooms/sites/sites/access.ts'
import { publishedAddress } from '../rooms/sites/sites/present.ts'
import { SiteTitle } from '../rooms/sites/sites/schema.ts'
import { createSite, publishSite } from '../rooms/sites/sites/sites.ts'
import { findPlaceOnSite } from '../site-server/preview/store.ts'
import { type CommandContext, type CommandResult, describeCommand, withServices } from './context.ts'
import { counted } from './export.ts'
import { importerOf, inTransactionsOf } from './import.ts'
import { provideAdministrator } from './people/administrator.ts'
import { withFreePort } from './process/port.ts'
import {
  fromFolder,
  fromRepository,
  isThere,
  type Publisher,
  type PublishOptions,
  repositoryAt,
  titleOf,
} from './publish-source.ts'
import { serve } from './serve.ts'
import { shaped } from './terminal/arguments.ts'
import { thingsToLookAt, writeReport } from './terminal/problem-report.ts'

export function addPublish(program: Command, given: CommandContext) {
  describeCommand(
    program.command('publish'),
    'Publish a folder, a zip file or a Git repository of Markdown as a site; run it again to update the site',
    [
      'publish ./docs',
      'publish ./docs --serve',
      'publish https://git.example.org/team/docs.git --title "Product docs"',
      'publish ./new-place --space 7zq…',
    ],
  )
    .argument('<source>', 'a folder, a zip file, or the URL of a Git repository')
    .option('--title <title>', 'title of a new site (default: taken from the source)', shaped(SiteTitle))
    .option('--org <id>', 'the organization for the site; required if there are several')
    .option('--space <id>', 'the space to update, if the source has moved')
    .option('--force', 'in conflicts between source and space, take the source')
    .option('--branch <name>', "the branch of a repository (default: the repository's default branch)")
    .option('--directory <folder>', 'the folder of the pages in a repository')
    .option('--admin <id or e-mail>', 'the user who publishes (default: the administrator)')
    .option('--serve', 'then run the service, like quire serve')
    .action(async (source: string, options: PublishOptions) => {
      const environment = options.serve ? await withFreePort(given.environment) : given.environment
      const context = { ...given, environment }
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
      throw new Problem('not_found', `No such file or folder: ${source}`)
    const first = await provideAdministrator(services, config)
    const actor = await importerOf(services, options.admin)
    const publisher: Publisher = {
      services,
      context,
      actor,
      inTransaction: inTransactionsOf(services, actor),
    }
    const title = options.title ?? titleOf(source)
    const brought = repository
      ? await fromRepository(publisher, repository, title, options)
      : await fromFolder(publisher, source, title, options)
    const { spaceId, organizationId, pages, found } = brought
    const { site, isNew } = await publish(publisher, organizationId, title, spaceId)
    const address = publishedAddress(site, services.links)
    const report = await writeReport(config.dataFolder, `publish-${spaceId}`, found)
    const { problems } = found
    return {
      result: {
        site: site.id,
        space: spaceId,
        organization: organizationId,
        address,
        isNew,
        pages,
        problems,
        report,
      },
      lines: [
        `${isNew ? 'Published' : 'Updated'} "${site.title}", ${counted(pages, 'page')}`,
        `  ${address}`,
        ...thingsToLookAt(found, report),
        ...(options.serve ? [] : ['  The site is available while quire serve runs.']),
        ...(first ? [`  The administrator's token is in ${first.tokenFile}`] : []),
      ],
    }
  })
}

/** On the site that has it already. One that is not published may hold more than what is published here: it stays so. */
function publish({ inTransaction }: Publisher, organizationId: string, title: string, spaceId: string) {
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
