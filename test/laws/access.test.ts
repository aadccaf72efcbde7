// Every operation, asked by everyone. The answers are a committed table (access.golden.txt): a change of who may do
// what shows in review as a changed line, and an operation without a scenario fails.
import { describe, expect, it } from 'vitest'
import type { Person } from '../services.ts'
import { CANARY, openSetting, operations, type Setting, scenarios, settingFor } from './scenarios.ts'

const OUTSIDERS = new Set(['no token', 'stranger', 'guest', 'administrator'])

const INTEGRATED = new Set(['integration', 'installation'])

/** Weakest first: what only the strong may do is still there when their turn comes. */
const CALLERS: [name: string, person: (setting: Setting) => Person | string | undefined][] = [
  ['no token', () => undefined],
  ['integration', ({ integrationToken }) => integrationToken],
  ['installation', ({ installationToken }) => installationToken],
  ['directory', ({ scimToken }) => scimToken],
  ['stranger', ({ stranger }) => stranger],
  ['guest', ({ guest }) => guest],
  ['read', ({ reader }) => reader],
  ['comment', ({ commenter }) => commenter],
  ['edit', ({ editor }) => editor],
  ['review', ({ reviewer }) => reviewer],
  ['create', ({ creator }) => creator],
  ['admin', ({ admin }) => admin],
  ['administrator', ({ administrator }) => administrator],
]

describe('access', () => {
  it('has a scenario for every operation and none for others', () => {
    expect(Object.keys(scenarios).sort()).toEqual(operations.map((operation) => operation.id).sort())
  })

  it('is what the table says, for every operation and everyone', async () => {
    const rows: string[][] = [['operation', 'needs', ...CALLERS.map(([name]) => name)]]
    // What only reads leaves nothing behind, so one setting does for all of it.
    const view = openSetting().then(async (setting) => {
      // So that there is something to be found.
      await setting.drain()
      return setting
    })
    for (let at = 0; at < operations.length; at += 4) {
      const some = operations.slice(at, at + 4)
      rows.push(...(await Promise.all(some.map(rowOf))))
    }

    async function rowOf(operation: (typeof operations)[number]) {
      const setting = await (operation.writes ? openSetting(settingFor(operation.path)) : view)
      const row = [operation.id, `${operation.on.name}.${operation.needs}`]
      for (const [name, person] of CALLERS) {
        const caller = person(setting)
        // Few settings have integrations: elsewhere it is a matter of scopes, which the API document shows.
        if (caller === undefined && INTEGRATED.has(name)) {
          row.push('-')
          continue
        }
        const [url, body] = scenarios[operation.id]?.(setting) ?? ['/']
        const response = await setting.as(caller).send(operation.method, url, body)
        row.push(String(response.statusCode))
        if (name === 'admin' && operation.id.startsWith('search'))
          expect(response.body).toContain(operation.id === 'searchSiteContent' ? 'Openword' : CANARY)
        if (OUTSIDERS.has(name)) expect(response.body, `${operation.id} for ${name}`).not.toContain(CANARY)
      }
      return row
    }
    for (const row of rows.slice(1)) expect(row.join(' '), 'nobody was let in').toMatch(/\b20\d\b/)
    await expect(table(rows)).toMatchFileSnapshot('access.golden.txt')
    // Some four hundred operations, each as ten people: a busy machine takes longer than for any other test.
  }, 1_200_000)
})

function table(rows: string[][]) {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  return `${rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')}\n`
}
