import type { Command } from 'commander'
import { Problem } from '../../kit/domain/problems.ts'
import { purgeOrganization } from '../../rooms/people/deletion/jobs.ts'
import { deleteOrganization } from '../../rooms/people/deletion/organizations.ts'
import { foundOrganization } from '../../rooms/people/members/found-organization.ts'
import { openToAnySignIn } from '../../rooms/people/organizations/organizations.ts'
import { presentOrganization } from '../../rooms/people/organizations/present.ts'
import { OrganizationTitle } from '../../rooms/people/organizations/schema.ts'
import { findOrganization, listOrganizations } from '../../rooms/people/organizations/store.ts'
import { runJob } from '../../services.ts'
import { type CommandContext, type CommandResult, describeCommand, doing, withServices } from '../context.ts'
import { shaped } from '../terminal/arguments.ts'
import { confirmDeletion } from '../terminal/confirm.ts'
import { table } from '../terminal/table.ts'
import { namedUser } from './user.ts'

type NewOrganizationOptions = { title: string; admin: string }

export function addOrganizations(program: Command, context: CommandContext) {
  const org = program.command('org').description('Create, list and delete organizations')
  describeCommand(org.command('create'), 'Create an organization', [
    'org create --title "Example Docs" --admin maria@example.org',
  ])
    .requiredOption('--title <title>', 'title of the organization', shaped(OrganizationTitle))
    .requiredOption('--admin <id or e-mail>', 'its first admin')
    .action(doing(context, (options: NewOrganizationOptions) => create(context, options)))
  describeCommand(org.command('list'), 'List all organizations', ['org list', 'org list --json']).action(
    doing(context, () => list(context)),
  )
  describeCommand(
    org.command('open'),
    'Let the members of an organization in by any sign-in again, where its identity provider does not work',
    ['org open 01jx5m0a8c7f9w2k4t6v8y0b2d'],
  )
    .argument('<org-id>', 'the id of the organization; see quire org list')
    .action(doing(context, (id: string) => open(context, id)))
  describeCommand(org.command('delete'), 'Delete an organization and everything in it, permanently', [
    'org delete 01jx5m0a8c7f9w2k4t6v8y0b2d',
    'org delete 01jx5m0a8c7f9w2k4t6v8y0b2d --yes',
  ])
    .argument('<org-id>', 'the id of the organization; see quire org list')
    .option('--yes', 'do not ask for confirmation')
    .action(doing(context, (id: string, { yes }: { yes?: boolean }) => remove(context, id, yes)))
}

function remove(context: CommandContext, id: string, isSure = false): Promise<CommandResult> {
  return withServices(context, async (services) => {
    const organization = await findOrganization(services.database.db, id)
    if (!organization) throw new Problem('not_found', `Organization ${id} not found: see quire org list`)
    const { title } = organization
    const warning = `This permanently deletes "${title}", with its members, spaces and all content.`
    if (!isSure) await confirmDeletion(context, warning, title)
    await services.asSystem((ctx) => deleteOrganization(ctx, organization))
    // At once: there may be no server that would take up the job.
    await runJob(services, purgeOrganization, { organizationId: id })
    return { result: { id, title, deleted: true }, lines: [`Deleted "${title}", id ${id}`] }
  })
}

/** The way out for an organization that nobody can sign in to any more: it is the operator who decides. */
function open(context: CommandContext, id: string): Promise<CommandResult> {
  return withServices(context, (services) =>
    services.asSystem(async (ctx) => {
      const organization = await findOrganization(ctx.db, id)
      if (!organization) throw new Problem('not_found', `Organization ${id} not found: see quire org list`)
      await openToAnySignIn(ctx, organization)
      const { title } = organization
      return { result: { id, title, sso: false }, lines: [`Members of "${title}" can sign in as they like`] }
    }),
  )
}

function list(context: CommandContext): Promise<CommandResult> {
  return withServices(context, async (services) => {
    const organizations = await listOrganizations(services.database.db)
    const cells = organizations.map(({ id, title, createdAt }) => [id, title, createdAt.toISOString()])
    return { result: { items: organizations }, lines: table(['ID', 'TITLE', 'CREATED'], cells) }
  })
}

function create(context: CommandContext, { title, admin }: NewOrganizationOptions): Promise<CommandResult> {
  return withServices(context, (services) =>
    services.asSystem(async (ctx) => {
      const user = await namedUser(ctx, admin)
      const organization = await foundOrganization(ctx, user.id, { title })
      return {
        result: { ...presentOrganization(organization, ctx.links), admin: user.id },
        lines: [`Created "${organization.title}", id ${organization.id}, with ${user.email} as its admin`],
      }
    }),
  )
}
