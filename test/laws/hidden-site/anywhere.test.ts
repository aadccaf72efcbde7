import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CANARY, type Hidden, hideInLine, hideInLines, isCutThrough } from '../../drawn/canary-places.ts'
import { draws } from '../../drawn/draws.ts'
import { chanceFrom, drawBody } from '../../drawn/generated-pages.ts'
import { page, spaceMaker } from '../../pages.ts'
import { openPublished } from '../../published-site.ts'
import { HOST } from './canaries.ts'

// The same pages twice on one site, with a canary at any place of each and without: visitors get the same of both.

const PAGES = draws(60)
const TARGETS = { link: () => 'page-1.md', picture: () => 'a.png', include: () => 'none.md' }

function drawHidden(): Hidden[] {
  const drawn = fc.gen().map((draw): Hidden => {
    const chance = chanceFrom(draw)
    const hide = chance.isOneIn(2) ? hideInLine : hideInLines
    return hide(chance, drawBody(chance, TARGETS))
  })
  const seed = process.env.QUIRE_TEST_DRAWS ? undefined : 20_261_118
  // In code, tags are text.
  return fc
    .sample(drawn, { numRuns: PAGES * 2, seed })
    .filter((hidden) => !isCutThrough(hidden) && !/[`~]|^(?: {4}|\t)|<pre|<code/m.test(hidden.page))
}

it('a canary at any place of a page is nowhere on a site, and leaves nothing behind', async () => {
  const { as, app, base, client, drain, organization, resolve, url } = await openPublished()
  const newSpace = spaceMaker(client, organization)
  const all = drawHidden()
  expect(all.length).toBeGreaterThan(PAGES / 2)
  const section = async (title: string, text: (hidden: Hidden) => string) => {
    const pages = all.map((hidden, at) => page(`Page ${at}`, text(hidden)))
    const space = await newSpace(title, ...pages.slice(0, 50))
    for (let at = 50; at < pages.length; at += 50)
      await client.post(`/v1/spaces/${space.id}/content`, { changes: pages.slice(at, at + 50) })
    await client.post(`${url}/sections`, { spaceId: space.id, title }, 201)
    return `/v1/spaces/${space.id}/content`
  }
  const put = (between: (hidden: Hidden) => string) => (hidden: Hidden) =>
    hidden.page.slice(0, hidden.at) + between(hidden) + hidden.page.slice(hidden.at)
  await section(
    'Open',
    put(({ left }) => left),
  )
  const both = await section(
    'Both',
    put(({ part }) => part),
  )
  await drain()
  const home = base.replace(HOST, '')
  const ask = async (path: string) => (await app.inject({ url: home + path })).body
  for (const at of all.keys()) {
    const [open, hidden] = [await ask(`open/page-${at}.md`), await ask(`both/page-${at}.md`)]
    expect(hidden.replaceAll('/both/', '/open/')).toBe(open)
    const [openHtml, bothHtml] = [
      articleIn(await ask(`open/page-${at}`)),
      articleIn(await ask(`both/page-${at}`)),
    ]
    expect(openHtml).toContain('page:body')
    expect(bothHtml.replaceAll('/both/', '/open/')).toBe(openHtml)
  }
  for (const path of ['llms-full.txt', `~search.json?q=${CANARY}`, 'both/rss.xml', 'sitemap-pages.xml'])
    expect((await ask(path)).replaceAll(`q=${CANARY}`, '')).not.toContain(CANARY)
  const { apiToken } = await resolve()
  const reader = as(apiToken)
  const { pages } = await reader.get(`${both}/pages`)
  for (const { id } of pages)
    for (const format of ['document', 'markdown'])
      expect(JSON.stringify(await reader.get(`${both}/page/${id}?format=${format}`))).not.toContain(CANARY)
  expect(pages).toHaveLength(all.length)
})

/** What the text of a page has become. */
function articleIn(html: string): string {
  return /<div id="page:body"[\s\S]*(?=<div class="facts")/.exec(html)?.[0] ?? html
}
