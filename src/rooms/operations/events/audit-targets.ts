// What an audit event is about: the thing that its type speaks of, and what that is called now.
import type { Events } from '../../../kit/domain/event-shapes.ts'
import type { OrganizationEventType, OrganizationFamily } from '../../../kit/domain/events.ts'
import type { Db } from '../../../kit/storage/db.ts'
import type { AuditEvent } from './schema-audit.ts'
import type { EventRow } from './store.ts'
import { listNames, type NamedRow } from './store-names.ts'

export type AuditRow = EventRow & Pick<AuditEvent, 'target'>

type KeysOf<Payload> = Payload extends unknown ? keyof Payload : never
type FieldOf<Family extends string> = KeysOf<Events[Extract<OrganizationEventType, `${Family}.${string}`>]>
type Fields<Name> = readonly [Name, ...Name[]]

/** The field with its id, then those of what it belongs to: the first that has a name gives it. */
const FIELDS: { readonly [Family in OrganizationFamily]: Fields<FieldOf<Family>> } = {
  token: ['tokenId'],
  organization: ['organizationId'],
  member: ['userId'],
  team: ['teamId'],
  sso_provider: ['ssoProviderId'],
  scim_token: ['scimTokenId'],
  scim_user: ['userId'],
  collection: ['collectionId'],
  space: ['spaceId'],
  change_request: ['changeRequestId'],
  comment: ['commentId', 'changeRequestId', 'spaceId'],
  comment_reply: ['replyId', 'changeRequestId', 'spaceId'],
  review: ['reviewId', 'changeRequestId'],
  grant: ['contentId'],
  site: ['siteId'],
  font: ['fontId'],
  share_link: ['shareLinkId'],
  openapi: ['specId'],
  translation: ['translationId'],
  integration: ['integration'],
  installation: ['installationId'],
  glossary: ['organizationId'],
  invite_link: ['organizationId'],
  webhook: ['webhookId'],
}

/** The names of any number of events are one statement. */
export async function withTargets(db: Db, organizationId: string, rows: EventRow[]): Promise<AuditRow[]> {
  const ids = new Set(rows.flatMap(idsOf))
  const named = ids.size === 0 ? [] : await listNames(db, { organizationId, ids: [...ids] })
  const names = new Map(named.map((row) => [row.id, row]))
  return rows.map((row) => ({ ...row, target: targetOf(row, names) }))
}

function targetOf(row: EventRow, names: ReadonlyMap<string, NamedRow>): AuditEvent['target'] {
  const ids = idsOf(row)
  const [id = row.resource ?? row.organizationId ?? ''] = ids
  const named = ids.map((each) => names.get(each)).find((each) => each !== undefined)
  const { spaceId, siteId } = row.payload as Record<string, unknown>
  return {
    type: familyOf(row),
    id,
    name: named?.name,
    space: textOrNone(spaceId, id),
    site: textOrNone(siteId, id),
    inTrash: named?.isInTrash || undefined,
  }
}

/** A thing is not in itself. */
function textOrNone(value: unknown, id: string) {
  return typeof value === 'string' && value !== id ? value : undefined
}

function familyOf({ type }: EventRow) {
  return type.split('.')[0] ?? ''
}

function idsOf(row: EventRow): string[] {
  const payload = row.payload as Record<string, unknown>
  const fields: Readonly<Record<string, readonly string[]>> = FIELDS
  return (fields[familyOf(row)] ?? []).map((field) => payload[field]).filter((id) => typeof id === 'string')
}
