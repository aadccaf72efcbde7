import { describe, expect, it } from 'vitest'
import type { Answer } from '../../../../test/counterparts/client.ts'
import { openTestServices } from '../../../../test/services.ts'

async function openShelf() {
  const services = await openTestServices()
  const { as, admin, organization } = services
  const client = as(admin)
  const collection = (title: string, parent?: string): Promise<Answer> =>
    client.post(`${organization.url}/collections`, { title, parent }, 201)
  const space = (title: string, parent?: string): Promise<Answer> =>
    client.post(`${organization.url}/spaces`, { title, parent }, 201)
  const titles = async (collectionId: string) =>
    (await client.get(`/v1/collections/${collectionId}/spaces`)).items.map((item: Answer) => item.title)
  return { ...services, client, collection, space, titles }
}

describe('collections', () => {
  it('nest, and are listed with or without those inside', async () => {
    const { client, collection, organization } = await openShelf()
    const outer = await collection('Outer')
    const inner = await collection('Inner', outer.id)
    expect(inner).toMatchObject({ object: 'collection', parent: outer.id, organization: organization.id })
    expect(outer).not.toHaveProperty('parent')
    const list = async (query: string) =>
      (await client.get(`${organization.url}/collections${query}`)).items.map((item: Answer) => item.title)
    expect(await list('')).toEqual(['Outer', 'Inner'])
    expect(await list('?nested=false')).toEqual(['Outer'])
  })

  it('keep within the limits of their fields', async () => {
    const { client, collection, organization } = await openShelf()
    const { id } = await collection('x'.repeat(50))
    const patch = (changes: object, status: number) => client.patch(`/v1/collections/${id}`, changes, status)
    await client.post(`${organization.url}/collections`, { title: 'x'.repeat(51) }, 400)
    await patch({ title: 'x'.repeat(51) }, 400)
    expect(await patch({ description: 'x'.repeat(100), defaultLevel: 'edit' }, 200)).toMatchObject({
      defaultLevel: 'edit',
    })
    await patch({ description: 'x'.repeat(101) }, 400)
    await patch({ defaultLevel: 'inherit' }, 200)
    await patch({ defaultLevel: 'boss' }, 400)
    expect(await patch({ defaultLevel: null }, 200)).toMatchObject({
      defaultLevel: null,
      title: 'x'.repeat(50),
    })
  })

  it('move with all they hold, and never into themselves', async () => {
    const { client, collection, space } = await openShelf()
    const [a, b] = [await collection('A'), await collection('B')]
    const inA = await collection('In A', a.id)
    const deep = await space('Deep', inA.id)
    expect(await client.post(`/v1/collections/${a.id}/move`, { parent: b.id }, 200)).toMatchObject({
      parent: b.id,
    })
    await client.post(`/v1/collections/${b.id}/move`, { parent: inA.id }, 400)
    await client.post(`/v1/collections/${b.id}/move`, { parent: b.id }, 400)
    await client.post(`/v1/collections/${a.id}/move`, { parent: b.id }, 409)
    await client.post(`/v1/collections/${a.id}/move`, {}, 400)
    await client.post(`/v1/collections/${a.id}/move`, { parent: 'nowhere' }, 404)
    // What is granted on the outermost reaches the space deep inside.
    await client.patch(`/v1/collections/${b.id}`, { defaultLevel: 'edit' }, 200)
    const { as, reader } = await openTestServices()
    await as(reader).get(`/v1/spaces/${deep.id}`, 404)
  })

  it('give the spaces inside their default level, also after a move', async () => {
    const { as, client, reader, collection, space } = await openShelf()
    const [outer, other] = [await collection('Outer'), await collection('Other')]
    const inner = await collection('Inner', outer.id)
    const { id } = await space('Guide', inner.id)
    const canEdit = async () => (await as(reader).get(`/v1/spaces/${id}`)).permissions.edit
    await client.patch(`/v1/collections/${outer.id}`, { defaultLevel: 'edit' }, 200)
    expect(await canEdit()).toBe(true)
    await client.post(`/v1/collections/${inner.id}/move`, { parent: other.id }, 200)
    expect(await canEdit()).toBe(false)
    await client.post(`/v1/collections/${inner.id}/move`, { parent: outer.id }, 200)
    expect(await canEdit()).toBe(true)
  })

  it('send their spaces to the trash when they are deleted', async () => {
    const { client, collection, space, organization } = await openShelf()
    const outer = await collection('Outer')
    const inner = await collection('Inner', outer.id)
    const guide = await space('Guide', inner.id)
    const kept = await space('Kept')
    await client.delete(`/v1/collections/${outer.id}`, 205)
    await client.delete(`/v1/collections/${outer.id}`, 204)
    await client.get(`/v1/collections/${inner.id}`, 404)
    const { items } = await client.get(`${organization.url}/spaces`)
    expect(items.map((item: Answer) => item.id)).toEqual([kept.id])
    const restored = await client.post(`/v1/spaces/${guide.id}/restore`, undefined, 200)
    expect(restored).not.toHaveProperty('parent')
  })
})

describe('order', () => {
  it('follows before and after, among spaces and collections alike', async () => {
    const { client, collection, space, titles } = await openShelf()
    const shelf = await collection('Shelf')
    const [a, b, c] = [await space('A', shelf.id), await space('B', shelf.id), await space('C', shelf.id)]
    const box = await collection('Box', shelf.id)
    const move = (what: Answer, position: object, status: number) =>
      client.post(`/v1/spaces/${what.id}/move`, { position }, status)
    const at = (what: Answer) => ({ type: 'space', space: what.id })
    expect(await titles(shelf.id)).toEqual(['A', 'B', 'C'])
    await move(c, { before: at(a) }, 200)
    expect(await titles(shelf.id)).toEqual(['C', 'A', 'B'])
    await move(c, { after: at(a) }, 200)
    expect(await titles(shelf.id)).toEqual(['A', 'C', 'B'])
    await move(c, { after: at(a) }, 409)
    await move(c, { before: at(b) }, 409)
    await move(a, { after: { type: 'collection', collection: box.id } }, 200)
    expect(await titles(shelf.id)).toEqual(['C', 'B', 'A'])
    const outside = await space('Outside')
    const { error } = await move(c, { before: at(outside) }, 400)
    expect(error.details).toEqual({ field: 'body.position.before' })
    await client.post(`/v1/spaces/${outside.id}/move`, { parent: shelf.id, position: { before: at(b) } }, 200)
    expect(await titles(shelf.id)).toEqual(['C', 'Outside', 'B', 'A'])
  })

  it('stays whole while many move at once', async () => {
    const { client, collection, space, titles } = await openShelf()
    const shelf = await collection('Shelf')
    const spaces: Answer[] = []
    for (let count = 0; count < 6; count++) spaces.push(await space(`S${count}`, shelf.id))
    const moves = Array.from({ length: 24 }, (_, count) => {
      const [what, where] = [spaces[count % 6], spaces[(count * 5 + 1) % 6]]
      const position = { [count % 2 ? 'before' : 'after']: { type: 'space', space: where.id } }
      return client.send('POST', `/v1/spaces/${what.id}/move`, { position })
    })
    const statuses = (await Promise.all(moves)).map((answer) => answer.statusCode)
    expect(statuses.every((status) => status === 200 || status === 400 || status === 409)).toBe(true)
    expect((await titles(shelf.id)).sort()).toEqual(['S0', 'S1', 'S2', 'S3', 'S4', 'S5'])
  })
})
