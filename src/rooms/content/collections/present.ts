import type { Links } from '../../../kit/domain/links.ts'
import { collectionAbilities, type SeenCollection } from './access.ts'
import type { Collection } from './schema.ts'

export function presentCollection(collection: SeenCollection, links: Links): Collection {
  const { id, title, organizationId, defaultLevel } = collection
  return {
    object: 'collection',
    id,
    title,
    description: collection.description ?? undefined,
    organization: organizationId,
    parent: collection.parentId ?? undefined,
    defaultLevel,
    urls: links.collection(organizationId, id),
    permissions: collectionAbilities(collection),
  }
}
