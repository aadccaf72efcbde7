import { describe, expect, it } from 'vitest'
import { openIntegration } from '../../../../test/integrations.ts'
import { openTestServices } from '../../../../test/services.ts'

async function openTwo() {
  const services = await openTestServices()
  const { as, admin, organization } = services
  const other = await as(admin).post('/v1/orgs', { title: 'Other' }, 201)
  const space = (details: object = {}) =>
    as(admin).post(`${organization.url}/spaces`, { title: 'Guide', ...details }, 201)
  return { ...services, other, space }
}

describe('a transfer', () => {
  it('moves a space with its content and change requests', async () => {
    const { as, admin, reader, other, space } = await openTwo()
    const { id } = await space()
    const url = `/v1/spaces/${id}`
    const changes = [{ operation: 'insert_page', title: 'Home', document: { markdown: 'Hello' } }]
    await as(admin).post(`${url}/content`, { changes })
    await as(admin).post(`${url}/change-requests`, { subject: 'More' }, 201)
    const moved = await as(admin).post(`${url}/transfer`, { organization: other.id })
    expect(moved).toMatchObject({ id, organization: other.id, changeRequests: 1 })
    expect((await as(admin).get(`${url}/content/pages`)).pages).toHaveLength(1)
    const list = await as(admin).get(`/v1/orgs/${other.id}/change-requests?status=draft`)
    expect(list.items).toMatchObject([{ subject: 'More' }])
    await as(reader).get(url, 404)
    await as(admin).post(`${url}/transfer`, { organization: other.id }, 409)
  })

  it('keeps grants to people who are members there too, and no others', async () => {
    const { as, admin, organization, guest, reader, other, space } = await openTwo()
    const { id } = await space()
    const url = `/v1/spaces/${id}`
    await as(admin).post(`${url}/permissions`, { users: [guest.id, reader.id], role: 'edit' }, 204)
    await as(admin).post(`/v1/orgs/${other.id}/invites`, { emails: [guest.email], role: null })
    await as(admin).post(`${url}/transfer`, { organization: other.id })
    expect((await as(guest).get(url)).permissions.edit).toBe(true)
    await as(reader).get(url, 404)
    expect((await as(admin).get(`${url}/permissions/users`)).count).toBe(1)
    expect((await as(admin).get(`${organization.url}/spaces`)).count).toBe(0)
  })

  it.each(['space', 'collection'])('of a %s leaves integrations behind', async (what) => {
    const opened = await openIntegration({ scopes: ['space:metadata:read'] })
    const { as, admin, organization, space, install, integration, told, drain, app } = opened
    const other = await as(admin).post('/v1/orgs', { title: 'Other' }, 201)
    const { id, urls } = await install()
    const at = `${integration}/installations/${id}/spaces`
    await as(admin).post(at, { space: space.id }, 201)
    const { environment } = (await app.inject(new URL(urls.publicEndpoint).pathname)).json()
    const own = environment.apiTokens.integration
    const list = () => as(own).get(`${integration}/spaces?extended=true`)
    expect((await list()).items).toMatchObject([{ space: { id: space.id } }])
    let moved = `/v1/spaces/${space.id}`
    if (what === 'collection') {
      const { id: parent } = await as(admin).post(`${organization.url}/collections`, { title: 'Box' }, 201)
      await as(admin).post(`${moved}/move`, { parent }, 200)
      moved = `/v1/collections/${parent}`
    }
    await as(admin).post(`${moved}/transfer`, { organization: other.id })
    expect((await list()).items).toEqual([])
    await as(admin).get(`${at}/${space.id}`, 404)
    await drain()
    const types = (await told()).map(({ payload }: { payload: { type: string } }) => payload.type)
    expect(types).toContain('space_installation_deleted')
    const log = await as(admin).get(`${organization.url}/events?type=installation.displaced`)
    expect(log.items).toMatchObject([{ payload: { installationId: id, spaceId: space.id } }])
  })

  it('moves a collection with all inside it', async () => {
    const { as, admin, organization, other, space } = await openTwo()
    const outer = await as(admin).post(`${organization.url}/collections`, { title: 'Outer' }, 201)
    const inner = await as(admin).post(
      `${organization.url}/collections`,
      { title: 'In', parent: outer.id },
      201,
    )
    const { id } = await space({ parent: inner.id })
    const moved = await as(admin).post(`/v1/collections/${inner.id}/transfer`, { organization: other.id })
    expect(moved).toMatchObject({ id: inner.id, organization: other.id })
    expect(moved.parent).toBeUndefined()
    expect(await as(admin).get(`/v1/spaces/${id}`)).toMatchObject({
      organization: other.id,
      parent: inner.id,
    })
    await as(admin).post(`/v1/collections/${outer.id}/transfer`, { organization: other.id })
    expect((await as(admin).get(`/v1/orgs/${other.id}/collections`)).count).toBe(2)
  })

  it('says before which sites stop it, to those who see them, and how many to others', async () => {
    const { as, admin, organization, guest, other, space } = await openTwo()
    const { url, id: organizationId } = organization
    const shelf = await as(admin).post(`${url}/collections`, { title: 'Shelf' }, 201)
    const [one, two, free] = [
      await space({ parent: shelf.id }),
      await space({ parent: shelf.id }),
      await space(),
    ]
    const docs = await as(admin).post(`${url}/sites`, { title: 'Docs', spaces: [one.id, two.id] }, 201)
    const help = await as(admin).post(`${url}/sites`, { title: 'Help', spaces: [one.id] }, 201)
    const check = (path: string, person = admin) => as(person).get(`/v1/${path}/transfer`)
    const site = ({ id, title }: { id: string; title: string }, ...spaces: { id: string }[]) => ({
      ...{ id, title, organization: organizationId, spaces: spaces.map((each) => each.id).sort() },
    })
    const object = 'transfer-check'
    expect(await check(`spaces/${one.id}`)).toEqual({
      ...{ object, hiddenSites: 0, sites: [site(docs, one), site(help, one)] },
    })
    expect(await check(`collections/${shelf.id}`)).toEqual({
      ...{ object, hiddenSites: 0, sites: [site(docs, one, two), site(help, one)] },
    })
    expect(await check(`spaces/${free.id}`)).toEqual({ object, sites: [], hiddenSites: 0 })
    await as(admin).post(`/v1/spaces/${one.id}/permissions`, { users: [guest.id], role: 'admin' }, 204)
    expect(await check(`spaces/${one.id}`, guest)).toEqual({ object, sites: [], hiddenSites: 2 })
    await as(guest).get(`/v1/spaces/${two.id}/transfer`, 404)
    await as(admin).post(`/v1/collections/${shelf.id}/transfer`, { organization: other.id }, 412)
  })

  it('needs an admin of both, something that can be moved, and somewhere to go', async () => {
    const { as, admin, creator, stranger, organization, other, space } = await openTwo()
    const { id } = await space()
    const url = `/v1/spaces/${id}`
    await as(creator).post(`${url}/transfer`, { organization: other.id }, 403)
    await as(stranger).post(`${url}/transfer`, { organization: other.id }, 404)
    await as(admin).post(`${url}/transfer`, { organization: 'nowhere' }, 404)
    await as(admin).post(`${url}/transfer`, { organization: organization.id }, 409)
    await as(admin).delete(url, 205)
    await as(admin).post(`${url}/transfer`, { organization: other.id }, 412)
  })
})
