import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../../../test/pages.ts'
import { openSyncedSpace } from '../../../../../test/repositories.ts'
import { MOST_LEVELS } from '../../../../engines/content/draft/depth.ts'

const NAMES = Array.from({ length: MOST_LEVELS + 10 }, (_, at) => `p${at + 1}`)

/** Pages below each other, as changes of one request. */
const chain = (name: string, levels: number, into?: string) =>
  Array.from({ length: levels }, (_, at) =>
    page(`${name}${at + 1}`, 'x', {
      ref: `${name}${at + 1}`,
      ...(at > 0 ? { into: `${name}${at}` } : into === undefined ? {} : { into }),
    }),
  )
const ids = (made: { page: { id: string } }[]) => made.map(({ page }) => page.id)

describe('pages below each other', () => {
  it('stand as deep as they may, and no deeper', async () => {
    const h = await openSpace()
    const made = ids(await h.write(...chain('p', MOST_LEVELS)))
    const last = made.at(-1)
    const refused = await h
      .as(h.admin)
      .post(`${h.url}/content`, { changes: [page('Deeper', 'x', { into: last })] }, 409)
    expect(refused.error.message).toContain(
      'body.changes.0.into: a page there would reach level 31; pages can be at most 30',
    )
    const [single = ''] = ids(await h.write(page('Single')))
    await h.write(page('Child', 'x', { into: single }))
    const move = (into: string | undefined) => ({ operation: 'update_page', page: single, into })
    await h.as(h.admin).post(`${h.url}/content`, { changes: [move(made.at(-2))] }, 409)
    await h.write(move(made.at(-3)))
  })

  it('are refused where a deleted one would come back too deep', async () => {
    const h = await openSpace()
    const made = ids(await h.write(...chain('p', MOST_LEVELS)))
    const [q = ''] = ids(await h.write(page('Q')))
    const [r = ''] = ids(await h.write(page('R', 'x', { into: q })))
    const { revision } = await h.as(h.admin).get(h.url)
    await h.write({ operation: 'delete_page', page: r })
    await h.write({ operation: 'update_page', page: q, into: made.at(-2) })
    const changes = [{ operation: 'revert_page', page: r, revision }]
    await h.as(h.admin).post(`${h.url}/content`, { changes }, 409)
  })

  it('are a conflict where only both sides together put them too deep', async () => {
    const h = await openSpace()
    const a = ids(await h.write(...chain('a', 16)))
    const b = ids(await h.write(...chain('b', 16)))
    const c = ids(await h.write(...chain('c', 16)))
    const below = (one: string[], other: string[]) => ({
      operation: 'update_page',
      page: one[0],
      into: other[12],
    })
    await h.open()
    await h.edit(1, below(b, a))
    await h.edit(1, page('Mine', 'x', { into: a[15] }))
    await h.write(below(a, c))
    const before = await h.titles()
    expect((await h.merge(1)).result).toBe('conflicts')
    expect(await h.titles()).toBe(before)
    expect((await h.pull(1)).result).toBe('conflicts')
    const at = `${h.url}/change-requests/1`
    const { items } = await h.as(h.admin).get(`${at}/conflicts`)
    expect(items).toMatchObject([{ kind: 'page', id: a[0], field: 'place', isPulled: true, theirs: c[12] }])
    const theirs = { kind: 'page', id: a[0], choose: 'theirs' }
    await h.as(h.admin).post(`${at}/conflicts/resolve`, theirs, 409)
    await h.as(h.admin).post(`${at}/conflicts/resolve`, { ...theirs, choose: 'ours' }, 204)
    expect((await h.merge(1)).result).toBe('merge')
    expect(await h.titles()).toContain('Mine')
  })
})

describe('a repository that nests pages deeper than they may stand', () => {
  const summary = NAMES.map((name, at) => `${'  '.repeat(at)}* [${name}](${name}.md)\n`).join('')
  const files = {
    'SUMMARY.md': summary,
    ...Object.fromEntries(NAMES.map((name) => [`${name}.md`, `# ${name}\n\nText.\n`])),
  }

  it('is imported with those at the last level, told of, and keeps its table of contents', async () => {
    const space = await openSyncedSpace(files)
    const { report } = await space.imports()
    const told = report.problems.filter(({ kind }: { kind: string }) => kind === 'too-deep')
    expect(told).toHaveLength(10)
    expect(told[0]).toMatchObject({ file: 'SUMMARY.md', line: MOST_LEVELS + 1 })
    expect(await space.titles()).toMatch(/p29\[p30 p31 p32 p33 p34 p35 p36 p37 p38 p39 p40\]/)

    const deep = await space.page('p40')
    await space.write({ operation: 'update_page', page: deep.id, document: { markdown: 'Edited.\n' } })
    await space.exports()
    expect(await space.show('p40.md')).toBe('# p40\n\nEdited.\n')
    expect(await space.show('SUMMARY.md')).toBe(summary)

    await space.write(page('Last', 'x'))
    await space.exports()
    expect(await space.show('SUMMARY.md')).toBe(`${summary}* [Last](last.md)\n`)
    await space.imports()
    expect(await space.titles()).toMatch(/p30 p31 .* p40\]+ Last$/)
  })

  it('may be folders without a table of contents', async () => {
    const paths = NAMES.map((_, at) => `${NAMES.slice(0, at + 1).join('/')}/README.md`)
    const space = await openSyncedSpace(
      Object.fromEntries(paths.map((path, at) => [path, `# ${NAMES[at]}\n\nText.\n`])),
    )
    await space.imports()
    expect(await space.titles()).toMatch(/p29\[p30 p31 .* p40\]/)
    const tip = await space.tip()
    await space.exports()
    expect(await space.tip()).toBe(tip)
  })
})
