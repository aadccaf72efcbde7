import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { installSignIn } from '../../../../test/integrations.ts'
import { page } from '../../../../test/pages.ts'
import { openPublished } from '../../../../test/published-site.ts'
import { addReusable } from '../../../../test/reusables.ts'

type Opened = Awaited<ReturnType<typeof openPublished>>

/** Everything that the token of a visitor opens, as one text. */
async function readAll({ as, url, spaces }: Opened, apiToken: string) {
  const reader = as(apiToken)
  const texts: string[] = []
  const read = async (address: string, method: 'GET' | 'POST' = 'GET', body?: object) => {
    const response = await reader.send(method, address, body)
    texts.push(response.body)
    return response.statusCode === 200 ? response.json() : undefined
  }
  await read(`${url}/published`)
  for (const word of ['canaryblock', 'canarypage', 'canaryspace', 'canarysecret', 'Beta'])
    await read(`${url}/search`, 'POST', { query: word, scope: { mode: 'all' } })
  for (const space of Object.values(spaces)) {
    const found = await read(space)
    await read(`${space}/content`)
    await read(`${space}/content/pages`)
    await read(`${space}/content/files`)
    const revision = found && (await read(`${space}/revisions/${found.revision}?metadata=true`))
    for (const { id, documentId } of revision?.pages ?? []) {
      await read(`${space}/content/page/${id}?format=markdown`)
      await read(`${space}/revisions/${found.revision}/page/${id}/document?evaluated=deterministic-only`)
      await read(`${space}/documents/${documentId}`)
    }
    for (const path of ['home', 'beta', 'start']) await read(`${space}/content/path/${path}?format=document`)
  }
  return texts.join('\n')
}

describe('an address of a published site', () => {
  it('leads to a space and the path of a page, with a token that reads it', async () => {
    const opened = await openPublished()
    const { as, site, base, resolve, spaces } = opened
    const found = await resolve('second')
    expect(found).toMatchObject({
      site: site.id,
      pathname: '/second',
      basePath: `/sites/${site.basename}/`,
      siteBasePath: `/sites/${site.basename}/`,
      complete: true,
      canonicalUrl: `${base}second`,
    })
    const space = await as(found.apiToken).get(spaces.guide)
    expect(space).toMatchObject({ id: found.space, permissions: { view: true, edit: false } })
    const payload = JSON.parse(Buffer.from(found.apiToken.split('.')[1], 'base64url').toString())
    expect(payload).toMatchObject({ kind: 'site', site: site.id, space: found.space })
    expect(payload.exp - payload.iat).toBeGreaterThan(120)
    await resolve('', {}, 200)
    await as().post('/v1/urls/published', { url: 'https://nowhere.example/' }, 404)
    await as().post('/v1/urls/published', { url: 'http://quire.test/sites/none/' }, 404)
  })

  it('may be a host name, or lie behind a proxy', async () => {
    const { as, client, url, resolve, site } = await openPublished()
    const hostname = `docs-${site.id}.example.org`
    await client.patch(url, { hostname })
    const ask = (address: string) => as().post('/v1/urls/published', { url: address })
    expect(await ask(`https://${hostname}/second`)).toMatchObject({ siteBasePath: '/', pathname: '/second' })
    expect((await resolve('second')).canonicalUrl).toBe(`https://${hostname}/second`)
    const proxy = `${site.id}.example.com/help/docs`
    await client.patch(url, { proxy })
    expect(await ask(`https://${proxy}/second`)).toMatchObject({
      siteBasePath: '/help/docs/',
      pathname: '/second',
      canonicalUrl: `https://${proxy}/second`,
    })
    await as().post('/v1/urls/published', { url: `https://${site.id}.example.com/help/docsmore` }, 404)
  })

  it('leads nowhere before the site is published, and after it is taken back', async () => {
    const opened = await openPublished()
    const { as, client, url, resolve, spaces } = opened
    const { apiToken } = await resolve()
    await client.post(`${url}/unpublish`)
    await resolve('', {}, 404)
    await as(apiToken).get(spaces.guide, 401)
  })
})

