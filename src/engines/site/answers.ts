import type { Span } from '../../world/tracing/tracing.ts'

/** What a browser asks of a site; `url` is the address as readers know it. */
export type SiteRequest = {
  url: URL
  cookies: Readonly<Record<string, string>>
  /** The secret of somebody who is signed in. */
  session?: string
  /** Of an agent: what it sent, the token it showed, and the version of the protocol that it speaks. */
  agent?: { body: string; token?: string; version?: string }
  /** What a page of the site sends for its reader. */
  sent?: string
  /** What it is a part of, where requests are traced. */
  span?: Span | null
}

/** What it gets. Rooms know no HTTP: the route turns it into headers and bytes. */
export type SiteAnswer =
  | PageAnswer
  /** `isIndexed`: false for what search engines should not show. */
  | { kind: 'text'; status: number; type: TextType; text: string; isPrivate: boolean; isIndexed?: boolean }
  | { kind: 'redirect'; to: string; isPermanent: boolean; cookie?: Cookie }
  /** `isFinal`: another picture has another address. */
  | { kind: 'picture'; png: Uint8Array; isPrivate: boolean; isFinal: boolean }
  | { kind: 'file'; blob: string; name: string; contentType: string; isPrivate: boolean }

/** The same object for the same page: what is made of it can be kept with it. */
export type PageAnswer = {
  kind: 'page'
  status: 200 | 400 | 401 | 403 | 404 | 503
  html: string
  /** Scripts and styles that are in the page, which its policy names by their hashes. */
  inline: readonly string[]
  /** Origins that it may send to beside its own. */
  servers?: readonly string[]
  /** Origins that what integrations draw in it has frames of. */
  frames?: readonly string[]
  /** Of integrations: where they are, and what they need. */
  scripts?: readonly { src: string; contentSecurityPolicy?: string; mayUseAnyHost?: boolean }[]
  /** Others must not keep it. */
  isPrivate: boolean
  isIndexed: boolean
  /** All that it follows from, by the ids in events; none where it may change without one. */
  tags?: readonly string[]
  /** Whether pages of its own origin may show it in themselves. */
  isFramed?: boolean
  /** What of the site it shows; others than these are not counted. */
  shown?: Shown
  /** What of the site somebody looked for and there is not. */
  missing?: MissingPage
}

/** `path` is below the site, without what lets somebody in. */
export type MissingPage = { site: string; path: string }

export type Shown = {
  site: string
  section?: string
  siteSpace: string
  space: string
  page?: string
  /** Of what was found: for which words. */
  query?: string
  /** Whether anything is known of the reader. */
  isSignedIn: boolean
}

export type TextType = 'json' | 'html' | 'markdown' | 'plain' | 'xml' | 'rss' | 'atom'

/** What a visitor proved to a site: that they have a share link, or who they are. */
export const SHARE_COOKIE = 'quire_share'
export const TOKEN_COOKIE = 'quire_visitor'
/** Who signed in with their account here, and what binds such a sign-in to the browser that began it. */
export const ACCOUNT_COOKIE = 'quire_account'
export const BINDING_COOKIE = 'quire_binding'

/** What a browser remembers; `maxAge` are seconds. Scripts see none but what is `isReadable`. */
export type Cookie = {
  name: string
  value: string
  path: string
  expires?: Date
  maxAge?: number
  isReadable?: true
}

/** What a request says of who sends it. None of it is kept. */
export type ReaderRequest = {
  address: string
  userAgent: string
  language?: string
  referrer?: string
  url: string
}

/** What a page tells of its reader. */
export type ToldByPage =
  | { type: 'page_post_feedback'; rating: 'bad' | 'ok' | 'good' }
  | { type: 'search_type_query' | 'search_open_result'; query: string }
  | { type: 'link_click'; link: FollowedLink }

/** Of an address elsewhere, `url` is where it begins; more of it is told to nobody. */
export type FollowedLink = {
  target: { kind: 'url' | 'page' | 'file' | 'anchor'; url?: string }
  position: 'announcement' | 'header' | 'footer' | 'sidebar' | 'content'
}
