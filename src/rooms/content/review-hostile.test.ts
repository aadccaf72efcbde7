import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../test/pages.ts'

describe('review: hostile', () => {
  it('H5 an edit in a trashed space', async () => {
    const h = await openSpace()
    await h.open()
    await h.edit(1, page('A'))
    await h
      .as(h.admin)
      .delete(h.url, 205)
      .catch(() => {})
    const r = await h.as(h.admin).send('POST', `${h.url}/change-requests/1/content`, { changes: [page('B')] })
    const c = await h.as(h.admin).send('POST', `${h.url}/change-requests`, {})
    console.log('trash', r.statusCode, c.statusCode)
    expect(r.statusCode).toBe(c.statusCode)
  })
  it('H7 a replay needs no fetch', async () => {
    const h = await openSpace()
    const file = (
      await h.as(h.admin).send('POST', `${h.organization.url}/storage/upload`, {
        file: { name: 'a.txt', type: 'text/plain', size: 1 },
        kind: 'import_file',
      })
    ).json()
    const u = new URL(file.url)
    const put = await h.app.inject({
      method: 'PUT',
      url: u.pathname + u.search,
      headers: { 'content-type': 'text/plain' },
      payload: 'x',
    })
    expect(put.statusCode).toBe(204)
    const body = { changes: [{ operation: 'insert_files', files: [{ name: 'a.txt', url: file.url }] }] }
    h.tick(0.9)
    const headers = { 'idempotency-key': 'k1' }
    const one = await h.as(h.admin).send('POST', `${h.url}/content`, body, headers)
    expect(one.statusCode).toBe(200)
    h.tick(0.2)
    const two = await h.as(h.admin).send('POST', `${h.url}/content`, body, headers)
    expect([two.statusCode, two.headers['idempotent-replayed']]).toEqual([200, 'true'])
  })
})
