import { describe, expect, it } from 'vitest'
import { fontFile } from '../../../../test/font-file.ts'
import { sendFont } from '../../../../test/fonts.ts'
import { buildTestServices, furnish, openTestServices } from '../../../../test/services.ts'
import { runJob } from '../../../services.ts'
import { forgetUploads, sweepBlobs } from '../../content/files/jobs.ts'
import { customizeSite } from './customize-site.ts'
import { DEFAULTS } from './defaults.ts'
import { createFont, removeFont } from './fonts.ts'

async function openFonts(services?: Awaited<ReturnType<typeof furnish>>) {
  const setting = services ?? (await openTestServices())
  const { as, admin, organization, app } = setting
  const client = as(admin)
  const url = `${organization.url}/fonts`
  const send = (bytes?: Buffer) => sendFont(setting, admin, bytes)
  const create = async (bytes = fontFile(), weight = 400) =>
    client.put(url, { fontFamily: 'Acme Sans', fontFaces: [{ weight, storageKey: await send(bytes) }] }, 201)
  return {
    ...setting,
    client,
    url,
    send,
    create,
    /** What a browser gets at an address. */
    load: (address: string, headers = {}) =>
      app.inject({ url: address.replace('http://quire.test', ''), headers }),
    openSite: async (title = 'Docs') => {
      const { id } = await client.post(`${organization.url}/sites`, { title }, 201)
      return { id, customization: `${organization.url}/sites/${id}/customization` }
    },
    refused: async (fontFaces: object[], status: number) => {
      const answer = await client.send('PUT', url, { fontFamily: 'Acme Sans', fontFaces })
      expect(answer.statusCode, answer.body).toBe(status)
      return answer.json().error
    },
  }
}

type Font = { id: string; fontFaces: { weight: number; sources: { url: string; format: string }[] }[] }
const addressOf = ({ fontFaces }: Font, at = 0) => fontFaces[at]?.sources[0]?.url ?? ''
const chosen = (font: object, name = 'font') => ({
  ...DEFAULTS,
  styling: { ...DEFAULTS.styling, [name]: font },
})

