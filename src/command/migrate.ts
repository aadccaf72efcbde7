import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { listMigrations } from '../kit/storage/database/migrate.ts'
import { readSchema } from '../kit/storage/database/schema.ts'
import { type CommandContext, type CommandResult, describeCommand, doing, withServices } from './context.ts'
import { visitDatabase } from './process/open.ts'

export function addMigrate(program: Command, context: CommandContext) {
  describeCommand(program.command('migrate'), 'Migrate the database to this release', [
    'migrate',
    'migrate --check',
  ])
    .option('--check', 'only list pending migrations; exit with 1 if there are any')
    .addHelpText('after', '\nThe server also migrates when it starts.')
    .action(
      doing(context, (options: { check?: boolean }) => (options.check ? check(context) : apply(context))),
    )
}

function apply(context: CommandContext): Promise<CommandResult> {
  return withServices(context, async ({ migrated }) => ({
    result: { applied: migrated },
    lines: migrated.length > 0 ? migrated.map((name) => `Applied ${name}`) : ['Up to date: nothing to apply'],
  }))
}

async function check({ environment }: CommandContext): Promise<CommandResult> {
  const visit = await visitDatabase(readConfig(environment), readSchema)
  const pending = visit ? visit.answer.pending : await listMigrations()
  if (pending.length === 0) return { result: { pending }, lines: ['Up to date: nothing to apply'] }
  return {
    result: { pending },
    lines: [...pending.map((name) => `Pending ${name}`), 'To apply: quire migrate'],
    code: 1,
  }
}
