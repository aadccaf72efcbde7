import type { Links } from '../../../kit/domain/links.ts'
import { printed } from '../../../kit/domain/subjects.ts'
import { presentOutsideOrganization } from '../../people/organizations/present.ts'
import { integrationAbilities, type SeenIntegration } from './access.ts'
import type { Integration } from './schema.ts'

export function presentIntegration(integration: SeenIntegration, links: Links): Integration {
  const { name, version, manifest, icon, previews, owner } = integration
  const urls = addressesOf(name, links)
  return {
    ...manifest,
    object: 'integration',
    name,
    version,
    verified: false,
    previewImages: previews.map((blob) => `${urls.assets}${blob}`),
    owner: presentOutsideOrganization(owner, links),
    urls: {
      ...urls,
      app: links.organization(owner.id).app,
      ...(icon !== null && { icon: `${urls.assets}${icon}` }),
    },
    permissions: printed(integrationAbilities(integration), ['admin', 'install']),
  }
}

/** Of what belongs to an integration, whoever looks at it. */
export function addressesOf(name: string, links: Links) {
  const path = encodeURIComponent(name)
  return {
    location: `${links.api}/integrations/${path}`,
    assets: links.of(`/integrations/${path}/pictures/`),
    ...publicEndpoints(links.of(`/integrations/${path}/integration`)),
  }
}

/** One origin has both: what scripts answer is sandboxed, so frames with their content need no second one. */
export function publicEndpoints(address: string) {
  return { publicEndpoint: address, publicContentEndpoint: address }
}
