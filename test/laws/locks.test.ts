// One order of locks (docs/decisions/024): what every writing operation locks, read off its statements, and all pairs
// of them on one space, run against each other.
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { openSetting, operations, type Setting, scenarios, settingFor } from './scenarios.ts'

/** Rows of a table may be locked when nothing of a later one is. */
const ORDER = [
  'members',
  'organizations',
  'collections',
  'spaces',
  'change_requests',
  'comments',
  'comment_replies',
  'sites',
  'custom_fonts',
  'link_indexes',
]

const TAKES_AWAY = /^(delete|remove|transfer|merge|restore|set)/

const writing = operations.filter(({ method }) => method !== 'GET')

function send(
  { as, admin, administrator }: Setting,
  operation: (typeof operations)[number],
  setting: Setting,
) {
  const [url, body] = scenarios[operation.id]?.(setting) ?? ['/']
  const isOfInstance = operation.on.name === 'instance' || operation.on.name === 'user'
  return as(isOfInstance ? administrator : admin).send(operation.method, url, body)
}

/** The tables whose rows a statement keeps from others. */
function lockedIn(text: string) {
  const statement = text.toLowerCase()
  const isLocking = / for (no key update|share|update)\b/.test(statement)
  const [, read] = (isLocking && /\bfrom "?(\w+)"?/.exec(statement)) || []
  const [, changed] = /^\s*(?:update|delete from) "?(\w+)"?/.exec(statement) ?? []
  return [read, changed].filter((table) => table !== undefined)
}

/** What each transaction locks, in its order, while something runs. */
async function locksDuring(work: () => Promise<unknown>) {
  const open = new Map<unknown, string[]>()
  const all: string[][] = []
  const query = pg.Client.prototype.query
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [given] = args
    const text = typeof given === 'string' ? given : ((given as { text?: string } | undefined)?.text ?? '')
    if (/^begin\b/i.test(text)) {
      const tables: string[] = []
      open.set(this, tables)
      all.push(tables)
    }
    open.get(this)?.push(...lockedIn(text))
    if (/^(commit|rollback)\b/i.test(text)) open.delete(this)
    return Reflect.apply(query, this, args)
  })
  await work()
  vi.restoreAllMocks()
  return all
}

function outOfOrder(tables: string[]) {
  const places = tables.filter((table) => ORDER.includes(table))
  // A row that is locked already may be changed at any time.
  const first = [...new Set(places)]
  return first.some((table, at) => at > 0 && ORDER.indexOf(table) < ORDER.indexOf(first[at - 1] ?? ''))
}

describe('locks', () => {
  it('are taken in one order by every operation', async () => {
    const wrong: string[] = []
    let checked = 0
    const shared = await openSetting()
    for (const operation of writing) {
      // What takes something away gets a setting of its own, so that the others find all they need.
      const setting = TAKES_AWAY.test(operation.id) ? await openSetting(settingFor(operation.path)) : shared
      const transactions = await locksDuring(() => send(setting, operation, setting))
      checked += transactions.filter((tables) => tables.length > 0).length
      for (const tables of transactions)
        if (outOfOrder(tables)) wrong.push(`${operation.id}: ${tables.join(', ')}`)
    }
    expect(wrong).toEqual([])
    // That there is something to see at all.
    expect(checked).toBeGreaterThan(writing.length / 2)
  })

  it('let all pairs of writes on one space come to an end', async () => {
    const onSpace = writing.filter(
      ({ path, id }) => path.includes('{spaceId}') && !/^(delete|remove|transfer|import|export)/.test(id),
    )
    const setting = await openSetting()
    const failed: string[] = []
    for (const [at, first] of onSpace.entries()) {
      for (const second of onSpace.slice(at)) {
        const answers = await Promise.all([send(setting, first, setting), send(setting, second, setting)])
        if (answers.some(({ statusCode }) => statusCode >= 500)) failed.push(`${first.id} and ${second.id}`)
      }
    }
    expect(failed).toEqual([])
    expect(onSpace.length).toBeGreaterThan(20)
  })
})
