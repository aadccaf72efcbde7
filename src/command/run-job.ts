// A job in a process of its own: asked for by the server, see apart.ts.
import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { runJob } from '../services.ts'
import { type CommandContext, type CommandResult, doing, withServices } from './context.ts'

export function addRunJob(program: Command, context: CommandContext) {
  program
    .command('run-job', { hidden: true })
    .argument('<name>', 'the kind of job; its payload comes as JSON on standard input')
    .action(doing(context, (name: string) => run(context, name)))
}

async function run(context: CommandContext, name: string): Promise<CommandResult> {
  const payload: unknown = JSON.parse(await text(process.stdin))
  await withServices(context, async (services) => {
    const job = services.jobs.find((job) => job.name === name)
    if (!job) throw new Error(`There is no job ${name}`)
    await runJob(services, job, payload)
  })
  return { result: { job: name }, lines: [`Done: ${name}`] }
}
