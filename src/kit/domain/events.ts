import { EVENTS, type Events, type EventType } from './event-shapes.ts'
import type { Job } from './jobs.ts'

type Family<Type> = Type extends `${infer Name}.${string}` ? Name : never

/** One type of events, those of a family (`space.*`), or all of them (`*`). */
export type EventPattern = EventType | `${Family<EventType>}.*` | '*'

export function isMatch(pattern: string, type: string) {
  return (
    pattern === '*' || pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1)))
  )
}

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(EVENTS, text)
}

/** What can happen in an organization, and so be in its log. */
export type OrganizationEventType = {
  [Type in EventType]: 'organizationId' extends keyof Events[Type] ? Type : never
}[EventType]
export type OrganizationFamily = Family<OrganizationEventType>

/** In the order of the map of events. */
export const ORGANIZATION_EVENT_TYPES = Object.keys(EVENTS).filter(isEventType).filter(isOfOrganization)

/** What each of them says, in English. */
export const ORGANIZATION_EVENTS_TOLD = Object.fromEntries(
  ORGANIZATION_EVENT_TYPES.map((type) => [type, EVENTS[type].about]),
) as Record<OrganizationEventType, string>

function isOfOrganization(type: EventType): type is OrganizationEventType {
  return 'organizationId' in EVENTS[type].payload.properties
}

/** Whether there are events that a pattern names. */
export function isEventPattern(text: string) {
  if (text === '*' || isEventType(text)) return true
  return text.endsWith('.*') && Object.keys(EVENTS).some((type) => type.startsWith(text.slice(0, -1)))
}

/** What a job that listens gets beside what the event itself tells. */
export type EventFacts = {
  eventId: string
  type: EventType
  /** Undefined where it was the system. */
  actorId?: string
  /** Undefined where it was no request. */
  requestId?: string
  createdAt: string
}

/**
 * What an event is mostly about: whose events come in their order. Of several things the one that holds the others, so
 * that those of a change request stay in order with those of its space.
 */
const HOLDERS = [
  'spaceId',
  'siteId',
  'specId',
  'translationId',
  'collectionId',
  'contentId',
  'teamId',
  'webhookId',
  'userId',
  'organizationId',
] as const

export function resourceOf(payload: object): string | null {
  const named = payload as Record<string, unknown>
  for (const name of HOLDERS) {
    const id = named[name]
    if (typeof id === 'string') return id
  }
  return null
}

/** A room that wants to hear of events names the job to do about each. */
export type EventListener = {
  to: EventPattern
  job: string
  /** One job that waits is enough for all events of a space: it looks at the space as it is then. */
  isOnceASpace?: boolean
}

type Matching<Pattern extends EventPattern> = Pattern extends '*'
  ? EventType
  : Pattern extends `${infer Name}.*`
    ? Extract<EventType, `${Name}.${string}`>
    : Extract<EventType, Pattern>

/** What a job gets that listens to a pattern. */
type Heard<Pattern extends EventPattern> = EventFacts & Events[Matching<Pattern>]

/** The compiler sees to it that every one of these events has what the job asks for. */
export function listen<Pattern extends EventPattern, Payload>(
  to: Pattern,
  job: Job<Payload> & ([Heard<Pattern>] extends [Payload] ? unknown : 'an event lacks a field of the job'),
  { isOnceASpace = false } = {},
): EventListener {
  return { to, job: job.name, isOnceASpace }
}
