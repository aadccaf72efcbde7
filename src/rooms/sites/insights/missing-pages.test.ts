import { expect, it } from 'vitest'
import { openPublished } from '../../../../test/published-site.ts'
import { forgetInsights } from './jobs.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const HOST = 'http://quire.test'

async function openMissed() {
  const opened = await openPublished()
  const { app, base, client, url, services, tick } = opened
  // No test begins on one day and ends on the next.
  if (services.clock.now().getUTCHours() > 21) tick(0.25)
  const path = base.slice(HOST.length)
  const read = (where: string, headers: Record<string, string> = {}) =>
    app.inject({ url: path + where, headers: { host: 'quire.test', 'user-agent': FIREFOX, ...headers } })
  const missing = async (range = 'last7Days') =>
    (await client.get(`${url}/insights/missing-pages?range=${range}`)).items
  return { ...opened, path, read, missing }
}

it('what visitors do not find is counted, with the places of the links', async () => {
  const { read, missing, base, path, client, url } = await openMissed()
  for (let times = 0; times < 3; times++) await read('old/guide?x=1', { referer: `${base}second` })
  await read('old/guide', { referer: 'https://forum.example/t/1?user=me' })
  await read('gone')
  await read('second')
  await expect.poll(missing).toEqual([
    {
      object: 'site-missing-page',
      path: '/old/guide',
      times: 4,
      lastDay: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      referrers: [`${path}second`, 'forum.example'],
    },
    expect.objectContaining({ path: '/gone', times: 1, referrers: [] }),
  ])
  expect((await client.get(`${url}/insights/missing-pages`)).count).toBe(2)
  await client.get(`${url}/insights/missing-pages?range=always`, 400)
})

it('programs that try their luck, files and prefetches are not counted', async () => {
  const { read, missing } = await openMissed()
  await read('wp-login.php')
  await read('app.js.map')
  await read('nowhere', { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' })
  await read('nowhere', { 'user-agent': 'curl/8.0' })
  await read('nowhere', { 'sec-purpose': 'prefetch' })
  await read('nowhere', { 'sec-fetch-dest': 'image' })
  await read('~none')
  await read(`long/${'x'.repeat(600)}`)
  await read('counted')
  await expect
    .poll(async () => (await missing()).map(({ path }: { path: string }) => path))
    .toEqual(['/counted'])
})

it('a day keeps no more than a thousand addresses, and is forgotten in time', async () => {
  const { read, missing, sql, site, services, tick, drain } = await openMissed()
  const day = services.clock.now().toISOString().slice(0, 10)
  await sql(`insert into site_missing_pages (site_id, day, path, referrer, times)
    select '${site.id}', '${day}', '/p' || n, '', 5 from generate_series(1, 999) as n`)
  await read('first')
  await expect
    .poll(
      async () =>
        (await sql(`select count(*)::int as count from site_missing_pages where site_id = '${site.id}'`))
          .rows[0],
    )
    .toEqual({ count: 1000 })
  await read('second-too-many')
  await read('second')
  // Views come after what was missed, in the same round.
  await expect
    .poll(
      async () =>
        (await sql(`select count(*)::int as count from site_event_counts where site_id = '${site.id}'`))
          .rows[0],
    )
    .not.toEqual({ count: 0 })
  expect((await sql(`select from site_missing_pages where path = '/second-too-many'`)).rows).toEqual([])
  expect(await missing()).toHaveLength(100)
  tick(401)
  await services.asSystem((ctx) => ctx.enqueue(forgetInsights, {}))
  await drain()
  expect((await sql(`select from site_missing_pages where site_id = '${site.id}'`)).rows).toEqual([])
})
