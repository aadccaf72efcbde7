import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../../../test/pages.ts'
import { runJob } from '../../../../services.ts'
import { sweepNodes } from './jobs.ts'
import { insertNodes } from './store.ts'

async function openCounted() {
  const services = await openSpace()
  const texts = async () => {
    const { rows } = await services.sql<{ text: string }>(
      `select convert_from(bytes, 'UTF8') as text from nodes where get_byte(bytes, 0) = ascii('t')`,
    )
    return rows.map(({ text }) => text.slice(1))
  }
  const count = async () =>
    (await services.sql<{ count: number }>('select count(*)::int as count from nodes')).rows[0]?.count ?? 0
  const sweep = () => runJob(services.services, sweepNodes, {})
  return { ...services, texts, count, sweep }
}

describe('nodes', () => {
  it('are shared: a copy of a space and a change request write no text again', async () => {
    const { as, admin, url, write, open, count } = await openCounted()
    await write(...Array.from({ length: 20 }, (_, at) => page(`Page ${at}`)))
    const before = await count()
    const copy = await as(admin).post(`${url}/duplicate`, undefined, 201)
    await open()
    expect(await count()).toBe(before)
    expect((await as(admin).get(`/v1/spaces/${copy.id}/content/pages`)).pages).toHaveLength(20)
  })

  it('are written once an edit: one root and what it leads to, nothing that was only on the way', async () => {
    const { write, open, edit, merge, count } = await openCounted()
    const [{ page: a }, { page: b }] = await write(page('A'), page('B', 'To [a](a.md).'))
    const written = async (change: () => Promise<unknown>) => {
      const before = await count()
      await change()
      return (await count()) - before
    }
    const says = (markdown: string) => ({ operation: 'update_page', page: b.id, document: { markdown } })
    // A root, a leaf of pages, a text.
    expect(await written(() => write(says('To [a](a.md)!')))).toBe(3)
    // And the list in which the page has its new slug; the text is that of the page that links to it.
    expect(await written(() => write({ operation: 'update_page', page: a.id, slug: 'first' }))).toBe(4)
    // The same with a new text of the page itself.
    const both = { operation: 'update_page', page: a.id, slug: 'once-more', document: { markdown: 'New.' } }
    expect(await written(() => write(both))).toBe(5)
    await open()
    await edit(1, { ...both, slug: 'proposed' })
    await write(says('To [a](once-more.md), now.'))
    expect(await written(() => merge(1))).toBe(3)
  })

  it('stay as long as a revision leads to them, and go a day after the last one is gone', async () => {
    const { as, admin, url, write, tick, drain, texts, sweep } = await openCounted()
    const [{ page: a }] = await write(page('A', 'old text of a'))
    await write({ operation: 'update_page', page: a.id, document: { markdown: 'new text of a' } })
    const copy = await as(admin).post(`${url}/duplicate`, undefined, 201)
    tick(2)
    await sweep()
    expect(await texts()).toEqual(expect.arrayContaining(['old text of a', 'new text of a']))

    await as(admin).delete(url, 205)
    tick(8)
    await drain()
    await sweep()
    // The copy starts at what readers saw: of the older text there is no revision any more.
    expect(await texts()).toContain('new text of a')
    expect(await texts()).not.toContain('old text of a')
    await as(admin).get(`/v1/spaces/${copy.id}/content`)

    await as(admin).delete(`/v1/spaces/${copy.id}`, 205)
    tick(8)
    await drain()
    await sweep()
    expect(await texts()).not.toContain('new text of a')
  })

  it('go in many steps when there are many', async () => {
    const { write, tick, texts, sweep, sql } = await openCounted()
    await write(page('A', 'kept'))
    await sql(`insert into nodes (hash, bytes, kept_at)
      select 'dead ' || number, 't', now() - interval '3 days' from generate_series(1, 45000) number`)
    tick(2)
    await sweep()
    const left = await sql(`select from nodes where hash like 'dead %'`)
    expect(left.rows).toEqual([])
    expect(await texts()).toContain('kept')
  })

  it('stay when somebody uses them again while they are swept', async () => {
    const { services, tick, sweep, sql } = await openCounted()
    await sql(
      `insert into nodes (hash, bytes, kept_at) values ('used again', 't', now() - interval '3 days')`,
    )
    tick(2)
    await services.database.inTransaction(async (db) => {
      await insertNodes(db, [{ hash: 'used again', bytes: Buffer.from('t'), refs: [] }], services.clock.now())
      await sweep()
    })
    await sweep()
    expect((await sql(`select from nodes where hash = 'used again'`)).rows).toHaveLength(1)
  })
})

describe('revisions', () => {
  it('are looked for by an index wherever something names one, so that a purge costs what the space has', async () => {
    const { sql } = await openCounted()
    const { rows } = await sql(`
      select conrelid::regclass::text as table, conkey from pg_constraint
      where contype = 'f' and confrelid = 'revisions'::regclass and not exists (
        select from pg_index where indrelid = conrelid and indkey[0] = conkey[1])`)
    expect(rows).toEqual([])
  })
})
