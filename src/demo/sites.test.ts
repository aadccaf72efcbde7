import { beforeAll, describe, expect, it } from 'vitest'
import { openTestServices } from '../../test/services.ts'
import { findUserNamed } from '../rooms/people/identity/users.ts'
import { makeDemo } from './demo.ts'

// What only some may read: each is a sentence of the sample content that stands nowhere else.
const STARTER = 'Ask whoever pays for your account'
const PRO = [
  'Every Pro account has somebody who knows it',
  'Somebody who knows Beacon answers within the hour',
]
const BETA = 'alerts of low urgency wait until the morning'
const HANDBOOK = 'You have to get an idea of who does what'
const UNPUBLISHED = ['Cette page est la traduction', 'beacon quiet-hours set', 'friend without a screen']
const SECRETS = [STARTER, ...PRO, BETA, HANDBOOK, ...UNPUBLISHED]

const HOST = 'http://quire.test'
const MACHINES = 'sitemap.xml robots.txt llms.txt llms-full.txt'.split(' ')

type Reading = { texts: string[]; broken: string[]; pages: number }
type Opened = Awaited<ReturnType<typeof openTestServices>>

let opened: Opened
let addresses: { site: string; who: string; url: string }[]

beforeAll(async () => {
  opened = await openTestServices()
  const admin = await opened.services.asSystem((ctx) => findUserNamed(ctx, opened.admin.email))
  if (!admin) throw new Error('Nobody makes the sample organization')
  const { sites } = await makeDemo(opened.services, { admin, title: 'Lighthouse' }, () => {})
  await opened.drain()
  addresses = sites.flatMap(({ title, addresses }) => addresses.map((one) => ({ site: title, ...one })))
})

/** Reads every address that a visitor comes by, and those that machines and searches ask for. */
async function readAll(start: string): Promise<Reading> {
  const entered = await enter(start)
  const base = entered.path
  const waiting = [
    base,
    ...MACHINES.map((name) => base + name),
    ...SECRETS.map((text) => searchFor(base, text)),
  ]
  const known = new Set(waiting)
  const reading: Reading = { texts: [], broken: [], pages: 0 }
  for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
    const { statusCode, body, headers } = await opened.app.inject({
      url,
      headers: { cookie: entered.cookie },
    })
    reading.texts.push(body)
    if (statusCode !== 200) reading.broken.push(`${statusCode} ${url}`)
    if (!String(headers['content-type']).startsWith('text/html')) continue
    reading.pages += 1
    for (const found of addressesIn(body, base)) {
      const plain = found.replace(/#.*$/, '')
      if (known.has(plain) || !plain.startsWith(base)) continue
      known.add(plain)
      waiting.push(plain)
    }
  }
  return reading
}

function searchFor(base: string, text: string) {
  return `${base}~search.json?q=${encodeURIComponent(text)}`
}

function addressesIn(html: string, base: string) {
  const named = [...html.matchAll(/(?:href|src|action)="([^"]+)"/g)].map(([, found = '']) =>
    found.replaceAll('&amp;', '&').replace(HOST, ''),
  )
  const pages = named.filter((path) => path.startsWith(base) && !/[~.]/.test(path.slice(base.length)))
  return [...named, ...pages.map((path) => `${path.replace(/\/$/, '').replace(/#.*$/, '')}.md`)]
}

/** A share link or a token is taken once; from there on a cookie says who it is. */
async function enter(address: string) {
  const asked = address.slice(HOST.length)
  const { statusCode, headers } = await opened.app.inject({ url: asked })
  if (statusCode === 200) return { path: asked, cookie: '' }
  const cookie = String(headers['set-cookie'] ?? '').split(';')[0] ?? ''
  return { path: String(headers.location).replace(HOST, ''), cookie }
}

describe('the sites of the sample organization', () => {
  it.each([
    ['Beacon docs', 'everybody', []],
    ['Handbook', 'anyone with the link', [HANDBOOK]],
    ['Customer portal', 'everybody', []],
    ['Customer portal', 'a customer on Starter', [STARTER]],
    ['Customer portal', 'a customer on Pro, in the beta', [...PRO, BETA]],
  ])('%s shows to %s what is theirs, at every address, and nothing else', async (site, who, theirs) => {
    const start = addresses.find((one) => one.site === site && one.who === who)?.url ?? ''
    const { texts, broken, pages } = await readAll(start)
    expect(broken).toEqual([])
    expect(pages).toBeGreaterThan(3)
    const shown = SECRETS.filter((secret) => texts.some((text) => text.includes(secret)))
    expect(shown).toEqual(theirs)
  })

  it('does not open to whoever has no link', async () => {
    const link = addresses.find(({ site }) => site === 'Handbook')?.url ?? ''
    const base = new URL('..', link).pathname
    for (const path of [
      '',
      'people/first-week',
      'people/first-week.md',
      ...MACHINES,
      '~search.json?q=week',
    ]) {
      const { statusCode, body } = await opened.app.inject({ url: base + path })
      expect([200, 403, 404], path).toContain(statusCode)
      expect(body, path).not.toContain(HANDBOOK)
      expect(body, path).not.toContain('Your first week')
    }
  })
})
