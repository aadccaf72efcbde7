import { expect, it } from 'vitest'
import { page } from '../../../test/pages.ts'
import { openPublished } from '../../../test/published-site.ts'

async function openIn(...titles: string[]) {
  const opened = await openPublished()
  const { client, spaces, as, base, url } = opened
  const { pages } = await client.get(`${spaces.guide}/content/pages`)
  await client.post(`${spaces.guide}/content`, {
    changes: [
      ...titles.map((title) => page(title, 'Text.')),
      ...pages.map(({ id }: { id: string }) => ({ operation: 'delete_page', page: id })),
    ],
  })
  await opened.drain()
  const root = async () => {
    const { body } = await as().send('GET', new URL(base).pathname)
    return /<html lang="[^"]*" dir="[^"]*"/.exec(body)?.[0]
  }
  return {
    client,
    url,
    space: spaces.guide,
    root,
    body: async () => (await as().send('GET', new URL(base).pathname)).body,
  }
}

it('a space that says no language is read as its titles are, with our words in their language', async () => {
  const { root, body } = await openIn('مرحبا', 'دليل API')
  expect(await root()).toBe('<html lang="ar" dir="rtl"')
  expect(await body()).toContain('التالي')
})

it('what is set goes before what is found, and may be any language', async () => {
  const { client, space, root } = await openIn('مرحبا')
  await client.patch(space, { language: 'fa' })
  expect(await root()).toBe('<html lang="fa" dir="rtl"')
  await client.patch(space, { language: 'english' }, 400)
})

it('the language of a site may be any, and is that of titles in Latin letters', async () => {
  const { client, url, root } = await openIn('Mwanzo')
  const look = await client.get(`${url}/customization`)
  look.internationalization.locale = 'sw'
  await client.put(`${url}/customization`, look)
  expect(await root()).toBe('<html lang="sw" dir="ltr"')
  look.internationalization.locale = 'not a language'
  await client.put(`${url}/customization`, look, 400)
})
