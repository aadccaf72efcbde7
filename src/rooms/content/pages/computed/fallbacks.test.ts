import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../../../test/pages.ts'

type Unit = { unit: string; source: string }

/** A site in English and German, or in German alone. The first page is translated. */
async function openSite({ isGermanAlone = false } = {}) {
  const space = await openSpace()
  const { as, admin, app, organization, drain } = space
  await space.write(page('Start', 'Welcome.'), page('Prices', 'They are low.'))
  await as(admin).patch(`/v1/spaces/${space.space.id}`, { language: 'en' })
  const source = { space: space.space.id, language: 'en' }
  const made = await as(admin).post(`${organization.url}/translations`, { source, language: 'de' }, 201)
  const at = `${organization.url}/translations/${made.id}`
  const translate = async (target: string, isWanted: (source: string) => boolean) => {
    const { items } = await as(admin).get(`${at}/units?language=de&limit=1000`)
    const units = items
      .filter((unit: Unit) => isWanted(unit.source))
      .map(({ unit }: Unit) => ({ unit, target }))
    await as(admin).put(`${at}/units`, { language: 'de', units })
    await drain()
  }
  await translate('Willkommen.', (text) => text === 'Welcome.')
  const site = await as(admin).post(
    `${organization.url}/sites`,
    { title: 'Docs', spaces: isGermanAlone ? [made.spaces.de] : [space.space.id, made.spaces.de] },
    201,
  )
  const { urls } = await as(admin).post(`${organization.url}/sites/${site.id}/publish`, undefined, 200)
  const { items } = await as(admin).get(`${organization.url}/sites/${site.id}/site-spaces`)
  const german = items.find((one: { space: { id: string } }) => one.space.id === made.spaces.de)
  const base = isGermanAlone ? urls.published : `${urls.published}${german.path}/`
  const read = async (path: string) => (await app.inject(new URL(path, base).pathname)).body
  const { id: prices } = await as(admin).get(`${space.url}/content/path/prices`)
  return { ...space, prices, translate, read }
}

describe('a translated space on a site', () => {
  it('shows pages that are not translated yet in the language they were written in, and says so', async () => {
    const { read } = await openSite()
    expect(await read('start')).toContain('Willkommen.')
    expect(await read('start')).not.toContain('class="untranslated"')
    const prices = await read('prices')
    expect(prices).toContain('They are low.')
    expect(prices).toContain('Diese Seite ist noch nicht übersetzt. Sie wird auf Englisch gezeigt.')
    expect(prices).toMatch(/<div id="page:body" class="content" lang="en" dir="ltr">/)
    expect(prices).toMatch(/<html lang="de"/)
  })

  it('leads from every page to the same one in the other language', async () => {
    const { read } = await openSite()
    const prices = await read('prices')
    expect(prices).toMatch(/<a href="[^"]*\/prices" lang="en" hreflang="en">English<\/a>/)
    expect(prices).toMatch(/lang="de" hreflang="de" aria-current="true">Deutsch</)
  })

  it('shows nothing of its source where that is not published beside it', async () => {
    const { read } = await openSite({ isGermanAlone: true })
    expect(await read('start')).toContain('Willkommen.')
    for (const path of ['start', 'prices', 'prices.md', 'llms.txt', 'llms-full.txt', 'sitemap-pages.xml'])
      expect(await read(path), path).not.toMatch(/They are low|Prices|\/prices/)
  })

  it('follows its source until the page is translated', async () => {
    const { read, write, translate, prices: id, drain } = await openSite()
    expect(await read('prices')).toContain('They are low.')
    const document = { markdown: 'They are higher now.' }
    await write({ operation: 'update_page', page: id, document })
    await drain()
    expect(await read('prices')).toContain('They are higher now.')
    await translate('Sie sind gestiegen.', (text) => text === 'They are higher now.')
    const prices = await read('prices')
    expect(prices).toContain('Sie sind gestiegen.')
    expect(prices).not.toContain('class="untranslated"')
  })
})
