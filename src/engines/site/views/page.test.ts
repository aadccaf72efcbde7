import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { DomUtils, parseDocument } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { pageEntry, sampleLook, samplePage, sampleSite } from '../../../../test/drawn/site-model.ts'
import { DEFAULT_LAYOUT } from '../../content/records.ts'
import { alreadyHtml } from '../../html/html.ts'
import { SITE_ASSETS } from '../look/site-assets.ts'
import type { PageModel, SiteModel } from '../model.ts'
import { jsonLd } from './head.ts'
import { navigationAt, openNavigation } from './navigation.ts'
import { maintenancePage, notFoundPage, refusedPage, searchPage } from './other-pages.ts'
import { openSite, sitePage } from './page.ts'

const HOSTILE = `"'><script>alert(1)</script><img src=x onerror=alert(1)>`

describe('a page of a site', () => {
  it('has its title once as the heading, one main part, and says its language and direction', () => {
    const text = written(samplePage(), sampleSite({ language: 'ar', direction: 'rtl' }))
    const elements = elementsOf(text)
    expect(elements.filter(({ name }) => name === 'h1')).toHaveLength(1)
    expect(elements.filter(({ name }) => name === 'main')).toHaveLength(1)
    expect(text).toMatch(/<html lang="ar" dir="rtl" data-theme="system"/)
    expect(text).toContain('<title>Checks | Beacon</title>')
  })

  it('is not painted before all of its head is there', () => {
    const elements = elementsOf(written(samplePage(), sampleSite()))
    const wait = elements.find(({ attribs }) => attribs.rel === 'expect')
    expect(wait?.attribs.blocking).toBe('render')
    const ids = elements.map(({ attribs }) => attribs.id && `#${attribs.id}`)
    const named = ids.flatMap((id, at) => (id === wait?.attribs.href ? [at] : []))
    // A browser waits until this element begins, so nothing of the head may come after it.
    const title = elements.findIndex(({ name }) => name === 'h1')
    const actions = elements.findLastIndex(({ attribs }) => attribs.class === 'actions')
    expect(named).toHaveLength(1)
    expect(title).toBeGreaterThan(0)
    expect(actions).toBeGreaterThan(0)
    expect(named[0]).toBeGreaterThan(Math.max(title, actions))
  })

  it('has the links of its header in a menu as soon as they have no room beside each other', () => {
    const link = (
      title: string,
      style: 'link' | 'button-primary' = 'link',
      links = [] as { title: string; href: string }[],
    ) => ({
      title,
      style,
      href: `https://example.org/${title}`,
      links,
    })
    const shownIn = (headerLinks: SiteModel['headerLinks']) => {
      const nav =
        /<nav class="links".*?<\/nav>/s.exec(written(samplePage(), sampleSite({ headerLinks })))?.[0] ?? ''
      return nav
        .replace(/ (href|rel|target|aria-label|name)="[^"]*"/g, '')
        .replace(/<\/?(nav|ul|details|span)[^>]*>/g, '')
    }
    expect(shownIn([link('Blog'), link('Community')])).not.toMatch(/More|on-/)
    const some = ['Guides', 'Reference', 'Community'].map((title) => link(title))
    const four = shownIn([...some, link('Sign up', 'button-primary')])
    expect(four).toMatch(/^<li><a class="plain">Guides<.*<li class="on-wide"><a class="plain">Community</)
    expect(four).toMatch(
      /<li class="on-narrow"><summary>More<\/summary><li><a>Community<\/a><\/li><\/li><li><a class="button primary">Sign up/,
    )
    const long = 'A title that goes on and on until nothing else has room beside it, and further'
    const below = [{ title: 'Below', href: 'https://example.org/below' }]
    const many = shownIn([link(long, 'link', below), link('Last')])
    expect(many).toMatch(
      /^<li class="on-wide"><summary>More<\/summary><li><a>A title .*<li><a>Below<\/a><\/li><li><a>Last</,
    )
    expect(many).not.toContain('class="plain"')
  })

  it('lets no text of strangers become markup', () => {
    const link = { title: HOSTILE, href: HOSTILE }
    const site = sampleSite({
      title: HOSTILE,
      headerLinks: [
        { title: HOSTILE, style: 'button-primary', href: HOSTILE, links: [] },
        { title: HOSTILE, style: 'link', links: [link] },
      ],
      footerGroups: [{ title: HOSTILE, links: [link] }],
      announcementLink: link,
      sections: [
        { kind: 'section', isCurrent: true, description: HOSTILE, ...link },
        { kind: 'group', title: HOSTILE, sections: [{ kind: 'section', isCurrent: false, ...link }] },
      ],
      variants: [
        { isCurrent: true, language: HOSTILE, ...link },
        { isCurrent: false, emoji: HOSTILE, ...link },
      ],
      look: sampleLook(
        {},
        {
          announcement: { enabled: true, message: HOSTILE, style: 'info' },
          favicon: { emoji: HOSTILE },
          footer: { groups: [], copyright: HOSTILE, logo: { light: HOSTILE, dark: HOSTILE } },
          header: { preset: 'default', links: [], logo: { light: HOSTILE, dark: HOSTILE } },
          git: { showEditLink: true },
          pageActions: { externalAI: true, markdown: true, mcp: true },
          privacyPolicy: { url: HOSTILE },
          socialPreview: { url: HOSTILE },
        },
      ),
    })
    const page = samplePage({
      title: HOSTILE,
      description: HOSTILE,
      emoji: HOSTILE,
      breadcrumbs: [link, { title: HOSTILE }],
      outline: [{ id: HOSTILE, title: HOSTILE, depth: 1 }],
      previous: link,
      next: link,
      updatedAt: HOSTILE,
      cover: { light: HOSTILE, dark: HOSTILE, yPos: Number.NaN },
      actions: { markdown: HOSTILE, edit: { href: HOSTILE, provider: HOSTILE }, mcp: HOSTILE },
      head: {
        canonical: HOSTILE,
        alternates: [{ language: HOSTILE, href: HOSTILE }],
        image: { href: HOSTILE, width: 1200, height: 630 },
        noIndex: false,
        trail: [link],
        feeds: [{ type: 'application/rss+xml', ...link }],
      },
      preview: {
        title: HOSTILE,
        back: link,
        nextChange: link,
        changes: [{ change: 'added', ...link }],
        was: { title: HOSTILE, description: HOSTILE },
      },
      nonce: 'abc',
    })
    expectHarmless(written(page, site))
    const open = openSite(site)
    const answer = { pages: [{ section: HOSTILE, sections: [{ snippet: HOSTILE, ...link }], ...link }] }
    expectHarmless(searchPage(open, { query: HOSTILE, answer }))
    expectHarmless(notFoundPage(open))
    expectHarmless(refusedPage(open, { signIn: HOSTILE }))
    expectHarmless(maintenancePage(open, { address: HOSTILE }))
  })

  it('writes a link that would run as text', () => {
    for (const href of [
      'javascript:alert(1)',
      ' JaVaScRiPt:alert(1)',
      'java\tscript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
    ]) {
      const text = written(
        samplePage({ previous: { title: 'Back', href } }),
        sampleSite({
          headerLinks: [{ title: 'Run', style: 'link', href, links: [{ title: 'Below', href }] }],
          footerGroups: [{ title: 'Group', links: [{ title: 'Foot', href }] }],
        }),
      )
      expect(text.toLowerCase().replaceAll(/\s/g, '')).not.toMatch(
        /(href|src)="(javascript|vbscript|data:text)/,
      )
      expect(text).toContain('<span>Below</span>')
      expect(text).toContain('<span>Foot</span>')
    }
  })

  it('tells search engines where it is, in JSON that ends no script', () => {
    const trail = [{ title: '</script><!--', href: 'https://docs.example.org/' }, { title: 'Checks' }]
    const text = written(samplePage({ head: { ...samplePage().head, trail } }))
    const [script] = elementsOf(text).filter(({ attribs }) => attribs.type === 'application/ld+json')
    expect(JSON.parse(script ? DomUtils.textContent(script) : '').itemListElement).toEqual([
      { '@type': 'ListItem', position: 1, name: '</script><!--', item: 'https://docs.example.org/' },
      { '@type': 'ListItem', position: 2, name: 'Checks' },
    ])
    expect(jsonLd({ x: '</script>\u2028&' }).text).not.toMatch(/<\/script>.+|\u2028|&/)
  })

  it('is kept out of search engines as a preview, or when it says so', () => {
    expect(written(samplePage())).not.toContain('noindex')
    expect(written(samplePage({ preview: { title: 'Change request #1' } }))).toContain('content="noindex"')
    const head = { ...samplePage().head, noIndex: true }
    expect(written(samplePage({ head }))).toContain('content="noindex"')
    for (const text of [notFoundPage(openSite(sampleSite())), refusedPage(openSite(sampleSite()))])
      expect(text).toContain('content="noindex"')
  })

  it('leaves out what its layout leaves out', () => {
    const layout = { ...DEFAULT_LAYOUT }
    const cover = { light: '/cover.png', yPos: 0 }
    const all = written(samplePage({ layout, cover }))
    const marks: [keyof typeof layout, string][] = [
      ['cover', '<div class="cover'],
      ['description', '<p class="lead">'],
      ['outline', 'id="page:outline"'],
      ['pagination', '<nav class="around"'],
      ['metadata', '<time'],
    ]
    for (const [part, mark] of marks) {
      expect(all, part).toContain(mark)
      expect(written(samplePage({ layout: { ...layout, [part]: false }, cover })), part).not.toContain(mark)
    }
    expect(written(samplePage({ layout: { ...layout, title: false } }))).toContain('<h1 class="away">')
    expect(written(samplePage({ layout: { ...layout, tableOfContents: false } }))).toContain('no-pages')
    expect(written(samplePage({ layout: { ...layout, width: 'wide' } }))).toContain('frame wide')
  })

  it('offers of a page what the look allows', () => {
    const actions = {
      markdown: '/p.md',
      edit: { href: 'https://git.example.org/p' },
      mcp: '/~mcp',
    }
    const of = (rest: Parameters<typeof sampleLook>[1]) =>
      written(samplePage({ actions }), sampleSite({ look: sampleLook({}, rest) }))
    expect(of({})).toMatch(/href="\/p.md".*class="print".*href="\/~mcp"/s)
    expect(of({})).not.toContain('git.example.org')
    expect(of({ git: { showEditLink: true } })).toContain('git.example.org')
    expect(of({ pdf: { enabled: false } })).not.toContain('class="print"')
    expect(of({ feedback: { enabled: true } })).not.toContain('class="feedback"')
    const asked = written(
      samplePage({ proof: 'p' }),
      sampleSite({ look: sampleLook({}, { feedback: { enabled: true } }) }),
    )
    expect(asked).toContain('class="feedback"')
    expect(asked).toContain('data-proof="p"')
    const pageActions = { externalAI: true, markdown: false, mcp: false }
    expect(of({ pageActions })).toContain('https://chatgpt.com/?q=Read%20https%3A%2F%2Fdocs.example.org')
    expect(of({ pageActions })).not.toMatch(/<li><a href="\/(p.md|~mcp)"/)
    expect(of({ pagination: { enabled: false } })).not.toContain('class="around"')
    expect(of({ trademark: { enabled: false } })).not.toContain('Quire')
    expect(of({ themes: { default: 'dark', toggeable: false } })).not.toMatch(
      /class="icon theme"|data-toggle/,
    )
  })

  it('speaks the language of what it shows, or that of the look where it does not speak it', () => {
    const look = sampleLook({}, { internationalization: { locale: 'de' } })
    const said = (language: string) => written(samplePage(), sampleSite({ language, look }))
    expect(said('fr')).toContain('Sur cette page')
    expect(said('pt')).toContain('Nesta página')
    expect(said('ko')).toContain('이 페이지에서')
    expect(said('eo')).toContain('Auf dieser Seite')
  })

  it('has its nonce on what is inside the page, or none where hashes allow it', () => {
    expect(written(samplePage({ nonce: 'n1' })).match(/<(script|style) nonce="n1">/g)).toHaveLength(2)
    const open = openSite(sampleSite())
    expect(sitePage(open, samplePage())).toContain(`<script>${open.inline.script}</script>`)
    expect(sitePage(open, samplePage())).toContain(`<style>${open.inline.style}</style>`)
  })

  it('asks for diagrams only where it has some', () => {
    expect(written(samplePage())).not.toContain('data-diagrams')
    expect(written(samplePage({ hasDiagrams: true }))).toContain(
      '<body data-copied="Copied" data-copy-failed="Could not copy" data-diagrams>',
    )
  })

  it('tells those who are refused nothing of the site but its name', () => {
    const text = refusedPage(openSite(sampleSite()))
    expect(text).toContain('Beacon')
    expect(text).not.toMatch(/Guide|Français|Blog|Product/)
  })
})

