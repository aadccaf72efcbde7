// Parts of an operation or of a list of schemas that a page has no room for: each is led to, at an address where it is
// shown and others are not.
import { type Html, html } from '../../html/html.ts'
import { more } from './schema-view.ts'
import type { SiteScope } from './site-scope.ts'

export type Folding = {
  /** Letters for all parts together. */
  room: number
  /** The part that a reader asked for. */
  open?: string
  /** Of the block in the address at which its parts are shown. */
  name: string
}

type Limits = { rows: number; letters: number }

/** Writes a part, with no more rows and letters than the scope has room for. */
export type WritePart = (scope: SiteScope) => Html

/** What is shown of a part; less and less of one that alone is too long. */
const MOST: Limits = { rows: 250, letters: 100_000 }
const LIMITS: readonly Limits[] = [
  MOST,
  { rows: 120, letters: 50_000 },
  { rows: 60, letters: 25_000 },
  { rows: 30, letters: 12_000 },
  { rows: 10, letters: 4_000 },
]
/** Parts of so many letters are always shown. To find out, no more of a part is written than that. */
const SMALL = 500
const PROBE: Limits = { rows: 5, letters: 400 }
/** Of all links to parts, and of the small ones. Strangers may describe hundreds of parts, with names of any length. */
const MOST_BESIDE = 40_000

/** `within`: the same scope with other room. Each part has its own, as none of them may be shown. */
export function foldParts(
  { said, words }: SiteScope,
  { room, open, name }: Folding,
  within: (limits: Limits) => SiteScope,
): SiteScope['fit'] {
  let [left, beside] = [room, MOST_BESIDE]

  return (part, write, title) => {
    if (part === open) return folded(part, shrunk(write))
    const isRoom = open === undefined && left > SMALL
    const shown = isRoom ? fitting(write, MOST, left) : small(write)
    if (shown?.text === '') return shown
    if (shown && isRoom) {
      left -= shown.text.length
      return folded(part, shown)
    }
    const instead = folded(part, shown ?? linkTo(part, title))
    beside -= instead.text.length
    return beside < 0 ? more : instead
  }

  function shrunk(write: WritePart): Html {
    for (const limits of LIMITS) {
      const shown = fitting(write, limits, room - MOST_BESIDE)
      if (shown) return shown
    }
    return more
  }

  function small(write: WritePart): Html | undefined {
    const shown = fitting(write, PROBE, SMALL)
    return shown?.text.includes('…') ? undefined : shown
  }

  /** What is not shown after all cannot be led to. */
  function fitting(write: WritePart, limits: Limits, most: number): Html | undefined {
    const before = said.ids.size
    const body = write(within({ ...limits }))
    if (body.text.length <= most) return body
    for (const id of [...said.ids.keys()].slice(before)) said.ids.delete(id)
    return undefined
  }

  function linkTo(part: string, title: string | undefined): Html {
    const query = `?operation=${encodeURIComponent(name)}&part=${encodeURIComponent(part)}`
    return html`${title && html`<h4>${title}</h4>`}<a class="api-more" href="${query}">${words.showDetails}</a>`
  }
}

function folded(part: string, inside: Html): Html {
  return html`<div class="api-fold"${markOf(part)}>${inside}</div>`
}

function markOf(part: string): Html {
  return html` data-part="${part}"`
}

/** Whether something was written in parts of which this is one. */
export function hasPart(written: unknown, part: string): boolean {
  return typeof written === 'string' && written.includes(markOf(part).text)
}
