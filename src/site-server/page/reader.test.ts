import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import type { Answer } from '../../../test/counterparts/client.ts'
import { page } from '../../../test/pages.ts'
import { openPublished } from '../../../test/published-site.ts'
import { addReusable, changeAsImport, changeReusable } from '../../../test/reusables.ts'
import { buildTestServices } from '../../../test/services.ts'
import { buildApp } from '../../app.ts'
import { findPage } from '../../engines/content/nodes/revision.ts'
import { linksFrom } from '../../kit/domain/links.ts'
import { openLog } from '../../world/log/log.ts'

const HOST = 'http://quire.test'

/** A published site, and readers who come with what their browser remembers. */
async function openReader(visibility = 'public') {
  const opened = await openPublished(visibility)
  const { app, base } = opened
  const path = base.slice(HOST.length)
  const get = (where: string, headers: Record<string, string> = {}) =>
    app.inject({ url: where.startsWith('/') ? where : path + where, headers })
  /** Follows where it is sent, with the cookies that it got on the way. */
  const visit = async (where: string, before = '') => {
    const first = await get(where, { cookie: before })
    expect(first.statusCode).toBe(302)
    const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
    const location = String(first.headers.location)
    return { first, cookie, answer: await get(location, { cookie }), location }
  }
  return { ...opened, path, get, visit }
}

const FILES = [
  'open',
  'line',
  'aligned',
  'page',
  'part',
  'cover',
  'shared',
  'shared-part',
  'tab',
  'item',
  'cell',
  'link',
  'footer',
].map((name) => `${name}.png`)

/** With files that are named in many ways. */
async function openFiles() {
  const opened = await openReader()
  const { client, url, spaces, services, get, drain } = opened
  const guide = (path = '/pages') => client.get(`${spaces.guide}/content${path}`)
  const write = (...changes: object[]) => client.post(`${spaces.guide}/content`, { changes })
  const picture = { contentType: 'image/png', base64: 'aGVsbG8=' }
  await write({ operation: 'insert_files', files: FILES.map((name) => ({ ...picture, name })) })
  const files = (await guide('/files')).items as { id: string; name: string }[]
  const idOf = (name: string) => files.find((file) => file.name === `${name}.png`)?.id ?? ''
  const forBeta = (text: string) => `{% if visitor.claims.isBeta %}\n${text}\n{% endif %}\n`
  const shown = (name: string) => `![](${name}.png)`
  const spaceId = spaces.guide.split('/').at(-1) ?? ''
  await addReusable(services, spaceId, `${shown('shared')}\n\n${forBeta(shown('shared-part'))}`)
  await write(
    page('Open', `${shown('open')}\n`),
    page('For some', shown('page'), { condition: 'visitor.claims.isBeta' }),
    page('In parts', forBeta(shown('part'))),
    page('Covered'),
    page('Shared', '{% include "/.gitbook/includes/note.md" %}\n'),
    page('Tabs', `=== "One"\n\n    ${shown('tab')}\n`),
    page('Items', `<Tabs>\n<TabItem value="a">\n${shown('item')}\n</TabItem>\n</Tabs>\n`),
    page('Lines', `Get {% file src="line.png" %} now.\n\n<p align="center">${shown('aligned')}</p>\n`),
    page(
      'Cells',
      `<table><thead><tr><th data-type="files"></th></tr></thead><tbody><tr><td><a href="cell.png">x</a></td></tr></tbody></table>\n`,
    ),
  )
  const covered = (await guide()).pages.find(({ title }: { title: string }) => title === 'Covered')
  await changeAsImport(services, spaceId, async (draft, { view }) => {
    const record = await findPage(view, covered.id)
    if (record)
      draft.putPage(covered.id, { ...record, cover: { ref: { kind: 'file', file: idOf('cover') }, yPos: 0 } })
  })
  const look = await client.get(`${url}/customization`)
  const to = (name: string) => ({ kind: 'file', file: idOf(name) })
  const link = { title: 'Link', to: to('link'), links: [], condition: 'visitor.claims.isBeta' }
  const group = { title: 'More', links: [{ title: 'Footer', to: to('footer') }] }
  await client.put(`${url}/customization`, {
    ...look,
    header: { ...look.header, links: [link] },
    footer: { ...look.footer, groups: [group] },
  })
  await drain()
  /** The addresses of files on all pages that somebody gets, by name. */
  const names = async (headers: Record<string, string> = {}) => {
    const slugs = ['open', 'for-some', 'in-parts', 'covered', 'shared', 'tabs', 'items', 'lines', 'cells']
    const bodies = await Promise.all(slugs.map(async (slug) => (await get(slug, headers)).body))
    const found = bodies.join('\n').matchAll(/["(]([^"()]+\/~files\/[^"()]+\/([^"()]+))[")]/g)
    return new Map([...found].map(([, address = '', name = '']) => [name, address]))
  }
  const showNothing = async () => {
    const open = (await guide()).pages.find(({ title }: { title: string }) => title === 'Open')
    await write({ operation: 'update_page', page: open.id, document: { markdown: 'Nothing to see.' } })
  }
  return { ...opened, write, names, showNothing }
}

const NO_COOKIE = expect.not.objectContaining({ 'set-cookie': expect.anything() })

/** With a page of which readers see what their address says of them. */
async function openClaims() {
  const opened = await openReader()
  const { client, url, spaces } = opened
  const part = (condition: string, word: string) => `{% if ${condition} %}\nThe canary${word}.\n{% endif %}\n`
  const text = [
    part('visitor.claims.unsigned.plan == "pro"', 'pro'),
    part('visitor.claims.unsigned.plan == "free"', 'free'),
    part('visitor.claims.unsigned.beta', 'beta'),
    part('visitor.claims.isBeta || visitor.claims.plan', 'signed'),
  ].join('\n')
  await client.post(`${spaces.guide}/content`, { changes: [page('Claims', text)] })
  const described = (type: string) => ({ type, description: type })
  const unsigned = {
    ...described('object'),
    properties: { plan: described('string'), beta: described('boolean') },
    additionalProperties: false,
  }
  const properties = { isBeta: described('boolean'), plan: described('string'), unsigned }
  await client.put(`${url}/adaptive-schema`, {
    jsonSchema: { type: 'object', properties, additionalProperties: false },
  })
  return opened
}

async function shown(get: Awaited<ReturnType<typeof openReader>>['get'], cookie = '') {
  const { body } = await get('claims', { cookie })
  return [...body.matchAll(/The canary(\w+)/g)].map(([, word]) => word)
}