describe('the token of a visitor', () => {
  it('opens what they may read, and nothing else', async () => {
    const opened = await openPublished()
    const { as, url, resolve, organization, spaces } = opened
    const reader = as((await resolve()).apiToken)
    const { structure, site, customizations } = await reader.get(`${url}/published`)
    expect(site.siteSpaces).toBe(1)
    expect(structure.structure).toHaveLength(1)
    expect(customizations.site.styling.theme).toBeTruthy()
    await reader.get(spaces.beta, 404)
    await reader.get(spaces.secret, 404)
    await reader.get(`${spaces.guide}/comments`, 401)
    await reader.get(url, 401)
    await reader.get(organization.url, 401)
    await reader.get('/v1/user', 401)
    await reader.post(`${spaces.guide}/content`, { changes: [page('No')] }, 401)
    await reader.get(`${organization.url}/sites/none/published`, 404)
  })

  it.each([
    ['of whom nothing is known', {}, []],
    ['who says of themselves that they are', { unsignedClaims: { isBeta: true } }, []],
  ])('never tells somebody %s what is not for them', async (_, visitor, allowed) => {
    const opened = await openPublished()
    const { apiToken } = await opened.resolve('', visitor)
    const text = await readAll(opened, apiToken)
    expect(text).toContain('openword')
    for (const canary of ['canaryblock', 'canarypage', 'canaryspace', 'canarysecret'])
      if (!(allowed as string[]).includes(canary)) expect(text).not.toContain(canary)
    expect(text).not.toContain('isBeta')
  })

  it('names no page that is not for them, wherever pages are listed', async () => {
    const { as, client, resolve, signIn, spaces } = await openPublished()
    const changes = [
      page('Open', 'Text.', { ref: 'open' }),
      page('Canary below', 'Text.', { into: 'open', condition: 'visitor.claims.isBeta' }),
      page('Canary', 'Text.', { ref: 'canary', condition: 'visitor.claims.isBeta' }),
      page('Canary under it', 'Text.', { into: 'canary' }),
    ]
    await client.post(`${spaces.guide}/content`, { changes })
    const listed = async (visitor: object) => {
      const reader = as((await resolve('', visitor)).apiToken)
      const { revision } = await reader.get(spaces.guide)
      const lists = [
        '/content',
        '/content/pages',
        '/content/pages?computed=false',
        '/content/path/open',
        `/revisions/${revision}?metadata=true`,
        `/revisions/${revision}/pages`,
      ]
      return Promise.all(lists.map(async (list) => JSON.stringify(await reader.get(spaces.guide + list))))
    }
    for (const text of await listed({})) expect(text).not.toMatch(/canary/i)
    const beta = await listed({ jwtToken: await signIn({ isBeta: true }) })
    for (const text of beta) expect(text).toMatch(/canary-below/)
  })

  it('tells who is signed in what is for them', async () => {
    const opened = await openPublished('visitor-auth')
    const jwtToken = await opened.signIn({ isBeta: true })
    const { apiToken, contextId } = await opened.resolve('', { jwtToken })
    expect(contextId).toBeTruthy()
    const text = await readAll(opened, apiToken)
    for (const canary of ['openword', 'canaryblock', 'canarypage', 'canaryspace'])
      expect(text).toContain(canary)
    expect(text).not.toContain('canarysecret')
    const other = await opened.resolve('', { jwtToken: await opened.signIn({ isBeta: false }) })
    expect(await readAll(opened, other.apiToken)).not.toContain('canaryblock')
  })

  it('lists files by what is said to whom, before and after the links are indexed', async () => {
    const { as, client, resolve, signIn, spaces, drain } = await openPublished()
    const names = ['open.pdf', 'block.pdf', 'nested.pdf', 'else.pdf', 'inline.pdf', 'page.pdf']
    names.push('aligned.pdf', 'caption.pdf', 'defined.pdf', 'note.pdf', 'summary.pdf')
    const files = names.map((name) => ({ name, base64: 'eA==', contentType: 'application/pdf' }))
    const link = (name: string) => `[A file](.gitbook/assets/${name})`
    const IF = '{% if visitor.claims.isBeta %}'
    const isBeta = (text: string) => `${IF}\n${text}\n{% endif %}\n\n`
    const tabs = `{% tabs %}\n{% tab title="A" %}\n${isBeta(link('nested.pdf'))}{% endtab %}\n{% endtabs %}\n`
    const nobody = `{% if visitor.claims.isNobody %}\n${isBeta(link('else.pdf'))}{% endif %}\n`
    const inline = `\nSee {%- if visitor.claims.isBeta -%}${link('inline.pdf')}{%- endif -%}.\n`
    const defined = isBeta(`A [file][d].\n\n[d]: .gitbook/assets/defined.pdf\n[^n]: ${link('note.pdf')}`)
    const captioned = `{% embed url="https://example.com/" %}\nA ${IF}${link('caption.pdf')}{% endif %}\n{% endembed %}\n`
    const aligned = `\n<p align="center">${link('aligned.pdf')}</p>\n\n`
    const folded = `<details>\n\n<summary>${link('summary.pdf')}</summary>\n\nA\n\n</details>\n\n`
    const more = `\nA note[^n].\n\n${defined}${captioned}${aligned}${folded}`
    await client.post(`${spaces.guide}/content`, {
      changes: [
        { operation: 'insert_files', files },
        page('Files', `${link('open.pdf')}\n\n${isBeta(link('block.pdf'))}${tabs}${nobody}${inline}${more}`),
        page('Hidden', link('page.pdf'), { condition: 'visitor.claims.isBeta' }),
      ],
    })
    const listed = async (visitor: object) => {
      const reader = as((await resolve('', visitor)).apiToken)
      const { items } = await reader.get(`${spaces.guide}/content/files`)
      const { revision } = await reader.get(spaces.guide)
      const told = await reader.get(`${spaces.guide}/revisions/${revision}`)
      const namesOf = (all: { name: string }[]) => all.map(({ name }) => name).sort()
      expect(namesOf(told.files)).toEqual(namesOf(items))
      return namesOf(items)
    }
    const beta = { jwtToken: await signIn({ isBeta: true }) }
    for (const follow of [async () => {}, drain]) {
      await follow()
      expect(await listed({})).toEqual(['aligned.pdf', 'open.pdf', 'summary.pdf'])
      expect(await listed(beta)).toEqual(names.filter((name) => name !== 'else.pdf').sort())
    }
  })

  it('lists files that reusable content names, where a page shows that', async () => {
    const { as, client, resolve, signIn, spaces, services } = await openPublished()
    const names = ['shown.pdf', 'beta.pdf', 'unused.pdf']
    const files = names.map((name) => ({ name, base64: 'eA==', contentType: 'application/pdf' }))
    await client.post(`${spaces.guide}/content`, { changes: [{ operation: 'insert_files', files }] })
    const link = (name: string) => `[A file](../assets/${name})`
    const beta = `{% if visitor.claims.isBeta %}\n${link('beta.pdf')}\n{% endif %}\n`
    const spaceId = spaces.guide.split('/').at(-1) ?? ''
    await addReusable(services, spaceId, `${link('shown.pdf')}\n\n${beta}`)
    const listed = async (visitor: object) => {
      const reader = as((await resolve('', visitor)).apiToken)
      const { items } = await reader.get(`${spaces.guide}/content/files`)
      return items.map(({ name }: { name: string }) => name).sort()
    }
    expect(await listed({})).toEqual([])
    const include = page('With it', '{% include ".gitbook/includes/note.md" %}\n')
    await client.post(`${spaces.guide}/content`, { changes: [include] })
    expect(await listed({})).toEqual(['shown.pdf'])
    expect(await listed({ jwtToken: await signIn({ isBeta: true }) })).toEqual(['beta.pdf', 'shown.pdf'])
  })

  it('ends with the token that somebody signed in with', async () => {
    const { resolve, signIn } = await openPublished('visitor-auth')
    const jwtToken = await signIn({}, (jwt) => jwt.setExpirationTime('5m'))
    const { apiToken } = await resolve('', { jwtToken })
    expect(decodeJwt(apiToken).exp).toBe(decodeJwt(jwtToken).exp)
  })

  it.each(['visitor-auth', 'public'] as const)(
    'of a %s site ends with the key that proved who it was',
    async (audience) => {
      const { as, client, url, resolve, signIn, spaces, organization } = await openPublished(audience)
      const integration = await installSignIn(client, organization.id)
      const signedIn = await resolve('', { jwtToken: await signIn({ isBeta: true }) })
      await as(signedIn.apiToken).get(spaces.guide)
      await client.post(`${url}/publishing/auth/regenerate`)
      await as(signedIn.apiToken).get(spaces.guide, 401)
      const again = await resolve('', { jwtToken: await signIn({ isBeta: true }) })
      await as(again.apiToken).get(spaces.guide)
      await client.patch(`${url}/publishing/auth`, { backend: 'integration', integration })
      await as(again.apiToken).get(spaces.guide, 401)
    },
  )

  it('of somebody who proved nothing outlives the key of the site', async () => {
    const { as, client, url, resolve, spaces } = await openPublished()
    const { apiToken } = await resolve()
    await client.post(`${url}/publishing/auth/regenerate`)
    await as(apiToken).get(spaces.guide)
  })

  it('fits into a header, however many spaces a site has', async () => {
    const { as, resolve, spaces, site, sql } = await openPublished()
    const guide = spaces.guide.split('/').at(-1)
    await sql(`insert into spaces select (jsonb_populate_record(spaces, jsonb_build_object('id', id || number))).*
      from spaces, generate_series(100, 900) number where id = '${guide}'`)
    await sql(`insert into site_spaces
      select (jsonb_populate_record(site_spaces, jsonb_build_object(
        'id', id || number, 'path', path || number, 'space_id', space_id || number))).*
      from site_spaces, generate_series(100, 900) number where site_id = '${site.id}' and space_id = '${guide}'`)
    const { apiToken } = await resolve()
    expect(apiToken.length).toBeLessThan(8_000)
    await as(apiToken).get(`${spaces.guide}900`)
  })

  it('is dead as soon as the audience of the site is another one', async () => {
    const { as, client, url, resolve, spaces } = await openPublished()
    const { apiToken } = await resolve()
    await client.patch(url, { visibility: 'visitor-auth' })
    await as(apiToken).get(spaces.guide, 401)
    await client.patch(url, { visibility: 'public' })
    await client.patch(spaces.guide, { visibility: 'private' })
    await as(apiToken).get(spaces.guide, 404)
    await as(`${apiToken.slice(0, -2)}xx`).get(spaces.guide, 401)
  })

  it('reads the revision of now, and for a moment the one before', async () => {
    const { as, client, resolve, spaces, tick } = await openPublished()
    const { apiToken } = await resolve()
    const reader = as(apiToken)
    const { revision } = await reader.get(spaces.guide)
    const write = () => client.post(`${spaces.guide}/content`, { changes: [page('Next')] })
    await write()
    await reader.get(`${spaces.guide}/revisions/${revision}/pages`)
    await write()
    await reader.get(`${spaces.guide}/revisions/${revision}/pages`, 404)
    const now = (await reader.get(spaces.guide)).revision
    await write()
    tick(1 / 24 / 30)
    await reader.get(`${spaces.guide}/revisions/${now}/pages`, 404)
  })
})

