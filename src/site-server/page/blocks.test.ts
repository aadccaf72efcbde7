import { describe, expect, it } from 'vitest'
import { openIntegration } from '../../../test/integrations.ts'

/** Counts, shows a frame, and does what its props tell it to. */
const COUNTER = `
let runs = 0
export default {
  async fetch(request) {
    const form = await request.formData()
    const event = JSON.parse(await form.get('event'))
    if (event.type !== 'ui_render') return new Response('', { status: 406 })
    const { props, action, componentId, context } = event
    if (props.behave === 'throw') throw new Error('no')
    if (props.behave === 'wait') await new Promise((resolve) => setTimeout(resolve, 20000))
    const state = { count: event.state?.count ?? 0, name: event.state?.name ?? '' }
    if (action?.action === 'add') state.count += action.by
    if (action?.action === 'done') return Response.json({ type: 'complete', returnValue: { name: state.name } })
    if (action?.action === '@link.unfurl') props.label = 'Unfurled ' + action.url
    runs += 1
    const text = (children) => ({ type: 'text', children: [children] })
    const children = componentId === 'ask'
      ? [{ type: 'textinput', state: 'name' }]
      : [
          text('Run ' + runs + ' for ' + context.type + ' ' + context.theme + (event.auth ? ' known' : '')),
          text('Count ' + state.count + ' <b>' + (props.label ?? '') + '</b>'),
          { type: 'markdown', content: '**bold** [bad](javascript:alert)' },
          { type: 'button', label: 'Add', onPress: { action: 'add', by: 2 } },
          { type: 'button', label: 'Open', onPress: { action: '@ui.url.open', url: 'https://example.org/x' } },
          { type: 'webframe', source: { url: (props.frame ?? 'https://frames.example.org') + '/chart' } },
          { type: 'nonsense', children: [text('never')] },
        ]
    const element = { type: 'block', children }
    const headers = props.age === undefined ? {} : { 'cache-control': 'max-age=' + props.age }
    return Response.json({ type: 'element', element, state, props }, { headers })
  }
}`

async function openBlocks(markdown: string, { visibility = 'public', isInstalled = true } = {}) {
  const opened = await openIntegration({ script: COUNTER })
  const { as, admin, app, space, write, page, organization, install, integration, name } = opened
  await write(page('Home', markdown.replaceAll('@counter', `@${name}`)))
  const site = await as(admin).post(
    `${organization.url}/sites`,
    { title: 'Docs', spaces: [space.id], visibility },
    201,
  )
  const url = `${organization.url}/sites/${site.id}`
  const { urls } = await as(admin).post(`${url}/publish`, undefined, 200)
  const home = new URL(urls.published).pathname
  const put = async () => {
    const { id } = await install()
    await as(admin).post(`${integration}/installations/${id}/spaces`, { space: space.id }, 201)
    // Pages do not wait for long, so the process of the script runs before the first is read.
    const context = { type: 'document', theme: 'light', spaceId: space.id, editable: false }
    const failing = { componentId: 'chart', props: { behave: 'throw' }, context }
    await as(admin).send('POST', `${integration}/render`, failing)
    return `${integration}/installations/${id}`
  }
  if (isInstalled) await put()
  const read = async (headers = {}) => {
    const { body, headers: answered } = await app.inject({ url: home, headers })
    return { body, policy: String(answered['content-security-policy']) }
  }
  const act = (address: string, payload: object, headers: object = { origin: 'http://quire.test' }) =>
    app.inject({ method: 'POST', url: address, payload, headers: { ...headers } })
  return { ...opened, site, url, home, put, read, act }
}

const BLOCK = '{% @counter/chart label="of cats" %}'
const addressIn = (body: string) => /data-kit="([^"]+)"/.exec(body)?.[1] ?? ''

