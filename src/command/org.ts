import type { Command } from 'commander'
import { foundOrganization } from '../rooms/joining/founding.ts'
import { presentOrganization } from '../rooms/organizations/present.ts'
import { OrganizationTitle } from '../rooms/organizations/schema.ts'
import { listOrganizations } from '../rooms/organizations/store.ts'
import { shaped } from './arguments.ts'
import { type CommandContext, type CommandResult, describeCommand, doing, withServices } from './context.ts'
import { table } from './table.ts'
import { namedUser } from './user.ts'

type NewOrganizationOptions = { title: string; admin: string }

export function addOrganizations(program: Command, context: CommandContext) {
  const org = program.command('org').description('Make organizations and list them')
  describeCommand(org.command('create'), 'Create an organization', [
    'org create --title "Example Docs" --admin maria@example.org',
  ])
    .requiredOption('--title <title>', 'what it is called', shaped(OrganizationTitle))
    .requiredOption('--admin <id or e-mail>', 'the user who becomes its first admin')
    .action(doing(context, (options: NewOrganizationOptions) => create(context, options)))
  describeCommand(org.command('list'), 'List all organizations', ['org list', 'org list --json']).action(
    doing(context, () => list(context)),
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
