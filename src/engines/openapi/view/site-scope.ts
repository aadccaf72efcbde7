// What the parts of a description on a site are written with. Schemas are written out in place, behind a click each, as
// there is no page of their own to lead to.
import type { Html } from '../../html/html.ts'
import { html } from '../../html/html.ts'
import { openPageIds, type PageId, type PageIds, sharedId } from '../../html/page-ids.ts'
import type { OpenApiDocument } from '../document.ts'
import { clipText } from '../parts/guards.ts'
import type { Lookup } from '../parts/schema-lookup.ts'
import { lookupIn } from '../parts/schema-lookup.ts'
import { type Folding, foldParts, type WritePart } from './fold-parts.ts'
import type { NamedSchemas, SchemaScope, ViewBudget } from './schema-view.ts'
import { more } from './schema-view.ts'
import type { ApiWords } from './words.ts'

export type SiteOptions = {
  words: ApiWords
  /** CommonMark as HTML that nothing runs in. */
  prose(text: string): Html
  /** Large schemas that were written out before on the same page, with where; those that are now are added. */
  said?: SaidSchemas
  /** For what is too long for a page. */
  folding?: Folding
}

export type SiteScope = SchemaScope & {
  words: ApiWords
  ids: PageIds
  /** Examples are made of schemas too, and do not take from what is shown of them. */
  exampleLookup: Lookup
  said: SaidSchemas
  /** A part by its name, or what leads to it where there is no room for it; that has the title which the part would have. */
  fit(part: string, write: WritePart, title?: string): Html
}

/** `prefix` tells ids of one description from those of others on the page. */
export type SaidSchemas = { prefix: string; ids: Map<string, PageId> }

export function saidNothing(prefix = ''): SaidSchemas {
  return { prefix, ids: new Map() }
}

/** Of one block on a page, and of each of its parts. */
const MOST_LOOKUPS = 30_000
const MOST_ROWS = 800
const MOST_ROWS_OF_PART = 250
const MOST_LETTERS = 200_000
const LONGEST_PROSE = 10_000

export function openSiteScope(document: OpenApiDocument, options: SiteOptions): SiteScope {
  const { words, prose, said = saidNothing(), folding } = options
  const ids = openPageIds()
  const scope = scopeWithin({ rows: MOST_ROWS, letters: MOST_LETTERS })
  if (folding) scope.fit = foldParts(scope, folding, scopeWithin)
  return scope

  function scopeWithin(room: ViewBudget): SiteScope {
    const within: SiteScope = {
      lookup: lookupIn(document, MOST_LOOKUPS),
      exampleLookup: lookupIn(document, MOST_LOOKUPS),
      words,
      prose(text) {
        const kept = clipText(text ?? '', Math.min(LONGEST_PROSE, Math.max(0, room.letters)))
        room.letters -= kept.length
        return kept.trim() !== '' && html`<div class="api-prose">${prose(kept)}</div>`
      },
      named: namedInPlace({ words, ids, said, written: new Map() }, []),
      room,
      depth: 0,
      ids,
      said,
      fit: (_part, write) => write(within),
    }
    return within
  }
}

/** One body, one answer: what it is made of is written out once in it, and what is large once on the page. */
export function writePart(
  scope: SiteScope,
  names: readonly string[],
  write: (part: SiteScope) => Html,
): Html {
  const { words, ids, said, room } = scope
  const own = { rows: Math.min(MOST_ROWS_OF_PART, Math.max(0, room.rows)), letters: room.letters }
  const before = own.rows
  const written = write({
    ...scope,
    named: namedInPlace({ words, ids, said, written: new Map() }, names),
    room: own,
  })
  room.rows -= before - own.rows
  return written
}

type Place = { words: ApiWords; ids: PageIds; said: SaidSchemas; written: Map<string, PageId> }

/** Letters of a schema that is led to instead of written out again. */
const LARGE = 2000

function namedInPlace(place: Place, above: readonly string[]): NamedSchemas {
  const { words, ids, said, written } = place
  return {
    name: (name) => html`<span class="schema-name">${clipText(name, 120)}</span>`,
    unfolding(name, summary, inside) {
      const before = written.get(name) ?? said.ids.get(name)
      const same = words.sameAs({ name: clipText(name, 120) })
      if (before !== undefined) return html`<p class="values"><a href="#${before}">${same}</a></p>`
      if (above.includes(name)) return html`<p class="values">${same}</p>`
      const id = ids(`schema-${name}`)
      written.set(name, id)
      const body = inside(namedInPlace(place, [...above, name]))
      if (body.text === '') return body
      const isWhole = !body.text.includes(more.text)
      if (body.text.length < LARGE || !isWhole || said.ids.has(name))
        return html`<details id="${id}">${summary}${body}</details>`
      const shared = sharedId(`schema-${said.prefix}${said.ids.size + 1}-${name}`)
      said.ids.set(name, shared)
      return html`<details id="${id}">${summary}<span id="${shared}"></span>${body}</details>`
    },
  }
}
