import { describe, expect, it } from 'vitest'
import { openIntegration } from '../../../../../test/integrations.ts'
import { openTestServices } from '../../../../../test/services.ts'
import { forgetBlocked } from '../jobs.ts'

const DECLARED = { 'script-src': 'https://cdn.counter.example' }

async function openScripted() {
  const opened = await openIntegration({ contentSecurityPolicy: DECLARED, visibility: 'public' })
  const { as, admin, app, space, write, page, organization, install, integration } = opened
  await write(page('Home', 'Welcome.'))
  const site = await as(admin).post(`${organization.url}/sites`, { title: 'Docs', spaces: [space.id] }, 201)
  const { urls } = await as(admin).post(`${organization.url}/sites/${site.id}/publish`, undefined, 200)
  const { id } = await install()
  const placed = `${integration}/installations/${id}/sites`
  await as(admin).post(placed, { siteId: site.id }, 201)
  const home = new URL(urls.published).pathname
  const policyNow = async () => String((await app.inject(home)).headers['content-security-policy'])
  const report = (
    blocked: unknown,
    { directive = 'script-src-elem', source = '', siteId = site.id, from = '198.51.100.1' } = {},
  ) =>
    app.inject({
      method: 'POST',
      url: `/~blocked/${siteId}`,
      remoteAddress: from,
      headers: { 'content-type': 'application/csp-report' },
      payload: JSON.stringify({
        'csp-report': { 'blocked-uri': blocked, 'effective-directive': directive, 'source-file': source },
      }),
    })
  return { ...opened, site, at: `${placed}/${site.id}/script-policy`, policyNow, report, installationId: id }
}

