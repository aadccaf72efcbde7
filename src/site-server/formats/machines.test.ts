// What programs read of a site. Everything that they must not learn has a canary in it.
import { describe, expect, it } from 'vitest'
import { readXml } from '../../../test/measures/xml.ts'
import { page } from '../../../test/pages.ts'
import { openPublished } from '../../../test/published-site.ts'
import { addReusable, changeAsImport } from '../../../test/reusables.ts'
import { findPage } from '../../engines/content/nodes/revision.ts'
import type { ContentRef } from '../../engines/content/records.ts'

const HOST = 'http://quire.test'

async function openMachines(visibility = 'public') {
  const opened = await openPublished(visibility)
  const { app, base, client, spaces } = opened
  const path = base.slice(HOST.length)
  const get = (where: string, headers: Record<string, string> = {}) =>
    app.inject({ url: where.startsWith('/') ? where : path + where, headers })
  await client.post(`${spaces.guide}/content`, {
    changes: [
      page('Hidden', 'The canaryhidden.', { hidden: true }),
      page('Unsaid', 'The canaryunsaid.', { noIndex: true, description: 'canaryunsaid' }),
      page('Below the beta', 'canarybelow', { condition: 'visitor.claims.isBeta' }),
      page('Outsiders', 'The canaryoutsider.', { condition: '!visitor.claims.isBeta' }),
      page('Open & <hostile>', 'Text.', { slug: 'hostile', description: 'Says "this" & <that>' }),
    ],
  })
  const draft = await client.post(`${spaces.guide}/change-requests`, { subject: 'canarysubject' }, 201)
  await client.post(`${spaces.guide}/change-requests/${draft.id}/content`, {
    changes: [page('Draft canarydraft', 'canarydraft')],
  })
  await opened.drain()
  return { ...opened, path, get }
}

const CANARIES = /canary|Beta|Hidden|Unsaid|Secret|Outsiders/i

