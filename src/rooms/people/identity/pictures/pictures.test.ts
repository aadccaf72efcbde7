import { imageSize } from 'image-size'
import { describe, expect, it } from 'vitest'
import { HOST, openBrowser } from '../../../../../test/counterparts/console.ts'
import { GIF, JPEG, pngOf, WEBP } from '../../../../../test/pictures.ts'
import { makeAdministrator, openTestServices } from '../../../../../test/services.ts'
import { SYSTEM } from '../../../../kit/domain/context.ts'
import { runJob } from '../../../../services.ts'
import { sweepBlobs } from '../../../content/files/jobs.ts'
import { hashPassword, keepPassword } from '../../accounts/passwords/passwords.ts'

const PASSWORD = 'correct horse battery'

async function openPictures() {
  const opened = await openTestServices()
  const { app, as } = opened
  const pictureOf = (person: { id: string }) => `/v1/users/${person.id}/picture`
  const view = (url: string) => app.inject({ url: url.replace(HOST, '') })
  const upload = (person: Parameters<typeof as>[0] & object, bytes: Buffer, status = 200) =>
    as(person).put(pictureOf(person as { id: string }), { picture: bytes.toString('base64') }, status)
  return { ...opened, pictureOf, view, upload }
}

describe('the picture of a user', () => {
  it('is at the address that the user names, for browsers, where nothing can run', async () => {
    const { reader, admin, as, upload, view } = await openPictures()
    for (const bytes of [pngOf(300, 200), JPEG, GIF]) {
      const { photoURL } = await upload(reader, bytes)
      expect(photoURL).toMatch(/^http:\/\/quire\.test\/o\/~pictures\/[\w-]{43}$/)
      const answer = await view(photoURL)
      expect(answer.statusCode).toBe(200)
      expect(imageSize(answer.rawPayload)).toMatchObject({ width: 256, height: 256 })
      expect(answer.headers).toMatchObject({
        'content-type': 'image/png',
        'x-content-type-options': 'nosniff',
      })
      expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/)
      expect((await as(admin).get(`/v1/users/${reader.id}`)).photoURL).toBe(photoURL)
    }
    const { photoURL } = await upload(reader, WEBP)
    expect((await view(photoURL)).headers['content-type']).toBe('image/webp')
  })

  it('goes when it is removed, and its bytes some nights later', async () => {
    const { reader, as, upload, view, pictureOf, services, tick } = await openPictures()
    const { photoURL } = await upload(reader, pngOf(20, 20, [1, 2, 3]))
    const blob = String(photoURL).split('/').at(-1) ?? ''
    for (let night = 0; night < 4; night += 1) {
      tick(1)
      await runJob(services, sweepBlobs, {})
    }
    expect(await services.blobs.has(blob)).toBe(true)
    await as(reader).delete(pictureOf(reader), 205)
    await as(reader).delete(pictureOf(reader), 204)
    expect((await as(reader).get('/v1/user')).photoURL).toBeUndefined()
    expect((await view(photoURL)).statusCode).toBe(404)
    for (let night = 0; night < 4; night += 1) {
      tick(1)
      await runJob(services, sweepBlobs, {})
    }
    expect(await services.blobs.has(blob)).toBe(false)
  })

  it('is no way to other bytes', async () => {
    const { services, view, reader, as } = await openPictures()
    const blob = await services.blobs.put(pngOf(5, 5))
    for (const path of [blob, '..%2f..%2fetc%2fpasswd', 'x'.repeat(43), '%00', '%27'])
      expect([400, 404]).toContain((await view(`/o/~pictures/${path}`)).statusCode)
    await as(reader).patch(`/v1/users/${reader.id}`, { photoURL: `/o/~pictures/${blob}` }, 400)
  })

  it('must be a picture of a bounded size', async () => {
    const { reader, upload } = await openPictures()
    const faults = [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'no-picture'],
      [Buffer.from('no picture at all'), 'no-picture'],
      [Buffer.concat([pngOf(8, 8), Buffer.alloc(2 * 1024 * 1024)]), 'too-many-bytes'],
      [pngOf(4097, 2), 'too-large'],
    ] as const
    for (const [bytes, fault] of faults) {
      const { error } = await upload(reader, bytes, 400)
      expect(error.details).toEqual({ field: 'body.picture', fault })
    }
  })

  it('is changed by themselves and by administrators, and by nobody else', async () => {
    const { reader, admin, stranger, as, pictureOf, services } = await openPictures()
    const administrator = await makeAdministrator(services)
    const body = { picture: GIF.toString('base64') }
    await as(admin).put(pictureOf(reader), body, 403)
    await as(stranger).put(pictureOf(reader), body, 404)
    await as(administrator).put(pictureOf(reader), body, 200)
    await as(admin).delete(pictureOf(reader), 403)
    await as(administrator).delete(pictureOf(reader), 205)
  })
})

describe('the picture on the account page', () => {
  async function openAccount() {
    const opened = await openPictures()
    const { services, app, reader } = opened
    const hashed = await hashPassword(services.outside(SYSTEM), PASSWORD, reader.email)
    await services.asSystem((ctx) => keepPassword(ctx, reader.id, hashed))
    const browser = openBrowser(app, { address: `198.19.1.${(addresses++ % 250) + 1}` })
    await browser.signIn(reader.email, PASSWORD)
    return { ...opened, browser }
  }
  let addresses = 0

  it('is uploaded and removed with forms', async () => {
    const { browser, reader, as } = await openAccount()
    const saved = await browser.upload('/o/~account/picture', { picture: pngOf(30, 30) })
    const { photoURL } = await as(reader).get('/v1/user')
    expect(saved.body).toContain(`<img src="${photoURL}"`)
    const removed = await browser.post('/o/~account/picture', { remove: 'yes' })
    expect(removed.body).not.toContain('<img')
    expect((await as(reader).get('/v1/user')).photoURL).toBeUndefined()
  })

  it('says what is wrong with a file', async () => {
    const { browser } = await openAccount()
    const send = async (bytes: Buffer) =>
      (await browser.upload('/o/~account/picture', { picture: bytes })).body
    expect(await send(Buffer.from('hello'))).toContain('This file is no PNG, JPEG, GIF or WebP')
    expect(await send(Buffer.alloc(0))).toContain('This file is no PNG, JPEG, GIF or WebP')
    expect(await send(Buffer.alloc(5 * 1024 * 1024))).toContain('This file is larger than 2 MB')
    expect(await send(pngOf(5_000, 2))).toContain('more than 4096 pixels')
  })

  it('takes files from pages of ours alone, and on this page alone', async () => {
    const { browser, reader, as } = await openAccount()
    const from = (origin: string, url: string) =>
      browser.upload(url, { picture: pngOf(30, 30) }, { origin, 'sec-fetch-site': 'cross-site' })
    expect((await from('https://evil.example', '/o/~account/picture')).status).toBe(403)
    expect((await browser.upload('/o/~account', { picture: pngOf(30, 30) })).status).toBe(415)
    expect((await as(reader).get('/v1/user')).photoURL).toBeUndefined()
  })
})
