// Who may know of an event: whoever may see what it is about. What nobody thought of here is for admins alone.
import type { ReadContext } from '../../../kit/domain/context.ts'
import { specAbilities } from '../../api-references/openapi/access.ts'
import { collection, collectionAbilities } from '../../content/collections/access.ts'
import { space, spaceAbilities } from '../../content/spaces/access.ts'
import { organizationAbilities, type SeenOrganization } from '../../people/organizations/access.ts'
import { translation, translationAbilities } from '../../translations/translations/access.ts'
import type { EventRow } from './store.ts'

type Payload = Record<string, unknown>
type Ask = (payload: Payload) => Promise<boolean> | boolean

/** Asks of one reader at one moment; what was answered once is not asked again. */
export function visibilityFor(ctx: ReadContext, organization: SeenOrganization) {
  const can = organizationAbilities(organization.standing)
  const { id: organizationId } = organization
  const known = new Map<string, Promise<boolean>>()

  function remembered(field: string, ask: (id: string) => Promise<boolean>): Ask {
    return (payload) => {
      const id = payload[field]
      if (typeof id !== 'string') return false
      const answer = known.get(id) ?? ask(id)
      known.set(id, answer)
      return answer
    }
  }

  const inSpace = remembered('spaceId', async (spaceId) => {
    const found = await space.find(ctx, { spaceId })
    return found !== undefined && spaceAbilities(found).view
  })
  const inCollection = remembered('collectionId', async (collectionId) => {
    const found = await collection.find(ctx, { collectionId })
    return found !== undefined && collectionAbilities(found).view
  })
  const inTranslation = remembered('translationId', async (translationId) => {
    const found = await translation.find(ctx, { organizationId, translationId })
    return found !== undefined && translationAbilities(found).view
  })

  const families: Record<string, Ask> = {
    organization: () => can.view,
    member: () => can.listMembers,
    team: () => can.listTeams,
    collection: inCollection,
    space: inSpace,
    change_request: inSpace,
    comment: inSpace,
    comment_reply: inSpace,
    review: inSpace,
    site: () => can.listSites,
    font: () => can.listSites,
    openapi: () => specAbilities(organization).view,
    translation: inTranslation,
    glossary: () => can.view,
    integration: () => can.listIntegrations,
    installation: () => can.listInstallations,
  }

  return async function maySee({ type, payload }: EventRow): Promise<boolean> {
    if (can.admin) return true
    const [family = ''] = type.split('.')
    return (await families[family]?.(payload as Payload)) ?? false
  }
}
