// A page of the console: shown for a GET, and given a form by a POST. Pages are made here, whole, and work without script.
import type { Html } from '../../engines/html/html.ts'
import type { Cookie } from '../../engines/site/answers.ts'
import type { OutsideContext, WriteContext } from '../../kit/domain/context.ts'
import type { Browser } from '../../rooms/people/accounts/sessions/sessions.ts'
import type { ComparedPage, Comparison } from '../../site-server/preview/compared-page.ts'
import type { Api } from '../api.ts'
import type { ConsoleWords } from '../words/catalog.ts'

export type Asked = {
  ctx: OutsideContext
  /** Does something in one transaction, as who asks. */
  change<T>(work: (ctx: WriteContext) => Promise<T>): Promise<T>
  url: URL
  params: Readonly<Record<string, string>>
  browser: Browser
  /** The cookie of the session, and what a browser kept of an earlier sign-in. */
  session?: string
  device?: string
  /** The cookie of a sign-in that waits for its second factor. */
  pending?: string
  /** The cookie of a browser that began to sign in. */
  binding?: string
  words: ConsoleWords
  language: string
  /** The operations, asked as this person. */
  api: Api
  /** A page in two revisions as readers see it, block by block; undefined where it is not there for this person. */
  compare(asked: Comparison): Promise<ComparedPage | undefined>
}

export type Shown = {
  kind: 'page'
  status?: number
  title: string
  /** The way a page is laid out: a card in the middle, settings with a list of pages beside them, or a page of the app. */
  layout?: 'card' | 'settings' | 'app'
  body: Html
  /** Which page of the settings it is. */
  current?: string
  /** Of the app: what it is part of, from the outside in; the pages beside it; what can be done, beside the title. */
  trail?: readonly Place[]
  tabs?: readonly Tab[]
  actions?: Html
  /** Seconds after which the browser looks again. */
  refresh?: number
  /** What went wrong, told above everything. */
  alert?: string
  /** Whether it has passkeys or buttons that copy, which need our script. */
  hasScript?: boolean
  cookies?: Cookie[]
  /** Where the browser goes from here by itself, also elsewhere. */
  goesOn?: string
  /** Whether the editor is on it, with its own script and style. */
  hasEditor?: boolean
  /** Whether texts are on it as readers see them. */
  hasContent?: boolean
  /** Whose script is on it. */
  island?: IslandName
  /** What is looked at: others see who is there, and it follows changes. */
  at?: At
}
export type At = { space: string; changeRequest?: string; page?: string; isEditing?: boolean }
export type IslandName = 'tree' | 'review' | 'structure'
export type Place = { title: string; href: string }
export type Tab = Place & { isCurrent?: boolean; count?: number }
export type Led = { kind: 'redirect'; to: string; cookies?: Cookie[] }
/** A file to keep. */
export type Sent = { kind: 'file'; name: string; type: string; text: string }
export type ConsoleAnswer = Shown | Led | Sent

export type ConsolePage = {
  path: string
  /** The page of the manual about it. */
  help?: string
  /** Of a page whose form brings a file: how many bytes it may have, and where a larger one leads, from the page itself. */
  file?: { largest: number; ifLarger: string }
  show(asked: Asked): Promise<ConsoleAnswer>
  take?(asked: Asked, form: Form): Promise<ConsoleAnswer>
  /** Whoever knows the address may post to it, from anywhere: mail programs do. */
  isOpen?: true
}

/** What the script of a page asks for, as JSON. */
export type ConsoleEndpoint = { path: string; answer(asked: Asked): Promise<object> }

/** The fields of a form, never undefined. */
export type Form = {
  get(name: string): string
  has(name: string): boolean
  /** What somebody chose from their device; without bytes where they chose nothing. */
  file(name: string): SentFile
}
export type SentFile = { name: string; type: string; bytes: Uint8Array }

export const lead = (to: string, ...cookies: Cookie[]): Led => ({ kind: 'redirect', to, cookies })
