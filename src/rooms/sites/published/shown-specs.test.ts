import { describe, expect, it } from 'vitest'
import { page } from '../../../../test/pages.ts'
import { openPublished } from '../../../../test/published-site.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const answers = (schema: object) => ({
  200: { description: 'Good', content: { 'application/json': { schema } } },
})
const PETS = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': {
      get: { summary: 'List pets', responses: answers({ type: 'array', items: ref('Pet') }) },
      post: { summary: 'canarypost', responses: answers(ref('Secret')) },
    },
    '/owners': { get: { summary: 'canaryowners', responses: answers(ref('Secret')) } },
  },
  components: {
    schemas: {
      Pet: { type: 'object', properties: { kind: ref('Kind') } },
      Kind: { type: 'string', enum: ['cat'] },
      Secret: { type: 'object', description: 'canaryschema' },
    },
  },
}
const block = (path: string, method: string, spec = 'pets') =>
  `{% openapi-operation spec="${spec}" path="${path}" method="${method}" %}\n[${spec}](x)\n{% endopenapi-operation %}\n`

async function openSpecs() {
  const opened = await openPublished()
  const { as, client, organization, resolve, spaces, drain } = opened
  for (const slug of ['pets', 'other'])
    await client.put(`${organization.url}/openapi/${slug}`, { source: { text: JSON.stringify(PETS) } })
  await drain()
  const content = (slug = 'pets') => `${organization.url}/openapi/${slug}/versions/latest/content`
  const show = async (...pages: object[]) => {
    await client.post(`${spaces.guide}/content`, { changes: pages })
    await drain()
  }
  const visit = async (claims: object = {}) =>
    as((await resolve('', { unsignedClaims: claims })).apiToken as string)
  return { ...opened, content, show, visit }
}

describe('a specification, asked for with the token of a site', () => {
  it('is there as far as pages show it, as a list of files', async () => {
    const { client, content, show, visit, as, organization } = await openSpecs()
    await (await visit()).get(content(), 404)
    await show(page('Pets', block('/pets', 'get')))
    const { filesystem, url } = await (await visit()).get(content())
    expect(filesystem).toEqual([
      expect.objectContaining({ isEntrypoint: true, specification: expect.any(Object) }),
    ])
    const [{ specification }] = filesystem
    expect(specification.info).toEqual(PETS.info)
    expect(Object.keys(specification.paths)).toEqual(['/pets'])
    expect(Object.keys(specification.paths['/pets'])).toEqual(['get'])
    expect(Object.keys(specification.components.schemas).sort()).toEqual(['Kind', 'Pet'])
    expect(JSON.stringify([filesystem, url])).not.toContain('canary')
    await (await visit()).get(content('other'), 404)
    // People have it whole, and as an object.
    const whole = await client.get(content())
    expect(Array.isArray(whole.filesystem)).toBe(false)
    expect(JSON.stringify(whole)).toContain('canaryowners')
    await as().get(content(), 404)
    await (await visit()).get(`${organization.url}/openapi/pets`, 401)
  })

  it('is not there by what a visitor does not see', async () => {
    const { content, show, visit } = await openSpecs()
    await show(
      page('Hidden', block('/pets', 'get'), { condition: 'visitor.claims.isBeta' }),
      page('Partly', `{% if visitor.claims.isBeta %}\n${block('/owners', 'get')}\n{% endif %}\n`),
    )
    await (await visit()).get(content(), 404)
    await show(page('Open', block('/pets', 'post')))
    const [{ specification }] = (await (await visit()).get(content())).filesystem
    expect(specification.paths).toEqual({ '/pets': { post: expect.any(Object) } })
  })

  it('is there whole where pages are computed from it, or where it is public', async () => {
    const { client, content, show, visit, organization } = await openSpecs()
    const dependencies = { spec: { ref: { kind: 'openapi', spec: 'pets' } } }
    const computed = { type: 'builtin:openapi', props: {}, dependencies }
    await show({ operation: 'insert_page', type: 'computed', title: 'Reference', computed })
    const [{ specification }] = (await (await visit()).get(content())).filesystem
    expect(Object.keys(specification.paths)).toEqual(['/pets', '/owners'])
    await client.patch(`${organization.url}/openapi/other`, { visibility: 'public' })
    const { filesystem } = await (await visit()).get(content('other'))
    expect(filesystem[0].specification.components.schemas).toHaveProperty('Secret')
  })

  it('of another organization is not there', async () => {
    const { visit } = await openSpecs()
    const other = await openSpecs()
    await other.show(page('Pets', block('/pets', 'get')))
    await (await visit()).get(other.content(), 404)
  })
})

it('answers 404 for people, with the token of a site', async () => {
  const { visit, client } = await openSpecs()
  const { id } = await client.get('/v1/user')
  await (await visit()).get(`/v1/users/${id}`, 404)
  await (await visit()).get('/v1/users/nobody', 404)
  await (await visit()).patch(`/v1/users/${id}`, { displayName: 'Mine' }, 401)
})