describe('a redirect', () => {
  it('leads to where a page is now, and nobody behind a condition', async () => {
    const { as, client, url, base, resolve, signIn, spaces } = await openPublished()
    const { structure } = await client.get(`${url}/structure`)
    const siteSpaceId = structure[0].siteSpaces[0].id
    const { pages } = await client.get(`${spaces.guide}/content/pages`)
    const redirect = (source: string, at: number) =>
      client.post(
        `${url}/redirects`,
        { source, destination: { kind: 'site-page', siteSpaceId, pageId: pages[at].id } },
        201,
      )
    await redirect('/old/second', 2)
    await redirect('/old/beta', 1)
    const reader = as((await resolve()).apiToken)
    const ask = (source: string) => `${url}/redirect?source=${source}`
    expect((await reader.get(ask('/old/second/'))).target).toBe(`${base}second`)
    await client.post(`${spaces.guide}/content`, {
      changes: [{ operation: 'update_page', page: pages[2].id, slug: 'moved' }],
    })
    expect((await reader.get(ask('/old/second'))).target).toBe(`${base}moved`)
    await reader.get(ask('/old/beta'), 404)
    const beta = await resolve('', { jwtToken: await signIn({ isBeta: true }) })
    expect((await as(beta.apiToken).get(ask('/old/beta'))).target).toBe(`${base}beta`)
    await reader.get(ask('/never'), 404)
  })
})

