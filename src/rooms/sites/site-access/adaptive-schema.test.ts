import { describe, expect, it } from 'vitest'
import { openTestServices } from '../../../../test/services.ts'

async function openSite() {
  const services = await openTestServices()
  const { as, admin, organization } = services
  const { id } = await as(admin).post(`${organization.url}/sites`, {}, 201)
  const url = `${organization.url}/sites/${id}/adaptive-schema`
  return { ...services, client: as(admin), id, url }
}

const flag = (description: string) => ({ type: 'boolean', description })
const schemaOf = (properties: object) => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties,
  additionalProperties: false,
})

describe('the visitor schema of a site', () => {
  it('is what was put last, in its order, and suggests conditions', async () => {
    const { client, url, id, events } = await openSite()
    await client.get(url, 404)
    expect(await client.get(`${url}/template-conditions`)).toEqual({ items: [] })
    await client.put(url, { jsonSchema: schemaOf({ old: flag('Gone soon') }) })
    const jsonSchema = schemaOf({
      zeta: flag('Last by name'),
      plan: { type: 'string', enum: ['pro'], description: 'Plan' },
      alpha: flag('First by name'),
      unsigned: {
        type: 'object',
        description: 'Unsigned claims of the site visitor.',
        properties: { dark: flag('Dark') },
        additionalProperties: false,
      },
    })
    const put = await client.put(url, { jsonSchema })
    expect(put).toMatchObject({ object: 'site-adaptive-schema', updatedAt: expect.any(String) })
    expect(JSON.stringify(put.jsonSchema.properties)).toBe(JSON.stringify(jsonSchema.properties))
    expect(await client.get(url)).toEqual(put)
    expect(await client.get(`${url}/template-conditions`)).toEqual({
      items: [
        { description: 'Last by name', condition: 'visitor.claims.zeta' },
        { description: 'Plan: pro', condition: 'visitor.claims.plan == "pro"' },
        { description: 'First by name', condition: 'visitor.claims.alpha' },
        { description: 'Dark', condition: 'visitor.claims.unsigned.dark' },
      ],
    })
    const told = (await events()).filter(({ type }) => type === 'site.changed')
    expect(told.map(({ payload }) => payload)).toEqual(
      Array(2).fill(expect.objectContaining({ siteId: id, fields: ['adaptiveSchema'] })),
    )
  })

  it('is refused with all that is wrong, and where', async () => {
    const { client, url } = await openSite()
    await client.put(url, { jsonSchema: schemaOf({ kept: flag('Kept') }) })
    const wrong = schemaOf({
      plan: { type: 'string' },
      more: { $ref: 'https://example.org/schema.json' },
    })
    const refused = await client.send('PUT', url, { jsonSchema: wrong })
    expect(refused.statusCode).toBe(400)
    const { message, details } = refused.json().error
    expect(message).toContain('$.properties.plan.description')
    expect(details.field).toBe('body.jsonSchema')
    expect(details.problems.map(({ path }: { path: string }) => path)).toEqual([
      '$.properties.plan.description',
      '$.properties.more.type',
    ])
    await client.put(url, {}, 400)
    await client.put(url, { jsonSchema: [] }, 400)
    await client.put(url, { jsonSchema: {} }, 400)
    expect(Object.keys((await client.get(url)).jsonSchema.properties)).toEqual(['kept'])
  })

  it('is read by members, and set by those who decide who reads the site', async () => {
    const { as, client, url, stranger, reader, creator } = await openSite()
    const jsonSchema = schemaOf({ beta: flag('Beta') })
    await client.put(url, { jsonSchema })
    await as(reader).get(url)
    await as(reader).get(`${url}/template-conditions`)
    await as(creator).put(url, { jsonSchema }, 403)
    await as(stranger).get(url, 404)
    await as(stranger).get(`${url}/template-conditions`, 404)
  })
})
