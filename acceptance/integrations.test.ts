// Integrations as others write them: published, installed and used through the front door of a running server.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundle } from './bundles.ts'
import { apiOf, until } from './server.ts'
import { openSites, type Sites } from './sites.ts'

let sites: Sites
let organization: string
const undoing: (() => unknown)[] = []

beforeAll(async () => {
  // Identity providers of these tests are on this machine.
  sites = await openSites({ QUIRE_ALLOW_PRIVATE_NETWORK: 'on' })
  organization = sites.organization.slice('/v1/orgs/'.length)
})

afterAll(async () => {
  for (const undo of undoing) undo()
  await sites.close()
})

type Told = { id: string; status: string; payload: { type: string } & Record<string, unknown> }

/** Published and installed, with what its script is told. */
async function install(name: string, publication: object, { spaces = [], on = [] }: Places = {}) {
  const { api } = sites
  const url = `/v1/integrations/${name}`
  const published = await api('POST', url, {
    title: 'From outside',
    description: 'What the author of an integration writes.',
    scopes: [],
    runtime: 'v2',
    organization,
    ...publication,
  })
  const installation = await api('POST', `${url}/installations`, { organization })
  const at = `${url}/installations/${installation.id}`
  for (const space of spaces) await api('POST', `${at}/spaces`, { space })
  for (const siteId of on) await api('POST', `${at}/sites`, { siteId })
  return {
    url,
    at,
    installation,
    published,
    /** The first event of a type, once there is one, with what the script wrote. */
    told: (type: string, is: (event: Told) => boolean = () => true) =>
      until(async () => {
        const { items } = await api('GET', `${url}/events?limit=1000`)
        const found = items.find((event: Told) => event.payload.type === type && is(event))
        if (!found) return
        const { event, trace } = await api('GET', `${url}/events/${found.id}`)
        const written: string[] = trace.logs.map(({ message }: { message: string }) => message)
        return { status: event.status as string, written: written.join('\n') }
      }),
  }
}

type Places = { spaces?: string[]; on?: string[] }

