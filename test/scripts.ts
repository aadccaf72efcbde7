// Scripts for tests, run by the real workerd.
import { execFileSync } from 'node:child_process'
import { fakeFetcher } from '../src/world/network/fake-fetcher.ts'
import { ScriptFailed } from '../src/world/scripts/failure.ts'
import { systemScripts } from '../src/world/scripts/pool.ts'
import type { Script, ScriptAnswer, Scripts, ScriptsOptions } from '../src/world/scripts/scripts.ts'
import { atEndOfFile } from './file-scope.ts'

export const REQUEST = { event: { eventId: 'event-1', type: 'space_content_updated' }, environment: {} }

export function openScripts(options: Partial<ScriptsOptions> = {}): Scripts {
  const scripts = systemScripts({ fetcher: fakeFetcher({}), ...options })
  atEndOfFile(() => scripts.close())
  return scripts
}

/** A script whose handler has this body. */
export function handler(body: string, before = ''): Script {
  return scriptOf(`${before}\nexport default { async fetch(request, env, ctx) { ${body} } }`)
}

let count = 0

export function scriptOf(text: string): Script {
  count += 1
  return { key: `script-${count}`, tenant: 'tests', text: async () => text }
}

export function textOf({ body }: ScriptAnswer) {
  return Buffer.from(body).toString()
}

export async function answerOf(scripts: Scripts, body: string) {
  return textOf(await scripts.call(handler(body), REQUEST))
}

export async function failureOf(calling: Promise<unknown>): Promise<ScriptFailed> {
  const error = await calling.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof ScriptFailed) return error
  throw new Error('This should have been a ScriptFailed', { cause: error })
}

/** The processes that run scripts of this one. */
export function scriptProcesses() {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,uid=,args='], { encoding: 'utf8' }).split('\n')
  return rows
    .map((row) => /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(row) ?? [])
    .filter(([, , parent, , command]) => Number(parent) === process.pid && command?.includes('workerd serve'))
    .map(([, pid, , uid, command = '']) => ({ pid: Number(pid), uid: Number(uid), command }))
}
