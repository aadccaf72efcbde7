// Settings of a site one by one, the last change taken back, and images for them.
import { describe, expect, it } from 'vitest'
import { pngOf } from '../../../../test/pictures.ts'
import { openTestServices } from '../../../../test/services.ts'
import { DEFAULTS } from './defaults.ts'

async function openSite() {
  const services = await openTestServices()
  const { as, admin, organization } = services
  const client = as(admin)
  const { id } = await client.post(`${organization.url}/sites`, { title: 'Docs', spaces: 'empty' }, 201)
  const site = `${organization.url}/sites/${id}`
  return { ...services, client, site, url: `${site}/customization`, undo: `${site}/customization/undo` }
}

describe('a change of the customization of a site', () => {
  it('changes what it names alone, and resets what is null', async () => {
    const { client, url, site } = await openSite()
    const logo = { light: 'https://example.org/l.png', dark: 'https://example.org/d.png' }
    const changes = {
      title: 'Manual',
      styling: { corners: 'circular', sidebar: { list: 'pill' }, font: 'Lato' },
      header: { logo },
      favicon: { emoji: '1f4d8' },
      pageActions: { markdown: false },
    }
    const changed = await client.patch(url, changes)
    expect(changed).toEqual({
      ...DEFAULTS,
      title: 'Manual',
      favicon: { emoji: '1f4d8' },
      styling: {
        ...DEFAULTS.styling,
        corners: 'circular',
        font: 'Lato',
        sidebar: { ...DEFAULTS.styling.sidebar, list: 'pill' },
      },
      header: { ...DEFAULTS.header, logo },
      pageActions: { ...DEFAULTS.pageActions, markdown: false },
    })
    expect((await client.get(site)).icon).toEqual({ emoji: '1f4d8' })
    const reset = {
      title: null,
      favicon: null,
      header: { logo: null },
      pageActions: { markdown: null },
      styling: { font: null, corners: null, sidebar: { list: null } },
    }
    expect(await client.patch(url, reset)).toEqual(DEFAULTS)
    await client.patch(url, {}, 400)
  })

  it('is refused where it is none, as is one of somebody who only reads', async () => {
    const { as, client, url, reader, stranger, undo } = await openSite()
    for (const body of [
      { styling: { corners: 'wavy' } },
      { header: { logo: { light: 'javascript:alert(1)', dark: 'https://example.org' } } },
      { styling: { font: { id: 'none', custom: true, fontFamily: 'X', fontFaces: [] } } },
      { header: { links: [{ title: 'A', to: null, links: [], condition: 'visitor.(' }] } },
    ])
      await client.patch(url, body, 400)
    expect(await client.get(url)).toEqual(DEFAULTS)
    await as(reader).patch(url, { title: 'Mine' }, 403)
    await as(reader).post(undo, {}, 403)
    await as(stranger).patch(url, { title: 'Mine' }, 404)
  })

  it('is taken back, and brought back', async () => {
    const { client, url, undo } = await openSite()
    await client.post(undo, {}, 409)
    await client.patch(url, { title: 'First' })
    await client.patch(url, { title: 'Second' })
    expect((await client.post(undo)).title).toBe('First')
    expect((await client.post(undo)).title).toBe('Second')
    expect((await client.get(url)).title).toBe('Second')
  })
})

describe('an image for a site', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const base64 = (text: string) => Buffer.from(text).toString('base64')

  it('is kept at an address for everybody, where it can run nothing', async () => {
    const { client, organization, app } = await openSite()
    const images = `${organization.url}/images`
    const png = await client.post(images, { image: pngOf(8, 8).toString('base64') }, 201)
    const drawing = await client.post(images, { image: base64(svg) }, 201)
    const shown = await app.inject(new URL(png.url).pathname)
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png'])
    expect(shown.headers['cache-control']).toContain('immutable')
    expect(shown.rawPayload.equals(pngOf(8, 8))).toBe(true)
    const drawn = await app.inject(new URL(drawing.url).pathname)
    expect(drawn.headers['content-type']).toBe('image/svg+xml')
    expect(drawn.headers['content-security-policy']).toMatch(/default-src 'none';.*sandbox$/)
    const other = new URL(png.url).pathname.replace(organization.id, 'none')
    expect((await app.inject(other)).statusCode).toBe(404)
  })

  it('is a picture, and not too large', async () => {
    const { as, client, organization, reader } = await openSite()
    const images = `${organization.url}/images`
    const text = ['<html><svg></svg></html>', 'GIF88a', 'text', '']
    for (const image of text.map(base64)) await client.post(images, { image }, 400)
    const large = Buffer.concat([pngOf(8, 8), Buffer.alloc(2 * 1024 * 1024)]).toString('base64')
    await client.post(images, { image: large }, 400)
    await as(reader).post(images, { image: pngOf(8, 8).toString('base64') }, 403)
  })

  it('stays as long as something names it', async () => {
    const { client, organization, app, url, tick } = await openSite()
    const images = `${organization.url}/images`
    const upload = async (width: number) =>
      (await client.post(images, { image: pngOf(width, 8).toString('base64') }, 201)).url
    const [logo, unused, former] = [await upload(8), await upload(9), await upload(10)]
    await client.patch(url, { socialPreview: { url: former } })
    await client.patch(url, { socialPreview: { url: null }, header: { logo: { light: logo, dark: logo } } })
    tick(1.1)
    await upload(11)
    const status = async (address: string) => (await app.inject(new URL(address).pathname)).statusCode
    expect([await status(logo), await status(unused), await status(former)]).toEqual([200, 404, 200])
  })
})