describe('a font', () => {
  it('is made of files that were sent, by weight, and listed', async () => {
    const { client, url, send, as, reader } = await openFonts()
    const [bold, regular] = [await send(fontFile('woff', 80)), await send()]
    const fontFaces = [
      { weight: 700, storageKey: bold },
      { weight: 400, storageKey: regular },
    ]
    const made = await client.send('PUT', url, { fontFamily: 'Acme Sans', fontFaces })
    expect(made.statusCode).toBe(201)
    const font = made.json()
    expect(made.headers.location).toBe(`http://quire.test${url}/${font.id}`)
    expect(font).toMatchObject({
      custom: true,
      fontFamily: 'Acme Sans',
      fontFaces: [
        { weight: 400, sources: [{ format: 'woff2' }] },
        { weight: 700, sources: [{ format: 'woff' }] },
      ],
      permissions: { edit: true },
    })
    expect(await client.get(`${url}/${font.id}`)).toEqual(font)
    expect((await client.get(url)).items).toEqual([font])
    expect((await as(reader).get(url)).items).toEqual([{ ...font, permissions: { edit: false } }])
  })

  it('has files that everybody can load and keep', async () => {
    const { create, load, client, url } = await openFonts()
    const font = await create()
    const answer = await load(addressOf(font))
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload).toEqual(fontFile())
    expect(answer.headers).toMatchObject({
      'content-type': 'font/woff2',
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    })
    expect((await load(addressOf(font), { 'if-none-match': answer.headers.etag })).statusCode).toBe(304)
    const woff = await create(fontFile('woff'))
    expect((await load(addressOf(woff))).headers['content-type']).toBe('font/woff')
    await client.delete(`${url}/${font.id}`, 205)
    expect((await load(addressOf(font))).statusCode).toBe(404)
  })

  it('opens no other bytes than its own', async () => {
    const { create, load, services } = await openFonts()
    const [font, other] = [await create(), await create(fontFile('woff2', 100))]
    const secret = await services.blobs.put(Buffer.from('secret'))
    const own = addressOf(font)
    const [folder = ''] = /.*\//.exec(own) ?? []
    const wrong = [
      `${folder}${secret}.woff2`,
      `${folder}${addressOf(other).split('/').at(-1)}`,
      own.replace('.woff2', '.woff'),
      own.replace('.woff2', ''),
      own.replace('.woff2', '.html'),
      own.replace(font.id, 'none'),
      `${folder}..%2F..%2Fv1`,
    ]
    for (const address of wrong) expect((await load(address)).statusCode, address).toBe(404)
  })

  it('takes only files that have come, and are fonts by what is in them', async () => {
    const { app, send, refused, client, organization, admin, as, stranger } = await openFonts()
    expect((await refused([{ weight: 400, storageKey: 'none' }], 412)).details).toEqual({
      field: 'body.fontFaces.0.storageKey',
    })
    const announced = await client.post(
      `${organization.url}/storage/upload`,
      { file: { name: 'a.woff2', type: 'font/woff2', size: 64 }, kind: 'customization_font' },
      201,
    )
    const early = await refused([{ weight: 400, storageKey: announced.key }], 412)
    expect(early.message).toMatch(/no file was uploaded/)
    const page = await refused(
      [{ weight: 400, storageKey: await send(Buffer.from('<script>1</script>')) }],
      412,
    )
    expect(page.message).toMatch(/neither a woff2 nor a woff/)
    await refused([{ weight: 400, storageKey: await send(Buffer.from('wOF2')) }], 412)
    const cut = fontFile('woff2', 80).subarray(0, 70)
    expect((await refused([{ weight: 400, storageKey: await send(cut) }], 412)).message).toMatch(/damaged/)
    // Also when it was announced as something else, which may be larger.
    const size = 2 * 1024 * 1024 + 1
    const { url, key } = await client.post(
      `${organization.url}/storage/upload`,
      { file: { name: 'a.zip', type: 'application/zip', size }, kind: 'import_file' },
      201,
    )
    const put = { method: 'PUT' as const, url: url.replace('http://quire.test', '') }
    const headers = { 'content-type': 'application/zip' }
    await app.inject({ ...put, headers, payload: fontFile('woff2', size) })
    expect((await refused([{ weight: 400, storageKey: key }], 412)).details.limit).toBe(size - 1)

    // A file of another organization is none.
    const [theirs] = (await as(stranger).get('/v1/orgs')).items
    const own = await send()
    const fontFaces = [{ weight: 400, storageKey: own }]
    await as(stranger).put(`/v1/orgs/${theirs.id}/fonts`, { fontFamily: 'Stolen', fontFaces }, 412)
    await as(admin).put(`${organization.url}/fonts`, { fontFamily: 'Own', fontFaces }, 201)
  })

  it('refuses names, weights and numbers of files that make no font', async () => {
    const { client, url, send, refused } = await openFonts()
    const storageKey = await send()
    const face = { weight: 400, storageKey }
    expect((await refused([face, face], 400)).message).toMatch(/a weight twice/)
    await refused([], 400)
    await refused([{ weight: 0, storageKey }], 400)
    await refused([{ weight: 1001, storageKey }], 400)
    await refused([{ weight: 400, storageKey: null }], 400)
    const many = (count: number) => Array.from({ length: count }, (_, at) => ({ weight: at + 1, storageKey }))
    await refused(many(21), 400)
    for (const fontFamily of ['', 'x'.repeat(51), 'A"; } body { display: none', '</style>'])
      await client.put(url, { fontFamily, fontFaces: [face] }, 400)
    await client.put(url, { fontFamily: 'Many', fontFaces: many(20) }, 201)
  })

  it('is one of fifty at most', async () => {
    const { client, url, send, sql, services, organization } = await openFonts()
    await sql(`insert into custom_fonts (id, organization_id, family, created_at)
      select '${organization.id}-' || n, '${organization.id}', 'Filler', now() from generate_series(1, 49) n`)
    await sql(`insert into custom_font_faces (font_id, weight, blob, format)
      select id, 400, 'none', 'woff2' from custom_fonts where organization_id = '${organization.id}'`)
    const body = { fontFamily: 'Last', fontFaces: [{ weight: 400, storageKey: await send() }] }
    const blob = await services.blobs.put(fontFile())
    const { second } = await services.asSystem(async (ctx) => {
      await createFont(ctx, organization.id, 'First', [{ weight: 400, file: { blob, format: 'woff2' } }])
      const second = client.send('PUT', url, body)
      await untilAnsweredOrWaiting(second, sql)
      return { second }
    })
    expect((await second).statusCode).toBe(409)
    expect((await client.get(`${url}?limit=100`)).count).toBe(50)
  })

  it('changes its name and its files, and keeps those that are to stay', async () => {
    const { client, url, create, send, load } = await openFonts()
    const font = await create()
    const own = `${url}/${font.id}`
    expect(await client.post(own, { fontFamily: 'Acme Serif' }, 201)).toEqual({
      ...font,
      fontFamily: 'Acme Serif',
    })
    const bold = { weight: 700, storageKey: await send(fontFile('woff', 80)) }
    const both = await client.post(own, { fontFaces: [bold, { weight: 400, storageKey: null }] }, 201)
    expect(both.fontFaces[0]).toEqual(font.fontFaces[0])
    expect((await load(addressOf(both, 1))).rawPayload).toEqual(fontFile('woff', 80))
    const kept = await client.send('POST', own, { fontFaces: [{ weight: 500, storageKey: null }] })
    expect([kept.statusCode, kept.json().error.details]).toEqual([
      400,
      { field: 'body.fontFaces.0.storageKey' },
    ])
    const one = await client.post(own, { fontFaces: [{ weight: 700, storageKey: null }] }, 201)
    expect(one.fontFaces).toEqual([both.fontFaces[1]])
    expect((await load(addressOf(font))).statusCode).toBe(404)
    await client.post(own, { fontFaces: [] }, 400)
    await client.post(own, { fontFaces: [{ weight: 400, storageKey: 'none' }] }, 412)
    expect((await client.get(own)).fontFaces).toEqual(one.fontFaces)
  })

  it('is for who sees the sites, and made by who creates content', async () => {
    const { as, url, create, send, stranger, guest, reader, editor, creator } = await openFonts()
    const font = await create()
    const own = `${url}/${font.id}`
    const body = { fontFamily: 'Mine', fontFaces: [{ weight: 400, storageKey: await send() }] }
    await as(stranger).get(own, 404)
    await as(guest).get(own, 404)
    await as(reader).get(own)
    await as(editor).put(url, body, 403)
    await as(editor).post(own, { fontFamily: 'Mine' }, 403)
    await as(editor).delete(own, 403)
    await as(creator).put(url, body, 201)
    const [theirs] = (await as(stranger).get('/v1/orgs')).items
    await as(stranger).get(`/v1/orgs/${theirs.id}/fonts/${font.id}`, 404)
    await as(creator).delete(own, 205)
    await as(creator).delete(own, 204)
  })

  it('keeps its bytes when the upload is forgotten, and gives them up when it is deleted', async () => {
    const setting = await openFonts(await furnish(await buildTestServices()))
    const { services, tick, create, load, client, url } = setting
    const font = await create()
    for (let night = 0; night < 4; night++) {
      tick(1.01)
      await runJob(services, forgetUploads, {})
      await runJob(services, sweepBlobs, {})
    }
    expect((await load(addressOf(font))).rawPayload).toEqual(fontFile())
    await client.delete(`${url}/${font.id}`, 205)
    const [, blob = ''] = /([\w-]+)\.woff2$/.exec(addressOf(font)) ?? []
    for (let night = 0; night < 2; night++) {
      tick(1.01)
      await runJob(services, sweepBlobs, {})
    }
    expect(await services.blobs.has(blob)).toBe(false)
  })
})

