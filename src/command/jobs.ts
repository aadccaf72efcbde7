import type { Command } from 'commander'
import { retryFailedJob } from '../rooms/operations/system/failed-jobs.ts'
import { presentFailedJob } from '../rooms/operations/system/present.ts'
import { listFailedJobs } from '../rooms/operations/system/store.ts'
import { type CommandContext, type CommandResult, describeCommand, doing, withServices } from './context.ts'
import { table } from './terminal/table.ts'

/** What fits on a few screens; the API has the rest. */
const MOST_SHOWN = 100

export function addJobs(program: Command, context: CommandContext) {
  const jobs = program.command('jobs').description('List failed background jobs and retry them')
  describeCommand(jobs.command('failed').alias('list'), 'List the jobs that failed for good', [
    'jobs failed',
    'jobs failed --json',
  ]).action(doing(context, () => list(context)))
  describeCommand(jobs.command('retry'), 'Retry a failed job', [
    'jobs retry 0a6c1d3e-6a0f-4b0a-9a54-0b3c4f1d2e5f',
  ])
    .argument('<job-id>', 'id of the job: see quire jobs failed')
    .action(doing(context, (id: string) => retry(context, id)))
}

function list(context: CommandContext): Promise<CommandResult> {
  return withServices(context, async ({ database }) => {
    const { rows, next } = await listFailedJobs(database.db, { limit: MOST_SHOWN })
    const jobs = rows.map(presentFailedJob)
    if (jobs.length === 0) return { result: { jobs }, lines: ['No failed jobs.'] }
    const cells = jobs.map(({ id, name, attempts, failedAt, error }) => [
      id,
      name,
      String(attempts),
      failedAt,
      error.split('\n')[0] ?? '',
    ])
    const lines = table(['ID', 'JOB', 'ATTEMPTS', 'FAILED AT', 'ERROR'], cells)
    if (next) lines.push(`The newest ${MOST_SHOWN}; GET /v1/failed-jobs lists all.`)
    return { result: { jobs }, lines }
  })
}

function retry(context: CommandContext, id: string): Promise<CommandResult> {
  return withServices(context, async (services) => {
    const job = presentFailedJob(await services.asSystem((ctx) => retryFailedJob(ctx, id)))
    const lines = [`The server will retry ${job.name}, at once or when it starts.`]
    return { result: job, lines }
  })
}
