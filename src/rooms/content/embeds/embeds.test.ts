import { describe, expect, it } from 'vitest'
import { openSpace } from '../../../../test/pages.ts'
import { type FakePages, fakeFetcher } from '../../../world/network/fake-fetcher.ts'
import { FetchFailure } from '../../../world/network/fetch-failure.ts'
import { readHead } from './page-head.ts'
import { knownEmbed } from './providers.ts'

async function openWithPages(pages: FakePages) {
  const opened = await openSpace()
  const { as, admin, services } = opened
  const asked: string[] = []
  const { fetch } = fakeFetcher(pages)
  services.fetcher.fetch = (url, options) => {
    asked.push(url)
    return fetch(url, options)
  }
  const embed = (url: string, status = 200) =>
    as(admin).get(`/v1/urls/embed?url=${encodeURIComponent(url)}`, status)
  return { ...opened, asked, embed }
}

const html = (body: string) => ({ headers: { 'content-type': 'text/html; charset=utf-8' }, body })

describe('an embed', () => {
  it('of a known place is a frame, and asks nobody', async () => {
    const { embed, asked } = await openWithPages({})
    const found = await embed('https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3')
    expect(found).toMatchObject({ type: 'rich', title: 'YouTube', site: 'YouTube' })
    expect(found.html).toContain('<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"')
    expect(asked).toEqual([])
  })

  it('of another page is a link with its title', async () => {
    const { embed } = await openWithPages({
      'https://blog.example.org/post': html(
        '<head><title>One &amp;\n two</title><meta property="og:site_name" content="The blog"><link rel="shortcut icon" href="/i.png"></head>',
      ),
    })
    expect(await embed('https://blog.example.org/post')).toEqual({
      type: 'link',
      title: 'One & two',
      site: 'The blog',
      icon: 'https://blog.example.org/i.png',
    })
  })

  it.each<[string, FakePages[string]]>([
    ['that is not there', { status: 404, ...html('<title>Not found</title>') }],
    ['that is no page', { headers: { 'content-type': 'image/png' }, body: '<title>Sly</title>' }],
    ['that is too large', html(`<title>Large</title>${' '.repeat(1024 * 1024)}`)],
    ['that takes too long', new FetchFailure('FETCH_TIMEOUT', 'blog.example.org did not answer')],
  ])('of something %s is a link by its address, without its query', async (_what, page) => {
    const { embed } = await openWithPages({ 'https://blog.example.org/post?key=secret': page })
    expect(await embed('https://blog.example.org/post?key=secret')).toEqual({
      type: 'link',
      title: 'blog.example.org/post',
      site: 'blog.example.org',
    })
  })

  it.each([
    ['http://127.0.0.1/', 'is a private address'],
    ['http://localhost:4000/', 'is a private address'],
    ['http://[::1]/', 'is a private address'],
    ['https://sly.example.org/', 'is a private address'],
    ['ftp://example.org/a', 'begins with https://'],
    ['javascript:alert(1)', 'begins with https://'],
  ])('is refused of %s', async (url, reason) => {
    const away = { status: 302, headers: { location: 'http://169.254.169.254/keys' } }
    const { embed } = await openWithPages({ 'https://sly.example.org/': away })
    const { error } = await embed(url, 400)
    expect(error.message).toContain(reason)
  })

  it('in a space is for its readers, and visitors of a site send us nowhere', async () => {
    const page = { 'https://blog.example.org/': html('<title>Blog</title>') }
    const { as, admin, stranger, space, url, organization, asked } = await openWithPages(page)
    const at = `${url}/embed?url=https://blog.example.org/`
    expect(await as(admin).get(at)).toMatchObject({ title: 'Blog' })
    await as(stranger).get(at, 404)
    await as().get(at, 401)
    const site = await as(admin).post(`${organization.url}/sites`, { title: 'Docs', spaces: [space.id] }, 201)
    const { urls } = await as(admin).post(`${organization.url}/sites/${site.id}/publish`)
    const { apiToken } = await as().post('/v1/urls/published', { url: urls.published })
    asked.splice(0)
    expect(await as(apiToken).get(at)).toMatchObject({ type: 'link', title: 'blog.example.org' })
    expect(await as(apiToken).get(`${url}/embed?url=https://vimeo.com/1234`)).toMatchObject({ type: 'rich' })
    expect(asked).toEqual([])
  })
})

describe('known places', () => {
  it.each([
    ['https://youtu.be/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
    [`https://www.loom.com/share/${'a1'.repeat(16)}`, `https://www.loom.com/embed/${'a1'.repeat(16)}`],
    [
      'https://www.figma.com/design/AbC123/Name?node-id=1&"',
      'https://www.figma.com/embed?embed_host=quire&amp;url=https%3A%2F%2Fwww.figma.com%2Fdesign%2FAbC123%2FName%3Fnode-id%3D1%26%2522',
    ],
    ['https://codepen.io/some-one/pen/abCDef', 'https://codepen.io/some-one/embed/abCDef?default-tab=result'],
    ['https://codesandbox.io/s/new-1', 'https://codesandbox.io/embed/new-1'],
    ['https://stackblitz.com/edit/some-app', 'https://stackblitz.com/edit/some-app?embed=1'],
    [
      'https://open.spotify.com/intl-de/track/4uLU6hMCjMI75M1A2tKUQC',
      'https://open.spotify.com/embed/track/4uLU6hMCjMI75M1A2tKUQC',
    ],
  ])('%s is shown by %s', (address, frame) => {
    expect(knownEmbed(new URL(address))?.html).toContain(`src="${frame}"`)
  })

  it.each([
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/watch?v=%22onload%3D%22a',
    'https://youtube.com.example.org/watch?v=dQw4w9WgXcQ',
    'https://example.org/youtube.com/watch?v=dQw4w9WgXcQ',
    'https://vimeo.com/about',
    'https://codepen.io/a/pen/b"c',
    'https://www.figma.com/pricing',
  ])('%s is not taken for one', (address) => {
    expect(knownEmbed(new URL(address))).toBeUndefined()
  })
})

describe('the head of a page', () => {
  const read = (source: string) => readHead(source, 'https://blog.example.org/a/b')

  it('says what it is called for others before what it is called', () => {
    expect(read('<title>Plain</title><meta property="og:title" content="Shared">')).toMatchObject({
      title: 'Shared',
    })
    expect(read('<title>One</title><title>Two</title><body><svg><title>Three</title></svg>').title).toBe(
      'One',
    )
    expect(read('<p>nothing')).toEqual({})
  })

  it('is read no further than a head goes, and cut', () => {
    expect(read(`${' '.repeat(64 * 1024)}<title>Late</title>`).title).toBeUndefined()
    expect(read(`<title>${'long '.repeat(1000)}</title>`).title).toHaveLength(256)
    expect(read(`<title>${'<'.repeat(30_000)}`).title?.length).toBeLessThan(257)
  })

  it('names no icon that is a script', () => {
    expect(read('<link rel=icon href="javascript:alert(1)">').icon).toBeUndefined()
    expect(read('<link rel=icon href="data:image/png;base64,AA">').icon).toBeUndefined()
    expect(read('<link rel="icon" href="c.ico">').icon).toBe('https://blog.example.org/a/c.ico')
  })
})
