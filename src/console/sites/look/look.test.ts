// How a site looks, in a browser without script, and the site in the frame beside it.
import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../../../test/counterparts/console.ts'
import { fontFile } from '../../../../test/font-file.ts'
import { openSpace, page } from '../../../../test/pages.ts'
import { pngOf } from '../../../../test/pictures.ts'
import type { Person } from '../../../../test/services.ts'

async function openLook() {
  const services = await openSpace()
  const { app, organization, as, admin, space, write } = services
  await write(page('Lamp', 'The canarylamp.'))
  const signedIn = async ({ token }: Person) => {
    const browser = openBrowser(app)
    await browser.post('/o/~sign-in?token=', { token })
    return browser
  }
  const made = await as(admin).post(`${organization.url}/sites`, { title: 'Docs', spaces: [space.id] }, 201)
  const api = `${organization.url}/sites/${made.id}/customization`
  return {
    ...services,
    signedIn,
    browser: await signedIn(admin),
    look: `/o/${organization.id}/~sites/${made.id}/look`,
    site: new URL(made.urls.app).pathname,
    settings: () => as(admin).get(api),
  }
}

const FORM = {
  ...{ action: 'save', title: '', 'footer.copyright': '© Example', 'privacyPolicy.url': '' },
  ...{ 'styling.primaryColor.light': '#112233', 'styling.primaryColor.dark': '#aabbcc' },
  ...{ 'styling.theme': 'bold', 'styling.corners': 'straight', 'styling.depth': 'flat' },
  ...{ 'styling.links': 'accent', 'styling.icons': 'thin', 'styling.search': 'subtle' },
  ...{ 'styling.sidebar.background': 'filled', 'styling.sidebar.list': 'line' },
  ...{ 'header.preset': 'contrast', 'themes.default': 'dark', 'themes.toggeable': 'on' },
  ...{ 'styling.font': 'Lato', 'styling.monospaceFont': 'DMMono' },
  ...{ 'announcement.message': 'Moved', 'announcement.style': 'warning', 'announcement.enabled': 'on' },
}
const codeOf = (view: object) => Buffer.from(JSON.stringify(view)).toString('base64url')

describe('the look of a site', () => {
  it('is saved as the form says, and taken back', async () => {
    const { browser, look, settings } = await openLook()
    const before = await settings()
    const saved = await browser.post(look, FORM)
    expect(saved.body).toContain('Readers see it now')
    const after = await settings()
    expect(after.styling).toMatchObject({ theme: 'bold', corners: 'straight', font: 'Lato', icons: 'thin' })
    expect(after.styling.primaryColor).toEqual({ light: '#112233', dark: '#aabbcc' })
    expect(after.pdf.enabled).toBe(false)
    expect(after.announcement).toEqual({ enabled: true, message: 'Moved', style: 'warning' })
    expect(after.footer.copyright).toBe('© Example')
    expect(saved.body).toContain('value="#112233"')
    await browser.post(look, { action: 'undo' })
    expect(await settings()).toEqual(before)
    const wrong = await browser.post(look, { ...FORM, 'privacyPolicy.url': 'javascript:1' })
    expect([wrong.status, wrong.body]).toEqual([400, expect.stringContaining('role="alert"')])
  })

  it('has presets, images and links', async () => {
    const { browser, look, settings, app } = await openLook()
    await browser.post(look, { preset: 'forest' })
    expect((await settings()).styling.primaryColor.light).toBe('#1B7448')
    const png = new File([new Uint8Array(pngOf(8, 8))], 'logo.png', { type: 'image/png' })
    const form = new FormData()
    form.set('place', 'logo')
    form.set('action', 'upload')
    form.set('light', png)
    expect((await browser.send(look, form)).status).toBe(200)
    const { light, dark } = (await settings()).header.logo
    expect(light).toBe(dark)
    expect((await app.inject(new URL(light).pathname)).statusCode).toBe(200)
    expect((await browser.get(look)).body).toContain(`<img src="${light}"`)
    await browser.post(look, { action: 'remove-image', place: 'logo' })
    expect((await settings()).header.logo).toBeUndefined()
    const link = { title: 'Blog', url: 'https://example.org/blog' }
    await browser.post(look, { action: 'add-header', ...link })
    await browser.post(look, { action: 'add-header', title: 'Forum', url: 'https://example.org/forum' })
    await browser.post(look, { action: 'raise-header', at: '1' })
    const titles = async () => (await settings()).header.links.map(({ title }: { title: string }) => title)
    expect(await titles()).toEqual(['Forum', 'Blog'])
    await browser.post(look, { action: 'remove-header', at: '0' })
    expect(await titles()).toEqual(['Blog'])
    await browser.post(look, { action: 'add-group', title: 'Company' })
    await browser.post(look, { action: 'add-footer', at: '0', ...link })
    expect((await settings()).footer.groups).toEqual([
      { title: 'Company', links: [{ title: 'Blog', to: { kind: 'url', url: link.url } }] },
    ])
    await browser.post(look, { action: 'remove-footer', at: '0', inside: '0' })
    await browser.post(look, { action: 'remove-group', at: '0' })
    expect((await settings()).footer.groups).toEqual([])
    expect((await browser.post(look, { action: 'none' })).status).toBe(404)
  })

  it('is seen by members, and changed by those who arrange sites', async () => {
    const { signedIn, reader, stranger, look } = await openLook()
    const browser = await signedIn(reader)
    const seen = await browser.get(look)
    expect(seen.body).toContain('<iframe')
    expect(seen.body).not.toContain('name="action"')
    expect((await browser.post(look, { preset: 'forest' })).status).toBe(403)
    expect((await (await signedIn(stranger)).get(look)).status).toBe(404)
  })
})

