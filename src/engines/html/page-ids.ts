// Ids within something that may stand on a page twice. They are marked in the HTML, and whoever puts the page together
// decides what they are called there.

import { Html } from './html.ts'
import type { Markup } from './markup.ts'

const OPEN = '\uE000'
const CLOSE = '\uE001'
const SHARED = '='
const MARKED = /\uE000(=?[\w-]{1,80})\uE001/

/** Stands for an id of the page, in an attribute. */
export type PageId = string

export function openPageIds() {
  const counts = new Map<string, number>()
  /** Another one with each call. */
  return (name: string): PageId => {
    const plain = plainName(name)
    const count = (counts.get(plain) ?? 0) + 1
    counts.set(plain, count)
    return `${OPEN}${count === 1 ? plain : `${plain}-${count}`}${CLOSE}`
  }
}

export type PageIds = ReturnType<typeof openPageIds>

/** One that others on the page lead to; whoever asks sees to it that only one has it. */
export function sharedId(name: string): PageId {
  return `${OPEN}${SHARED}${plainName(name)}${CLOSE}`
}

/** How an id is written; the second of two that are alike gets a number. */
export function plainName(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '')
  return plain === '' ? 'part' : plain
}

/** The HTML with placeholders where its ids are. A text that has such marks in it gets a harmless word in their place. */
export function withPageIds(html: Html): Markup {
  const parts = html.text.split(MARKED)
  return parts.map((part, at) => (at % 2 === 1 ? idHole(part) : new Html(part)))
}

function idHole(name: string) {
  if (!name.startsWith(SHARED)) return { placeholder: 'id' as const, id: name }
  return { placeholder: 'id' as const, id: name.slice(SHARED.length), isShared: true }
}
