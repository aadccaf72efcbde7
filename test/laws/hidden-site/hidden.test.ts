// No answer to any visitor names what is not for them: not by its title, path, label or id, nor by the condition that
// hides it. Whoever has the right claims meets all of it, so that this can fail.
import { beforeAll, describe, expect, it } from 'vitest'
import { type HiddenSite, openHiddenSite } from './build.ts'
import { HOST } from './canaries.ts'
import { askAsAgent, CARDS, crawlPages, readApi, type Told, type Visitor } from './crawl.ts'

// Thousands of requests each: only so that a hang ends.
const TIMEOUT = 900_000

let site: HiddenSite

beforeAll(async () => {
  site = await openHiddenSite()
}, TIMEOUT)

async function everything(visitor: Visitor): Promise<Told[]> {
  const told = [
    ...(await crawlPages(site, visitor)),
    ...(await askAsAgent(site, visitor)),
    ...(await readApi(site, visitor)),
  ]
  // A crawl that meets closed doors alone would find nothing either.
  expect(told.filter(({ status }) => status === 200).length).toBeGreaterThan(300)
  expect(cardsIn(told).length).toBeGreaterThan(10)
  return told
}

/** The words in social preview images. */
function cardsIn(told: readonly Told[]): string[] {
  return told.flatMap(({ question, status, text }) =>
    question.includes(CARDS) && status === 200 ? [text] : [],
  )
}

/** Which hidden things were named, and where. */
function leaksIn(told: readonly Told[], isMeant: (name: string) => boolean = () => false): string[] {
  const found = new Map<string, string[]>()
  for (const { question, text } of told)
    for (const name of site.canaries.toldIn(text, question))
      found.set(name, [...(found.get(name) ?? []), question])
  return [...found]
    .filter(([name]) => !isMeant(name))
    .map(([name, at]) => `${name}: ${at.length} answers, as ${at.slice(0, 3).join(' ')}`)
}

const homeOf = () => site.base.slice(HOST.length)

describe('what is hidden', { timeout: TIMEOUT }, () => {
  it('is named to nobody of whom nothing is known', async () => {
    expect(leaksIn(await everything({ headers: {}, home: homeOf(), isCurious: true }))).toEqual([])
  })

  it('is named to nobody who says themselves that it is for them', async () => {
    const visitor = { unsignedClaims: { isBeta: true } }
    const headers = { cookie: `quire_claims=${encodeURIComponent('isBeta=true')}` }
    expect(leaksIn(await everything({ headers, visitor, home: homeOf() }))).toEqual([])
  })

  it('is named to nobody who is signed in with other claims', async () => {
    const jwtToken = await site.signIn({ isBeta: false, plan: 'free' })
    const headers = { cookie: `quire_visitor=${jwtToken}` }
    expect(leaksIn(await everything({ headers, visitor: { jwtToken }, home: homeOf() }))).toEqual([])
  })

  it('is named to those for whom it is, apart from conditions', async () => {
    const jwtToken = await site.signIn({ isBeta: true })
    const headers = { cookie: `quire_visitor=${jwtToken}` }
    const told = await everything({ headers, visitor: { jwtToken }, home: homeOf() })
    const never = new Set(site.canaries.list('nobody').map(({ name }) => name))
    expect(leaksIn(told, (name) => !never.has(name))).toEqual([])
    const text = told.map((one) => one.text).join('\n')
    const named = new Set(site.canaries.toldIn(text, ''))
    expect(site.canaries.list('insider').flatMap(({ name }) => (named.has(name) ? [] : [name]))).toEqual([])
    const drawn = site.canaries.toldIn(cardsIn(told).join('\n'), '')
    expect(drawn).toEqual(expect.arrayContaining(['title', 'description', 'variantpage', 'varianttitle']))
  })

  it('is named in no preview for somebody of whom nothing is known', async () => {
    const { url } = await site.client.get(`${site.url}/publishing/preview`)
    const token = new URL(url).searchParams.get('token')
    const visitor = { headers: { cookie: `quire_preview=${token}` }, home: `/preview/sites/${site.site.id}/` }
    const told = await crawlPages(site, visitor)
    expect(told.filter(({ status }) => status === 200).length).toBeGreaterThan(50)
    expect(leaksIn(told)).toEqual([])
  })

  it('is named to nobody who comes with a share link', async () => {
    const { client, url, base } = site
    await client.patch(url, { visibility: 'share-link' })
    const link = await client.post(`${url}/share-links`, { name: 'Partners' }, 201)
    const shareKey = link.urls.published.slice(base.length, -1)
    const headers = { cookie: `quire_share=${shareKey}` }
    expect(leaksIn(await everything({ headers, shareKey, home: homeOf() }))).toEqual([])
  })
})
