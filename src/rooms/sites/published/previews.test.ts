import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { openTestServices } from '../../../../test/services.ts'
import { SYSTEM } from '../../../kit/domain/context.ts'
import { openPreview } from './previews.ts'

/** A site that nobody published, and what opens previews of it. */
async function openSite() {
  const house = await openTestServices()
  const { as, admin, organization, services } = house
  const site = await as(admin).post(`${organization.url}/sites`, { title: 'Docs', spaces: 'empty' }, 201)
  const at = `${organization.url}/sites/${site.id}`
  const preview = async (query: Record<string, string> = {}, status = 200, who = admin) =>
    as(who).get(`${at}/publishing/preview?${new URLSearchParams(query)}`, status)
  const tokenIn = ({ url }: { url: string }) => new URL(url).searchParams.get('token') ?? ''
  const open = (token: string, siteId: string = site.id) =>
    openPreview(services.outside(SYSTEM), siteId, token)
  return { ...house, site, at, preview, tokenIn, open }
}

describe('the preview of a site', () => {
  it('is an address that lets whoever has it in for an hour', async () => {
    const { preview, tokenIn, open, site, tick } = await openSite()
    const made = await preview()
    expect(made.url).toMatch(`http://quire.test/preview/sites/${site.id}/?token=`)
    expect(await open(tokenIn(made))).toMatchObject({ site: { id: site.id }, claims: {} })
    tick(59 / (24 * 60))
    expect(await open(tokenIn(made))).toBeDefined()
    tick(2 / (24 * 60))
    expect(await open(tokenIn(made))).toBeUndefined()
  })

  it('can begin in one space, which must be of the site', async () => {
    const { as, admin, at, preview, tokenIn, open } = await openSite()
    const { items } = await as(admin).get(`${at}/site-spaces`)
    const made = await preview({ siteSpace: items[0].id })
    expect(await open(tokenIn(made))).toMatchObject({ siteSpaceId: items[0].id })
    const { error } = await preview({ siteSpace: 'none' }, 400)
    expect(error.details).toEqual({ field: 'query.siteSpace' })
  })

  it('can be as somebody would see it, as far as the site knows its visitors', async () => {
    const { as, admin, at, preview, tokenIn, open } = await openSite()
    const claims = JSON.stringify({ isBeta: true, plan: 'none', __proto__: { a: 1 } })
    const made = await preview({ claims })
    expect((await open(tokenIn(made)))?.claims).toEqual({})
    await as(admin).patch(at, { adaptiveContent: { enabled: true } })
    const properties = {
      isBeta: { type: 'boolean', description: 'Reads what is not out yet' },
      plan: { type: 'string', enum: ['free', 'pro'], description: 'What they pay for' },
    }
    const jsonSchema = { type: 'object', properties, additionalProperties: false }
    await as(admin).put(`${at}/adaptive-schema`, { jsonSchema })
    expect((await open(tokenIn(made)))?.claims).toEqual({ isBeta: true, unsigned: {} })
    const rison = await preview({ claims: '(isBeta:!f,plan:pro)' })
    expect((await open(tokenIn(rison)))?.claims).toEqual({ isBeta: false, plan: 'pro', unsigned: {} })
  })

  it.each(['', '{', '[]', 'null', '1', '"a"', '!(1)', '(a'])(
    'is refused with claims that are %j',
    async (claims) => {
      const { preview } = await openSite()
      const { error } = await preview({ claims }, 400)
      expect(error.details).toEqual({ field: 'query.claims' })
    },
  )

  it('is of one site, and signed by us for this', async () => {
    const { admin, stranger, organization, preview, tokenIn, open, site, services } = await openSite()
    const other = await openSite()
    const token = tokenIn(await preview())
    expect(await open(token, other.site.id)).toBeUndefined()
    const changed = token.replace(/(?<=\.)[^.](?=[^.]*$)/, (letter) => (letter === 'A' ? 'B' : 'A'))
    expect(await open(changed)).toBeUndefined()
    expect(await open('')).toBeUndefined()
    const { signer, clock } = services.outside(SYSTEM)
    const forged = (purpose: string, by: string) =>
      new SignJWT({ organization: organization.id, site: site.id, by })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime(Math.floor(clock.now().getTime() / 1000) + 60)
        .sign(signer.keyFor(purpose))
    expect(await open(await forged('preview token', admin.id))).toBeDefined()
    expect(await open(await forged('content token', admin.id))).toBeUndefined()
    // Signed for this, but of nobody who may.
    expect(await open(await forged('preview token', stranger.id))).toBeUndefined()
  })

  it('ends with the rights of whoever made it, and with the site', async () => {
    const { as, admin, newMember, organization, at, preview, tokenIn, open } = await openSite()
    const writer = await newMember('writer', 'create')
    const [theirs, ours] = [tokenIn(await preview({}, 200, writer)), tokenIn(await preview())]
    expect(await open(theirs)).toBeDefined()
    await as(admin).patch(`${organization.url}/members/${writer.id}`, { role: 'read' })
    expect(await open(theirs)).toBeUndefined()
    expect(await open(ours)).toBeDefined()
    await as(admin).delete(at, 205)
    expect(await open(ours)).toBeUndefined()
  })

  it('is made by those who arrange the site', async () => {
    const { preview, creator, editor, guest, stranger } = await openSite()
    await preview({}, 200, creator)
    await preview({}, 403, editor)
    await preview({}, 404, guest)
    await preview({}, 404, stranger)
  })
})