describe('the weight of a page', () => {
  const assets = new URL('../assets/', import.meta.url)
  const read = (name: string) => readFileSync(new URL(name, assets), 'utf8')

  it('has all its files', () => {
    for (const name of Object.keys(SITE_ASSETS)) expect(read(name).length, name).toBeGreaterThan(0)
    for (const [, name] of Object.keys(SITE_ASSETS)
      .join(' ')
      .matchAll(/(\S+\.js)/g))
      for (const [, other] of read(name ?? '').matchAll(/'\.\/([\w.-]+)'/g))
        expect(SITE_ASSETS).toHaveProperty([other ?? ''])
  })

  it('without its text is less than 40 KB, and 12 KB compressed, for a reader who comes first', async () => {
    const entries = Array.from({ length: 60 }, (_, index) => pageEntry(`p${index}`))
    const site = sampleSite()
    const navigation = navigationAt(openNavigation(entries, site), ['p7'])
    const text = sitePage(openSite(site), samplePage({ navigation, body: alreadyHtml('') }))
    const { minify } = await import(new URL('../../../../bin/minify.js', import.meta.url).href)
    const names = ['site.css', 'site.js', 'sidebar.js', 'outline.js']
    const all = [text, ...names.map((name): string => minify(name, read(name)))]
    expect(all.join('').length).toBeLessThan(40_000)
    expect(all.reduce((sum, part) => sum + gzipSync(part).length, 0)).toBeLessThan(12_000)
  })
})

function written(page: PageModel, site: SiteModel = sampleSite()): string {
  return sitePage(openSite(site), page)
}

function elementsOf(text: string) {
  return DomUtils.findAll(() => true, parseDocument(text).children)
}

function expectHarmless(text: string) {
  const open = openSite(sampleSite())
  const elements = elementsOf(text)
  expect(elements.length).toBeGreaterThan(10)
  for (const element of elements) {
    const { name, attribs } = element
    expect(Object.keys(attribs).filter((attribute) => attribute.startsWith('on'))).toEqual([])
    if (name === 'img') expect(attribs.class).toBeDefined()
    if (name !== 'script') continue
    const inside = DomUtils.textContent(element)
    const isOurs = attribs.src === '/a/site.js' || inside === open.inline.script
    expect(isOurs || attribs.type === 'application/ld+json', inside).toBe(true)
  }
}
