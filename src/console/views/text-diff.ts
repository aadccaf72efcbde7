// How the Markdown of a page changed, line by line.
import { type Html, html } from '../../engines/html/html.ts'
import type { PageTextChanges } from '../../rooms/content/history/schema.ts'
import type { ConsoleWords } from '../words/catalog.ts'

const SIGNS = { same: ' ', added: '+', removed: '−' }
/** Of a line; nobody reads more of it here. */
const LONGEST_LINE = 2_000

/** In all; a page that is written anew has one stretch of all its lines. */
const MOST_LINES = 1_500

type Hunk = PageTextChanges['hunks'][number]

export function textDiffView(
  { compare }: ConsoleWords,
  { hunks, more, added, removed }: PageTextChanges,
): Html {
  if (hunks.length === 0) return html`<p class="empty">${compare.sameText}</p>`
  const { shown, left } = firstLines(hunks)
  return html`<p class="quiet"><bdi dir="ltr">+${added} −${removed}</bdi></p>
    <div class="text-diff" tabindex="0" role="region" aria-label="Markdown" dir="ltr"><table>${shown.map(
      (lines) => html`<tbody data-change tabindex="-1">${lines.map(lineView)}</tbody>`,
    )}</table></div>
    ${left > 0 && html`<p class="quiet">${compare.moreLines({ count: left })}</p>`}
    ${more && html`<p class="quiet">${compare.moreHunks({ count: more })}</p>`}`
}

function firstLines(hunks: readonly Hunk[]) {
  const shown: Hunk['lines'][] = []
  let [room, left] = [MOST_LINES, 0]
  for (const { lines } of hunks) {
    const some = lines.slice(0, room)
    if (some.length > 0) shown.push(some)
    room -= some.length
    left += lines.length - some.length
  }
  return { shown, left }
}

function lineView({ type, before, after, text }: Hunk['lines'][number]): Html {
  const isCut = text.length > LONGEST_LINE
  return html`<tr class="${type}"><td class="number">${before}</td><td class="number">${after}</td><td class="sign">${SIGNS[type]}</td><td class="line">${text.slice(0, LONGEST_LINE)}${isCut && '…'}</td></tr>`
}
