// Who reads a site: visitors with a token of their own backend, and content for some of them.
import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../../../test/counterparts/console.ts'
import { installSignIn } from '../../../../test/integrations.ts'
import { openSpace, page } from '../../../../test/pages.ts'
import type { Person } from '../../../../test/services.ts'

async function openAudience(visibility = 'visitor-auth') {
  const services = await openSpace()
  const { app, organization, as, admin, space, write } = services
  await write(
    page('Lamp', 'The canarylamp.'),
    page('Beta', 'The beta.', { condition: 'visitor.claims.isBeta' }),
  )
  const signedIn = async ({ token }: Person) => {
    const browser = openBrowser(app)
    await browser.post('/o/~sign-in?token=', { token })
    return browser
  }
  const made = await as(admin).post(
    `${organization.url}/sites`,
    { title: 'Docs', visibility, spaces: [space.id] },
    201,
  )
  const api = `${organization.url}/sites/${made.id}`
  const browser = await signedIn(admin)
  const audience = `/o/${organization.id}/~sites/${made.id}/audience`
  return { ...services, api, browser, signedIn, audience, client: as(admin) }
}

describe('visitors who sign in elsewhere', () => {
  it('get a working token by a test sign-in, until the key is replaced', async () => {
    const { browser, audience, api, client, app } = await openAudience()
    const early = await browser.post(audience, { action: 'test', claims: '{}' })
    expect(early.body).toContain('Publish the site first')
    await client.post(`${api}/publish`)
    const tested = await browser.post(audience, { action: 'test', claims: '{ "isBeta": true }' })
    const [, address = ''] = /href="http:\/\/quire\.test([^"]+jwt_token=[^"]+)"/.exec(tested.body) ?? []
    const entered = await app.inject(address)
    expect(entered.statusCode).toBe(302)
    const cookie = String(entered.headers['set-cookie']).split(';')[0] ?? ''
    const read = await app.inject({ url: String(entered.headers.location), headers: { cookie } })
    expect(read.body).toContain('canarylamp')
    const rotated = await browser.post(audience, { action: 'rotate' })
    const [, key = ''] = /secret">([^<]+)</.exec(rotated.body) ?? []
    expect(key).toBe((await client.get(`${api}/publishing/auth`)).privateKey)
    expect((await app.inject(address)).headers['set-cookie']).toBeUndefined()
    for (const claims of ['[1]', '{', '"x"']) {
      const wrong = await browser.post(audience, { action: 'test', claims })
      expect(wrong.body).toContain('Write the claims as a JSON object')
    }
  })

  it('are sent to the sign-in page of the team; the key is shown when it is asked for', async () => {
    const { browser, audience, api, client } = await openAudience()
    await browser.post(audience, { action: 'fallback', fallbackURL: 'https://example.org/login' })
    expect((await client.get(`${api}/publishing/auth`)).fallbackURL).toBe('https://example.org/login')
    const { privateKey } = await client.get(`${api}/publishing/auth`)
    expect((await browser.get(audience)).body).not.toContain(privateKey)
    expect((await browser.post(audience, { action: 'show-key' })).body).toContain(privateKey)
    const wrong = await browser.post(audience, { action: 'fallback', fallbackURL: 'javascript:1' })
    expect(wrong.status).toBe(400)
  })

  it('are managed by administrators alone', async () => {
    const { signedIn, reader, editor, audience } = await openAudience()
    for (const person of [reader, editor]) {
      const browser = await signedIn(person)
      const seen = await browser.get(audience)
      expect([seen.status, seen.body]).toEqual([200, expect.not.stringContaining('name="action"')])
      for (const action of ['show-key', 'rotate', 'test', 'adaptive-on'])
        expect((await browser.post(audience, { action, claims: '{}' })).status, action).toBe(403)
    }
  })
})

describe('visitors who sign in here', () => {
  it('are members, and guests where somebody ticks that; their way in is chosen on the page', async () => {
    const { browser, audience, api, client, signedIn, reader } = await openAudience()
    const before = await browser.get(audience)
    expect(before.body).toMatch(/value="custom" checked/)
    await browser.post(audience, { action: 'way', way: 'account' })
    const auth = await client.get(`${api}/publishing/auth`)
    expect(auth).toMatchObject({ backend: 'account', guests: false })
    const shown = (await browser.get(audience)).body
    expect(shown).toMatch(/value="account" checked/)
    // What a backend needs is of no use here.
    expect(shown).not.toMatch(/jose|SITE_KEY|name="claims"/)
    await browser.post(audience, { action: 'way', way: 'account', guests: 'on' })
    expect((await client.get(`${api}/publishing/auth`)).guests).toBe(true)
    expect((await (await signedIn(reader)).post(audience, { action: 'way', way: 'custom' })).status).toBe(403)
    await browser.post(audience, { action: 'way', way: 'custom' })
    expect(await client.get(`${api}/publishing/auth`)).toMatchObject({ backend: 'custom' })
  })

  it('may come from an installed integration that signs people in, and from no other', async () => {
    const { browser, audience, api, client, organization } = await openAudience()
    const name = await installSignIn(client, organization.id)
    expect((await browser.get(audience)).body).toContain(`value="integration:${name}"`)
    await browser.post(audience, { action: 'way', way: `integration:${name}` })
    expect(await client.get(`${api}/publishing/auth`)).toMatchObject({
      backend: 'integration',
      integration: name,
    })
    const wrong = await browser.post(audience, { action: 'way', way: 'integration:none' })
    expect([wrong.status, wrong.body]).toEqual([400, expect.stringContaining('is not installed')])
  })
})

describe('content for some visitors', () => {
  it('has a schema, and is shown as one of them sees it', async () => {
    const { browser, audience, api, client } = await openAudience('public')
    await browser.post(audience, { action: 'adaptive-on' })
    expect((await client.get(api)).adaptiveContent.enabled).toBe(true)
    const beta = {
      action: 'add-claim',
      name: 'isBeta',
      description: 'In the beta',
      type: 'boolean',
      values: '',
    }
    await browser.post(audience, beta)
    const plan = { ...beta, name: 'plan', type: 'string', values: 'free, pro, ,pro' }
    expect((await browser.post(audience, plan)).body).toContain('free, pro')
    expect((await client.get(`${api}/adaptive-schema`)).jsonSchema.properties).toEqual({
      isBeta: { type: 'boolean', description: 'In the beta' },
      plan: { type: 'string', description: 'In the beta', enum: ['free', 'pro'] },
    })
    const seenAs = async (query: string) => {
      const { body } = await browser.get(`${audience}?${query}`)
      const [, frame = ''] = /<iframe[^>]* src="([^"]+)"/.exec(body) ?? []
      return (await browser.get(frame)).body
    }
    expect(await seenAs('claim.isBeta=true')).toContain('Beta')
    expect(await seenAs('claim.isBeta=false')).not.toContain('Beta')
    await browser.post(audience, { action: 'remove-claim', name: 'plan' })
    expect(Object.keys((await client.get(`${api}/adaptive-schema`)).jsonSchema.properties)).toEqual([
      'isBeta',
    ])
  })
})
