import { expect, it } from 'vitest'
import { PETS } from '../../../test/api-description.ts'
import { page } from '../../../test/pages.ts'
import { openPublished } from '../../../test/published-site.ts'
import { NOBODY } from '../../domain/context.ts'
import { openSiteAssets } from '../../http/site-assets.ts'
import { openIcons } from '../../world/icons.ts'
import type { FindApi } from '../content/apis.ts'
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

async function openPetsPage() {
  const opened = await openPublished()
  const { client, spaces, services, base } = opened
  await client.post(`${spaces.guide}/content`, { changes: [page('Api', TEXT)] })
  await opened.drain()
  const findApi: FindApi = () => async (ref) =>
    ref.kind === 'openapi' && ref.spec === 'pets' ? { version: 'one', document: PETS } : undefined
  const kit = {
    assets: openSiteAssets().below,
    icons: openIcons(),
    draw: async () => new Uint8Array(),
    writeLong: async () => undefined,
    findApi,
    readApiFile: async () => ({ problems: [] }),
    changelog: async () => undefined,
    drawing: new Map(),
  }
  const answer = await answerSite(services.outside(NOBODY), kit, { url: new URL(`${base}api`), cookies: {} })
  if (answer?.kind !== 'page') throw new Error('there is no page')
  return answer
}

it('a page shows what the description says, and asks for what that needs', async () => {
  const { html, servers } = await openPetsPage()
  expect(html).toContain('<section class="api-operation"><h2 class="api-title" id="list-pets">List pets')
  expect(html).toContain('<li class="d1"><a href="#list-pets">List pets</a></li>')
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
