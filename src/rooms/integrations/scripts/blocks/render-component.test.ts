import { expect, it } from 'vitest'
import { openIntegration } from '../../../../../test/integrations.ts'
import { openTestServices } from '../../../../../test/services.ts'

it('shows what configures a site where the request names the site alone', async () => {
  const { as, admin, reader, integration, install, organization, space } = await openIntegration({
    visibility: 'public',
  })
  const site = await as(admin).post(`${organization.url}/sites`, { title: 'Docs', spaces: [space.id] }, 201)
  const request = {
    componentId: 'config',
    props: { seen: true },
    context: { type: 'configuration_site', siteId: site.id },
  }
  await as(admin).post(`${integration}/render`, request, 404)
  const { id } = await install()
  await as(admin).post(`${integration}/installations/${id}/sites`, { siteId: site.id }, 201)
  expect(await as(admin).post(`${integration}/render`, request, 200)).toMatchObject({ props: { seen: true } })
  const named = { ...request, context: { ...request.context, organizationId: organization.id } }
  await as(admin).post(`${integration}/render`, named, 200)

  const elsewhere = { ...request, context: { ...request.context, organizationId: 'another' } }
  await as(admin).post(`${integration}/render`, elsewhere, 404)
  await as(reader).post(`${integration}/render`, request, 403)
  const stranger = await openTestServices()
  await as(stranger.admin).post(`${integration}/render`, request, 404)
  const unknown = { ...request, context: { ...request.context, siteId: 'nothing' } }
  await as(admin).post(`${integration}/render`, unknown, 404)
  await as(admin).post(`${integration}/render`, { ...request, context: { type: 'configuration_site' } }, 400)
})
