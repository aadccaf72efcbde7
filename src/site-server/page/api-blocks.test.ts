import { expect, it } from 'vitest'
import { PETS } from '../../../test/measures/api-description.ts'
import { page } from '../../../test/pages.ts'
import { openPublished } from '../../../test/published-site.ts'
import type { OpenApiDocument } from '../../engines/openapi/document.ts'
import { packDocument } from '../../engines/openapi/packed.ts'
import { NOBODY } from '../../kit/domain/context.ts'
import type { FindApi } from '../../rooms/content/pages/reading/apis.ts'
import { openIcons } from '../../world/icons/icons.ts'
import { openSiteAssets } from '../routes/site-assets.ts'
import { answerSite } from './answer.ts'

const TEXT = `{% openapi-operation spec="pets" path="/pets" method="get" %}
[pets](https://example.org/pets.yaml)
{% endopenapi-operation %}

{% openapi-operation spec="birds" path="/birds" method="get" %}
[birds](https://example.org/birds.yaml)
{% endopenapi-operation %}

{% openapi-operation spec="pets" path="/gone" method="get" %}
[pets](https://example.org/pets.yaml)
{% endopenapi-operation %}
`

async function openPetsPage(text = TEXT, document: OpenApiDocument = PETS, query = '') {
  const opened = await openPublished()
  const { client, spaces, services, base } = opened
  await client.post(`${spaces.guide}/content`, { changes: [page('Api', text)] })
  await opened.drain()
  const findApi: FindApi = () => async (ref) =>
    ref.kind === 'openapi' && ref.spec === 'pets'
      ? { version: 'one', document, packed: packDocument(document) }
      : undefined
  const kit = {
    assets: openSiteAssets().below,
    icons: openIcons(),
    draw: async () => new Uint8Array(),
    writeLong: async () => undefined,
    readAnchors: async () => undefined,
    exchangeCode: async () => undefined,
    findApi,
    readApiFile: async () => ({ problems: [] }),
    changelog: async () => undefined,
    drawing: new Map(),
  }
  const answer = await answerSite(services.outside(NOBODY), kit, {
    url: new URL(`${base}api${query}`),
    cookies: {},
  })
  if (answer?.kind !== 'page') throw new Error('there is no page')
  return answer
}

it('a page shows what the description says, and asks for what that needs', async () => {
  const { html, servers } = await openPetsPage()
  expect(html).toContain('<section class="api-operation"><h2 class="api-title" id="list-pets">List pets')
  expect(html.match(/<li class="d1"><a href="#list-pets">List pets<\/a><\/li>/g)).toHaveLength(1)
  expect(html).toContain('/api.css"')
  expect(html).toContain(' data-try-it')
  expect(servers).toEqual(['https://api.pets.example', 'https://eu.pets.example', 'https://us.pets.example'])
})

it('readers see a box where the description or the operation is not there, and no word of what is wrong', async () => {
  const { html } = await openPetsPage()
  expect(html.match(/class="api-box"/g)).toHaveLength(2)
  expect(html.match(/class="api-operation"/g)).toHaveLength(1)
  expect(html).not.toContain('api-problem')
})

const blocksOf = (paths: string[]) =>
  paths
    .map(
      (path) =>
        `{% openapi-operation spec="pets" path="${path}" method="get" %}\n[pets](https://example.org)\n{% endopenapi-operation %}\n`,
    )
    .join('\n')

/** A description in which every operation answers the same. */
function answering(paths: string[], media: object, components: object = {}) {
  const responses = { 200: { description: 'It', content: { 'application/json': media } } }
  const items = paths.map((path) => [path, { get: { summary: `Get ${path.slice(1)}`, responses } }])
  return { openapi: '3.1.0', paths: Object.fromEntries(items), components } as unknown as OpenApiDocument
}

it('a large schema is written out once on a page, and led to from where it is met again', async () => {
  const names = Array.from({ length: 60 }, (_, at) => [`field${at}`, { type: 'string' }])
  const schemas = { Large: { properties: Object.fromEntries(names) } }
  const paths = ['/one', '/two', '/three']
  const schema = { properties: { inside: { $ref: '#/components/schemas/Large' } } }
  const { html } = await openPetsPage(blocksOf(paths), answering(paths, { schema, example: {} }, { schemas }))
  expect(html.match(/field-name">field59</g)).toHaveLength(1)
  const links = [...html.matchAll(/<a href="#([^"]*)">As Large above<\/a>/g)].map(([, id]) => id)
  expect(links).toHaveLength(2)
  for (const id of links) expect(html.split(` id="${id}"`)).toHaveLength(2)
})

it('a page that would be too long names the rest of its operations, and leads to where each is told', async () => {
  const paths = Array.from({ length: 30 }, (_, at) => `/path${at}`)
  const examples = Object.fromEntries(
    Array.from({ length: 8 }, (_, at) => [`e${at}`, { value: Array(40).fill('x'.repeat(1900)) }]),
  )
  const small = { schema: {}, examples: { e0: examples.e0 } }
  const { html } = await openPetsPage(blocksOf(paths), answering(paths, small))
  expect(html.length).toBeLessThan(300_000)
  expect(html.match(/class="api-operation"/g)).toHaveLength(30)
  expect(html.match(/class="api-columns"/g)?.length).toBeGreaterThan(0)
  const [, more = ''] =
    /class="api-more" href="(\?operation=get%20%2Fpath29)#[^"]*">Show details</.exec(html) ?? []
  const whole = await openPetsPage(blocksOf(paths), answering(paths, { schema: {}, examples }), more)
  expect(whole.html.match(/class="api-columns"/g)).toHaveLength(1)
  expect(whole.html).toMatch(/path29<\/code>.*api-columns|api-columns.*path29<\/code>/s)
  const none = await openPetsPage(blocksOf(paths), answering(paths, { schema: {}, examples }))
  expect(none.html.length).toBeLessThan(300_000)
})

it('a heading that says what the operation is called is not said twice', async () => {
  const { html } = await openPetsPage(`## List pets\n\n${TEXT}`)
  expect(html.match(/<h2[^>]*>List pets/g)).toHaveLength(1)
  expect(html.match(/href="#list-pets"[^>]*>List pets/g)).toHaveLength(1)
  const { html: other } = await openPetsPage(`## Pets\n\n${TEXT}`)
  expect(other).toContain('class="api-title" id="list-pets"')
})
