// Whatever a person would want of the API is on a screen of the console: docs/operations-and-screens.md says where, as the
// code has it, or why not.
import { describe, expect, it } from 'vitest'
import { rooms } from '../../../src/rooms.ts'
import { REASONS } from './reasons.ts'
import { readScreens } from './screens.ts'

const operations = rooms.flatMap((room) => room.operations)
const { screensOf, unread } = readScreens(operations)
const reasonOf = new Map(Object.entries(REASONS).flatMap(([reason, ids]) => ids.map((id) => [id, reason])))

const HEAD = `# Operations and screens

On which page of the console people do what the API offers, or why on none. \`test/laws/screens\` makes this file from the code, and fails when it is out of date: \`npx vitest run test/laws/screens -u\`. Reasons are in \`test/laws/screens/reasons.ts\`.
`
/** Of an operation that nearly every page asks for. */
const MOST_SHOWN = 3

function table(): string {
  const placed = rooms.flatMap((room) =>
    room.operations.map((operation) => ({
      ...operation,
      section: operation.section ?? room.section ?? room.name,
    })),
  )
  const sections = [...new Set(placed.map(({ section }) => section))].map((name) => {
    const rows = placed
      .filter(({ section }) => section === name)
      .map(({ id, method, path }) => `| \`${id}\` | \`${method} ${path}\` | ${whereOf(id)} |`)
    return `\n## ${name}\n\n| Operation | Request | Where, or why not |\n| --- | --- | --- |\n${rows.join('\n')}\n`
  })
  const done = operations.filter(({ id }) => screensOf.get(id)?.length).length
  return `${HEAD}\n${done} of ${operations.length} operations are on a screen.\n${sections.join('')}`
}

function whereOf(id: string): string {
  const screens = screensOf.get(id) ?? []
  if (screens.length === 0) return reasonOf.get(id) ?? ''
  const shown = screens
    .slice(0, MOST_SHOWN)
    .map((screen) => (screen.startsWith('/') ? `\`${screen}\`` : screen))
  const more = screens.length - shown.length
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '')
}

describe('every operation', () => {
  it('has a screen that asks for it, or a reason why none does', () => {
    expect(
      operations.map(({ id }) => id).filter((id) => !screensOf.get(id)?.length && !reasonOf.has(id)),
    ).toEqual([])
  })

  it('has no reason where a screen asks for it, or where it is gone', () => {
    expect([...reasonOf.keys()].filter((id) => screensOf.get(id)?.length !== 0)).toEqual([])
  })

  it('is found behind every request of the console', () => {
    expect(unread).toEqual([])
  })

  it('is in the table', async () => {
    await expect(table()).toMatchFileSnapshot('../../../docs/operations-and-screens.md')
  })
})
