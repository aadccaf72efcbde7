// What scripts of integrations answer is read as values of strangers: nothing of it is taken for granted, and there is
// an end to each part.
import type { Html } from '../../html/html.ts'
import type { DocumentWords } from '../../html/words.ts'
import type { Icons } from '../../html/written-document.ts'
import { isObject, type JsonObject, objectOf } from '../../openapi/values.ts'

export type KitWords = { close: string; failed: string } & DocumentWords

/** Where a component is shown. */
export type KitPlace = {
  /** Where what readers do with it is sent. */
  address: string
  /** Of the component, where it is not the one of the block. */
  component?: string
  /** No other block of the page has it. */
  name: string
  icons?: Icons
  words: KitWords
  /** Where frames are not to be trusted as much as others: they could be taken for pages of ours. */
  ownOrigins: readonly string[]
  /** Where frames may come from; anywhere by default. */
  frames?: ReadonlySet<string>
}

/** One answer being written. */
export type KitState = KitPlace & {
  /** What the component remembers, which elements are bound to. */
  values: JsonObject
  prose(text: string): Html
  shownFrames: Set<string>
  left: { elements: number; letters: number }
}

export const MOST_ELEMENTS = 500
export const MOST_LETTERS = 200_000
export const DEEPEST = 20
/** Frames of a page are named in a header of it. */
export const MOST_FRAMES = 10
const LONGEST_JSON = 32 * 1024

/** A text, as far as there is room for it. */
export function spend({ left }: KitState, text: string): string {
  const taken = text.slice(0, Math.max(0, left.letters))
  left.letters -= taken.length
  return taken
}

/** A value, or what the component remembers under the key that it names. */
export function bound({ values }: KitState, value: unknown): unknown {
  const key = isObject(value) ? value.$state : undefined
  if (typeof key !== 'string') return value
  return Object.hasOwn(values, key) ? values[key] : undefined
}

export function wordsOf(state: KitState, value: unknown): string | undefined {
  const found = bound(state, value)
  if (typeof found === 'number' || typeof found === 'boolean') return String(found)
  return typeof found === 'string' && found !== '' ? spend(state, found) : undefined
}

/** For an attribute that our own script reads; undefined for what is too much to be sent back. */
export function jsonOf(value: unknown): string | undefined {
  try {
    const text = JSON.stringify(value ?? {})
    return text.length <= LONGEST_JSON ? text : undefined
  } catch {
    // So deep that it cannot be written.
    return
  }
}

/** An address on the web, in words or in parts. */
export function webAddress(state: KitState, value: unknown): URL | undefined {
  const text = typeof value === 'string' ? value : addressOf(state, objectOf(value))
  if (text.length > LONGEST_ADDRESS || !URL.canParse(text)) return
  const url = new URL(text)
  return PLAIN_ORIGIN.test(url.origin) ? url : undefined
}

/** Origins are in a header of the page, where signs that hosts may have would mean something else. */
const PLAIN_ORIGIN = /^https?:\/\/([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d+)?$/

const LONGEST_ADDRESS = 4000

function addressOf(state: KitState, { host, pathname, query }: JsonObject): string {
  if (typeof host !== 'string' || !/^[\w.:[\]-]+$/.test(host)) return ''
  const url = new URL('https://host.invalid')
  url.host = host
  url.pathname = typeof pathname === 'string' ? pathname : '/'
  for (const [name, value] of Object.entries(objectOf(query))) {
    const found = bound(state, value)
    if (typeof found === 'string') url.searchParams.set(name, found)
  }
  return url.host === 'host.invalid' ? '' : url.href
}
