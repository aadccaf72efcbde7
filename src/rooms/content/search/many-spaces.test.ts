// More spaces than a search asks: which of them it asks, and for whom.
import { describe, expect, it } from 'vitest'
import type { Answer } from '../../../../test/counterparts/client.ts'
import { openShelf } from '../../../../test/shelf.ts'

/** A search asks two hundred. */
const MANY = 205

/** Spaces in a collection, nearly all of them empty; the vocabulary says that they have two words. */
async function openMany() {
  const opened = await openShelf()
  const { as, admin, guest, organization, newSpace, write, sql, drain } = opened
  const client = as(admin)
  const { id: parent } = await client.post(`${organization.url}/collections`, { title: 'Shelf' }, 201)
  await client.post(`/v1/collections/${parent}/permissions`, { users: [guest.id], role: 'read' }, 204)
  const spaces: Answer[] = []
  for (let at = 0; at < MANY; at += 1)
    spaces.push(await client.post(`${organization.url}/spaces`, { title: `Space ${at}`, parent }, 201))
  await drain()
  await sql(`insert into search_indexes (organization_id, space_id)
    select organization_id, id from spaces where parent_id = '${parent}' order by id on conflict do nothing`)
  await sql(`insert into search_words
      (organization_id, space_id, word, sections, headings, below, titles, spellings)
    select organization_id, space_id, word, 1, 0, 0, 0, '{}'
    from search_indexes cross join unnest('{harbour,lantern}'::text[]) word
    where organization_id = '${organization.id}' and space_id in (select id from spaces where parent_id = '${parent}')`)
  const outside = await newSpace('Outside')
  const [last, trashed] = [spaces.at(-1), spaces.at(-2)]
  const secret = { title: 'Harbour', markdown: 'A lantern and a curlew.' }
  for (const space of [last, trashed, outside]) await write([secret], `/v1/spaces/${space?.id}`)
  await client.delete(`/v1/spaces/${trashed?.id}`, 205)
  await drain()
  const found = async (query: string, who = admin) =>
    (await opened.ask(query, organization.url, who)).items.map(({ id }: Answer) => id).toSorted()
  return { ...opened, last: last?.id, outside: outside.id, found }
}

describe('a search over more spaces than it asks', () => {
  it('asks those first that have a word in titles, and finds for guests what they were given', async () => {
    const { found, guest, last, outside, as, admin, organization } = await openMany()
    const both = [last, outside].toSorted()
    for (const query of [
      'harbour',
      'harbo',
      'harbour lantern',
      'lantern harb',
      'curlew',
      'curlwe',
      'curlew wryneck',
    ]) {
      expect([query, await found(query)]).toEqual([query, both])
      expect([query, await found(query, guest)]).toEqual([query, [last]])
    }
    await as(admin).delete(`${organization.url}/members/${guest.id}`, 204)
    await as(guest).get(`${organization.url}/search?query=curlew`, 404)
  })
})