describe('a page of a site', () => {
  it('is HTML that needs no script, with everything around it', async () => {
    const { get, path } = await openReader()
    const answer = await get('second')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.body).toContain('<h1')
    expect(answer.body).toContain('More openword.')
    expect(answer.body).toContain(`href="${path.slice(0, -1)}"`)
    expect(answer.body).toMatch(/aria-current="page"[^>]*>(<[^>]+>)*Second/)
    expect(answer.body).toContain('id="part"')
    expect(answer.body).toContain(`<link rel="canonical" href="${HOST}${path}second">`)
  })

  it('runs nothing but our own files', async () => {
    const { get } = await openReader()
    const answer = await get('')
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    for (const [, address] of answer.body.matchAll(/(?:src|href)="([^"]+\/~assets\/[^"]+)"/g)) {
      const asset = await get(String(address))
      expect(asset.statusCode, address).toBe(200)
      expect(asset.headers['cache-control']).toContain('immutable')
    }
    expect((await get('~assets/other/site.js')).statusCode).toBe(404)
  })

  it('is answered with its tag alone to who has it, until it changes', async () => {
    const { get, client, spaces } = await openReader()
    const { headers } = await get('second')
    const again = await get('second', { 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const { pages } = await client.get(`${spaces.guide}/content/pages`)
    const second = pages.find(({ title }: { title: string }) => title === 'Second')
    const changes = [{ operation: 'update_page', page: second.id, document: { markdown: 'Fresh text.' } }]
    await client.post(`${spaces.guide}/content`, { changes })
    const fresh = await get('second', { 'if-none-match': String(headers.etag) })
    expect(fresh.statusCode).toBe(200)
    expect(fresh.body).toContain('Fresh text.')
  })

  it('is packed for those who can read it, and so are its files', async () => {
    const { get } = await openReader()
    const [, asset = ''] = /src="([^"]+\/site\.js)"/.exec((await get('second')).body) ?? []
    for (const where of ['second', asset])
      for (const [accepted, encoding] of [
        ['gzip, deflate, br', 'gzip'],
        ['gzip;q=0, identity', undefined],
        ['gzip; q=0.000', undefined],
        ['br;q=1, GZIP;q=0.5', 'gzip'],
        ['*', 'gzip'],
        ['identity', undefined],
        ['', undefined],
      ] as const) {
        const { statusCode, headers } = await get(where, { 'accept-encoding': accepted })
        expect([statusCode, headers['content-encoding']], `${where} for ${accepted}`).toEqual([200, encoding])
      }
  })

  it('is Markdown too', async () => {
    const { get, client, spaces } = await openReader()
    const answer = await get('second.md')
    expect(answer.headers['content-type']).toContain('text/markdown')
    expect(answer.body).toBe('# Second\n\n## Part\n\nMore openword.\n')
    expect((await get('home.md')).body).not.toContain('canaryblock')
    const third = page('Third', '# Third\n\nWords.', { description: 'About it.' })
    await client.post(`${spaces.guide}/content`, { changes: [third] })
    expect((await get('third.md')).body).toBe('# Third\n\nAbout it.\n\nWords.\n')
    const { body } = await get('llms-full.txt')
    expect(body).toMatch(/# Third\n\nAbout it\.\n\nSource: \S+third\n\nWords\.\n/)
    expect(body.match(/^# Third$/gm)).toHaveLength(1)
  })

  it('shows what a cell says, whatever the type of its column', async () => {
    const { get, client, spaces } = await openReader()
    const markdown =
      '<table><thead><tr><th data-type="number">Size</th><th data-type="content-ref">See</th></tr></thead><tbody><tr><td>10 GB</td><td><a href="second.md">one</a> or none</td></tr></tbody></table>'
    await client.post(`${spaces.guide}/content`, { changes: [page('Sizes', markdown)] })
    const { body } = await get('sizes')
    expect(body).toContain('<td class="number">10 GB</td>')
    expect(body).toMatch(/<td><a href="[^"]*\/second">one<\/a> or none<\/td>/)
  })

  it('shows blocks although their tags share lines with text, and gives the text as it is written', async () => {
    const { client, spaces, get } = await openReader()
    const text = [
      '{% hint style="info" %} One **line**. {% endhint %}',
      '{% tabs %}{% tab title="First" %}',
      '`{% hint %} code {% endhint %}` {% endtab %}{% endtabs %} After it.',
    ].join('\n')
    await client.post(`${spaces.guide}/content`, { changes: [page('Shared', text)] })
    const { body } = await get('shared')
    expect(body).toMatch(/<div class="hint info"[^>]*>.*<p>One <strong>line<\/strong>\.<\/p>/s)
    expect(body).toMatch(
      /class="tab-panel" id="first"><p><code>\{% hint %\} code \{% endhint %\}<\/code><\/p>/,
    )
    expect(body).toContain('<p>After it.</p>')
    expect(body).not.toMatch(/\{% (?:end)?tab/)
    expect((await get('shared.md')).body).toContain(text)
  })

  it('leads to addresses that stand in a text, which stays as it is', async () => {
    const { client, spaces, get, path } = await openReader()
    const text = `See https://example.com/x. Then ${HOST}${path}second, and \`https://c.example\`.`
    await client.post(`${spaces.guide}/content`, { changes: [page('Addresses', text)] })
    const { body } = await get('addresses')
    expect(body).toContain('<a href="https://example.com/x" rel="noopener">https://example.com/x</a>. Then')
    expect(body).toMatch(/<a href="[^"]*\/second"[^>]*>http:[^<]*\/second<\/a>, and <code>https/)
    expect((await get('addresses.md')).body).toContain(text)
  })

  it('says around its blocks what it says in the language of the site', async () => {
    const { client, get, spaces, drain } = await openReader()
    const blocks = `{% hint style="warning" %}
Hot
{% endhint %}

{% tabs %}
{% tab title="" %}
One
{% endtab %}
{% endtabs %}

- [x] packed

\`\`\`
code
\`\`\`

{% prompt description="" %}
Ask
{% endprompt %}

![](gone.png)

<details>Words</details>

{% api-method method="get" host="https://a.example" path="/b" %}
{% api-method-query-parameters %}
{% api-method-parameter name="c" type="string" required=true %}
Of c
{% endapi-method-parameter %}
{% endapi-method-query-parameters %}
{% endapi-method %}
`
    await client.post(`${spaces.guide}/content`, { changes: [page('Blocks', blocks)] })
    await drain()
    const english = [
      'aria-label="Warning"',
      '<span>Tab 1</span>',
      'aria-label="Done"',
      'aria-label="Copy code"',
      'aria-label="Copy prompt"',
      '>Picture not found<',
      '<span>Details</span></summary>',
      '>Query parameters<',
      '<span class="api-required">required</span>',
    ]
    const before = (await get('blocks')).body
    for (const words of english) expect(before).toContain(words)
    await client.patch(spaces.guide, { language: 'de' })
    await drain()
    const { body } = await get('blocks')
    for (const words of english) expect(body).not.toContain(words)
    for (const words of ['Warnung', 'Erledigt', 'Code kopieren', 'Prompt kopieren'])
      expect(body).toContain(`aria-label="${words}"`)
    for (const words of ['Reiter 1', 'Bild nicht gefunden', 'Abfrageparameter', 'erforderlich'])
      expect(body).toContain(`>${words}<`)
  })

  it('has buttons that search', async () => {
    const { client, get, path, spaces, drain } = await openReader()
    const text = `<button type="button" class="button secondary" data-action="search" data-query="two words" data-icon="gear">Find **it**</button> or
<button type="button" class="button primary" data-action="ask">ask [here](https://a.example)</button>, not <button>this</button>

<table><thead><tr><th>A</th></tr></thead><tbody><tr><td><button data-action="search">Cell</button></td></tr></tbody></table>
`
    await client.post(`${spaces.guide}/content`, { changes: [page('Buttons', text)] })
    await drain()
    const { body } = await get('buttons')
    const search = `${path}~search`
    expect(body).toMatch(
      /<svg class="icon"[^>]*><path[^>]*\/><\/svg><span>Find <strong>it<\/strong><\/span><\/a> or/,
    )
    expect(body).toContain(
      `<a class="button secondary" href="${search}?q=two%20words" data-query="two words">`,
    )
    expect(body).toContain(
      `<a class="button primary" href="${search}" data-query=""><span>ask here</span></a>, not this</p>`,
    )
    expect(body).toContain(
      `<a class="button primary" href="${search}" data-query=""><span>Cell</span></a></td>`,
    )
  })

  it('has texts that run as their letters do, whichever way the site runs', async () => {
    const { client, get, spaces, drain } = await openReader()
    const english = page('English', '## Part\n\nWords.\n\n* one\n', { description: 'About it' })
    const arabic = page('عربي', 'كلمات\n\n<p align="right">سعر</p>\n\n| سعر |\n| --- |\n| 9.90 |\n')
    await client.post(`${spaces.guide}/content`, { changes: [english, arabic] })
    await drain()
    expect((await get('english')).body).toContain('<h1>English</h1><p class="lead">About it</p>')
    expect((await get(encodeURI('عربي'))).body).toMatch(
      /<header class="page-head turned">.*<h1 dir="auto">عربي<.*<p dir="auto">كلمات<\/p><p class="align-right" dir="auto">سعر<\/p>.*<td>9\.90<\/td>/,
    )
    await client.patch(spaces.guide, { language: 'ar' })
    await drain()
    const { body } = await get('english')
    expect(body).toContain('<h1 dir="auto">English</h1><p class="lead" dir="auto">About it</p>')
    expect(body).toMatch(/<h2 dir="auto" id="part">Part.*<p dir="auto">Words.<\/p><ul dir="ltr">/)
  })

  it('that is not there is a page that says so', async () => {
    const { get } = await openReader()
    const answer = await get('nowhere/at/all')
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['x-robots-tag']).toBe('noindex')
    expect(answer.body).toContain('role="search"')
    expect((await get('/sites/no-such-site/')).statusCode).toBe(404)
  })

  it('may have headings that are called like a part of it', async () => {
    const { get, client, spaces } = await openReader()
    const names = ['Content', 'Outline', 'Sidebar', 'Search', 'page:content', 'page:outline']
    const markdown = `${names.map((name) => `## ${name}`).join('\n\n')}`
    await client.post(`${spaces.guide}/content`, { changes: [page('Parts', markdown)] })
    const { body } = await get('parts')
    const ids = [...body.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
    expect(ids).toEqual([...new Set(ids)])
    for (const id of ['content', 'outline', 'sidebar', 'search']) expect(body).toContain(`<h2 id="${id}">`)
  })

  it('leads to a heading, in whichever letters the link is written', async () => {
    const { get, path, client, spaces } = await openReader()
    const fragments = ['%E4%B8%AD%E6%96%87', '中文', 'sec%20title', '100%-sure', '%E4%B8']
    const links = fragments.flatMap((one) => [`[over](target.md#${one})`, `[here](#${one})`])
    const card = '{% content-ref url="target.md#%E4%B8%AD%E6%96%87" %}\n[x](target.md)\n{% endcontent-ref %}'
    await client.post(`${spaces.guide}/content`, {
      changes: [page('Target', '## 中文'), page('From', `${links.join(' ')}\n\n${card}`)],
    })
    const { body } = await get('from')
    const expected = ['%E4%B8%AD%E6%96%87', '%E4%B8%AD%E6%96%87', 'sec%20title', '100%25-sure', '%25E4%25B8']
    const leads = expected.flatMap((one) => [
      `<a href="${path}target#${one}">over</a>`,
      `<a href="${path}from#${one}">here</a>`,
    ])
    expect(body).toContain(`<p>${leads.join(' ')}</p>`)
    expect(body).toContain(`<a class="page-card" href="${path}target#%E4%B8%AD%E6%96%87">`)
    expect((await get('target')).body).toContain('<h2 id="中文">')
    const text = (await get('from.md')).body
    expect(text).toContain(`[over](${HOST}${path}target.md#%E4%B8%AD%E6%96%87) [here](#%E4%B8%AD%E6%96%87)`)
  })

  it('leads to anchors that are written in a text', async () => {
    const { get, path, client, spaces } = await openReader()
    const text = 'Words <a id="here"></a>and <a name="page:content"></a>more.\n\n<h3 id="there">There</h3>'
    await client.post(`${spaces.guide}/content`, {
      changes: [page('Target', text), page('From', '[a](target.md#here) [b](target.md#there)')],
    })
    const { body } = await get('from')
    expect(body).toContain(`<a href="${path}target#here">a</a> <a href="${path}target#there">b</a>`)
    const target = (await get('target')).body
    expect(target).toContain('<p>Words <span id="here"></span>and more.</p><h3 id="there">There</h3>')
    expect(target.match(/ id="page:content"/g)).toHaveLength(1)
  })

  it('leads to addresses as a whole, whatever signs are in them', async () => {
    const { get, client, spaces } = await openReader()
    const address = 'https://example.org/tree/main/__tests__/x.ts'
    await client.post(`${spaces.guide}/content`, { changes: [page('Bare', `See ${address}.`)] })
    expect((await get('bare')).body).toContain(
      `<p>See <a href="${address}" rel="noopener">${address}</a>.</p>`,
    )
    const { markdown } = await client.get(`${spaces.guide}/content/path/bare?format=markdown`)
    expect(markdown).toContain(`See ${address}.`)
  })

  it('is not where no text of the database can lead', async () => {
    const { get, client, spaces, base } = await openReader()
    for (const path of ['%00', 'second%00.md', 'second/%00', '/sites/%00/'])
      expect((await get(path)).statusCode, path).toBe(404)
    const url = encodeURIComponent(`${HOST}${spaces.guide.replace('/v1/spaces', '/s')}/second%00`)
    await client.get(`/v1/urls/content?url=${url}`, 404)
    await client.get(`/v1/urls/published?url=${encodeURIComponent(`${base}second%00`)}`)
  })

  it('that a repository lists and does not have is named in the tree, and no link', async () => {
    const { get, services, spaces, client } = await openReader()
    const link = (title: string, url: string) => ({ operation: 'insert_page', type: 'link', title, url })
    await client.post(`${spaces.guide}/content`, {
      changes: [link('Missing', 'https://example.org/'), link('Here', '/v1')],
    })
    const { pages } = await client.get(`${spaces.guide}/content/pages`)
    const { id } = pages.find(({ title }: { title: string }) => title === 'Missing')
    await changeAsImport(services, spaces.guide.split('/').at(-1) ?? '', async (draft, { view }) => {
      const record = await findPage(view, id)
      if (record) draft.putPage(id, { ...record, target: { kind: 'url', url: 'api/missing.md' } })
    })
    const { body } = await get('second')
    expect(body).toContain('<span>Missing</span>')
    expect(body).not.toContain('missing.md')
    expect(body).toContain('href="/v1"')
  })

  it('may be called like the space that is seen first', async () => {
    const { get, resolve, client, spaces } = await openReader()
    const changes = [
      page('Guide', 'The page guide.', { ref: 'guide' }),
      page('Install', 'The page install.', { into: 'guide' }),
    ]
    await client.post(`${spaces.guide}/content`, { changes })
    expect((await get('guide')).body).toContain('The page guide.')
    expect((await get('guide/install')).body).toContain('The page install.')
    expect((await resolve('guide/install')).pathname).toBe('/guide/install')
    // With the name of the space before it, as an address may have it.
    expect((await get('guide/second')).body).toContain('More openword.')
    expect((await resolve('guide/second')).pathname).toBe('/second')
  })

  it('that was renamed is found at its old address', async () => {
    const { get, path, client, spaces, drain } = await openReader()
    const { pages } = await client.get(`${spaces.guide}/content/pages`)
    const second = pages.find(({ title }: { title: string }) => title === 'Second')
    const changes = [{ operation: 'update_page', page: second.id, slug: 'other' }]
    await client.post(`${spaces.guide}/content`, { changes })
    await drain()
    const answer = await get('second')
    expect([answer.statusCode, answer.headers.location]).toEqual([301, `${path}other`])
  })
})

describe('a file of a site', () => {
  it('has an address that stays, for those who may read the site', async () => {
    const { get, client, spaces, url, path } = await openReader()
    const file = { name: 'note.txt', ref: 'note', contentType: 'text/plain', base64: 'aGVsbG8=' }
    const changes = [
      { operation: 'insert_files', files: [file] },
      page('Files', '{% file src="note" %}', { slug: 'files' }),
    ]
    await client.post(`${spaces.guide}/content`, { changes })
    const { body } = await get('files')
    const [, address = ''] = /href="([^"]+~files[^"]+)"/.exec(body) ?? []
    const answer = await get(address)
    expect([answer.statusCode, answer.body]).toEqual([200, 'hello'])
    expect(answer.headers['cache-control']).toContain('immutable')
    const forged = address.replace(
      /\.([\w-]{22})\//,
      (_, signature) => `.${[...signature].reverse().join('')}/`,
    )
    expect((await get(forged)).statusCode).toBe(404)
    await client.patch(url, { visibility: 'visitor-auth' })
    expect((await get(address)).statusCode).not.toBe(200)
    expect(path).toBeTruthy()
  })

  it('is there for those to whom a page, a part of one or its cover shows it', async () => {
    const { get, names, signIn } = await openFiles()
    const cookie = `quire_visitor=${await signIn({ isBeta: true })}`
    const seen = await names({ cookie })
    expect([...seen.keys()].sort()).toEqual(FILES.toSorted())
    expect([...(await names()).keys()].sort()).toEqual(
      FILES.filter((name) => !/^(page|part|shared-part|link)\./.test(name)).sort(),
    )
    for (const [name, address] of seen) {
      expect((await get(address, { cookie })).statusCode, name).toBe(200)
      const isForSome = /^(page|part|shared-part|link)\./.test(name)
      expect((await get(address)).statusCode, name).toBe(isForSome ? 404 : 200)
    }
  })

  it('goes with the last page that shows it, and comes back with the next', async () => {
    const { get, names, showNothing, write } = await openFiles()
    const address = (await names()).get('open.png') ?? ''
    expect((await get(address)).statusCode).toBe(200)
    await showNothing()
    expect((await get(address)).statusCode).toBe(404)
    await write(page('Again', '![](open.png)'))
    expect((await get(address)).statusCode).toBe(200)
  })

  it('stays where all see the same: whoever has its address may have the file', async () => {
    const { get, client, url, names, showNothing } = await openFiles()
    await client.patch(url, { adaptiveContent: { enabled: false } })
    const address = (await names()).get('open.png') ?? ''
    await showNothing()
    expect((await get(address)).statusCode).toBe(200)
  })

  it('that only the look of the site names is there as long as it does', async () => {
    const { get, client, url, names, base, showNothing } = await openFiles()
    const address = (await names()).get('open.png') ?? ''
    await showNothing()
    const look = await client.get(`${url}/customization`)
    const light = new URL(address, base).href
    const withLogo = { ...look, header: { ...look.header, logo: { light, dark: light } } }
    await client.put(`${url}/customization`, withLogo)
    expect((await get(address)).statusCode).toBe(200)
    await client.put(`${url}/customization`, look)
    expect((await get(address)).statusCode).toBe(404)
  })

  it('costs no question to the database once others were asked for', async () => {
    const { get, names } = await openFiles()
    const addresses = [...(await names()).values()]
    for (const address of addresses) await get(address)
    const query = vi.spyOn(pg.Client.prototype, 'query')
    for (const address of addresses) expect((await get(address)).statusCode).toBe(200)
    expect(query).not.toHaveBeenCalled()
  })
})

describe('a reader', () => {
  it('who follows a share link is remembered for this site alone', async () => {
    const { client, url, get, visit, path } = await openReader('share-link')
    const refused = await get('')
    expect(refused.statusCode).toBe(403)
    expect(refused.body).not.toContain('openword')
    expect(refused.headers['cache-control']).toBe('private, no-store')
    const { urls } = await client.post(`${url}/share-links`, { name: 'For friends' }, 201)
    const link = urls.published.slice(HOST.length)
    const { first, answer, location } = await visit(`${link}second`)
    const cookie = String(first.headers['set-cookie'])
    expect(cookie).toContain('HttpOnly')
    expect(cookie).toContain(`Path=${path.slice(0, -1)}`)
    expect(location).toBe(`${path}second`)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('More openword.')
    expect(answer.headers['cache-control']).toBe('private, no-store')
  })

  it('leaves no key of theirs in the log', async () => {
    const lines: string[] = []
    const log = openLog('info', { write: (line) => void lines.push(line) })
    const { app } = await buildTestServices({ log })
    const key = 'k'.repeat(32)
    await app.inject({ url: `/sites/docs/${key}/second?jwt_token=${key}` })
    expect(lines.join('')).toContain('/sites/docs/***/second')
    expect(lines.join('')).not.toContain(key)
  })

  it('is let out when the share link is taken back', async () => {
    const { client, url, get, visit } = await openReader('share-link')
    const { id, urls } = await client.post(`${url}/share-links`, { name: 'For friends' }, 201)
    const { cookie, answer } = await visit(urls.published.slice(HOST.length))
    expect(answer.statusCode).toBe(200)
    await client.delete(`${url}/share-links/${id}`, 205)
    expect((await get('', { cookie })).statusCode).toBe(403)
  })

  it('who signs in sees what is for them, and others do not', async () => {
    const { client, url, path, get, visit, signIn } = await openReader('visitor-auth')
    expect((await get('')).statusCode).toBe(401)
    const token = await signIn({ isBeta: true })
    const { first, answer, location } = await visit(`?jwt_token=${token}`)
    expect(location).not.toContain('jwt_token')
    expect(String(first.headers['set-cookie'])).toMatch(/HttpOnly.*Expires=/)
    expect(answer.body).toContain('canaryblock')
    expect(answer.body).toContain('Beta')
    const other = await visit(`?jwt_token=${await signIn({ isBeta: false })}`)
    expect(other.answer.statusCode).toBe(200)
    expect(other.answer.body).not.toMatch(/canary|Beta/)
    await client.patch(`${url}/publishing/auth`, {
      backend: 'custom',
      fallbackURL: 'https://login.example.org/in',
    })
    const sent = await get('second?x=1')
    expect(sent.statusCode).toBe(302)
    const to = new URL(String(sent.headers.location))
    expect([to.host, to.searchParams.get('location')]).toEqual(['login.example.org', '/second?x=1'])
    // A token that is not good does not come back with the next one.
    const again = await get('second?x=1&jwt_token=outdated')
    expect(new URL(String(again.headers.location)).searchParams.get('location')).toBe('/second?x=1')
    // As others put it behind the address of the site, with a slash on both sides.
    const back = await visit(`${path}/second?x=1&jwt_token=${token}`)
    expect(back.location).toBe(`${path}second?x=1`)
    expect(back.answer.statusCode).toBe(200)
  })

  it('is remembered by what the address says of them, for the visit', async () => {
    const { get, visit, path } = await openClaims()
    const { first, cookie, location, answer } = await visit('second?x=1&visitor.plan=pro')
    expect(location).toBe(`${path}second?x=1`)
    expect(first.headers['set-cookie']).toEqual([
      `quire_claims=plan=pro; Path=${path.slice(0, -1)}; HttpOnly; SameSite=Lax`,
    ])
    expect(answer.headers).toMatchObject({
      'cache-control': 'private, no-store',
      vary: 'cookie, accept-encoding',
    })
    expect(await shown(get, cookie)).toEqual(['pro'])
    // Said once more, there is nothing to remember.
    expect((await get('claims?visitor.plan=pro', { cookie })).statusCode).toBe(200)
    expect(await shown(get)).toEqual([])
    // One claim after the other.
    const more = await visit('claims?visitor.beta=true', cookie)
    expect(await shown(get, more.cookie)).toEqual(['pro', 'beta'])
    const changed = await visit('claims?visitor.plan=free', more.cookie)
    expect(await shown(get, changed.cookie)).toEqual(['free', 'beta'])
    const taken = await visit('claims?visitor.plan=', changed.cookie)
    expect(await shown(get, taken.cookie)).toEqual(['beta'])
    const none = await visit('claims?visitor.beta=', taken.cookie)
    expect(String(none.first.headers['set-cookie'])).toContain('Expires=Thu, 01 Jan 1970')
    expect(await shown(get, none.cookie)).toEqual([])
  })

  it('proves nothing by what the address says of them', async () => {
    const { get, visit, signIn } = await openClaims()
    // Neither where a signed claim is looked for, nor over one that a token has.
    for (const said of ['visitor.isBeta=true', 'visitor.unsigned=pro', 'visitor.__proto__=pro'])
      expect(await get(`claims?${said}`), said).toMatchObject({ statusCode: 200, headers: NO_COOKIE })
    const cookie = 'quire_claims=isBeta=true&plan=pro&__proto__=x'
    expect(await shown(get, cookie)).toEqual(['pro'])
    const token = await signIn({ unsigned: { plan: 'free' } })
    expect(await shown(get, `quire_visitor=${token}; quire_claims=plan=pro`)).toEqual(['free'])
    expect((await visit('claims?visitor.plan=pro', `quire_visitor=${token}`)).answer.statusCode).toBe(200)
  })

  it('is remembered by no more than a cookie holds, and not at all where no condition asks', async () => {
    const { get, client, url } = await openClaims()
    const long = await get(`claims?visitor.beta=true&visitor.plan=${'x'.repeat(3_000)}`)
    expect(long).toMatchObject({ statusCode: 200, headers: NO_COOKIE })
    expect(await shown(get, `quire_claims=plan=pro&beta=${'x'.repeat(3_000)}`)).toEqual([])
    await client.patch(url, { adaptiveContent: { enabled: false } })
    const open = await get('claims?visitor.plan=pro')
    expect(open).toMatchObject({ statusCode: 200, headers: NO_COOKIE })
    expect(open.headers['cache-control']).toBe('public, no-cache')
  })

  it('may be a program, to which each address says it anew', async () => {
    const { get } = await openClaims()
    for (const address of ['claims.md', '~search.json?q=canarypro', 'llms.txt']) {
      const answer = await get(`${address}${address.includes('?') ? '&' : '?'}visitor.plan=pro`)
      expect(answer, address).toMatchObject({ statusCode: 200, headers: NO_COOKIE })
    }
    expect((await get('claims.md?visitor.plan=pro')).body).toContain('canarypro')
    expect((await get('claims.md')).body).not.toContain('canarypro')
  })

  it('is sent nowhere else, whatever the path looks like', async () => {
    const { app, client, url, site, signIn } = await openReader('visitor-auth')
    const host = `docs-${site.id}.example.org`
    await client.patch(url, { hostname: host })
    const token = await signIn({})
    // As bytes on the wire: anything that reads addresses would take the first part for a host.
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const path = `//other.example/?jwt_token=${token}`
    const sent = request({ host: '127.0.0.1', port, path, headers: { host } }).end()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    answer.resume()
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/other.example/'])
  })

  it('may search as often as others may ask', async () => {
    const { app } = await buildTestServices({ rateLimit: 2 })
    const search = async () => (await app.inject({ url: '/sites/docs/~search.json?q=a' })).statusCode
    expect([await search(), await search(), await search()]).toEqual([404, 404, 429])
  })

  it('finds what they may read', async () => {
    const { get } = await openReader()
    const found = (await get('~search.json?q=openword')).json()
    expect(found.pages.map(({ title }: { title: string }) => title).sort()).toEqual(['Home', 'Second'])
    const [first] = found.pages
    expect((await get(first.href)).statusCode).toBe(200)
    expect((await get('~search.json?q=canarypage')).json()).toEqual({ pages: [] })
    expect((await get('~search?q=openword')).body).toContain('Second')
  })

  it('finds the headings of what is included where they are on the page', async () => {
    const { get, path, services, client, spaces, drain } = await openReader()
    const shared = `{% tabs %}
{% tab title="Linux" %}
One
{% endtab %}
{% endtabs %}

<details>
<summary>\`Windows\`</summary>

**Two**

</details>

### Linux

Wagtail

### Windows

Lapwing`
    await addReusable(services, spaces.guide.split('/').at(-1) ?? '', shared)
    const include = '{% include ".gitbook/includes/note.md" %}'
    const text = `## Linux\n\n${include}\n\n## Windows\n\n${include}`
    await client.post(`${spaces.guide}/content`, { changes: [page('Systems', text)] })
    await drain()
    const { body } = await get('systems')
    const ids = (title: string) =>
      Array.from(body.matchAll(/<h3 id="([^"]*)">(\w+)/g)).flatMap(([, id, words]) =>
        words === title ? [`${path}systems#${id}`] : [],
      )
    const found = async (word: string) => (await get(`~search.json?q=${word}`)).json().pages[0].sections
    const hrefs = async (word: string) => (await found(word)).map(({ href }: Answer) => href).toSorted()
    expect(ids('Linux')).toHaveLength(2)
    expect(await hrefs('wagtail')).toEqual(ids('Linux'))
    expect(await hrefs('lapwing')).toEqual(ids('Windows'))
  })

  it('meets nothing that is not for them, at any address', async () => {
    const { get, base } = await openReader()
    const seen = new Set<string>()
    const left = [
      '',
      'beta',
      'beta.md',
      'home.md',
      'beta/start',
      '~search?q=canarypage',
      '~search.json?q=canary',
      'nowhere',
    ]
    const texts: string[] = []
    for (let at = left.shift(); at !== undefined && seen.size < 200; at = left.shift()) {
      if (seen.has(at)) continue
      seen.add(at)
      const answer = await get(at)
      texts.push(answer.body, JSON.stringify(answer.headers))
      for (const [, href = ''] of answer.body.matchAll(/(?:href|src|data-branch)="([^"#]+)/g))
        if (href.startsWith('/sites/')) left.push(href)
    }
    expect(seen.size).toBeGreaterThan(10)
    expect(
      texts
        .join('\n')
        .replaceAll('canarypage</', '')
        .replaceAll(/q=canary\w*|value="canary\w*"|“canary\w*”/g, ''),
    ).not.toMatch(/canary/)
    expect(base).toBeTruthy()
  })
})

describe('a condition in the middle of a text', () => {
  const IF = '{% if visitor.claims.isBeta %}'
  const TEXT = `Openword.${IF} Canaryparagraph{% endif %}

## Open ${IF}canaryheading{% endif %}

- ${IF}canaryitem{% endif %}
- Open item

| Cells |
| ----- |
| ${IF}canarycell{% endif %} |

${IF} canarybegun
{% endif %}

${IF}
canaryended
{% endif %} Open again.

{%- if visitor.claims.isBeta -%}
canarydashes
{%- endif -%}

Open to the end. ${IF} canaryopen

## Canaryrest

More canaryrest.
`
  const WORDS = ['paragraph', 'heading', 'item', 'cell', 'begun', 'ended', 'dashes', 'open', 'rest']
  const OPEN = ['Openword.', 'Open item', 'Open again.', 'Open to the end.']

  async function openConditions() {
    const opened = await openReader()
    const { client, spaces, drain } = opened
    await client.post(`${spaces.guide}/content`, { changes: [page('Conditions', TEXT)] })
    await drain()
    return opened
  }

  it('hides from others what it hides, however it is written, and its tags from everybody', async () => {
    const { get, visit, signIn } = await openConditions()
    const { cookie } = await visit(`conditions?jwt_token=${await signIn({ isBeta: true })}`)
    for (const where of ['conditions', 'conditions.md', 'llms-full.txt']) {
      const { body } = await get(where)
      for (const words of OPEN) expect(body).toContain(words)
      expect(body).not.toMatch(/canary|\{%|isBeta/i)
      if (where === 'llms-full.txt') continue
      const { body: beta } = await get(where, { cookie })
      for (const words of [...OPEN, ...WORDS.map((word) => `anary${word}`)]) expect(beta).toContain(words)
      expect(beta).not.toMatch(/\{%|isBeta/)
    }
  })

  it('hides definitions and footnotes, and what begins in a string that a document keeps', async () => {
    const text = `Openword[^n]. Openlink\\<!-- here.${IF} Canarysigns{% endif %} -->

${IF}
Download from [here][beta], or [that][file].

[beta]: https://downloads.example.com/canarytarget "Canarytitle"
[file]: .gitbook/assets/canary.pdf
[^n]: Canarynote
{% endif %}

| Openhead | ${IF}Cost | Canaryhead{% endif %} |
| --- | --- | --- |
| a | b | c |

![A picture ${IF}](https://example.com/a.png) Canarybehind {% endif %}

{% embed url="https://example.com/" %}
A caption ${IF}
{% endembed %}

Canarycaption

{% endif %}

Openend.
`
    const { client, drain, get, signIn, spaces, visit } = await openReader()
    const file = { name: 'canary.pdf', base64: 'eA==', contentType: 'application/pdf' }
    await client.post(`${spaces.guide}/content`, {
      changes: [{ operation: 'insert_files', files: [file] }, page('Kept', text)],
    })
    await drain()
    const jwtToken = await signIn({ isBeta: true })
    const { cookie } = await visit(`kept?jwt_token=${jwtToken}`)
    for (const where of ['kept', 'kept.md', 'llms-full.txt']) {
      const { body } = await get(where)
      for (const word of ['Openword', 'Openhead', 'Openend']) expect(body).toContain(word)
      expect(body).not.toMatch(/canary(?!page)|\{%\s*(?:end)?if|isBeta/i)
      if (where === 'llms-full.txt') continue
      const { body: beta } = await get(where, { cookie })
      for (const word of ['signs', 'target', 'note', 'head', 'behind', 'caption'])
        expect(beta).toContain(`anary${word}`)
    }
  })

  it('hides it from who searches', async () => {
    const { get, visit, signIn } = await openConditions()
    const { cookie } = await visit(`conditions?jwt_token=${await signIn({ isBeta: true })}`)
    const found = async (word: string, headers = {}) =>
      (await get(`~search.json?q=${word}`, headers)).json().pages
    for (const word of WORDS) {
      expect(await found(`canary${word}`)).toEqual([])
      expect(await found(`canary${word}`, { cookie })).toHaveLength(1)
    }
    const open = await found('openword')
    expect(open).toHaveLength(3)
    expect(JSON.stringify([open, await found('item')])).not.toMatch(/canary|\{%/i)
  })

  it('hides it from who searches where it is included, and what is included behind it', async () => {
    const { get, visit, signIn, services, client, spaces, drain } = await openReader()
    const shared = `Openword of <code class="expression">space.vars.product</code>.

Hello <code class="expression">visitor.claims.isBeta ? 'canaryvalue' : 'stranger'</code>.${IF} Canaryshared{% endif %}`
    const include = '{% include ".gitbook/includes/note.md" %}'
    await addReusable(services, spaces.guide.split('/').at(-1) ?? '', shared, { product: 'Avocet' })
    const changes = [
      page('Sharing', include, { description: 'About godwits.' }),
      page('Perhaps', `## Perhaps\n\n${IF}\n${include}\n{% endif %}`),
    ]
    await client.post(`${spaces.guide}/content`, { changes })
    await drain()
    const { cookie } = await visit(`sharing?jwt_token=${await signIn({ isBeta: true })}`)
    const found = async (word: string, headers = {}) =>
      (await get(`~search.json?q=${word}`, headers)).json().pages.map(({ title }: Answer) => title)
    expect(await found('avocet')).toEqual(['Sharing'])
    expect((await found('avocet', { cookie })).toSorted()).toEqual(['Perhaps', 'Sharing'])
    expect(await found('canaryshared')).toEqual([])
    expect((await found('canaryshared', { cookie })).toSorted()).toEqual(['Perhaps', 'Sharing'])
    for (const word of ['canaryvalue', 'stranger']) expect(await found(word, { cookie })).toEqual([])
    expect(await found('godwits')).toEqual(['Sharing'])
    const open = (await get('~search.json?q=avocet')).body
    expect(open).toContain('Openword of Avocet. Hello stranger.')
    expect(open).not.toMatch(/canary|\{%/i)
  })

  it('hides it from who searches when it was taken out, until the index has followed', async () => {
    const { get, services, client, spaces, drain, tick } = await openReader()
    const guide = spaces.guide.split('/').at(-1) ?? ''
    const secret = (word: string) => `Openword.${IF} Canary${word}{% endif %} godwit.`
    const shared = await addReusable(services, guide, secret('shared'))
    const changes = [
      page('Sharing', '{% include ".gitbook/includes/note.md" %}'),
      page('Own', secret('own')),
      page('Emptied', secret('emptied')),
      page('Canarytitle', 'Words.', { condition: 'visitor.claims.isBeta' }),
      page('Still', 'A still avocet.'),
    ]
    await client.post(`${spaces.guide}/content`, { changes })
    await drain()
    const { pages } = await client.get(`${spaces.guide}/content/pages`)
    const idOf = (title: string) => pages.find((one: Answer) => one.title === title).id
    await client.post(`${spaces.guide}/content`, {
      changes: [
        {
          operation: 'update_page',
          page: idOf('Own'),
          document: { markdown: 'Openword.\n\n## Birds\n\nA godwit.' },
        },
        { operation: 'update_page', page: idOf('Emptied'), document: { markdown: '' } },
        { operation: 'update_page', page: idOf('Canarytitle'), title: 'Titled', condition: '' },
      ],
    })
    await changeReusable(services, guide, shared, 'Openword and godwit.')
    // Nobody waits for an index that is behind for so long.
    tick(1)
    const found = async (word: string) => (await get(`~search.json?q=${word}`)).json().pages
    for (const word of ['canaryshared', 'canaryown', 'canaryemptied', 'canarytitle', 'canary'])
      expect(await found(word)).toEqual([])
    const godwits = await found('godwit')
    expect(godwits.map(({ title }: Answer) => title).toSorted()).toEqual(['Own', 'Sharing'])
    expect(JSON.stringify([godwits, await found('openword')])).not.toMatch(/canary/i)
    // Where the page says it now.
    expect(JSON.stringify(godwits)).toContain('own#birds')
    expect(await found('avocet')).toMatchObject([{ sections: [{ snippet: 'A still avocet.' }] }])
  })

  it('hides no heading of what is included behind it, though both have the same name', async () => {
    const { get, visit, signIn, services, client, spaces, drain } = await openReader()
    const guide = spaces.guide.split('/').at(-1) ?? ''
    const include = (name: string) => `{% include ".gitbook/includes/${name}.md" %}`
    await addReusable(services, guide, '## Shared\n\nA canary.')
    await changeAsImport(services, guide, async (draft, { nodes, newId }) => {
      const [id, path] = [newId(), '.gitbook/includes/second.md']
      const body = nodes.putText('## Shared\n\nAn avocet.')
      draft.putReusable(id, { id, title: 'Second', body, git: { oid: '0'.repeat(40), path } })
      draft.putPath(path, { id: path, reusable: id })
    })
    const changes = [page('Both', `${IF}\n${include('note')}\n{% endif %}\n\n${include('second')}`)]
    await client.post(`${spaces.guide}/content`, { changes })
    await drain()
    const { cookie } = await visit(`both?jwt_token=${await signIn({ isBeta: true })}`)
    const found = async (word: string, headers = {}): Promise<string[]> =>
      (await get(`~search.json?q=${word}`, headers))
        .json()
        .pages.flatMap(({ sections }: Answer) => sections.map(({ href }: Answer) => href.split('/').at(-1)))
    expect(await found('avocet')).toEqual(['both#shared'])
    expect(await found('avocet', { cookie })).toEqual(['both#shared-1'])
    // Each section once, whatever else the index has of such a name.
    expect(await found('shared')).toEqual(['both#shared'])
    expect((await found('shared', { cookie })).toSorted()).toEqual(['both#shared', 'both#shared-1'])
    expect(await found('canary')).toEqual([])
    expect((await get('both')).body).toContain('id="shared"')
  })

  it('is written as it stands for whoever edits it', async () => {
    const { client, spaces } = await openConditions()
    const { markdown } = await client.get(`${spaces.guide}/content/path/conditions?format=markdown`)
    expect(markdown).toBe(TEXT)
  })
})

describe('a host name of its own', () => {
  it('is the site from the first path on', async () => {
    const { get, client, url, site } = await openReader()
    const host = `docs-${site.id}.example.org`
    await client.patch(url, { hostname: host })
    const answer = await get('/second', { host })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('More openword.')
    expect(answer.body).toContain('href="/second"')
    expect((await get('/', { host, accept: 'text/html' })).body).toContain('openword')
    expect(answer.body).toContain(`<link rel="canonical" href="https://${host}/second">`)
    const api = await get('/v1/user', { host })
    expect([api.statusCode, api.headers['content-type']], api.body).toEqual([
      404,
      expect.stringContaining('text/html'),
    ])
    const [, asset = ''] = /src="([^"]+\/site\.js)"/.exec(answer.body) ?? []
    expect((await get(asset, { host })).statusCode).toBe(200)
    expect((await get('/v1/user', { host: 'other.example.org' })).statusCode).toBe(401)
  })
})

describe('where no site is', () => {
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'

  it('browsers get a page that says so, with nothing of what there is', async () => {
    const { get, client, url, path } = await openReader()
    const page = await get('/sites/no-such-site/', { accept })
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(page.body).toContain('There is no site at this address')
    const unreadable = await get('%ff', { accept })
    expect([unreadable.statusCode, unreadable.headers['content-type']]).toEqual([
      400,
      'text/html; charset=utf-8',
    ])
    expect(unreadable.body).toContain('There is no site at this address')
    await client.post(`${url}/unpublish`)
    for (const address of [
      path,
      `${path}second`,
      `${path}second.md`,
      '/sites/',
      '/sites',
      `/sites/${'x'.repeat(600)}`,
    ])
      expect(await get(address, { accept }), address).toMatchObject({ statusCode: 404, body: page.body })
  })

  it('unreadable addresses of what is not published lead browsers to that page, and programs to an error', async () => {
    const { get } = await openReader()
    const { body } = await get('%ff', { accept })
    for (const address of ['/o/%ff', '/o/~/s/%ff', '/s/%ff', '/c/%ff', '/preview/%ff']) {
      expect(await get(address, { accept }), address).toMatchObject({ statusCode: 400, body })
      expect((await get(address)).json().error.code, address).toBe(400)
    }
    expect((await get('/v1/spaces/%ff', { accept })).json().error.code).toBe(400)
  })

  it('the page is as safe as those of sites, and has its looks', async () => {
    const { get } = await openReader()
    const safe = async (where: string) => {
      const { headers, body } = await get(where, { accept })
      for (const [, asset = ''] of body.matchAll(/(?:src|href)="([^"]+\/~assets\/[^"]+)"/g))
        expect((await get(asset)).statusCode, asset).toBe(200)
      expect(body).toContain('/~assets/')
      const policy = String(headers['content-security-policy']).replaceAll(/ 'sha256-[^']+'/g, '')
      const {
        'referrer-policy': referrer,
        'x-content-type-options': sniffed,
        'x-robots-tag': robots,
      } = headers
      return { policy, referrer, sniffed, robots }
    }
    const ofSite = await safe('nowhere/at/all')
    expect(ofSite).toMatchObject({ sniffed: 'nosniff', robots: 'noindex' })
    expect(await safe('/sites/no-such-site/')).toEqual(ofSite)
    expect(await safe('%ff')).toEqual(ofSite)
  })

  it('programs are told as everywhere', async () => {
    const { get } = await openReader()
    for (const accepted of ['', '*/*', 'application/json']) {
      const headers = { accept: accepted }
      const missing = await get('/sites/no-such-site/', headers)
      expect([missing.statusCode, missing.json().error.code]).toEqual([404, 404])
      const unreadable = await get('%ff', headers)
      expect([unreadable.statusCode, unreadable.json().error.code]).toEqual([400, 400])
    }
    const elsewhere = await get('/no-such-path', { accept: '*/*' })
    expect(elsewhere.json().error.code).toBe(404)
  })

  it('people who mistype an address get a page, wherever it leads', async () => {
    const { get } = await openReader()
    const missing = await get('/no-such-path', { accept })
    expect([missing.statusCode, missing.body]).toEqual([
      404,
      expect.stringContaining('nothing at this address'),
    ])
    expect((await get('/v1/no-such-path', { accept })).json().error.code).toBe(404)
  })

  it('a host name that leads here leads browsers to that page too, and not to the reference of the API', async () => {
    const { get, client, url, site } = await openReader()
    const host = `docs-${site.id}.example.org`
    await client.patch(url, { hostname: host })
    await client.post(`${url}/unpublish`)
    const { body } = await get('/sites/no-such-site/', { accept })
    for (const name of [host, 'nobody.example.org'])
      for (const address of ['/', '/guide/intro'])
        expect(await get(address, { accept, host: name })).toMatchObject({ statusCode: 404, body })
    // Our own, by whichever way it is reached.
    for (const name of ['quire.test', 'localhost', '127.0.0.1:4000'])
      expect((await get('/', { accept, host: name })).headers.location, name).toMatch(
        /^(\/o$|http.*\/sites\/)/,
      )
    expect((await get('/', { host })).headers.location).toBe('/docs')
    expect((await get('/v1/user', { accept, host })).statusCode).toBe(401)
    expect((await get('/docs', { accept, host })).statusCode).toBe(200)
  })

  it('any name may be that of a server that was told none', async () => {
    const { services } = await openReader()
    const nameless = { ...services, links: linksFrom('http://127.0.0.1:4000') }
    const app = await buildApp(nameless, { trustProxy: false })
    const headers = { accept, host: 'nobody.example.org' }
    expect((await app.inject({ url: '/', headers })).headers.location).toMatch(/^(\/o$|http.*\/sites\/)/)
    expect((await app.inject({ url: '/sites/no-such-site/', headers })).body).toContain('There is no site')
    await app.close()
  })
})
