import { describe, expect, it } from 'vitest'
import { openTestServices } from '../../../../test/services.ts'
import { SYSTEM } from '../../../kit/domain/context.ts'
import { askNameService } from './check-hostname.ts'

/** A site with a host name of its own, which nobody else in the file has. */
async function openHostname(name?: string) {
  const house = await openTestServices()
  const { as, admin, organization } = house
  const site = await as(admin).post(`${organization.url}/sites`, { title: 'Docs' }, 201)
  const at = `${organization.url}/sites/${site.id}`
  const hostname = name ?? `docs.${site.id}.hosts.test`
  await as(admin).patch(at, { hostname })
  return { ...house, site, at, hostname, url: `/v1/custom-hostnames/${hostname}` }
}

describe('custom host names', () => {
  it('tell whose they are, and what would lead here', async () => {
    const { as, admin, site, hostname, url } = await openHostname()
    expect(await as(admin).get(url)).toEqual({
      object: 'custom-hostname',
      hostname,
      target: { type: 'site', site: site.id },
      isActive: false,
      records: [{ type: 'CNAME', name: hostname, value: 'quire.test' }],
      urls: { location: `http://quire.test${url}` },
    })
  })

  it('are looked up when a site gets one', async () => {
    const { as, admin, drain, url } = await openHostname('alias.hosts.test')
    await drain()
    const found = await as(admin).get(url)
    expect(found).toMatchObject({ isActive: true, status: 'dns_passed' })
    expect(found.checkedAt).toBeDefined()
  })

  it('are looked up again when somebody asks', async () => {
    const { as, admin, url, at } = await openHostname()
    await as(admin).patch(url, undefined, 204)
    expect(await as(admin).get(url)).toMatchObject({ isActive: false, status: 'dns_no_cname' })
    // What was said of one name says nothing of another.
    await as(admin).patch(at, { hostname: 'other.name.hosts.test' })
    const other = await as(admin).get('/v1/custom-hostnames/other.name.hosts.test')
    expect(other).not.toHaveProperty('status')
    await as(admin).get(url, 404)
  })

  it.each([
    ['alias.hosts.test', 'dns_passed'],
    ['address.hosts.test', 'dns_passed'],
    ['elsewhere.hosts.test', 'dns_wrong_cname'],
    ['none.hosts.test', 'dns_no_cname'],
    ['silent.hosts.test', 'internal_error'],
  ])('%s is told as %s', async (hostname, status) => {
    const { services } = await openTestServices()
    expect(await askNameService(services.outside(SYSTEM), hostname)).toBe(status)
  })

  it('are known in any spelling', async () => {
    const { as, admin, hostname } = await openHostname()
    expect(await as(admin).get(`/v1/custom-hostnames/${hostname.toUpperCase()}.`)).toMatchObject({ hostname })
  })

  it('can be taken from a site', async () => {
    const { as, admin, at, url } = await openHostname()
    await as(admin).delete(url, 205)
    await as(admin).delete(url, 204)
    await as(admin).get(url, 404)
    expect(await as(admin).get(at)).not.toHaveProperty('hostname')
  })

  it('exist for those who manage the site only', async () => {
    const { as, admin, creator, stranger, guest, at, hostname, url } = await openHostname()
    for (const person of [creator, stranger, guest]) {
      await as(person).get(url, 404)
      await as(person).patch(url, undefined, 404)
      await as(person).delete(url, 204)
    }
    await as().get(url, 401)
    expect(await as(admin).get(at)).toMatchObject({ hostname })
  })
})

describe('the check for certificates', () => {
  it('knows the host names of sites and of the installation, whoever asks', async () => {
    const { as, hostname } = await openHostname()
    const ask = (domain: string, status: number) =>
      as().get(`/hostnames/check?domain=${encodeURIComponent(domain)}`, status)
    await ask(hostname, 200)
    await ask(`${hostname.toUpperCase()}.`, 200)
    await ask('quire.test', 200)
    await ask(`www.${hostname}`, 404)
    await ask(hostname.replace('docs', '%'), 404)
    await ask(`${'a'.repeat(60)}.`.repeat(100), 404)
    await ask('', 404)
    await as().get('/hostnames/check', 404)
    await as().get(`/hostnames/check?domain=${hostname}&domain=${hostname}`, 404)
    await ask('nul\0.hosts.test', 400)
  })

  it('forgets a host name with its site', async () => {
    const { as, admin, at, hostname } = await openHostname()
    await as(admin).delete(at, 205)
    await as().get(`/hostnames/check?domain=${hostname}`, 404)
  })
})

describe('subdomains', () => {
  it('lead members to their organization', async () => {
    const { as, admin, guest, stranger, organization } = await openTestServices()
    const hostname = `acme-${organization.id.slice(-8)}`
    await as(admin).patch(organization.url, { hostname })
    expect(await as(guest).get(`/v1/subdomains/${hostname}`)).toEqual({
      object: 'subdomain',
      subdomain: hostname,
      target: { type: 'organization', organization: organization.id },
      isActive: true,
    })
    await as(stranger).get(`/v1/subdomains/${hostname}`, 404)
    await as(admin).get('/v1/subdomains/nobody-has-this', 404)
  })
})