describe('a font in a customization', () => {
  it('is shown as it is now, whatever was said of it', async () => {
    const { client, url, create, openSite, events } = await openFonts()
    const { id, customization } = await openSite()
    const { permissions: _, ...font } = await create()
    const lie = { ...font, fontFamily: 'Lie', fontFaces: [fontFace('https://elsewhere.example/a.woff2')] }
    expect((await client.put(customization, chosen(lie))).styling.font).toEqual(font)
    await client.post(`${url}/${font.id}`, { fontFamily: 'Renamed' }, 201)
    const { styling } = await client.get(customization)
    expect(styling.font).toEqual({ ...font, fontFamily: 'Renamed' })
    expect(styling.monospaceFont).toBe(DEFAULTS.styling.monospaceFont)
    // Whoever shows the site hears of the new name.
    const facts = (await events()).filter(({ type }) => type === 'site.changed')
    expect(facts.map(({ payload }) => payload)).toMatchObject([{ siteId: id }, { siteId: id }])
  })

  it('must be one of the organization', async () => {
    const { client, openSite, create } = await openFonts()
    const elsewhere = await openFonts()
    const foreign = await elsewhere.create()
    const font = await create()
    const { customization } = await openSite()
    for (const name of ['font', 'monospaceFont']) {
      for (const id of [foreign.id, 'none']) {
        const answer = await client.send('PUT', customization, chosen({ ...font, id }, name))
        expect(answer.statusCode).toBe(400)
        expect(answer.json().error.details).toEqual({ field: `body.styling.${name}.id` })
      }
    }
    // One that is not custom is somebody else's, and taken as it is.
    const web = { ...foreign, custom: false }
    const { permissions: _, ...shown } = web
    expect((await client.put(customization, chosen(shown))).styling.font).toEqual(shown)
  })

  it('can not be deleted while a site uses it', async () => {
    const { client, url, create, openSite } = await openFonts()
    const [first, second] = [await openSite('Handbook'), await openSite('Guide')]
    const font = await create()
    await client.put(first.customization, chosen(font))
    await client.put(second.customization, chosen(font, 'monospaceFont'))
    const refused = await client.send('DELETE', `${url}/${font.id}`)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().error.message).toMatch(/“Handbook”, “Guide”/)
    expect(refused.json().error.details).toEqual({ sites: [first.id, second.id] })
    await client.put(first.customization, DEFAULTS)
    await client.put(second.customization, DEFAULTS)
    await client.delete(`${url}/${font.id}`, 205)
  })

  it('stays when it is to be deleted while a site chooses it', async () => {
    const { client, url, create, openSite, services, organization, sql } = await openFonts()
    const { id, customization } = await openSite()
    const font = await create()
    const { deleting } = await services.asSystem(async (ctx) => {
      const styling = { ...DEFAULTS.styling, font }
      await customizeSite(ctx, { organizationId: organization.id, id }, { ...DEFAULTS, styling })
      const deleting = client.send('DELETE', `${url}/${font.id}`)
      await untilAnsweredOrWaiting(deleting, sql)
      return { deleting }
    })
    expect((await deleting).statusCode).toBe(409)
    expect((await client.get(customization)).styling.font.id).toBe(font.id)
  })

  it('is not chosen while it is being deleted', async () => {
    const { client, create, openSite, services, organization, sql } = await openFonts()
    const { customization } = await openSite()
    const font = await create()
    const { choosing } = await services.asSystem(async (ctx) => {
      await removeFont(ctx, { id: font.id, organizationId: organization.id })
      const choosing = client.send('PUT', customization, chosen(font))
      await untilAnsweredOrWaiting(choosing, sql)
      return { choosing }
    })
    expect((await choosing).statusCode).toBe(400)
  })
})

/** Until a request is answered, or waits for what we hold. */
async function untilAnsweredOrWaiting(
  request: Promise<unknown>,
  sql: <Row>(text: string) => Promise<{ rows: Row[] }>,
) {
  let isAnswered = false
  void request.then(() => {
    isAnswered = true
  })
  for (;;) {
    const { rows } = await sql(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (isAnswered || rows.length > 0) return
  }
}

function fontFace(url: string) {
  return { weight: 400, sources: [{ url, format: 'woff2' }] }
}
