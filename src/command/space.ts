import type { Command } from 'commander'
import { listSpaces } from '../rooms/content/spaces/store.ts'
import { type CommandContext, type CommandResult, describeCommand, doing, withServices } from './context.ts'
import { table } from './terminal/table.ts'

export function addSpaces(program: Command, context: CommandContext) {
  const space = program.command('space').description('List spaces')
  describeCommand(space.command('list'), 'List all spaces, or those of one organization', [
    'space list',
    'space list --org 01jx5m0a8c7f9w2k4t6v8y0b2d',
  ])
    .option('--org <id>', 'only spaces of this organization; see quire org list')
    .action(doing(context, ({ org }: { org?: string }) => list(context, org)))
}

function list(context: CommandContext, organizationId?: string): Promise<CommandResult> {
  return withServices(context, async (services) => {
    const spaces = await listSpaces(services.database.db, organizationId)
    const cells = spaces.map(({ id, title, organization, visibility, createdAt }) => [
      ...[id, title, organization, visibility, createdAt.toISOString()],
    ])
    return {
      result: { items: spaces },
      lines: table(['ID', 'TITLE', 'ORGANIZATION', 'VISIBILITY', 'CREATED'], cells),
    }
  })
}
