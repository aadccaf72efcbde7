import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../../test/pages.ts'
import { openPublished } from '../../../../test/published-site.ts'

const URL_ONE = { kind: 'url', url: 'https://docs.example.org/one?a=b&c' }
const URL_TWO = { kind: 'url', url: 'https://docs.example.org/two' }

async function openLinked() {
  const opened = await openSpace()
  const { as, admin, url, write } = opened
  const client = as(admin)
  const [{ page: a }, { page: b }] = await write(page('A'), page('B'))
  const set = (metaLinks: object, more: object = {}) => ({
    operation: 'update_page',
    page: a.id,
    metaLinks,
    ...more,
  })
  const links = (at = `${url}/content`, id = a.id) => client.get(`${at}/page/${id}/meta-links`)
  const head = async () => (await client.get(url)).revision as string
  return { ...opened, client, a: a.id as string, b: b.id as string, set, links, head }
}

describe('meta links of a page', () => {
  it('are set, told wherever the page is, and removed one by one', async () => {
    const { client, url, write, a, b, set, links, head } = await openLinked()
    expect(await links()).toEqual({})
    const [{ page: made }] = await write(
      page('C', 'x', { metaLinks: { canonical: { kind: 'page', page: a }, alternates: [URL_ONE] } }),
    )
    const told = { canonical: { kind: 'page', page: a }, alternates: [URL_ONE] }
    expect(await links(undefined, made.id)).toEqual(told)
    expect((await client.get(`${url}/content/page/${made.id}`)).metaLinks).toEqual(told)
    const { pages } = await client.get(`${url}/content/pages`)
    expect(pages.map(({ metaLinks }: { metaLinks?: object }) => metaLinks)).toEqual([
      undefined,
      undefined,
      told,
    ])

    await write(set({ canonical: URL_ONE, alternates: [{ kind: 'page', page: b }, URL_TWO] }))
    await write(set({ canonical: null }))
    expect(await links()).toEqual({ alternates: [{ kind: 'page', page: b }, URL_TWO] })
    const before = await head()
    await write(set({ alternates: [] }))
    expect(await links()).toEqual({})
    expect(await links(`${url}/revisions/${before}`)).toEqual({
      alternates: [{ kind: 'page', page: b }, URL_TWO],
    })
    await client.get(`${url}/content/page/none/meta-links`, 404)
  })

  it('name pages of the same request, and of other spaces', async () => {
    const { client, organization, url, space, write, a, set, links } = await openLinked()
    const other = await client.post(`${organization.url}/spaces`, { title: 'Other' }, 201)
    const elsewhere = { kind: 'page', page: 'theirs', space: other.id }
    await write(
      page('C', 'x', { ref: 'new' }),
      set({ canonical: { kind: 'page', page: 'new' }, alternates: [elsewhere] }),
    )
    const { pages } = await client.get(`${url}/content/pages`)
    expect(await links()).toEqual({
      canonical: { kind: 'page', page: pages[2].id },
      alternates: [elsewhere],
    })
    await write(set({ canonical: { kind: 'page', page: a, space: space.id } }))
    expect((await links()).canonical).toEqual({ kind: 'page', page: a })
  })

  it.each([
    ['a script', { canonical: { kind: 'url', url: 'javascript:alert(1)' } }, 400],
    ['a mail address', { canonical: { kind: 'url', url: 'mailto:a@example.org' } }, 400],
    ['a path', { canonical: { kind: 'url', url: '/second' } }, 400],
    ['an address with a blank', { canonical: { kind: 'url', url: 'https://exa mple.org' } }, 400],
    ['an address without a host', { canonical: { kind: 'url', url: 'https://[' } }, 400],
    ['a long address', { canonical: { kind: 'url', url: `https://example.org/${'x'.repeat(2048)}` } }, 400],
    ['a file', { canonical: { kind: 'file', file: 'x' } }, 400],
    ['a text', { canonical: 'https://example.org' }, 400],
    ['a page that is not there', { canonical: { kind: 'page', page: 'none' } }, 404],
    ['a page with a strange id', { canonical: { kind: 'page', page: '../x', space: 'y' } }, 400],
    ['another scheme', { alternates: [{ kind: 'url', url: 'ftp://example.org' }] }, 400],
    ['a long list', { alternates: Array(51).fill(URL_ONE) }, 400],
    ['another relation', { prev: URL_ONE }, 400],
  ])('are refused with %s', async (_, metaLinks, status) => {
    const { client, url, set, links } = await openLinked()
    await client.post(`${url}/content`, { changes: [set(metaLinks)] }, status)
    expect(await links()).toEqual({})
  })

  it('belong to documents alone', async () => {
    const { client, url } = await openLinked()
    const group = { operation: 'insert_page', type: 'group', title: 'G', metaLinks: { canonical: URL_ONE } }
    const refused = await client.post(`${url}/content`, { changes: [group] }, 400)
    expect(refused.error.message).toMatch(/changes\.0\.metaLinks: a group has no meta links/)
  })

  it('merge each on their own, and conflict where both sides changed one', async () => {
    const { client, url, write, set, links, head } = await openLinked()
    const base = await head()
    await write(set({ canonical: URL_ONE }))
    await write(set({ alternates: [URL_TWO] }, { base }))
    expect(await links()).toEqual({ canonical: URL_ONE, alternates: [URL_TWO] })
    const { error } = await client.post(
      `${url}/content`,
      { changes: [set({ canonical: URL_TWO }, { base })] },
      409,
    )
    expect(error.details.conflicts).toMatchObject([
      { kind: 'page', field: 'canonical', ours: URL_ONE, theirs: URL_TWO },
    ])
  })

  it('come with a change request, are shown as its changes, and can be reverted', async () => {
    const { client, url, a, open, edit, merge, set, links } = await openLinked()
    const { number } = await open()
    const request = `${url}/change-requests/${number}`
    await edit(number, set({ canonical: URL_ONE, alternates: [URL_TWO] }))
    expect(await links(`${request}/content`)).toEqual({ canonical: URL_ONE, alternates: [URL_TWO] })
    expect(await links()).toEqual({})
    const { changes } = await client.get(`${request}/changes`)
    expect(changes).toMatchObject([
      {
        type: 'page_edited',
        attributes: { metaLinks: { after: { canonical: URL_ONE, alternates: [URL_TWO] } } },
      },
    ])
    await edit(number, { operation: 'revert_page', page: a })
    expect(await links(`${request}/content`)).toEqual({})
    await edit(number, set({ canonical: URL_ONE }))
    await merge(number)
    expect(await links()).toEqual({ canonical: URL_ONE })
  })

  it('tell visitors of what they may read alone', async () => {
    const { as, client, spaces, resolve, signIn } = await openPublished('visitor-auth')
    const idIn = async (space: string, title: string) =>
      (await client.get(`${space}/content/pages`)).pages.find((one: { title: string }) => one.title === title)
        .id
    const [beta, home, second] = [
      await idIn(spaces.guide, 'Beta'),
      await idIn(spaces.guide, 'Home'),
      await idIn(spaces.guide, 'Second'),
    ]
    const theirs = {
      kind: 'page',
      page: await idIn(spaces.beta, 'Start'),
      space: spaces.beta.split('/').at(-1),
    }
    const secret = {
      ...theirs,
      page: await idIn(spaces.secret, 'Start'),
      space: spaces.secret.split('/').at(-1),
    }
    const metaLinks = {
      canonical: { kind: 'page', page: beta },
      alternates: [URL_ONE, { kind: 'page', page: home }, theirs, secret],
    }
    const changes = [{ operation: 'update_page', page: second, metaLinks }]
    await client.post(`${spaces.guide}/content`, { changes })
    const toldTo = async (claims: object) => {
      const reader = as((await resolve('', { jwtToken: await signIn(claims) })).apiToken)
      const at = `${spaces.guide}/content`
      const { pages } = await reader.get(`${at}/pages`)
      const listed = pages.find(({ id }: { id: string }) => id === second).metaLinks
      expect((await reader.get(`${at}/page/${second}`)).metaLinks).toEqual(listed)
      return { listed, links: await reader.get(`${at}/page/${second}/meta-links`) }
    }
    // In lists that are kept for all visitors, no page is named.
    const listed = { alternates: [URL_ONE] }
    expect(await toldTo({})).toEqual({
      listed,
      links: { alternates: [URL_ONE, { kind: 'page', page: home }] },
    })
    expect(await toldTo({ isBeta: true })).toEqual({
      listed,
      links: {
        canonical: { kind: 'page', page: beta },
        alternates: [URL_ONE, { kind: 'page', page: home }, theirs],
      },
    })
  })
})