describe('the site in the frame', () => {
  it('looks as it would, with links that stay in it, and only there', async () => {
    const { browser, site } = await openLook()
    const colour = { styling: { primaryColor: { light: '#ff0077', dark: '#ff0077' } }, title: 'Tried out' }
    const code = codeOf({ look: colour, theme: 'dark' })
    const shown = await browser.get(`${site}/~view/${code}`)
    expect(shown.status).toBe(200)
    expect(shown.body).toContain('canarylamp')
    expect(shown.body).toContain('Tried out')
    expect(shown.body).toContain('data-theme="dark"')
    expect(shown.body).toContain(`${site}/~view/${code}`)
    expect(shown.headers['content-security-policy']).toContain("frame-ancestors 'self'")
    const plain = await browser.get(site)
    expect(plain.body).not.toContain('Tried out')
    expect(plain.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })

  it('shows what a visitor would see', async () => {
    const { browser, site, write, as, admin, organization } = await openLook()
    await write(page('Beta', 'The canarybeta.', { condition: 'visitor.claims.isBeta' }))
    await as(admin).patch(`${organization.url}/sites/${site.split('/').at(-1)}`, {
      adaptiveContent: { enabled: true },
    })
    const seen = async (claims: object) => (await browser.get(`${site}/~view/${codeOf({ claims })}`)).body
    expect(await seen({ isBeta: true })).toContain('Beta')
    expect(await seen({})).not.toContain('Beta')
  })

  it('is not there for what is no view, nor for strangers', async () => {
    const { browser, site, signedIn, stranger } = await openLook()
    const bad = ['none', codeOf({ theme: 'blue' }), codeOf({ look: { styling: { theme: 'x' } } }), codeOf([])]
    for (const code of [...bad, codeOf({ claims: 'x' }), 'a'.repeat(6_001)])
      expect((await browser.get(`${site}/~view/${code}`)).status, code).toBe(404)
    const outside = await signedIn(stranger)
    expect((await outside.get(`${site}/~view/${codeOf({ theme: 'dark' })}`)).status).toBe(404)
  })
})

describe('fonts of an organization', () => {
  it('are kept by upload, chosen for the site, and not deleted while it uses them', async () => {
    const { browser, look, settings, organization, as, admin } = await openLook()
    const send = (fields: Record<string, string | File>) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      return browser.send(look, form)
    }
    const face = (format: 'woff2' | 'woff') => new File([new Uint8Array(fontFile(format))], `a.${format}`)
    const added = await send({
      action: 'add-font',
      fontFamily: 'Lamp Sans',
      regular: face('woff2'),
      bold: face('woff'),
    })
    expect([added.status, added.body]).toEqual([200, expect.stringContaining('Lamp Sans')])
    const { items } = await as(admin).get(`${organization.url}/fonts`)
    expect(items[0].fontFaces.map(({ weight }: { weight: number }) => weight)).toEqual([400, 700])
    await browser.post(look, { ...FORM, 'styling.font': `custom:${items[0].id}` })
    expect((await settings()).styling.font).toMatchObject({ fontFamily: 'Lamp Sans' })
    const kept = await browser.post(look, { action: 'delete-font', font: items[0].id })
    expect([kept.status, kept.body]).toEqual([409, expect.stringContaining('Docs')])
    await browser.post(look, FORM)
    const gone = await browser.post(look, { action: 'delete-font', font: items[0].id })
    expect([gone.status, gone.body]).toEqual([200, expect.not.stringContaining('Lamp Sans')])
  })

  it('are nothing but fonts', async () => {
    const { browser, look } = await openLook()
    const form = new FormData()
    for (const [name, value] of [
      ['action', 'add-font'],
      ['fontFamily', 'Evil'],
    ] as const)
      form.append(name, value)
    form.append('regular', new File(['<script>alert(1)</script>'], 'a.woff2'))
    const refused = await browser.send(look, form)
    expect([refused.status, refused.body]).toEqual([412, expect.stringContaining('neither a woff2')])
  })
})
