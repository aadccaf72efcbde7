// Links to places in pages: with the anchors that headings have, without a script, and also where they were written a little
// differently.
import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../../test/pages.ts'

async function openSite(...pages: object[]) {
  const space = await openSpace()
  await space.write(...pages)
  const client = space.as(space.admin)
  const site = { title: 'Docs', visibility: 'public', spaces: [space.space.id] }
  const { id } = await client.post(`${space.organization.url}/sites`, site, 201)
  const { urls } = await client.post(`${space.organization.url}/sites/${id}/publish`)
  const home = new URL(urls.published).pathname.replace(/\/$/, '')
  const read = async (path: string) => (await space.as().send('GET', `${home}/${path}`)).body
  const bodyOf = async (path: string) => /<article[\s\S]*<\/article>/.exec(await read(path))?.[0] ?? ''
  const hrefs = async (path: string) =>
    Array.from((await bodyOf(path)).matchAll(/<a href="([^"]*#[^"]*)"/g), ([, href = '']) =>
      href.replace(home, ''),
    )
  const targets = async (path: string) =>
    Array.from((await read(path)).matchAll(/\]\(([^)]*#[^)]*)\)/g), ([, href = '']) =>
      href.replace(urls.published, '/'),
    )
  return { ...space, read, bodyOf, hrefs, targets }
}

const TARGET = [
  '## --backup',
  '## 4.1.2. Strings',
  '## Fan-out / fan-in',
  '## Use & care',
  '## Same thing',
  '## Samething',
  '<details>\n\n<summary>Client/server</summary>\n\nText\n\n</details>',
].join('\n\nText.\n\n')

const LINKS = ['backup', '-backup', '4-1-2-strings', 'fan-out--fan-in', 'use--care', 'same-Thing', 'none']
const MEANT = [
  'backup',
  'backup',
  'id-4.1.2.-strings',
  'fan-out-fan-in',
  'use-and-care',
  'same-Thing',
  'none',
]

describe('a link to a place in a page', () => {
  it('leads to the heading that is meant, in another page', async () => {
    const links = LINKS.map((name) => `[${name}](target.md#${name})`).join('\n\n')
    const { hrefs, targets } = await openSite(page('Home', links), page('Target', TARGET))
    expect(await hrefs('home')).toEqual(MEANT.map((name) => `/target#${name}`))
    expect(await targets('home.md')).toEqual(MEANT.map((name) => `/target.md#${name}`))
  })

  it('and in the page itself', async () => {
    const links = LINKS.map((name) => `[${name}](#${name})`).join('\n\n')
    const { hrefs, targets } = await openSite(page('Home'), page('Target', `${links}\n\n${TARGET}`))
    expect(await hrefs('target')).toEqual(MEANT.map((name) => `/target#${name}`))
    expect(await targets('target.md')).toEqual(MEANT.map((name) => `#${name}`))
  })

  it('is mended in long pages too, and where a text only speaks of expressions', async () => {
    const long = `${TARGET}\n\n${'Some [link](#use--care) and `code`.\n\n'.repeat(2000)}`
    const { hrefs } = await openSite(
      page('Home', '[a](long.md#use--care) [b](words.md#use--care)'),
      page('Long', long),
      page('Words', `Expressions.\n\n${TARGET}`),
    )
    expect(await hrefs('home')).toEqual(['/long#use-and-care', '/words#use-and-care'])
    expect((await hrefs('long'))[0]).toBe('/long#use-and-care')
  })

  it('does not name a heading that is not for its reader', async () => {
    const secret = '{% if visitor.claims.isBeta %}\n\n## Se-cret\n\n{% endif %}\n'
    const { hrefs, read } = await openSite(
      page('Home', '[x](target.md#secret)'),
      page('Target', `[x](#secret)\n\n${secret}`),
    )
    expect([...(await hrefs('home')), ...(await hrefs('target'))]).toEqual([
      '/target#secret',
      '/target#secret',
    ])
    expect((await read('home.md')) + (await read('target.md'))).not.toContain('se-cret')
  })

  it('that was shared before headings got these anchors still leads there', async () => {
    const { bodyOf } = await openSite(page('Home'), page('Target', TARGET))
    const body = await bodyOf('target')
    expect(body).toContain('id="backup"><span id="-backup"></span>')
    expect(body).toContain('<span id="fan-out-/-fan-in"></span>')
    expect(body).toMatch(/id="client-server">\s*<summary><span id="client\/server"><\/span>/)
    expect(body.match(/<span id=/g)).toHaveLength(3)
  })

  it('to an operation of an API names its path, with or without the method', async () => {
    const operation = (method: string, path: string) =>
      `{% openapi-operation spec="pets" path="${path}" method="${method}" %}\n[pets](https://example.com/pets.json)\n{% endopenapi-operation %}`
    const text = [
      operation('get', '/pets'),
      operation('get', '/pets/{pet_id}/tags'),
      operation('post', '/pets/{pet_id}/tags'),
      '## Pets',
    ].join('\n\n')
    const { bodyOf } = await openSite(page('Home'), page('Api', text))
    const ids = Array.from((await bodyOf('api')).matchAll(/ id="([^"]*)"/g), ([, id]) => id)
    expect(ids.filter((id) => id?.includes('pets'))).toEqual([
      'get-pets',
      'get-/pets',
      'get-pets-pet_id-tags',
      'pets-pet_id-tags',
      'get-/pets/pet_id/tags',
      'post-pets-pet_id-tags',
      'post-/pets/pet_id/tags',
      'pets',
    ])
  })
})
