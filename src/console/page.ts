// A page of the console: shown for a GET, and given a form by a POST. Pages are made here, whole, and work without script.
import type { Html } from '../engines/html/html.ts'
import type { Cookie } from '../engines/site/answers.ts'
import type { OutsideContext, WriteContext } from '../kit/domain/context.ts'
import type { Browser } from '../rooms/people/accounts/sessions.ts'
import type { ConsoleWords } from './words/catalog.ts'

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
  words: ConsoleWords
  language: string
}

export type Shown = {
  kind: 'page'
  status?: number
  title: string
  /** The way a page is laid out: a card in the middle, or settings with a list of pages beside them. */
  layout?: 'card' | 'settings'
  body: Html
  /** Which page of the settings it is. */
  current?: string
  /** Whether it has passkeys or buttons that copy, which need our script. */
  hasScript?: boolean
}
export type Led = { kind: 'redirect'; to: string; cookies?: Cookie[] }
export type ConsoleAnswer = Shown | Led

export type ConsolePage = {
  path: string
  show(asked: Asked): Promise<ConsoleAnswer>
  take?(asked: Asked, form: Form): Promise<ConsoleAnswer>
}

/** What the script of a page asks for, as JSON. */
export type ConsoleEndpoint = { path: string; answer(asked: Asked): Promise<object> }

/** The fields of a form, never undefined. */
export type Form = { get(name: string): string; has(name: string): boolean }

export const lead = (to: string, ...cookies: Cookie[]): Led => ({ kind: 'redirect', to, cookies })
