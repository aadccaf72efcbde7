// What an event is counted by. Everything that a visitor may write freely is cut to what a question can be about, and
// what could tell who they are is left out.
import { isPlainObject } from '../../../engines/adaptive/own-values.ts'
import type { SiteEvent } from './schema-events.ts'
import { agentOf } from './user-agents.ts'

/** How the values of a dimension are written in answers; `null` and the empty text stand for none. */
export type Form = 'text' | 'text or null' | 'page' | 'number'

export const DIMENSIONS = {
  siteSection: 'text or null',
  siteSpace: 'text or null',
  siteShareKey: 'text or null',
  displayContext: 'text',
  page: 'page',
  visitorDevice: 'text',
  visitorBrowser: 'text',
  visitorOS: 'text',
  visitorBot: 'text',
  visitorLanguage: 'text or null',
  referrerDomain: 'text',
  utmSource: 'text',
  utmMedium: 'text',
  utmCampaign: 'text',
  utmTerm: 'text',
  utmContent: 'text',
  eventLinkTargetKind: 'text',
  eventLinkTargetDomain: 'text or null',
  eventLinkPosition: 'text',
  eventAPIOperationPath: 'text or null',
  eventAPIOperationMethod: 'text or null',
  eventSearchQuery: 'text',
  eventPageFeedbackRating: 'text',
  eventAskResponseRating: 'number',
  eventTrademarkPlacement: 'text',
} as const satisfies Record<string, Form>

export type Dimension = keyof typeof DIMENSIONS

/** Ours alone: whether anything is known of a visitor. */
export const VISITOR_KIND = 'visitorKind'
export type CountedBy = Dimension | typeof VISITOR_KIND

export function isDimension(name: string): name is Dimension {
  return Object.hasOwn(DIMENSIONS, name)
}

/** What a site knows of itself: what an event names beside that counts as nothing. */
export type KnownValues = {
  sections: ReadonlySet<string>
  siteSpaces: ReadonlySet<string>
  spaces: ReadonlySet<string>
  /** The id of a share link, by its key or its id. */
  shareLinkOf(key: string): string | undefined
  isSignedIn: boolean
}

/** Every dimension that an event of this type has; the empty text where it says nothing of it. */
export function dimensionsOf(event: SiteEvent, known: KnownValues): [CountedBy, string][] {
  const { session, location } = event
  const agent = agentOf(session.userAgent)
  const utm = utmOf(location.url)
  const isSignedIn = known.isSignedIn || !isEmpty(session.visitorAuthClaims)
  return [
    ['siteSection', oneOf(location.siteSection, known.sections)],
    ['siteSpace', oneOf(location.siteSpace, known.siteSpaces)],
    ['siteShareKey', known.shareLinkOf(location.siteShareKey ?? '') ?? ''],
    ['displayContext', location.displayContext ?? 'site'],
    ['page', pageOf(event, known)],
    ['visitorDevice', agent.device],
    ['visitorBrowser', agent.browser],
    ['visitorOS', agent.system],
    ['visitorBot', agent.bot],
    ['visitorLanguage', languageOf(session.language)],
    ['referrerDomain', referrerOf(session.referrer, location.url)],
    ['utmSource', utm('source')],
    ['utmMedium', utm('medium')],
    ['utmCampaign', utm('campaign')],
    ['utmTerm', utm('term')],
    ['utmContent', utm('content')],
    [VISITOR_KIND, isSignedIn ? 'signed-in' : 'anonymous'],
    // One of a few words, or nothing to tell.
    ...ownDimensions(event).filter(([name, value]) => value !== '' || DIMENSIONS[name] === 'text or null'),
  ]
}

function ownDimensions(event: SiteEvent): [Dimension, string][] {
  switch (event.type) {
    case 'search_type_query':
    case 'search_open_result':
    case 'ask_question':
      return [['eventSearchQuery', plain(event.query ?? '', 128).toLowerCase()]]
    case 'page_post_feedback':
    case 'page_post_feedback_comment':
      return [['eventPageFeedbackRating', event.feedback?.rating ?? '']]
    case 'ask_rate_response':
      return [['eventAskResponseRating', String(event.rating ?? '')]]
    case 'link_click':
      return [
        ['eventLinkTargetKind', kindOfLink(event.link?.target.kind)],
        ['eventLinkTargetDomain', hostIn(event.link?.target.url)],
        ['eventLinkPosition', event.link?.position ?? ''],
      ]
    case 'api_client_open':
    case 'api_client_request':
      return [
        ['eventAPIOperationPath', plain(event.operation?.path ?? '', 128)],
        ['eventAPIOperationMethod', methodOf(event.operation?.method)],
      ]
    case 'trademark_click':
      return [['eventTrademarkPlacement', event.placement ?? '']]
    default:
      return []
  }
}

/** Kept as text: the space, a slash, and the page, which may be none. */
function pageOf({ location: { space, page } }: SiteEvent, known: KnownValues) {
  return space && known.spaces.has(space) ? `${space}/${idOf(page)}` : ''
}

function idOf(text: string | null | undefined) {
  return text && /^[\w-]{1,100}$/.test(text) ? text : ''
}

function oneOf(text: string | null | undefined, known: ReadonlySet<string>) {
  return text && known.has(text) ? text : ''
}

function isEmpty(claims: unknown) {
  return !isPlainObject(claims) || Object.keys(claims).every((name) => name === 'unsigned')
}

function languageOf(text: string | null) {
  return /^[a-z]{2,3}(?:-[a-z0-9]{2,8})?/i.exec(text ?? '')?.[0].toLowerCase() ?? ''
}

/** Coming from another page of the same site is coming from nowhere. */
function referrerOf(referrer: string | null, url: string) {
  const host = hostIn(referrer)
  return host === hostIn(url) ? '' : host
}

function hostIn(address: string | null | undefined) {
  if (!address || !URL.canParse(address)) return ''
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || protocol === 'http:' ? hostname.slice(0, 253) : ''
}

function utmOf(address: string) {
  const found = URL.canParse(address) ? new URL(address).searchParams : undefined
  return (name: string) => plain(found?.get(`utm_${name}`) ?? '', 64)
}

const KINDS = ['url', 'page', 'file', 'anchor', 'space', 'collection', 'user', 'reusable-content']

function kindOfLink(kind: string | undefined) {
  return KINDS.find((known) => known === kind) ?? ''
}

function methodOf(text: string | undefined) {
  return /^[a-z]{3,10}$/i.test(text ?? '') ? (text ?? '').toUpperCase() : ''
}

/** One line without spaces at its ends. */
function plain(text: string, length: number) {
  const cleaned = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
  // Not through the middle of a letter.
  return Array.from(cleaned).slice(0, length).join('').trim()
}
