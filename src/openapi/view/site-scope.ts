// What the parts of a description on a site are written with. Schemas are written out in place, behind a click each, as
// there is no page of their own to lead to.
import type { Html } from '../../html/html.ts'
import { html } from '../../html/html.ts'
import { openPageIds, type PageId, type PageIds } from '../../html/page-ids.ts'
import type { OpenApiDocument } from '../document.ts'
import { clipText } from '../parts/guards.ts'
import type { Lookup } from '../parts/schema-lookup.ts'
import { lookupIn } from '../parts/schema-lookup.ts'
import type { NamedSchemas, SchemaScope } from './schema-view.ts'
import type { ApiWords } from './words.ts'

export type SiteOptions = {
  words: ApiWords
  /** CommonMark as HTML that nothing runs in. */
  prose(text: string): Html
}

export type SiteScope = SchemaScope & {
  words: ApiWords
  ids: PageIds
  /** Examples are made of schemas too, and do not take from what is shown of them. */
  exampleLookup: Lookup
}

/** Of one block on a page, and of each of its parts. */
const MOST_LOOKUPS = 30_000
const MOST_ROWS = 800
const MOST_ROWS_OF_PART = 250
const MOST_LETTERS = 200_000
const LONGEST_PROSE = 10_000

export function openSiteScope(document: OpenApiDocument, { words, prose }: SiteOptions): SiteScope {
  const room = { rows: MOST_ROWS, letters: MOST_LETTERS }
  const ids = openPageIds()
  return {
    lookup: lookupIn(document, MOST_LOOKUPS),
    exampleLookup: lookupIn(document, MOST_LOOKUPS),
    words,
    prose(text) {
      const kept = clipText(text ?? '', Math.min(LONGEST_PROSE, Math.max(0, room.letters)))
      room.letters -= kept.length
      return kept.trim() !== '' && html`<div class="api-prose">${prose(kept)}</div>`
    },
    named: namedInPlace({ words, ids, written: new Map() }, []),
    room,
    depth: 0,
    ids,
  }
}

/** One body, one answer: what it is made of is written out once in it, whatever stands in the others. */
export function writePart(
  scope: SiteScope,
  names: readonly string[],
  write: (part: SiteScope) => Html,
): Html {
  const { words, ids, room } = scope
  const own = { rows: Math.min(MOST_ROWS_OF_PART, Math.max(0, room.rows)), letters: room.letters }
  const before = own.rows
  const written = write({
    ...scope,
    named: namedInPlace({ words, ids, written: new Map() }, names),
    room: own,
  })
  room.rows -= before - own.rows
  return written
}

type Place = { words: ApiWords; ids: PageIds; written: Map<string, PageId> }

function namedInPlace(place: Place, above: readonly string[]): NamedSchemas {
  const { words, ids, written } = place
  return {
    name: (name) => html`<span class="schema-name">${clipText(name, 120)}</span>`,
    unfolding(name, summary, inside) {
      const before = written.get(name)
      const same = words.sameAs(clipText(name, 120))
      if (before !== undefined) return html`<p class="values"><a href="#${before}">${same}</a></p>`
      if (above.includes(name)) return html`<p class="values">${same}</p>`
      const id = ids(`schema-${name}`)
      written.set(name, id)
      const body = inside(namedInPlace(place, [...above, name]))
      return body.text === '' ? body : html`<details id="${id}">${summary}${body}</details>`
    },
  }
}