describe('a share link', () => {
  it('opens the site until it is switched off, with every token it gave', async () => {
    const { as, client, url, base, resolve, spaces } = await openPublished('share-link')
    await resolve('', {}, 404)
    const link = await client.post(`${url}/share-links`, { name: 'Partners' }, 201)
    const key = link.urls.published.slice(base.length, -1)
    const found = await resolve(`${key}/second`)
    expect(found).toMatchObject({ shareKey: key, pathname: '/second' })
    await as(found.apiToken).get(spaces.guide)
    await resolve('guessed/second', {}, 404)
    await client.patch(`${url}/share-links/${link.id}`, { active: false })
    await as(found.apiToken).get(spaces.guide, 401)
    await resolve(`${key}/second`, {}, 404)
  })
})

describe('visitors who sign in', () => {
  it('are sent to where they can, with the way back', async () => {
    const { client, url, resolve } = await openPublished('visitor-auth')
    await resolve('second?a=b', {}, 404)
    await client.patch(`${url}/publishing/auth`, {
      backend: 'custom',
      fallbackURL: 'https://example.org/login?from=docs',
    })
    const { target, redirect } = await resolve('second?a=b')
    expect(target).toBe('external')
    expect(new URL(redirect).searchParams.get('from')).toBe('docs')
    expect(new URL(redirect).searchParams.get('location')).toBe('/second?a=b')
  })
})
