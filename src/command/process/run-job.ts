// A job in a process of its own: asked for by the server, see apart.ts.
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import { runJob } from '../../services.ts'
import { type CommandContext, type CommandResult, doing, withServices } from '../context.ts'
import { TRACE } from './apart.ts'
import type { OpenServices } from './open.ts'

export function addRunJob(program: Command, context: CommandContext) {
  program
    .command('run-job', { hidden: true })
    .argument('<name>', 'the kind of job; reads its payload as a line of JSON from standard input')
    .action(doing(context, (name: string) => run(context, name)))
}

async function run(context: CommandContext, name: string): Promise<CommandResult> {
  const payload = await readPayload()
  const work = async (services: OpenServices) => {
    const job = services.jobs.find((job) => job.name === name)
    if (!job) throw new Error(`There is no job ${name}`)
    await runJob(services, job, payload, context.environment[TRACE])
  }
  await withServices(context, work, { isStoppable: false })
  return { result: { job: name }, lines: [`Done: ${name}`] }
}

/** The line on standard input, which ends with the server: from then on the job is somebody else's. */
async function readPayload(): Promise<unknown> {
  const lines = createInterface({ input: process.stdin })
  const end = () => process.kill(process.pid, 'SIGKILL')
  lines.once('close', end)
  const [line] = await once(lines, 'line')
  process.stdin.unref()
  return JSON.parse(line)
}
