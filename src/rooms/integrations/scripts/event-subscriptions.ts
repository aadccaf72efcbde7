// What happens here, in the words that scripts know.
import { type Static, Type } from 'typebox'
import type { ReadContext } from '../../../kit/domain/context.ts'
import type { Told } from '../installations/delivery/call-script.ts'
import { activeAt } from '../installations/find-installations.ts'
import { hasScope } from '../installations/scopes.ts'
import { integrationsNamed } from '../integrations/integrations.ts'
import type { ScopeName } from '../integrations/schema.ts'

export type Heard = Static<typeof Heard>
export const Heard = Type.Object(
  {
    type: Type.String(),
    createdAt: Type.String(),
    organizationId: Type.String(),
    spaceId: Type.Optional(Type.String()),
    siteId: Type.Optional(Type.String()),
  },
  { additionalProperties: true },
)

type Translation = { scope: ScopeName; tell: (heard: Record<string, unknown>) => Told }

/** Events of ours, what they are called for scripts, and the scope without which nobody hears of them. */
const TRANSLATIONS: Record<string, Translation> = {
  'space.content_changed': {
    scope: 'space:content:read',
    tell: ({ revisionId }) => ({ type: 'space_content_updated', revisionId }),
  },
  'space.git_sync_started': {
    scope: 'space:git:sync',
    tell: ({ revisionId, commitId }) => ({
      type: 'space_gitsync_started',
      revisionId: revisionId ?? '',
      commitId: commitId ?? '',
    }),
  },
  'space.git_sync_completed': {
    scope: 'space:git:sync',
    tell: ({ state, revisionId, commitId }) => ({
      type: 'space_gitsync_completed',
      state,
      revisionId: revisionId ?? '',
      commitId: commitId ?? '',
    }),
  },
  'space.visibility_changed': {
    scope: 'space:metadata:read',
    tell: ({ previous, visibility }) => ({
      type: 'space_visibility_updated',
      previousVisibility: previous,
      visibility,
    }),
  },
}

export const SUBSCRIBED = Object.keys(TRANSLATIONS) as (
  | 'space.content_changed'
  | 'space.git_sync_started'
  | 'space.git_sync_completed'
  | 'space.visibility_changed'
)[]

/** Who is told of an event, and what: all that is installed there, was so when it happened, and has the scope. */
export async function eventsFor(ctx: ReadContext, heard: Heard) {
  const translation = TRANSLATIONS[heard.type]
  if (!translation || !heard.spaceId) return []
  const happenedAt = new Date(heard.createdAt)
  const told = { ...translation.tell(heard), spaceId: heard.spaceId }
  const active = await activeAt(ctx, heard.organizationId, { kind: 'space', id: heard.spaceId })
  const there = active.filter(({ since }) => since <= happenedAt)
  const integrations = await integrationsNamed(
    ctx,
    there.map(({ integration }) => integration),
  )
  return there
    .filter((installation) => {
      const integration = integrations.get(installation.integration)
      return integration && hasScope(installation, integration, translation.scope)
    })
    .map(({ id, integration }) => ({ integration, event: { ...told, installationId: id } }))
}