describe('a block of an integration', () => {
  it('shows what its script draws, once it is installed there', async () => {
    const { read, put, as, admin, name } = await openBlocks(`${BLOCK}\n`, { isInstalled: false })
    expect((await read()).body).toContain(`${name}/chart`)
    const at = await put()
    const { body, policy } = await read()
    expect(body).toContain('Run 1 for document light')
    expect(body).toContain('Count 0 &lt;b&gt;of cats&lt;/b&gt;')
    expect(body).toContain('<strong>bold</strong>')
    expect(body).not.toMatch(/javascript:|never|class="integration"|<!--block|<template class/)
    expect(body).toContain('href="https://example.org/x"')
    expect(body).toMatch(/code\.css".*kit\.css"/)
    expect(body).toMatch(
      /<iframe [^>]*src="https:\/\/frames\.example\.org\/chart"[^>]* sandbox="allow-scripts/,
    )
    expect(policy).toMatch(/frame-src [^;]*https:\/\/frames\.example\.org(;| )/)
    await as(admin).delete(at, 205)
    const after = await read()
    expect(after.body).toContain('class="integration"')
    expect(after.policy).not.toContain('frames.example.org')
  })

  it('is drawn again when its script says so, and when the page changes', async () => {
    const { read, tick, write, page } = await openBlocks('{% @counter/chart age="60" %}\n')
    expect((await read()).body).toContain('Run 1 ')
    expect((await read()).body).toContain('Run 1 ')
    tick(61 / 86_400)
    expect((await read()).body).toContain('Run 2 ')
    await write(page('Other'))
    expect((await read()).body).toContain('Run 3 ')
  })

  it('that is not to be kept is drawn again after a second', async () => {
    const { read, tick } = await openBlocks('{% @counter/chart age="0" %}\n')
    expect((await read()).body).toContain('Run 1 ')
    tick(2 / 86_400)
    expect((await read()).body).toContain('Run 2 ')
  })

  it('says through the API too how long it lasts, to who asked alone', async () => {
    const { app, admin, integration, space } = await openBlocks('')
    const ask = async (props: object) => {
      const context = { type: 'document', theme: 'light', spaceId: space.id, editable: false }
      const { statusCode, headers } = await app.inject({
        method: 'POST',
        url: `${integration}/render`,
        headers: { authorization: `Bearer ${admin.token}` },
        payload: { componentId: 'chart', props, context },
      })
      return [statusCode, headers['cache-control']]
    }
    expect(await ask({ age: 60 })).toEqual([200, 'private, max-age=60'])
    expect(await ask({})).toEqual([200, 'private, no-cache'])
  })

  it('holds up nothing when its script fails or waits', async () => {
    const { read, name } = await openBlocks(
      `{% @counter/slow behave="wait" %}\n\n{% @counter/broken behave="throw" %}\n\n${BLOCK}\n`,
    )
    const { body } = await read()
    expect(body).toContain(`${name}/slow`)
    expect(body).toContain(`${name}/broken`)
    expect(body).toContain('Count 0')
  })

  it('is drawn for addresses and code that it is said to know', async () => {
    const text = [
      '{% embed url="https://charts.example.org/view/7?a=b" %}',
      '```chart\nof cats\n```',
      '{% embed url="https://charts.example.org.evil.test/view/7" %}',
      '{% embed url="https://charts.example.org/about" %}',
      '```other\nof dogs\n```',
    ].join('\n\n')
    const opened = await openBlocks(text, { isInstalled: false })
    const { read, put, publish, as, admin, space, name } = opened
    const markdown = { codeblock: 'Chart', body: 'label' }
    const block = { id: 'chart', title: 'Chart', urlUnfurl: ['https://charts.example.org/view/*'], markdown }
    await publish({ script: COUNTER, blocks: [block] })
    const before = await read()
    expect(before.body).not.toContain('Run ')
    expect(before.body).toContain('of cats')
    const embed = (address: string) =>
      as(admin).get(`/v1/spaces/${space.id}/embed?url=${encodeURIComponent(address)}`)
    expect(await embed('https://youtu.be/dQw4w9WgXcQ')).toMatchObject({ type: 'rich' })

    await put()
    const { body } = await read()
    expect(body.match(/Run \d/g)).toHaveLength(2)
    expect(body).toContain('Unfurled https://charts.example.org/view/7?a=b')
    expect(body).toContain('Count 0 &lt;b&gt;of cats&lt;/b&gt;')
    expect(body).toContain('https://charts.example.org.evil.test/view/7')
    expect(body).toContain('of dogs')
    // What readers do goes on from there.
    const told = { state: { count: 3 }, props: { label: 'x' }, action: { action: 'add', by: 2 } }
    const done = await opened.act(addressIn(body), told)
    expect(done.json().html).toContain('Count 5')
    expect(await embed('https://charts.example.org/view/7')).toEqual({
      type: 'integration',
      integration: name,
      block,
      title: 'charts.example.org/view/7',
      site: 'charts.example.org',
    })
    expect(await embed('https://youtu.be/dQw4w9WgXcQ')).toMatchObject({ type: 'rich' })
  })

  it('answers to what readers do', async () => {
    const { read, act } = await openBlocks(`${BLOCK}\n`)
    const address = addressIn((await read()).body)
    const props = { label: 'of dogs', frame: 'https://other.example.org' }
    const action = { action: 'add', by: 2 }
    const answer = await act(address, { action, state: { count: 3 }, props })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.headers['cache-control']).toBe('private, no-store')
    const { html } = answer.json()
    expect(html).toContain('Count 5 &lt;b&gt;of dogs')
    // The page that it comes to lets no such frame in.
    expect(html).not.toContain('<iframe')
    expect(html).toContain('href="https://other.example.org/chart"')
    const dialog = await act(address, { component: 'ask', props: {} })
    expect(dialog.json().html).toMatch(/data-kit-component="ask".*data-kit-state="name"/)
    const done = await act(address, { component: 'ask', action: { action: 'done' }, state: { name: 'Kim' } })
    expect(done.json()).toEqual({ complete: { name: 'Kim' } })
  })

  it('takes nothing from pages of others, nor what is too long, nor what is no block', async () => {
    const { read, act } = await openBlocks(`${BLOCK}\n`)
    const address = addressIn((await read()).body)
    const action = { action: 'add', by: 2 }
    expect((await act(address, { action }, { origin: 'https://evil.example' })).statusCode).toBe(403)
    expect((await act(address, { action }, {})).statusCode).toBe(403)
    expect((await act(address, { action, props: { long: 'x'.repeat(70_000) } })).statusCode).toBe(413)
    expect((await act(address, { action, state: { name: 'a\0b' } })).statusCode).toBe(400)
    expect((await act(`${address.slice(0, -2)}xx`, { action })).statusCode).toBe(404)
    expect((await act(address, { action, props: { behave: 'throw' } })).statusCode).toBe(502)
  })

  it('is there for those who may read the page, and nobody else', async () => {
    const { read, act, as, admin, url } = await openBlocks(`${BLOCK}\n`)
    const address = addressIn((await read()).body)
    await as(admin).patch(url, { visibility: 'share-link' })
    expect((await act(address, { action: { action: 'add', by: 2 } })).statusCode).toBe(404)
  })

  it('is drawn in previews too, without a word of who looks at them', async () => {
    const { app, as, admin, url, act } = await openBlocks(`${BLOCK}\n`)
    const { urls } = await as(admin).get(url)
    const { items } = await as(admin).get(`${url}/site-spaces`)
    expect(urls.app).toBeTruthy()
    const preview = await as(admin).get(`${url}/publishing/preview?siteSpace=${items[0].id}`)
    const { pathname, search } = new URL(preview.url)
    const first = await app.inject(pathname + search)
    const cookie = String(first.headers['set-cookie']).split(';', 1)[0]
    const { body } = await app.inject({ url: String(first.headers.location), headers: { cookie } })
    expect(body).toContain('Run 1 for document light<')
    const origin = 'http://quire.test'
    const answer = await act(addressIn(body), { action: { action: 'add', by: 1 } }, { origin, cookie })
    expect(answer.json().html).toContain('Count 1')
  })
})