describe('what scripts on a site may load', () => {
  it('is what was declared, until somebody who may allows more, host by host', async () => {
    const { as, admin, at, policyNow } = await openScripted()
    expect(await as(admin).get(at)).toEqual({
      object: 'site-script-policy',
      mode: 'declared',
      hosts: [],
      declared: 'script-src https://cdn.counter.example',
      blocked: [],
    })
    const hosts = [
      { directive: 'script-src', host: 'more.counter.example' },
      { directive: 'connect-src', host: '*.beacon.example' },
      { directive: 'worker-src', host: 'work.example:8443' },
    ]
    expect(await as(admin).put(at, { mode: 'hosts', hosts })).toMatchObject({ mode: 'hosts', hosts })
    const policy = await policyNow()
    expect(policy).toMatch(/script-src [^;]*https:\/\/cdn\.counter\.example/)
    expect(policy).toMatch(/script-src [^;]*https:\/\/more\.counter\.example/)
    expect(policy).toMatch(/connect-src [^;]*https:\/\/\*\.beacon\.example wss:\/\/\*\.beacon\.example/)
    expect(policy).toMatch(/worker-src https:\/\/work\.example:8443/)
    await as(admin).put(at, { mode: 'declared' })
    expect(await policyNow()).not.toContain('beacon')
  })

  it('may be everything but what protects the page itself', async () => {
    const { as, admin, at, policyNow } = await openScripted()
    const before = await policyNow()
    await as(admin).put(at, { mode: 'everything' })
    const policy = await policyNow()
    for (const directive of ['script-src', 'style-src', 'connect-src', 'frame-src', 'font-src'])
      expect(policy).toMatch(new RegExp(`${directive} [^;]*https:( |;)`))
    expect(policy).not.toMatch(/unsafe|\*/)
    for (const kept of [
      "default-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ])
      expect(
        [before, policy].every((text) => text.includes(kept)),
        kept,
      ).toBe(true)
  })

  it('is decided by people who look after the site, and never by a script', async () => {
    const { as, admin, editor, app, at, installationId, integration, site } = await openScripted()
    const endpoint = `${integration.replace('/v1', '')}/installations/${installationId}/sites/${site.id}`
    const { environment } = (await app.inject(endpoint)).json()
    const change = { mode: 'everything' }
    for (const token of [environment.apiTokens.installation, environment.apiTokens.integration]) {
      await as(token).get(at, 403)
      await as(token).put(at, change, 403)
    }
    await as(editor).put(at, change, 403)
    const stranger = await openTestServices()
    await as(stranger.admin).get(at, 404)
    await as(stranger.admin).put(at, change, 404)
    await as(admin).get(at.replace(site.id, 'none'), 404)
    const bad = (hosts: object[], mode = 'hosts') => as(admin).put(at, { mode, hosts }, 400)
    for (const host of ['*', 'https:', "'unsafe-inline'", 'a.example; script-src *', 'a.example/x', 'local'])
      await bad([{ directive: 'script-src', host }])
    await bad([{ directive: 'frame-ancestors', host: 'a.example' }])
    await bad([{ directive: 'script-src', host: 'a.example' }], 'everything')
    await bad(Array.from({ length: 101 }, (_, at) => ({ directive: 'img-src', host: `h${at}.example` })))
  })
})

describe('what browsers blocked', () => {
  it('is told at an address in the policy, and shown beside what is allowed', async () => {
    const { as, admin, at, policyNow, report, site, tick, services, drain } = await openScripted()
    expect(await policyNow()).toContain(`report-uri /~blocked/${site.id}`)
    for (const source of ['', 'https://cdn.counter.example/a.js'])
      expect((await report('https://widget.example/load.js?key=secret', { source })).statusCode).toBe(204)
    await report('https://beacon.example/', { directive: 'connect-src' })
    await as(admin).put(at, { mode: 'hosts', hosts: [{ directive: 'script-src', host: 'widget.example' }] })
    const { blocked } = await as(admin).get(at)
    expect(blocked).toMatchObject([
      { directive: 'script-src', host: 'widget.example', reports: 2, isAllowed: true },
      { directive: 'connect-src', host: 'beacon.example', reports: 1, isAllowed: false },
    ])
    expect(JSON.stringify(blocked)).not.toContain('secret')
    tick(31)
    await services.asSystem((ctx) => ctx.enqueue(forgetBlocked, {}))
    await drain()
    expect((await as(admin).get(at)).blocked).toEqual([])
  })

  it('belongs to the script that asked for it', async () => {
    const opened = await openScripted()
    const { as, admin, at, report, installationId, organization, site } = opened
    const second = await openIntegration({ contentSecurityPolicy: DECLARED, visibility: 'public' })
    const installation = await as(admin).post(
      `${second.integration}/installations`,
      { organization: organization.id },
      201,
    )
    const placed = `${second.integration}/installations/${installation.id}/sites`
    await as(admin).post(placed, { siteId: site.id }, 201)
    const source = `https://docs.example/integrations/x/scripts/${installationId}/${site.id}.js`
    await report('https://widget.example/load.js', { source })
    expect((await as(admin).get(at)).blocked).toMatchObject([{ host: 'widget.example' }])
    expect((await as(admin).get(`${placed}/${site.id}/script-policy`)).blocked).toEqual([])
  })

  it('is few, and nothing of it is believed', async () => {
    const { as, admin, at, report, policyNow } = await openScripted()
    const before = await policyNow()
    const odd = ['inline', 'eval', 'data', 'chrome-extension://abc/x.js', 'http://plain.example/', '', 7]
    for (const blocked of odd) await report(blocked)
    await report('https://a.example/', { directive: 'frame-ancestors' })
    await report('https://a.example/', { siteId: 'none' })
    expect((await as(admin).get(at)).blocked).toEqual([])
    for (let count = 0; count < 130; count++)
      await report(`https://h${count}.example/`, { from: `198.51.100.${count}` })
    expect((await as(admin).get(at)).blocked).toHaveLength(100)
    // One address is heard thirty times a minute.
    for (let count = 0; count < 60; count++) await report('https://h1.example/', { from: '203.0.113.9' })
    const { blocked } = await as(admin).get(at)
    expect(blocked[0]).toMatchObject({ host: 'h1.example', reports: 31 })
    expect(await policyNow()).toBe(before)
  })
})