describe('feeds of a site', () => {
  it('tell the newest changes of what everybody may read', async () => {
    const { get, base } = await openMachines()
    for (const [kind, item, date] of [
      ['rss', 'item', 'pubDate'],
      ['atom', 'entry', 'updated'],
    ] as const) {
      const answer = await get(`${kind}.xml`)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toBe(`application/${kind}+xml; charset=utf-8`)
      const { texts } = readXml(answer.body)
      expect(texts(item)).toHaveLength(3)
      expect(texts('title').sort()).toEqual(['Docs', 'Home', 'Open & <hostile>', 'Second'])
      expect(answer.body).toContain(`${base}hostile`)
      expect(answer.body).toContain('Says &quot;this&quot; &amp; &lt;that&gt;')
      expect(texts(date).length).toBeGreaterThan(2)
      expect(answer.body).not.toMatch(CANARIES)
    }
  })

  it('begin with what changed last, and are read anew after it did', async () => {
    const { get, client, spaces } = await openMachines()
    const first = await get('rss.xml')
    const again = await get('rss.xml', { 'if-none-match': String(first.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const { pages } = await client.get(`${spaces.guide}/content/pages`)
    const second = pages.find(({ title }: { title: string }) => title === 'Second')
    const changes = [{ operation: 'update_page', page: second.id, document: { markdown: 'Fresh.' } }]
    await client.post(`${spaces.guide}/content`, { changes })
    const fresh = await get('rss.xml', { 'if-none-match': String(first.headers.etag) })
    expect(fresh.statusCode).toBe(200)
    expect(readXml(fresh.body).texts('title')[1]).toBe('Second')
  })

  it('have fifty entries at most', async () => {
    const { get, client, spaces } = await openMachines()
    const changes = Array.from({ length: 50 }, (_, number) => page(`Page ${number}`))
    await client.post(`${spaces.guide}/content`, { changes })
    expect(readXml((await get('rss.xml')).body).texts('item')).toHaveLength(50)
  })

  it('of a page tell what it announces', async () => {
    const { get, client, spaces, base } = await openMachines()
    const news = `{% updates format="full" %}
{% update date="2026-01-31" tags="new" %}
## Quiet hours

Nobody is called.

{% if visitor.claims.isBeta %}
The canaryupdate.
{% endif %}
{% endupdate %}

{% update date="2026-03-01" %}
## Louder hours
{% endupdate %}
{% endupdates %}
`
    const changes = [
      page('News', news),
      page('Secret news', news, { condition: 'visitor.claims.isBeta' }),
      page('Hidden news', news, { hidden: true }),
    ]
    await client.post(`${spaces.guide}/content`, { changes })
    const answer = await get('news/rss.xml')
    expect(answer.headers['content-type']).toContain('application/rss+xml')
    const { texts } = readXml(answer.body)
    expect(texts('title')).toEqual(['News | Docs', 'Louder hours', 'Quiet hours'])
    expect(texts('category')).toEqual(['new'])
    expect(texts('link')[2]).toBe(`${base}news#quiet-hours`)
    expect(answer.body).toContain('Nobody is called.')
    expect(answer.body).not.toMatch(/canary/)
    readXml((await get('news/atom.xml')).body)
    for (const path of ['second', 'secret-news', 'hidden-news', 'nowhere', 'beta'])
      expect((await get(`${path}/rss.xml`)).statusCode, path).toBe(404)
    const head = (await get('news')).body
    expect(head).toContain(`type="application/rss+xml" title="News" href="${base}news/rss.xml"`)
    expect(head).toContain(`type="application/atom+xml" title="Docs" href="${base}atom.xml"`)
    expect((await get('second')).body).not.toContain('second/rss.xml')
  })

  it('of a site that is not public are for those who may read it', async () => {
    const { get, signIn } = await openMachines('visitor-auth')
    for (const path of ['rss.xml', 'atom.xml', 'sitemap.xml', 'sitemap-pages.xml']) {
      const refused = await get(path)
      expect([refused.statusCode, refused.body.includes('openword')], path).toEqual([401, false])
    }
    const cookie = `quire_visitor=${await signIn({ isBeta: true })}`
    const answer = await get('rss.xml', { cookie })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('private, no-store')
    // Nor does somebody who may read more get another feed.
    expect(answer.body).not.toMatch(CANARIES)
  })
})

describe('a page in several languages', () => {
  async function openLanguages() {
    const opened = await openMachines()
    const { client, organization, url, spaces } = opened
    const { siteSpaces } = await client.get(`${url}/site-spaces`).then((list) => ({ siteSpaces: list.items }))
    await client.patch(spaces.guide, { language: 'en' })
    const german = await client.post(
      `${organization.url}/spaces`,
      { title: 'Leitfaden', language: 'de' },
      201,
    )
    await client.post(`/v1/spaces/${german.id}/content`, {
      changes: [
        page('Anfang', 'Hallo.'),
        page('Zweite', 'Mehr.', { slug: 'second' }),
        page('Dritte', 'Noch mehr.', { slug: 'third', condition: '!visitor.claims.isBeta' }),
        page('Offen', 'canary', { slug: 'hostile', condition: 'visitor.claims.isBeta' }),
      ],
    })
    await client.post(`${spaces.guide}/content`, { changes: [page('Third')] })
    const first = siteSpaces.find(({ space }: { space: { title: string } }) => space.title === 'Guide')
    const sectionId = first.section
    await client.post(`${url}/site-spaces`, { spaceId: german.id, ...(sectionId && { sectionId }) }, 201)
    return { ...opened, german }
  }

  it('names them all, and which of them is for everybody else', async () => {
    const { get, base } = await openLanguages()
    const links = async (path: string) =>
      [...(await get(path)).body.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">/g)].map(
        ([, language, href]) => [language, href],
      )
    const both = [
      ['de', `${base}leitfaden/second`],
      ['en', `${base}second`],
      ['x-default', `${base}second`],
    ]
    expect((await links('second')).sort()).toEqual(both)
    expect((await links('leitfaden/second')).sort()).toEqual(both)
    expect(await links('hostile')).toEqual([])
    expect((await links('')).map(([language]) => language).sort()).toEqual(['de', 'en', 'x-default'])
    const { body } = await get('leitfaden/second')
    expect(body).toContain(`<link rel="canonical" href="${base}leitfaden/second">`)
    // Another way to the same page.
    expect((await get('guide/second')).body).toContain(`<link rel="canonical" href="${base}second">`)
    const sitemap = (await get('sitemap-pages.xml')).body
    const { attributes, texts } = readXml(sitemap)
    expect(texts('loc')).toEqual(expect.arrayContaining([`${base}second`, `${base}third`]))
    expect(attributes('xhtml:link', 'href')).toContain(`${base}leitfaden/second`)
    expect(sitemap).not.toMatch(/leitfaden\/(hostile|third)|canary/)
  })

  it('names those that it names itself, and no others in their language', async () => {
    const { get, base, client, spaces, german, services } = await openLanguages()
    const spaceId = spaces.guide.split('/').at(-1) ?? ''
    const idIn = async (space: string, title: string): Promise<string> =>
      (await client.get(`${space}/content/pages`)).pages.find((one: { title: string }) => one.title === title)
        .id
    const theirs = `/v1/spaces/${german.id}`
    const alternates: ContentRef[] = [
      { kind: 'page', page: await idIn(theirs, 'Anfang'), space: german.id },
      { kind: 'url', url: 'https://docs.example.org/fr/second?a&b' },
      { kind: 'page', page: await idIn(spaces.guide, 'Third') },
      // Not for this visitor, not here, and none that may be followed.
      { kind: 'page', page: await idIn(theirs, 'Offen'), space: german.id },
      { kind: 'page', page: 'gone' },
      { kind: 'page', page: 'gone', space: 'elsewhere' },
      { kind: 'url', url: '../fr/second.md' },
      { kind: 'url', url: 'javascript:alert(1)' },
    ]
    for (const title of ['Second', 'Third']) {
      const id = await idIn(spaces.guide, title)
      await changeAsImport(services, spaceId, async (draft, { view }) => {
        const known = await findPage(view, id)
        if (!known) throw new Error('There is no such page')
        draft.putPage(id, { ...known, alternates })
      })
    }
    const named = async (path: string) =>
      [
        ...(await get(path)).body.matchAll(/<link rel="alternate"(?: hreflang="([^"]+)")? href="([^"]+)">/g),
      ].map(([, language, href]) => [language, href])
    const own = [
      ['de', `${base}leitfaden`],
      [undefined, 'https://docs.example.org/fr/second?a&amp;b'],
      [undefined, `${base}third`],
    ]
    expect(await named('second')).toEqual([['en', `${base}second`], ['x-default', `${base}second`], ...own])
    // Where nothing was found at its path, it names itself beside the others.
    await client.patch(theirs, { language: 'fr' })
    await client.post(`${theirs}/content`, {
      changes: [{ operation: 'delete_page', page: await idIn(theirs, 'Zweite') }],
    })
    expect((await named('second')).slice(0, 2)).toEqual([
      ['en', `${base}second`],
      ['fr', `${base}leitfaden`],
    ])
  })
})

describe('links in what programs read', () => {
  const LINKS = `See [second](repository/second.md#part "As it was"), ![a note](note), [home](home.md) and [part](#part),
[nowhere](nowhere.md) and [elsewhere](https://example.org/second.md).

| Page |
| --- |
| [second](repository/second.md) |

<a href="repository/second.md" class="button primary">Second</a>

\`[second](repository/second.md)\`
`

  async function openLinks() {
    const opened = await openMachines()
    const { client, spaces, services } = opened
    const file = { name: 'note.txt', ref: 'note', contentType: 'text/plain', base64: 'aGVsbG8=' }
    await client.post(`${spaces.guide}/content`, {
      changes: [{ operation: 'insert_files', files: [file] }, page('Links', LINKS)],
    })
    const { pages } = await client.get(`${spaces.guide}/content/pages`)
    const { id } = pages.find(({ title }: { title: string }) => title === 'Second')
    await changeAsImport(services, spaces.guide.split('/').at(-1) ?? '', async (draft, { view }) => {
      const known = await findPage(view, id)
      const path = 'repository/second.md'
      if (known) draft.putPage(id, { ...known, git: { oid: '0'.repeat(40), path } })
      draft.putPath(path, { id: path, page: id })
    })
    return opened
  }

  it('lead to where things are on the site, wherever the text is read', async () => {
    const { get, base } = await openLinks()
    for (const path of ['links.md', 'llms-full.txt']) {
      const { body } = await get(path)
      expect(body).toContain(`[second](${base}second.md#part "As it was")`)
      expect(body).toContain(`[home](${base}home.md)`)
      expect(body).toContain(`| [second](${base}second.md) |`)
      expect(body).toContain(`<a href="${base}second.md" class="button primary">`)
      // What is no link, leads nowhere, or leads elsewhere already.
      for (const kept of [
        '`[second](repository/second.md)`',
        '(#part)',
        '(nowhere.md)',
        '(https://example.org/second.md)',
      ])
        expect(body).toContain(kept)
      const [, picture = ''] = /!\[a note\]\((\S+)\)/.exec(body) ?? []
      expect(picture.startsWith(`${base}~files/`)).toBe(true)
      expect((await get(picture.slice(HOST.length))).body).toBe('hello')
    }
  })
})

describe('links to what is not for the reader', () => {
  const CELLS =
    '<table><thead><tr><th>Row</th><th data-type="content-ref">Page</th></tr></thead><tbody><tr><td>Here</td><td><a href="second.md">second.md</a></td></tr><tr><td>There</td><td><a href="beta.md">beta.md</a></td></tr></tbody></table>'
  const TEXT = `Some [words](beta.md#canary), a mention [beta.md](beta.md "mention") and __one [by name][there].

{% content-ref url="beta.md" %}
[beta.md](beta.md)
{% endcontent-ref %}

{% content-ref url="gone.md" %}
[Gone](gone.md)
{% endcontent-ref %}

<a href="beta.md" class="button primary">Button</a>

<section><a href="beta.md">Element</a></section>

${CELLS}

[there]: beta.md

*   Kept as [it](second.md) is __written.
`

  async function openWithheld() {
    const opened = await openMachines()
    const { client, spaces, drain, signIn, get } = opened
    await client.post(`${spaces.guide}/content`, { changes: [page('Links', TEXT)] })
    await drain()
    const { pages } = await client.get(`${spaces.guide}/content/pages`)
    const { id } = pages.find(({ title }: { title: string }) => title === 'Beta')
    const entered = await get(`?jwt_token=${await signIn({ isBeta: true })}`)
    return { ...opened, id, cookie: String(entered.headers['set-cookie']).split(';')[0] ?? '' }
  }

  it('are words on a page, and nothing where they have none of their own', async () => {
    const { get, path, id, cookie } = await openWithheld()
    const { body } = await get('links')
    expect(body).not.toMatch(/beta|canary/i)
    expect(body).not.toContain(id)
    for (const words of ['<p>Some words, a mention', 'one by name.', '<p>Button</p>', 'Element'])
      expect(body).toContain(words)
    // Nothing marks what is not for them; what is not there at all is marked.
    expect(body.match(/broken-link/g)).toHaveLength(1)
    expect(body).toContain(
      '<div class="page-card broken-link"><span class="page-card-title">Gone</span></div>',
    )
    expect(body).toContain('<td>There</td><td></td>')
    const theirs = (await get('links', { cookie })).body
    expect(theirs).toContain(`<a class="page-card" href="${path}beta">`)
    expect(theirs.match(new RegExp(`<a class="mention" href="${path}beta">Beta</a>`, 'g'))).toHaveLength(2)
  })

  it('are the same in its Markdown, where everything else stays as it is written', async () => {
    const { get, base, cookie } = await openWithheld()
    for (const at of ['links.md', 'llms-full.txt']) {
      const { body } = await get(at)
      expect(body).not.toMatch(/beta|canary/i)
      expect(body).toContain('Some words, a mention')
      expect(body).toContain('[Gone](gone.md)')
      for (const word of ['by name', 'Button', 'Element', 'There']) expect(body).toContain(word)
      expect(body).toContain(`*   Kept as [it](${base}second.md) is __written.`)
    }
    const theirs = (await get('links.md', { cookie })).body
    expect(theirs).toContain(`[words](${base}beta.md#canary), a mention [beta.md](${base}beta.md "mention")`)
  })
})

describe('reusable content in what programs read', () => {
  const BODY = `The note, see [second](../../second.md).

{% if visitor.claims.isBeta %}
canarycondition
{% endif %}
`

  it('stands where a page shows it, with links that lead from there, and without what is not for the reader', async () => {
    const { get, base, client, spaces, services, drain } = await openMachines()
    const spaceId = spaces.guide.split('/').at(-1) ?? ''
    await addReusable(services, spaceId, BODY)
    const shows = `Before.\n\n{% hint style="info" %}\n{% include ".gitbook/includes/note.md" %}\n{% endhint %}\n`
    await client.post(`${spaces.guide}/content`, { changes: [page('Shows', shows)] })
    await drain()
    const { body } = await get('shows.md')
    expect(body).toContain(`The note, see [second](${base}second.md).`)
    expect(body).toContain('Before.')
    expect(body).not.toMatch(/include|canary|\.gitbook/)
    expect((await get('llms-full.txt')).body).toContain('The note, see')
  })

  it.each([
    { count: 3, isWhole: true },
    // Each with all others in it: written out, millions of times as much.
    { count: 30, isWhole: false },
  ])('is taken in as far as a page can, where $count contents show each other and themselves', async (of) => {
    const { get, client, spaces, services, drain } = await openMachines()
    const spaceId = spaces.guide.split('/').at(-1) ?? ''
    const names = Array.from({ length: of.count }, (_, at) => `note-${at}.md`)
    const all = names.map((name) => `{% include "${name}" %}\n`).join('\n')
    await changeAsImport(services, spaceId, async (draft, { nodes, newId }) => {
      for (const name of names) {
        const id = newId()
        const path = `.gitbook/includes/${name}`
        const body = nodes.putText(`Round ${name}.\n\n${all}`)
        draft.putReusable(id, { id, title: name, body, git: { oid: '0'.repeat(40), path } })
        draft.putPath(path, { id: path, reusable: id })
      }
    })
    const shows = 'Before.\n\n{% include ".gitbook/includes/note-0.md" %}\n'
    await client.post(`${spaces.guide}/content`, { changes: [page('Shows', shows)] })
    await drain()
    const { statusCode, body } = await get('shows.md')
    expect(statusCode).toBe(200)
    expect(body).toContain('Before.')
    expect(names.every((name) => body.includes(`Round ${name}.`))).toBe(of.isWhole)
    expect(body.length).toBeLessThan(2_000_000)
  })
})