async function listen(answer: (url: URL, request: IncomingMessage, response: ServerResponse) => unknown) {
  const server = createServer((request, response) => {
    void answer(new URL(request.url ?? '/', 'http://here'), request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  undoing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Lets everybody in, and gives a token for each code once. */
async function openProvider() {
  const codes = new Map<string, string>()
  let count = 0
  const exchanged: URLSearchParams[] = []
  const url = await listen(async ({ pathname, searchParams }, request, response) => {
    if (pathname === '/authorize') {
      const code = `code-${++count}`
      codes.set(code, `token-of-${code}`)
      const back = new URL(searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('code', code)
      back.searchParams.set('state', searchParams.get('state') ?? '')
      return response.writeHead(302, { location: back.href }).end()
    }
    let body = ''
    for await (const part of request) body += part
    const asked = new URLSearchParams(body)
    exchanged.push(asked)
    const token = codes.get(asked.get('code') ?? '')
    codes.delete(asked.get('code') ?? '')
    response.writeHead(token ? 200 : 400, { 'content-type': 'application/json' })
    response.end(JSON.stringify(token ? { access_token: token, expires_in: 3600, name: 'Ada' } : {}))
  })
  return { url, exchanged }
}

function askAsConsole() {
  const headers = { 'x-quire-console': '1' }
  return fetch('/o/v1/user', { credentials: 'include', headers }).then(
    ({ status }) => status,
    () => 'refused',
  )
}

function readCookies() {
  try {
    // biome-ignore lint/suspicious/noExplicitAny: there is a document in the browser.
    return (globalThis as any).document.cookie
  } catch {
    return 'refused'
  }
}

describe('an integration', () => {
  it('counts readers by a script in the pages of a site, and can not leave its policy', async () => {
    const space = await sites.newSpace('Counted', { Home: 'Read and counted.' })
    const site = await sites.newSite('Counted', [space])
    const { at, told } = await install(
      'analytics',
      {
        script: await bundle('analytics'),
        scopes: ['site:script:inject', 'site:views:read'],
        target: 'site',
        configurations: {
          site: { properties: { key: { type: 'string', title: 'Key' } }, required: ['key'] },
        },
        contentSecurityPolicy: "connect-src https://counter.example.org; script-src 'unsafe-eval'",
      },
      { on: [site.id] },
    )
    // Before it is configured nothing of it is on the page.
    expect(await (await fetch(site.home)).text()).not.toContain('/integrations/')
    await sites.api('PATCH', `${at}/sites/${site.id}`, { configuration: { key: 'k-42' } })

    const context = await sites.browser.newContext({ userAgent: 'Lamp/1' })
    const asked: string[] = []
    await context.route(/example\.org/, (route) => {
      asked.push(route.request().url())
      return route.fulfill({ status: 204 })
    })
    const page = await context.newPage()
    await page.goto(site.home)
    await page.waitForFunction(() => {
      // biome-ignore lint/suspicious/noExplicitAny: there is a document in the browser.
      const { counted, stopped } = (globalThis as any).document.documentElement.dataset
      return counted && stopped?.includes('elsewhere')
    })
    expect(await page.getAttribute('html', 'data-evaluates')).toBe('no')
    expect(asked).toEqual(['https://counter.example.org/hit?key=k-42'])

    // The browser reports what it blocked; once the administrator allows it, the script reaches it.
    const policy = `${at}/sites/${site.id}/script-policy`
    const elsewhere = { directive: 'connect-src', host: 'elsewhere.example.org' }
    const blocked = await until(async () => {
      const { blocked } = await sites.api('GET', policy)
      return blocked.length > 0 ? blocked : undefined
    })
    expect(blocked).toMatchObject([{ ...elsewhere, isAllowed: false }])
    await sites.api('PUT', policy, { mode: 'hosts', hosts: [elsewhere] })
    await until(async () => {
      await page.goto(site.home)
      await page.waitForSelector('html[data-counted]', { state: 'attached' })
      return asked.includes('https://elsewhere.example.org/hit?key=k-42') || undefined
    })
    // On the address of the server a script has no share in who is signed in, not even in a page that was open before.
    const other = await context.newPage()
    await other.goto(`${sites.server.url}/o/~sign-in?token`)
    await other.getByLabel('API token').fill('acceptance-admin-token')
    await other.getByRole('button', { name: 'Sign in' }).click()
    await other.waitForURL(`${sites.server.url}/o`)
    // A page of the console that has a script of ours, and so may ask.
    await other.goto(`${sites.server.url}/o/~account/security`)
    const mine = await other.evaluate(askAsConsole)
    expect(mine).toBe(200)
    expect(await page.evaluate(askAsConsole)).toBe('refused')
    expect(await page.evaluate(readCookies)).toBe('refused')
    await context.close()
    const { status, written } = await told('site_view', ({ payload }) =>
      JSON.stringify(payload).includes('Lamp/1'),
    )
    expect([status, written]).toEqual(['success', expect.stringContaining(`seen ${site.home} Lamp/1`)])
  })

  it('signs visitors in, and brings them to what they wanted to read', async () => {
    const provider = await openProvider()
    const space = await sites.newSpace('Closed', { Home: 'Welcome.', Lamp: 'For those who signed in.' })
    const site = await sites.newSite('Closed', [space], { visibility: 'visitor-auth' })
    await install(
      'sign-in',
      {
        script: await bundle('sign-in'),
        scopes: ['site:visitor:auth', 'site:metadata:read'],
        target: 'site',
        secrets: { ISSUER: provider.url },
      },
      { on: [site.id] },
    )
    expect((await fetch(`${site.home}lamp`)).status).toBe(401)
    const auth = { backend: 'integration', integration: 'sign-in' }
    await sites.api('PATCH', `${site.url}/publishing/auth`, auth)

    const context = await sites.browser.newContext()
    const page = await context.newPage()
    await page.goto(`${site.home}lamp?from=mail`)
    expect(page.url()).toBe(`${site.home}lamp?from=mail`)
    expect(await page.textContent('main')).toContain('For those who signed in.')
    expect(provider.exchanged).toHaveLength(1)
    // Known from now on, without being asked again.
    await page.goto(site.home)
    expect(await page.textContent('main')).toContain('Welcome.')
    expect(provider.exchanged).toHaveLength(1)
    await context.close()
  })

  it('shows a block, and what it does with it', async () => {
    const space = await sites.newSpace('Blocks', { Home: 'Words.' })
    const { url } = await install(
      'words-shown',
      { script: await bundle('words'), blocks: [{ id: 'count', title: 'Words' }] },
      { spaces: [space] },
    )
    const context = { type: 'document', theme: 'light', spaceId: space, editable: false }
    const request = { componentId: 'count', props: { text: 'one two three' }, context }
    const shown = await sites.api('POST', `${url}/render`, request)
    expect(shown).toMatchObject({ type: 'element', state: { words: 3 } })
    expect(JSON.stringify(shown.element)).toContain('3 words')
    const action = { action: 'add', text: 'four five' }
    const changed = await sites.api('POST', `${url}/render`, { ...request, state: shown.state, action })
    expect(JSON.stringify(changed.element)).toContain('5 words')
    const call = apiOf(sites.server.url, 'acceptance-admin-token')
    const unknown = await call('POST', `${url}/render`, { ...request, componentId: 'chart' })
    expect([unknown.status, unknown.body.error.message]).toEqual([400, expect.stringContaining('"chart"')])
  })

  it('is connected to an account by OAuth, and active from then on', async () => {
    const provider = await openProvider()
    const { at, installation, published, told } = await install('account', {
      script: await bundle('account'),
      configurations: {
        account: {
          properties: {
            oauth_credentials: {
              type: 'button',
              title: 'Account',
              button_text: 'Connect',
              callback_url: '/oauth',
            },
          },
          required: ['oauth_credentials'],
        },
      },
      secrets: { CLIENT_ID: 'quire', CLIENT_SECRET: 'hidden', PROVIDER: provider.url },
    })
    expect(installation.status).toBe('pending')
    // What the button leads to.
    const first = await fetch(`${installation.urls.publicEndpoint}/oauth?shared`)
    expect([first.status, await first.text()]).toEqual([200, expect.stringContaining('close this window')])
    expect(first.url).toContain(`${published.urls.publicEndpoint}/oauth?`)
    expect(Object.fromEntries(provider.exchanged[0] ?? [])).toMatchObject({
      client_id: 'quire',
      client_secret: 'hidden',
      grant_type: 'authorization_code',
      redirect_uri: `${published.urls.publicEndpoint}/oauth`,
    })
    expect(await sites.api('GET', at)).toMatchObject({
      status: 'active',
      configuration: { oauth_credentials: { access_token: 'token-of-code-1' } },
    })
    const again = await fetch(`${installation.urls.publicEndpoint}/oauth`)
    expect(again.url).toContain(`${installation.urls.publicEndpoint}/oauth?`)
    expect((await sites.api('GET', at)).configuration.oauth_credentials.access_token).toBe('token-of-code-2')
    // What it queued when it was installed is due by now, or soon.
    const { status, written } = await told('task')
    expect([status, written]).toEqual(['success', expect.stringContaining('greet: the installation is')])
  })

  it('reads what was merged, and nothing that its scopes do not name', async () => {
    const space = await sites.newSpace('Merged', { Home: 'Before.' })
    const { told } = await install(
      'words-read',
      { script: await bundle('words'), scopes: ['space:content:read'] },
      { spaces: [space] },
    )
    const { id } = await sites.api('POST', `/v1/spaces/${space}/change-requests`, { subject: 'Lamp' })
    const change = `/v1/spaces/${space}/change-requests/${id}`
    const changes = [{ operation: 'insert_page', title: 'Lamp', document: { markdown: 'Lit.' } }]
    await sites.api('POST', `${change}/content`, { changes })
    const merged = await sites.api('POST', `${change}/merge`)
    // What the space began with may be told too, if that is settled only now.
    const { status, written } = await told(
      'space_content_updated',
      ({ payload }) => payload.revisionId === merged.revision,
    )
    expect(status).toBe('success')
    expect(written).toContain('pages: Home, Lamp')
    expect(written).toContain('space: 403')
  })

  it('may listen to events, as the older tools made it', async () => {
    const script = await bundle('listener', 'iife')
    expect(script.startsWith('(function'), 'a script, and no module').toBe(true)
    const { published } = await install('listener', { script, runtime: 'v1' })
    const answer = await fetch(`${published.urls.publicEndpoint}/hook`)
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringMatching(/^heard .*\/hook$/)])
  })

  it('is worked on where its author is, until that ends', async () => {
    const { url, published } = await install('listener-changed', {
      script: `export default { fetch: () => new Response('published') }`,
    })
    const tunnelUrl = await listen(async ({ pathname }, request, response) => {
      let body = ''
      for await (const part of request) body += part
      response.end(`worked on at ${pathname}: ${/"type":"fetch"/.test(body)}`)
    })
    const answer = async () => (await fetch(`${published.urls.publicEndpoint}/x`)).text()
    await sites.api('PUT', `${url}/dev`, { tunnelUrl })
    expect(await answer()).toBe('worked on at /v1: true')
    await sites.api('DELETE', `${url}/dev`)
    expect(await answer()).toBe('published')
  })

  it('runs as it was published when its author left without a word', async () => {
    const { url, published, told } = await install('listener-left', {
      script: `export default { fetch: () => new Response('published') }`,
    })
    const closedTunnel = await listen((_url, _request, response) => response.writeHead(530).end())
    const tunnels = ['http://127.0.0.1:1', 'http://left.invalid', closedTunnel]
    for (const [at, tunnelUrl] of tunnels.entries()) {
      await sites.api('PUT', `${url}/dev`, { tunnelUrl })
      const answer = await fetch(`${published.urls.publicEndpoint}/${at}`)
      expect([tunnelUrl, await answer.text()]).toEqual([tunnelUrl, 'published'])
    }
    // What a script wrote is kept after its answer is sent, so those before may be all there is.
    const { written } = await told('fetch', ({ payload }) => JSON.stringify(payload).includes('/2"'))
    expect(written).toBe(
      `The development server ${new URL(closedTunnel).host} does not answer; the published version ran.`,
    )
  })
})

const HOSTILE = `
export default {
  async fetch(request) {
    const event = JSON.parse((await request.formData()).get('event'))
    if (event.type !== 'fetch') return new Response('OK')
    switch (new URL(event.request.url).pathname.split('/').at(-1)) {
      case 'loop':
        for (;;);
      case 'memory':
        for (const kept = []; ; ) kept.push(new Array(1e6).fill(kept.length))
      case 'output': {
        const part = new TextEncoder().encode('x'.repeat(1e6))
        return new Response(new ReadableStream({ pull: (stream) => stream.enqueue(part) }))
      }
      case 'console':
        for (let count = 0; count < 5000; count += 1) console.log('line', count, 'y'.repeat(100))
        return new Response('written')
    }
  },
}`

describe('a hostile script', () => {
  it('is stopped and told why, while others are answered', async () => {
    const { url, published, told } = await install('hostile', { script: HOSTILE })
    const ask = (path: string) => fetch(`${published.urls.publicEndpoint}/${path}`)
    const endsIn = (path: string) => (event: Told) => JSON.stringify(event.payload).includes(`/${path}"`)

    expect((await ask('console')).status).toBe(200)
    const { written } = await told('fetch', endsIn('console'))
    expect(written.split('\n').length).toBeLessThan(1_100)

    expect((await ask('output')).status).toBe(502)
    expect((await told('fetch', endsIn('output'))).written).toContain('is larger than 10000000 bytes')

    expect((await ask('memory')).status).toBe(502)
    expect(await told('fetch', endsIn('memory'))).toMatchObject({
      status: 'failed',
      written: expect.stringMatching(/memory/),
    })

    const loop = ask('loop')
    let isOver = false
    const ended = loop.then(() => {
      isOver = true
    })
    // Once it runs, others are served: the API, a page, and the script of somebody else.
    const beside = await install('beside', { script: `export default { fetch: () => new Response('here') }` })
    let answered = 0
    while (!isOver) {
      expect((await sites.api('GET', url)).name).toBe('hostile')
      expect(await (await fetch(`${beside.published.urls.publicEndpoint}/x`)).text()).toBe('here')
      answered += 1
    }
    await ended
    expect(answered).toBeGreaterThan(5)
    expect((await loop).status).toBe(502)
    expect(await told('fetch', endsIn('loop'))).toMatchObject({
      status: 'failed',
      written: expect.stringContaining('did not answer within 30 s'),
    })
    expect((await fetch(`${sites.server.url}/readyz`)).status).toBe(200)
  })
})
