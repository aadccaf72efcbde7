import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../../test/pages.ts'
import { lockOrganization } from '../../people/organizations/organizations.ts'
import { lockSpace } from './heads.ts'

/** Until a request waits for a lock that we hold. */
async function untilSomebodyWaits(sql: <Row>(text: string) => Promise<{ rows: Row[] }>) {
  for (;;) {
    const { rows } = await sql<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if ((rows[0]?.waiting ?? 0) > 0) return
  }
}

describe('at the same time', () => {
  it('a move does not undo a change of visibility', async () => {
    const { as, admin, services, organization, url, sql } = await openSpace()
    await as(admin).patch(url, { visibility: 'public' })
    const second = await as(admin).post(`${organization.url}/spaces`, { title: 'Second' }, 201)
    const position = { after: { type: 'space', space: second.id } }
    const moving = services.asSystem(async (ctx) => {
      await lockOrganization(ctx, organization.id)
      const moved = as(admin).post(`${url}/move`, { position })
      await untilSomebodyWaits(sql)
      await as(admin).patch(url, { visibility: 'private' })
      return { moved }
    })
    await (await moving).moved
    expect((await as(admin).get(url)).visibility).toBe('private')
  })

  it('an edit that waits does not slip past a lock', async () => {
    const { as, admin, services, space, url, open, sql } = await openSpace()
    await open()
    const { editing } = await services.asSystem(async (ctx) => {
      await lockSpace(ctx, space.id)
      const editing = as(admin).send('POST', `${url}/change-requests/1/content`, { changes: [page('A')] })
      await untilSomebodyWaits(sql)
      await ctx.db.updateTable('spaces').set({ editMode: 'locked' }).where('id', '=', space.id).execute()
      return { editing }
    })
    expect((await editing).statusCode).toBe(409)
  })

  it('transfers, edits and comments wait for each other, and none fails', async () => {
    const { as, admin, organization, url, open } = await openSpace()
    const other = await as(admin).post('/v1/orgs', { title: 'Other' }, 201)
    await open()
    const statuses = new Set<number>()
    for (let round = 0; round < 8; round++) {
      const organizationId = round % 2 ? organization.id : other.id
      const answers = await Promise.all([
        as(admin).send('POST', `${url}/change-requests/1/content`, { changes: [page(`Page ${round}`)] }),
        as(admin).send('POST', `${url}/transfer`, { organization: organizationId }),
        as(admin).send('POST', `${url}/change-requests/1/comments`, { body: { markdown: 'Hm.' } }),
      ])
      for (const { statusCode } of answers) statuses.add(statusCode)
    }
    expect([...statuses]).toEqual([200])
  })

  it('nothing is edited in the trash', async () => {
    const { as, admin, url, open } = await openSpace()
    await open()
    await as(admin).delete(url, 205)
    await as(admin).post(`${url}/change-requests/1/content`, { changes: [page('A')] }, 404)
    await as(admin).post(`${url}/content`, { changes: [page('A')] }, 404)
    await as(admin).post(`${url}/duplicate`, undefined, 404)
  })
})
