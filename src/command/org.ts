import type { Command } from 'commander'
import { foundOrganization } from '../rooms/joining/founding.ts'
import { presentOrganization } from '../rooms/organizations/present.ts'
import { OrganizationTitle } from '../rooms/organizations/schema.ts'
import { shaped } from './arguments.ts'
import { type CommandContext, type CommandResult, describeCommand, doing, withServices } from './context.ts'
import { namedUser } from './user.ts'

type NewOrganizationOptions = { title: string; admin: string }

export function addOrganizations(program: Command, context: CommandContext) {
  const org = program.command('org').description('Make organizations')
  describeCommand(org.command('create'), 'Create an organization', [
    'org create --title "Example Docs" --admin maria@example.org',
  ])
    .requiredOption('--title <title>', 'what it is called', shaped(OrganizationTitle))
    .requiredOption('--admin <id or e-mail>', 'the user who becomes its first admin')
    .action(doing(context, (options: NewOrganizationOptions) => create(context, options)))
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
