import { describe, expect, it } from 'vitest'
import { openTestServices } from '../../../../test/services.ts'
import { SYSTEM } from '../../../kit/domain/context.ts'
import { DEFAULTS } from './defaults.ts'
import { customizationsOf } from './read-customization.ts'

async function openSite() {
  const services = await openTestServices()
  const { as, admin, organization } = services
  const client = as(admin)
  const newSpace = async (title: string) =>
    (await client.post(`${organization.url}/spaces`, { title }, 201)).id
  const spaces = [await newSpace('One'), await newSpace('Two')]
  const { id } = await client.post(`${organization.url}/sites`, { title: 'Docs', spaces }, 201)
  const site = `${organization.url}/sites/${id}`
  const { items } = await client.get(`${site}/site-spaces`)
  const [first, second] = items.map((item: { id: string }) => item.id)
  const url = `${site}/customization`
  return {
    ...services,
    client,
    id,
    site,
    url,
    first,
    second,
    of: (siteSpace: string) => `${site}/site-spaces/${siteSpace}/customization`,
    /** What is refused, and where. */
    refused: async (body: object) => {
      const answer = await client.send('PUT', url, body)
      expect(answer.statusCode, answer.body).toBe(400)
      return answer.json().error
    },
    customized: () => eventsOf(services),
  }
}

async function eventsOf({ events }: Pick<Awaited<ReturnType<typeof openTestServices>>, 'events'>) {
  return (await events()).filter(({ type }) => type === 'site.changed').map(({ payload }) => payload)
}

const to = { kind: 'url', url: 'https://example.org/' }
const item = { title: 'Blog', to, links: [] }
const withHeader = (...links: object[]) => ({ ...DEFAULTS, header: { preset: 'default', links } })

