import { once } from 'node:events'
import type { Command } from 'commander'
import { presentEvent } from '../rooms/events/present.ts'
import { listEventsBehind } from '../rooms/events/store.ts'
import { type CommandContext, describeCommand, withServices } from './context.ts'

const AT_ONCE = 1_000

export function addEvents(program: Command, context: CommandContext) {
  const events = program.command('events').description('What happened: the audit log')
  describeCommand(events.command('export'), 'Write all events that are kept as JSON lines, oldest first', [
    'events export > events.jsonl',
    'events export --org 5kd…',
  ])
    .option('--org <id>', 'only those of this organization')
    .action((options: { org?: string }) => exportEvents(context, options.org))
}

/** Lines are for people and programs alike: there is no other form with --json. */
async function exportEvents(context: CommandContext, organizationId?: string) {
  await withServices(context, async ({ database }) => {
    for (let behind = 0; ; ) {
      const rows = await listEventsBehind(database.db, behind, AT_ONCE, organizationId)
      if (rows.length === 0) return
      const lines = rows.map((row) => `${JSON.stringify(presentEvent(row))}\n`)
      await write(context, lines.join(''))
      behind = rows.at(-1)?.position ?? behind
    }
  })
}

/** Whoever reads may be slower than the database. */
async function write({ io: { stdout } }: CommandContext, text: string) {
  const isTaken = stdout.write(text)
  if (isTaken === false && 'once' in stdout) await once(stdout as NodeJS.WriteStream, 'drain')
}
