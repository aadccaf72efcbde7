// What pages of others could do with the session of somebody: tried on everything that takes one, not on a selection.
import { describe, expect, it } from 'vitest'
import { HOST, openBrowser } from '../../test/counterparts/console.ts'
import { openTestServices } from '../../test/services.ts'
import { SYSTEM } from '../kit/domain/context.ts'
import { hashPassword, keepPassword } from '../rooms/people/accounts/passwords/passwords.ts'
import { rooms } from '../rooms.ts'
import { endpoints, pages } from './pages.ts'

const PASSWORD = 'correct horse battery'

async function openSignedIn() {
  const opened = await openTestServices()
  const { app, services, admin } = opened
  const hashed = await hashPassword(services.outside(SYSTEM), PASSWORD, admin.email)
  await services.asSystem((ctx) => keepPassword(ctx, admin.id, hashed))
  const browser = openBrowser(app, { address: '198.19.255.1' })
  await browser.signIn(admin.email, PASSWORD)
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  return { ...opened, browser, cookie }
}

const filled = (path: string) => path.replaceAll(/:\w+|\*/g, 'none').replaceAll(/\{\w+\}/g, 'none')

/** What browsers say of a page of somebody else, of one of a site on another host, and of a frame without an origin. */
const FOREIGN = [
  { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  { origin: 'http://docs.quire.test', 'sec-fetch-site': 'same-site' },
  { origin: 'null', 'sec-fetch-site': 'cross-site' },
  { origin: 'https://evil.example' },
  {},
]

describe('a page of somebody else', () => {
  it('posts no form of the console in the name of who is signed in', async () => {
    const { app, cookie, browser } = await openSignedIn()
    const taking = pages.filter(({ take, isOpen }) => take && !isOpen)
    expect(taking.length).toBeGreaterThan(35)
    for (const { path } of taking)
      for (const headers of FOREIGN) {
        const answer = await app.inject({
          method: 'POST',
          url: filled(path),
          headers: { ...headers, cookie, 'content-type': 'application/x-www-form-urlencoded' },
          payload: 'action=delete',
        })
        expect([path, headers, answer.statusCode]).toEqual([path, headers, 403])
      }
    expect((await browser.get('/o/~account')).url).toBe('/o/~account')
  })

  it('uses none of the few forms that anybody may post to for more than its address says', () => {
    // What a SAML provider posts is checked, kept, and fetched by the browser that asked, with its cookie.
    const open = ['/o/~sign-in/sso/:provider/saml', '/o/~unsubscribe/:link']
    expect(pages.filter(({ isOpen }) => isOpen).map(({ path }) => path)).toEqual(open)
  })

  it('asks none of what scripts of the console ask, with its header or without', async () => {
    const { app, cookie } = await openSignedIn()
    const own = { origin: HOST, 'sec-fetch-site': 'same-origin' }
    for (const { path } of endpoints)
      for (const headers of [own, ...FOREIGN.map((one) => ({ ...one, 'x-quire-console': '1' }))]) {
        const answer = await app.inject({ method: 'POST', url: path, headers: { ...headers, cookie } })
        expect([path, headers, answer.statusCode]).toEqual([path, headers, 403])
      }
  })

  it('asks no operation, of all that there are, with its header or without', async () => {
    const { app, cookie } = await openSignedIn()
    // What is open to everybody gives nobody more for a cookie.
    const operations = rooms
      .flatMap((room) => room.operations)
      .filter(({ path, on }) => path.startsWith('/v1/') && !on.isPublic)
    expect(operations.length).toBeGreaterThan(300)
    const own = { origin: HOST, 'sec-fetch-site': 'same-origin' }
    for (const { method, path } of operations) {
      // To read, a browser sends no origin; what the page would see of the answer is up to CORS, which allows nothing here.
      const foreign = FOREIGN.filter((one) => method !== 'GET' || 'origin' in one)
      for (const headers of [own, ...foreign.map((one) => ({ ...one, 'x-quire-console': '1' }))]) {
        const answer = await app.inject({ method, url: `/o${filled(path)}`, headers: { ...headers, cookie } })
        expect([method, path, headers, answer.statusCode]).toEqual([method, path, headers, 403])
      }
    }
  })

  it('reaches nothing by the door that takes tokens: it takes no cookies', async () => {
    const { app, cookie } = await openSignedIn()
    for (const url of ['/v1/user', '/v1/orgs', '/v1/user/sessions'])
      expect((await app.inject({ url, headers: { cookie } })).statusCode).toBe(401)
  })
})

describe('an address with a secret', () => {
  it('is told to no other server, wherever a page has one', async () => {
    const { app } = await openTestServices()
    const secret = pages.filter(({ path }) => /:(secret|token|link)\b/.test(path))
    expect(secret.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/o/~reset/:secret', '/o/~invitation/:secret', '/o/~approve-email/:secret']),
    )
    for (const { path } of secret) {
      const answer = await app.inject({ url: filled(path) })
      // With `no-referrer` browsers would send forms of ours without their origin.
      expect([path, answer.headers['referrer-policy']]).toEqual([path, 'same-origin'])
      const elsewhere = [...answer.body.matchAll(/(?:href|src|action)="(?:https?:)?\/\/[^"]+"/g)]
      expect([path, elsewhere.map(([text]) => text)]).toEqual([path, []])
      expect(String(answer.headers['content-security-policy'])).toContain("default-src 'none'")
      expect(answer.headers['cache-control']).toContain('no-store')
    }
  })
})

describe('a thousand addresses', () => {
  it('guess the password of one account no faster than one does', async () => {
    const { app, admin, stopClock, browser } = await openSignedIn()
    stopClock()
    expect(browser.cookies.size).toBeGreaterThan(0)
    const statuses = new Map<number, number>()
    const guess = async (at: number) => {
      const address = `10.77.${at >> 8}.${at & 255}`
      const { status } = await openBrowser(app, { address }).signIn(admin.email, `guess number ${at}`)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    for (let at = 0; at < 1_000; at += 20)
      await Promise.all(Array.from({ length: 20 }, (_, more) => guess(at + more)))
    expect(Object.fromEntries(statuses)).toEqual({ 401: 5, 429: 995 })
  })
})