describe('the customization of a site', () => {
  it('is complete before anybody chose anything, masked or not', async () => {
    const { as, client, url, reader, site } = await openSite()
    expect(await client.get(url)).toEqual(DEFAULTS)
    expect(await as(reader).get(`${url}?unmasked=true`)).toEqual(DEFAULTS)
    await client.get(`${url}?unmasked=maybe`, 400)
    expect((await client.get(site)).icon).toBeUndefined()
  })

  it('is replaced as a whole: what is left out is gone', async () => {
    const { client, url, id, customized } = await openSite()
    const full = {
      ...DEFAULTS,
      title: 'Acme',
      styling: {
        ...DEFAULTS.styling,
        theme: 'gradient',
        tint: { color: { light: '#fff', dark: '#001122' } },
      },
      header: {
        preset: 'bold',
        links: [{ ...item, style: 'button-primary', condition: 'visitor.claims.a' }],
      },
      footer: { groups: [{ title: 'More', links: [{ title: 'Blog', to }] }], copyright: '© Acme' },
      announcement: { enabled: true, message: 'We moved', link: { title: 'Where', to }, style: 'warning' },
    }
    expect(await client.put(url, full)).toEqual(full)
    expect(await client.get(url)).toEqual(full)
    expect(await client.put(url, DEFAULTS)).toEqual(DEFAULTS)
    expect(await client.get(url)).toEqual(DEFAULTS)
    const fact = { siteId: id, fields: ['customization'] }
    expect(await customized()).toMatchObject([fact, fact])
  })

  it('names the part that is missing', async () => {
    const { refused } = await openSite()
    const { pdf: _, ...rest } = DEFAULTS
    expect((await refused(rest)).details).toEqual({ field: 'body.pdf' })
    const { theme: __, ...styling } = DEFAULTS.styling
    expect((await refused({ ...DEFAULTS, styling })).message).toBe('body.styling.theme is required')
  })

  it('refuses colours, titles and lists that are none, and too many of them', async () => {
    const { refused, client, url } = await openSite()
    const primaryColor = { light: 'red', dark: '#000' }
    const styled = { ...DEFAULTS, styling: { ...DEFAULTS.styling, primaryColor } }
    expect((await refused(styled)).details.field).toBe('body.styling.primaryColor.light')
    const announced = (message: string) => ({
      ...DEFAULTS,
      announcement: { enabled: true, message, style: 'info' },
    })
    const group = (count: number) => ({ title: 'More', links: Array(count).fill({ title: 'Blog', to }) })
    const footed = (...groups: object[]) => ({ ...DEFAULTS, footer: { groups } })
    const bad = [
      { ...DEFAULTS, title: 'A' },
      { ...DEFAULTS, title: 'x'.repeat(129) },
      announced('A'),
      announced('x'.repeat(129)),
      { ...DEFAULTS, footer: { groups: [], copyright: 'x'.repeat(301) } },
      { ...DEFAULTS, favicon: { emoji: 'no emoji' } },
      footed(group(21)),
      footed(...Array(11).fill(group(0))),
      withHeader(...Array(21).fill(item)),
      withHeader({ ...item, links: group(21).links }),
      withHeader({ ...item, links: [{ title: 'x'.repeat(65), to }] }),
      { ...DEFAULTS, styling: { ...DEFAULTS.styling, font: 'ComicSans' } },
    ]
    for (const body of bad) await refused(body)
    await client.put(url, withHeader(...Array(20).fill({ ...item, links: group(20).links })))
    await client.put(url, footed(...Array(10).fill(group(20))))
  })

  it('takes e-mails and telephone numbers as links, and nowhere else', async () => {
    const { refused, client, url } = await openSite()
    for (const address of [
      'mailto:help@example.org',
      'MailTo:help@example.org?subject=Docs',
      'tel:+491234567',
    ]) {
      const to = { kind: 'url', url: address }
      const links = [{ title: 'Help', to }]
      await client.put(url, withHeader({ ...item, to, links }))
      await client.put(url, { ...DEFAULTS, footer: { ...DEFAULTS.footer, groups: [{ title: 'Us', links }] } })
      await refused({ ...DEFAULTS, privacyPolicy: { url: address } })
      await refused({ ...DEFAULTS, favicon: { icon: { light: address, dark: address } } })
    }
  })

  it('takes addresses of the web only, wherever one stands', async () => {
    const { refused, client, url } = await openSite()
    const addresses = ['javascript:alert(1)', 'JavaScript:alert(1)', 'data:text/html,x', 'ftp://a.example/b']
    for (const address of [...addresses, '//a.example', 'https://a b']) {
      const pair = { light: address, dark: 'https://example.org/dark.png' }
      const link = { kind: 'url', url: address }
      const places = [
        withHeader({ ...item, to: link }),
        withHeader({ ...item, links: [{ title: 'Blog', to: link }] }),
        { ...DEFAULTS, header: { ...DEFAULTS.header, logo: pair } },
        { ...DEFAULTS, footer: { ...DEFAULTS.footer, logo: pair } },
        { ...DEFAULTS, favicon: { icon: pair } },
        { ...DEFAULTS, privacyPolicy: { url: address } },
        { ...DEFAULTS, socialPreview: { url: address } },
      ]
      for (const body of places) await refused(body)
    }
    const kinds = [
      { kind: 'page', page: 'a', space: 'b' },
      { kind: 'anchor', anchor: 'a', page: 'b' },
      { kind: 'file', file: 'a' },
      { kind: 'space', space: 'a' },
      { kind: 'collection', collection: 'a' },
      { kind: 'user', user: 'a' },
      { kind: 'reusable-content', reusableContent: 'a' },
      { kind: 'openapi', spec: 'a' },
      null,
    ]
    const body = withHeader(...kinds.map((kind) => ({ ...item, to: kind })))
    expect(await client.put(url, body)).toEqual(body)
    await refused(withHeader({ ...item, to: { kind: 'elsewhere' } }))
  })

  it('refuses a condition that can not be read, and says where it stands', async () => {
    const { refused, client, of, first } = await openSite()
    const broken = { ...item, condition: 'visitor.claims.a &&' }
    expect((await refused(withHeader(item, broken))).details).toMatchObject({
      field: 'body.header.links.1.condition',
      position: 19,
    })
    await client.patch(of(first), { header: { links: [broken] } }, 400)
  })

  it('gives the site its icon', async () => {
    const { client, url, site, organization } = await openSite()
    await client.put(url, { ...DEFAULTS, favicon: { emoji: '1f4d8' } })
    expect((await client.get(site)).icon).toEqual({ emoji: '1f4d8' })
    const icon = { light: 'https://example.org/l.png', dark: 'https://example.org/d.png' }
    await client.put(url, { ...DEFAULTS, favicon: { icon } })
    expect((await client.get(`${organization.url}/sites`)).items[0].icon).toEqual({ icon })
    await client.put(url, { ...DEFAULTS, favicon: {} })
    expect((await client.get(site)).icon).toBeUndefined()
  })

  it('is seen by who sees the site, and changed by who creates content', async () => {
    const { as, url, stranger, guest, reader, editor, creator } = await openSite()
    for (const person of [stranger, guest]) {
      await as(person).get(url, 404)
      await as(person).put(url, DEFAULTS, 404)
    }
    await as(reader).get(url)
    await as(editor).put(url, DEFAULTS, 403)
    await as(creator).put(url, DEFAULTS)
  })
})

