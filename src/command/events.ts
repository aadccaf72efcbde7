import { once } from 'node:events'
import type { Command } from 'commander'
import { presentEvent } from '../rooms/operations/events/present.ts'
import { type ExportFilter, listEventsBehind } from '../rooms/operations/events/store.ts'
import { type CommandContext, describeCommand, withServices } from './context.ts'
import { pastTime } from './terminal/arguments.ts'

const AT_ONCE = 1_000

export function addEvents(program: Command, context: CommandContext) {
  const events = program.command('events').description('Export the audit log')
  describeCommand(events.command('export'), 'Write all stored events as JSON lines, oldest first', [
    'events export > events.jsonl',
    'events export --org 5kd… --since 30d',
    'events export --since 2026-01-31',
  ])
    .option('--org <id>', 'only events of this organization')
    .option(
      '--since <time>',
      'only events since then: a time, a day (UTC), or how long ago: 12h, 30d, 2w',
      pastTime,
    )
    .action(({ org, since }: { org?: string; since?: Date }) =>
      exportEvents(context, { organizationId: org, since }),
    )
}

/** Lines are for people and programs alike: there is no other form with --json. */
async function exportEvents(context: CommandContext, filter: ExportFilter) {
  await withServices(context, async ({ database }) => {
    for (let behind = 0; ; ) {
      const rows = await listEventsBehind(database.db, behind, AT_ONCE, filter)
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
