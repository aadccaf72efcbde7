// A job in a process of its own: asked for by the server, see apart.ts.
import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { runJob } from '../house.ts'
import { type Desk, doing, inHouse, type Outcome } from './desk.ts'

export function addRunJob(program: Command, desk: Desk) {
  program
    .command('run-job', { hidden: true })
    .argument('<name>', 'the kind of job; its payload comes as JSON on standard input')
    .action(doing(desk, (name: string) => run(desk, name)))
}

async function run(desk: Desk, name: string): Promise<Outcome> {
  const payload: unknown = JSON.parse(await text(process.stdin))
  await inHouse(desk, async (house) => {
    const job = house.jobs.find((job) => job.name === name)
    if (!job) throw new Error(`There is no job ${name}`)
    await runJob(house, job, payload)
  })
  return { result: { job: name }, lines: [`Done: ${name}`] }
}