describe('the customization of a site space', () => {
  it('is that of its site, but for what it overrides', async () => {
    const { client, url, of, first, second, customized } = await openSite()
    const dark = { light: '#111', dark: '#eee' }
    const changed = await client.patch(of(first), {
      title: 'API',
      styling: { primaryColor: dark, sidebar: { list: 'pill' } },
      pdf: { enabled: false },
    })
    expect(changed).toEqual({
      ...DEFAULTS,
      title: 'API',
      styling: {
        ...DEFAULTS.styling,
        primaryColor: dark,
        sidebar: { ...DEFAULTS.styling.sidebar, list: 'pill' },
      },
      pdf: { enabled: false },
    })
    expect(await client.get(of(first))).toEqual(changed)
    expect(await client.get(of(second))).toEqual(DEFAULTS)

    // What the site changes later shows wherever it is not overridden.
    await client.put(url, { ...DEFAULTS, title: 'Acme', themes: { default: 'dark', toggeable: false } })
    expect(await client.get(of(first))).toMatchObject({ title: 'API', themes: { default: 'dark' } })
    expect((await client.get(of(second))).title).toBe('Acme')
    expect(await customized()).toHaveLength(2)
  })

  it('keeps what is left out, and loses what is null', async () => {
    const { client, of, first } = await openSite()
    const announcement = { enabled: true, message: 'We moved', style: 'info' }
    await client.patch(of(first), { title: 'API', announcement, styling: { theme: 'bold', depth: 'flat' } })
    const changed = await client.patch(of(first), { title: null, styling: { theme: null } })
    expect(changed).toEqual({ ...DEFAULTS, announcement, styling: { ...DEFAULTS.styling, depth: 'flat' } })
    expect(await client.patch(of(first), { announcement: null, styling: { depth: null } })).toEqual(DEFAULTS)
    await client.patch(of(first), {}, 400)
  })

  it('goes back to that of the site', async () => {
    const { client, of, first, customized } = await openSite()
    await client.delete(of(first), 204)
    await client.patch(of(first), { title: 'API' })
    await client.delete(of(first), 205)
    await client.delete(of(first), 204)
    expect(await client.get(of(first))).toEqual(DEFAULTS)
    expect(await customized()).toHaveLength(2)
  })

  it('is not reached through another site, nor by who may not', async () => {
    const { as, client, organization, of, first, stranger, editor } = await openSite()
    const other = await client.post(`${organization.url}/sites`, { title: 'Other' }, 201)
    const wrong = `${organization.url}/sites/${other.id}/site-spaces/${first}/customization`
    await client.patch(of(first), { title: 'API' })
    await client.get(wrong, 404)
    await client.patch(wrong, { title: 'Hijacked' }, 404)
    await client.delete(wrong, 204)
    expect((await client.get(of(first))).title).toBe('API')
    await as(stranger).get(of(first), 404)
    await as(editor).patch(of(first), { title: 'Mine' }, 403)
    await as(editor).delete(of(first), 403)
    await client.patch(of(first), { title: 'A' }, 400)
  })

  it('is read together with those of all others', async () => {
    const { client, services, id, of, first, second } = await openSite()
    await client.patch(of(first), { title: 'API' })
    const all = await customizationsOf(services.outside(SYSTEM), id)
    expect(all).toEqual({
      site: DEFAULTS,
      siteSpaces: { [first]: { ...DEFAULTS, title: 'API' }, [second]: DEFAULTS },
    })
  })

  it('loses no change of several that are made at once', async () => {
    const { client, of, first } = await openSite()
    const changes = [
      { title: 'API' },
      { pdf: { enabled: false } },
      { styling: { theme: 'bold' } },
      { styling: { depth: 'flat' } },
      { footer: { copyright: '© Acme' } },
    ]
    await Promise.all(changes.map((change) => client.patch(of(first), change)))
    expect(await client.get(of(first))).toMatchObject({
      title: 'API',
      pdf: { enabled: false },
      styling: { theme: 'bold', depth: 'flat' },
      footer: { copyright: '© Acme' },
    })
  })
})
