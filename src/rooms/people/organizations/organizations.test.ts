import { describe, expect, it } from 'vitest'
import { openTestServices } from '../../../../test/services.ts'

describe('organizations', () => {
  it('are listed for those who belong to them', async () => {
    const { as, reader, organization } = await openTestServices()
    const { items, count } = await as(reader).get('/v1/orgs')
    expect(items).toMatchObject([{ object: 'organization', id: organization.id, title: 'Acme' }])
    expect(count).toBe(1)
  })

  it('do not exist for strangers, and need a token', async () => {
    const { as, stranger, organization } = await openTestServices()
    await as(stranger).get(organization.url, 404)
    await as().get(organization.url, 401)
    await as('quire_wrong').get(organization.url, 401)
  })

  it('print the permissions that are enforced', async () => {
    const { as, admin, creator, reader, guest, organization } = await openTestServices()
    const permissions = async (person: typeof admin) => (await as(person).get(organization.url)).permissions
    expect(Object.values(await permissions(admin)).every((allowed) => allowed === true)).toBe(true)
    expect(await permissions(creator)).toMatchObject({ admin: false, createContent: true, listMembers: true })
    expect(await permissions(reader)).toMatchObject({ view: true, createContent: false, listTeams: true })
    const { view, ...others } = await permissions(guest)
    expect(view).toBe(true)
    expect(Object.values(others).some((allowed) => allowed === true)).toBe(false)
  })

  it('are changed by their admins, field by field', async () => {
    const { as, admin, organization, events } = await openTestServices()
    const { id: site } = await as(admin).post(`${organization.url}/sites`, { title: 'Docs' }, 201)
    const changes = {
      title: 'Acme Docs',
      emailDomains: ['Example.ORG'],
      hostname: `acme-${organization.id.slice(-8)}`,
      defaultRole: 'comment',
      defaultContent: { type: 'site', site },
      logo: 'https://example.org/logo.png',
      ai: true,
      inviteLinks: false,
      mergeRules: { type: 'rules', rules: [{ rule: 'require_at_least_one_review' }] },
    }
    const changed = await as(admin).patch(organization.url, changes, 200)
    const { logo, ...rest } = changes
    expect(changed).toMatchObject({ ...rest, emailDomains: ['example.org'] })
    expect(changed.urls.logo).toBe(logo)
    expect(await as(admin).get(organization.url)).toEqual(changed)

    const cleared = { logo: null, defaultContent: null, defaultRole: null }
    const back = await as(admin).patch(organization.url, cleared, 200)
    expect(back).toMatchObject({ title: 'Acme Docs', defaultRole: null })
    expect(back.urls).not.toHaveProperty('logo')
    expect(back).not.toHaveProperty('defaultContent')
    expect(await events()).toContainEqual(
      expect.objectContaining({ type: 'organization.changed', actorId: admin.id }),
    )
  })

  it('show first a site of their own, and no other', async () => {
    const { as, admin, organization } = await openTestServices()
    const other = await openTestServices()
    const { id: foreign } = await as(other.admin).post(
      `${other.organization.url}/sites`,
      { title: 'Docs' },
      201,
    )
    for (const site of [foreign, 'none']) {
      const defaultContent = { type: 'site', site }
      const { error } = await as(admin).patch(organization.url, { title: 'New', defaultContent }, 400)
      expect(error.details).toEqual({ field: 'body.defaultContent.site' })
    }
    expect(await as(admin).get(organization.url)).not.toHaveProperty('defaultContent')
  })

  it('say so when a field is misspelt', async () => {
    const { as, admin, organization } = await openTestServices()
    const { error } = await as(admin).patch(organization.url, { titel: 'Acme Docs' }, 400)
    expect(error.message).toMatch(/^Unknown field titel; this operation takes title, /)
    expect(error.details).toMatchObject({ field: 'body.titel' })
    await as(admin).patch(organization.url, { title: 'Acme Docs', titel: 'x' }, 200)
  })

  it('share no hostname', async () => {
    const { as, admin, stranger, organization } = await openTestServices()
    const hostname = `taken-${organization.id.slice(-8)}`
    await as(admin).patch(organization.url, { hostname }, 200)
    const { items } = await as(stranger).get('/v1/orgs')
    const { error } = await as(stranger).patch(`/v1/orgs/${items[0].id}`, { hostname }, 409)
    expect(error.details).toEqual({ field: 'body.hostname' })
  })

  it('keep within the limits of their fields', async () => {
    const { as, admin, organization } = await openTestServices()
    const patch = (changes: object, status: number) => as(admin).patch(organization.url, changes, status)
    const host = (length: number) => organization.id.slice(-length).padStart(length, 'h')
    await patch({ title: 'ab' }, 200)
    await patch({ title: 'x'.repeat(255) }, 200)
    await patch({ title: '📚'.repeat(255) }, 200)
    await patch({ title: 'a' }, 400)
    await patch({ title: 'x'.repeat(256) }, 400)
    await patch({ title: null }, 400)
    await patch({ hostname: host(3) }, 200)
    await patch({ hostname: host(32) }, 200)
    await patch({ hostname: 'ab' }, 400)
    await patch({ hostname: host(33) }, 400)
    await patch({ hostname: '-no-' }, 400)
    await patch({ logo: `https://example.org/${'x'.repeat(2028)}` }, 200)
    await patch({ logo: `https://example.org/${'x'.repeat(2029)}` }, 400)
    await patch({ logo: 'not an address' }, 400)
    await patch({ defaultRole: 'owner' }, 400)
    await patch({ emailDomains: ['no domain'] }, 400)
    await patch({ mergeRules: { type: 'rules', rules: [{ rule: 'custom' }] } }, 400)
  })
})
