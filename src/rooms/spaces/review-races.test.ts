import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../test/pages.ts'
import { indexLinks } from '../content/link-index.ts'
import { holdOrganization } from '../organizations/organizations.ts'

const ids = (made: { page: { id: string } }[]) => made.map(({ page }) => page.id)
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('review: races', () => {
  it('M1 a move does not undo a change of visibility', async () => {
    const h = await openSpace()
    await h.as(h.admin).patch(h.url, { visibility: 'public' })
    const second = await h.as(h.admin).post(`${h.organization.url}/spaces`, { title: 'Second' }, 201)
    let moving: Promise<unknown> | undefined
    await h.house.asSystem(async (ctx) => {
      await holdOrganization(ctx, h.organization.id)
      moving = h
        .as(h.admin)
        .send('POST', `${h.url}/move`, { position: { after: { type: 'space', space: second.id } } })
      await wait(300)
      await h.as(h.admin).patch(h.url, { visibility: 'private' })
    })
    const r: any = await moving
    expect(r.statusCode, r.body).toBe(200)
    expect((await h.as(h.admin).get(h.url)).visibility).toBe('private')
  })

  it('M2 an edit that waits does not pass a lock set meanwhile', async () => {
    const h = await openSpace()
    await h.open()
    const cr = await h.as(h.admin).get(`${h.url}/change-requests/1`)
    let editing: Promise<any> | undefined
    await h.house.asSystem(async (ctx) => {
      await ctx.db
        .selectFrom('changeRequests')
        .select('id')
        .where('id', '=', cr.id)
        .forNoKeyUpdate()
        .execute()
      editing = h.as(h.admin).send('POST', `${h.url}/change-requests/1/content`, { changes: [page('A')] })
      await wait(300)
      await h.as(h.admin).patch(h.url, { editMode: 'locked' })
    })
    expect((await editing)?.statusCode).toBe(409)
  })

  it('M3 the index of links never goes back', async () => {
    const h = await openSpace()
    await h.write(page('A', 'a'))
    let late: Promise<unknown> | undefined
    await h.house.asSystem(async (ctx) => {
      await ctx.db.insertInto('linkIndexes').values({ spaceId: h.space.id, root: null }).execute()
      late = h.house.asSystem((other) => indexLinks(other, h.space.id))
      await wait(300)
      await h.write(page('B', '[a](a.md)'))
      await indexLinks(ctx, h.space.id)
    })
    await late
    const { rows } = await h.sql<{ same: boolean }>(
      `select l.root = r.root as same from link_indexes l join spaces s on s.id = l.space_id join revisions r on r.id = s.revision_id where s.id = '${h.space.id}'`,
    )
    expect(rows[0]?.same).toBe(true)
  })

  it('M4 transfer while somebody edits a change request', async () => {
    const h = await openSpace()
    const other = await h.as(h.admin).send('POST', '/v1/orgs', { title: 'Other' })
    console.log(other.statusCode, other.body.slice(0, 200))
    const { foundOrganization } = await import('../joining/founding.ts')
    const to = await h.house.asSystem((ctx) => foundOrganization(ctx, h.admin.id, { title: 'Other' }))
    await h.open()
    const codes = new Map<string, number>()
    const note = (name: string) => (r: any) =>
      codes.set(`${name} ${r.statusCode}`, (codes.get(`${name} ${r.statusCode}`) ?? 0) + 1)
    for (let n = 0; n < 15; n++) {
      await Promise.all([
        h
          .as(h.admin)
          .send('POST', `${h.url}/change-requests/1/content`, { changes: [page(`A${n}`)] })
          .then(note('edit')),
        h
          .as(h.admin)
          .send('POST', `${h.url}/transfer`, { organization: n % 2 ? h.organization.id : to.id })
          .then(note('transfer')),
        h
          .as(h.admin)
          .send('POST', `${h.url}/change-requests/1/comments`, { body: { markdown: 'x' } })
          .then(note('comment')),
      ])
    }
    console.log(Object.fromEntries(codes))
  }, 60_000)

  it('M5 queries of a rename follow the pages', async () => {
    const h = await openSpace()
    const pg = (await import('pg')).default
    let queries = 0
    const original = pg.Client.prototype.query
    pg.Client.prototype.query = function (this: unknown, ...args: unknown[]) {
      queries++
      return (original as any).apply(this, args)
    } as never
    try {
      const [top = ''] = ids(await h.write(page('Top', 'x'), page('Other', 'o')))
      for (let n = 0; n < 10; n++) {
        const [sec = ''] = ids(await h.write(page(`S${n}`, `See ${n} [o](../other.md)`, { into: top })))
        await h.write(
          ...Array.from({ length: 49 }, (_, m) =>
            page(`P${m}`, `To ${n} ${m} [o](../../other.md)\n`, { into: sec }),
          ),
        )
      }
      await h.drain()
      await h.house.asSystem(async (ctx) => {
        for (let n = 0; n < 24; n++) ctx.nodes.set(`dummy ${n}`, {}, 1024 * 1024)
      })
      queries = 0
      await h.write({ operation: 'update_page', page: top, slug: 'top2' })
      console.log('rename queries (500 pages)', queries)
      await h.house.asSystem(async (ctx) => {
        for (let n = 0; n < 24; n++) ctx.nodes.set(`dummy2 ${n}`, {}, 1024 * 1024)
      })
      queries = 0
      await h.write({ operation: 'delete_page', page: top })
      console.log('delete queries (500 pages)', queries)
      queries = 0
      await h.as(h.admin).get(`${h.url}/content/pages`)
      console.log('get page', queries)
    } finally {
      pg.Client.prototype.query = original
    }
  }, 60_000)
  it('M7 purging costs what the space has, not what others have', async () => {
    const h = await openSpace()
    const spare = await h.as(h.admin).post(`${h.organization.url}/spaces`, { title: 'Big' }, 201)
    await h.sql(
      `insert into revisions (id, space_id, type, created_at) select 'r' || n || '${h.space.id}', '${h.space.id}', 'edits', now() from generate_series(1, 2000) n`,
    )
    await h.as(h.admin).delete(h.url, 205)
    const purge = async () => {
      const t = performance.now()
      await h.house.database
        .inTransaction(async (db) => {
          await db.deleteFrom('spaces').where('id', '=', h.space.id).execute()
          throw new Error('undo')
        })
        .catch(() => {})
      return performance.now() - t
    }
    const alone = await purge()
    await h.sql(`insert into change_requests (id, organization_id, space_id, number, status, subject, created_at, updated_at, revision_id, revision_initial, revision_ancestor)
      select 'c' || n, '${h.organization.id}', '${spare.id}', n, 'open', '', now(), now(), '${spare.revision}', '${spare.revision}', '${spare.revision}' from generate_series(1, 20000) n`)
    const among = await purge()
    console.log(
      `purge of 2000 revisions: alone ${Math.round(alone)} ms, beside 20000 change requests of another space ${Math.round(among)} ms`,
    )
    expect(among).toBeLessThan(alone * 3)
  }, 240_000)
})
