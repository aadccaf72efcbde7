import { describe, expect, it } from 'vitest'
import { openPublished } from '../../../../test/published-site.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const HOST = 'http://quire.test'

/** A published site, its readers, and what was counted of them. */
async function openCounted(visibility = 'public') {
  const opened = await openPublished(visibility)
  const { app, base, client, url, services, tick } = opened
  // No test begins on one day and ends on the next.
  if (services.clock.now().getUTCHours() > 21) tick(0.25)
  const path = base.slice(HOST.length)
  const read = (where = '', headers: Record<string, string> = {}) =>
    app.inject({ url: path + where, headers: { 'user-agent': FIREFOX, ...headers } })
  const tell = (payload: object) =>
    app.inject({ method: 'POST', url: '/~events', payload, headers: { 'user-agent': FIREFOX } })
  /** Of events of one type: how many had which value. */
  const counted = async (column: string, eventType: string) => {
    const { columns } = await client.post(`${url}/insights/events/aggregate`, {
      range: 'last30Days',
      select: [{ column }, { column: 'eventsCount' }],
      groupBy: [{ column }],
      where: [{ column: 'eventType', values: [eventType] }],
    })
    const [values, counts] = columns as { values: unknown[] }[]
    return values?.values.map((value, at) => [value, counts?.values[at]])
  }
  const proofIn = (html: string) => /data-proof="([^"]+)"/.exec(html)?.[1] ?? ''
  return { ...opened, path, read, tell, counted, proofIn }
}

describe('readers of a site', () => {
  it('are counted by the pages they were shown', async () => {
    const { read, counted } = await openCounted()
    const { headers } = await read('second', { referer: 'https://search.example/?q=x' })
    await read('second', { 'if-none-match': String(headers.etag) })
    await read('second', { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' })
    await read('second', { 'sec-purpose': 'prefetch' })
    await read('nowhere')
    for (let times = 0; times < 20; times++) await read('second')
    await expect
      .poll(async () =>
        (await counted('visitorBot', 'page_view'))?.map(([, count]) => Number(count)).sort((a, b) => a - b),
      )
      .toEqual([1, 22])
    expect(await counted('referrerDomain', 'page_view')).toContainEqual(['search.example', 1])
    expect((await counted('page', 'page_view'))?.map(([, count]) => count)).toEqual([23])
  })

  it('say whether a page helped', async () => {
    const { read, tell, counted, proofIn } = await openCounted()
    const proof = proofIn((await read('second')).body)
    expect((await tell({ proof, type: 'page_post_feedback', rating: 'good' })).statusCode).toBe(204)
    await expect.poll(() => counted('eventPageFeedbackRating', 'page_post_feedback')).toEqual([['good', 1]])
  })

  it('are counted by what they looked for, with script and without', async () => {
    const { read, tell, counted, proofIn } = await openCounted()
    const proof = proofIn((await read('second')).body)
    await tell({ proof, type: 'search_type_query', query: 'Openword' })
    await read('~search?q=openword')
    await expect.poll(() => counted('eventSearchQuery', 'search_type_query')).toEqual([['openword', 2]])
  })

  it('are counted by what they opened of what was found, and by the links they followed', async () => {
    const { read, tell, counted, proofIn } = await openCounted()
    const proof = proofIn((await read('second')).body)
    const follow = (kind: string, position: string, url?: string) =>
      tell({ proof, type: 'link_click', link: { target: { kind, url }, position } })
    expect((await tell({ proof, type: 'search_open_result', query: 'Openword' })).statusCode).toBe(204)
    for (const answer of [
      await follow('url', 'content', 'https://elsewhere.example'),
      await follow('url', 'footer', 'https://elsewhere.example'),
      await follow('page', 'sidebar', 'https://not-kept.example'),
    ])
      expect(answer.statusCode).toBe(204)
    await expect.poll(() => counted('eventSearchQuery', 'search_open_result')).toEqual([['openword', 1]])
    await expect
      .poll(async () => (await counted('eventLinkPosition', 'link_click'))?.sort())
      .toEqual([
        ['content', 1],
        ['footer', 1],
        ['sidebar', 1],
      ])
    expect((await counted('eventLinkTargetDomain', 'link_click'))?.sort()).toEqual([
      [null, 1],
      ['elsewhere.example', 2],
    ])
    expect((await counted('eventLinkTargetKind', 'link_click'))?.sort()).toEqual([
      ['page', 1],
      ['url', 2],
    ])
  })

  it('are told apart by whether anything is known of them', async () => {
    const { read, signIn, client, url } = await openCounted('visitor-auth')
    await read(`second?jwt_token=${await signIn({ isBeta: true })}`)
    const cookie = `quire_visitor=${await signIn({ isBeta: true })}`
    await read('second', { cookie })
    await expect
      .poll(async () => (await client.get(`${url}/insights/visitor-segments`)).items)
      .toMatchObject([{ title: 'Signed in', events: 1 }])
  })

  it('can not count what they were not shown', async () => {
    const { read, tell, proofIn } = await openCounted()
    const proof = proofIn((await read('second')).body)
    const refused = [
      { proof: proof.replace(/^./, 'x'), type: 'page_post_feedback', rating: 'good' },
      { proof: `${proof}x`, type: 'page_post_feedback', rating: 'good' },
      { proof: '', type: 'page_post_feedback', rating: 'good' },
      { type: 'page_post_feedback', rating: 'good' },
      { proof, type: 'page_post_feedback', rating: 'great' },
      { proof, type: 'page_post_feedback', rating: ['good'] },
      { proof, type: 'page_view' },
      { proof, type: 'search_type_query', query: 'x'.repeat(600) },
      { proof, type: 'search_type_query', query: { toString: 'x' } },
      { proof, type: 'search_open_result', query: 'x'.repeat(600) },
      { proof, type: 'link_click' },
      { proof, type: 'link_click', link: null },
      { proof, type: 'link_click', link: { target: 'page', position: 'content' } },
      { proof, type: 'link_click', link: { target: { kind: 'page' }, position: 'elsewhere' } },
      { proof, type: 'link_click', link: { target: { kind: 'user' }, position: 'content' } },
      { proof, type: 'link_click', link: { target: { kind: 'url' }, position: 'content' } },
      {
        proof,
        type: 'link_click',
        link: { target: { kind: 'url', url: `https://${'x'.repeat(400)}` }, position: 'content' },
      },
    ]
    for (const body of refused) expect((await tell(body)).statusCode, JSON.stringify(body)).toBe(400)
  })
})
