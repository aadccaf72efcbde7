import type { ReadContext } from '../../../kit/domain/context.ts'
import { publishedAddress } from '../sites/present.ts'
import type { SiteRow } from '../sites/store.ts'
import type { AdaptiveSchema, PublishingAuth, ShareLink } from './schema.ts'
import type { AdaptiveSchemaRow, PublishingAuthRow, ShareLinkRow } from './store.ts'

type Keys = Pick<ReadContext, 'vault' | 'links'>

/** Holds the secret: only for those who decide who reads the site. */
export function presentShareLink(link: ShareLinkRow, site: SiteRow, { vault, links }: Keys): ShareLink {
  const { id, name, isActive: active, createdAt, lastUsedAt } = link
  const published = site.isPublished
    ? `${publishedAddress(site, links)}${vault.open(link.sealedKey)}/`
    : undefined
  return {
    object: 'share-link',
    id,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString(),
    name,
    active,
    urls: { published },
  }
}

export function presentPublishingAuth(
  auth: PublishingAuthRow,
  { vault }: Pick<Keys, 'vault'>,
): PublishingAuth {
  return {
    object: 'publishing-auth',
    privateKey: vault.open(auth.sealedKey),
    fallbackURL: auth.fallbackUrl ?? undefined,
    integration: auth.integration ?? undefined,
    backend: auth.backend,
    guests: auth.backend === 'account' ? auth.admitsGuests : undefined,
  }
}

export function presentAdaptiveSchema({ jsonSchema, updatedAt }: AdaptiveSchemaRow): AdaptiveSchema {
  return { object: 'site-adaptive-schema', jsonSchema, updatedAt: updatedAt.toISOString() }
}
