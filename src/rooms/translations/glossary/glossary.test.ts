import { describe, expect, it } from 'vitest'
import { openSpace } from '../../../../test/pages.ts'

describe('the glossary', () => {
  it('is changed by operations, all or none', async () => {
    const { as, admin, reader, stranger, organization } = await openSpace()
    const url = `${organization.url}/translations-glossary`
    const insert = (en: string, de: string) => ({ type: 'insert', translations: { en, de } })
    await as(admin).put(url, { operations: [insert('space', 'Bereich'), insert('page', 'Seite')] }, 204)
    const { items } = await as(reader).get(url)
    expect(items).toMatchObject([
      { object: 'glossary-entry', translations: { en: 'space', de: 'Bereich' } },
      { translations: { en: 'page', de: 'Seite' } },
    ])
    const [{ id }, { id: other }] = items
    const update = { type: 'update', id, translations: { en: 'space', fr: 'espace' } }
    await as(admin).put(url, { operations: [{ type: 'delete', id: other }, update] }, 204)
    expect(await as(reader).get(`${url}/${id}`)).toMatchObject({ translations: { fr: 'espace' } })
    await as(reader).get(`${url}/${other}`, 404)
    const lost = { type: 'update', id: 'nowhere', translations: { en: 'x' } }
    await as(admin).put(url, { operations: [insert('a', 'b'), lost] }, 400)
    await as(admin).put(url, { operations: [insert('a\nb', 'b')] }, 400)
    await as(admin).put(url, { operations: [{ type: 'insert' }] }, 400)
    await as(admin).put(url, { operations: [] }, 400)
    expect((await as(reader).get(url)).count).toBe(1)
    await as(reader).put(url, { operations: [insert('a', 'b')] }, 403)
    await as(stranger).get(url, 404)
  })
})
