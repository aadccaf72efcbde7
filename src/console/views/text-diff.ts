// How the Markdown of a page changed, line by line.
import { type Html, html } from '../../engines/html/html.ts'
import type { PageTextChanges } from '../../rooms/content/history/schema.ts'
import type { ConsoleWords } from '../words/catalog.ts'

const SIGNS = { same: ' ', added: '+', removed: '−' }
/** Of a line; nobody reads more of it here. */
const LONGEST_LINE = 2_000

export function textDiffView(
  { compare }: ConsoleWords,
  { hunks, more, added, removed }: PageTextChanges,
): Html {
  if (hunks.length === 0) return html`<p class="empty">${compare.sameText}</p>`
  return html`<p class="quiet">+${added} −${removed}</p>
    <div class="text-diff" tabindex="0" role="region" aria-label="Markdown" dir="ltr"><table>${hunks.map(
      ({ lines }) =>
        html`<tbody data-change tabindex="-1">${lines.map(
          ({ type, before, after, text }) =>
            html`<tr class="${type}"><td class="number">${before}</td><td class="number">${after}</td><td class="sign">${SIGNS[type]}</td><td class="line">${text.slice(0, LONGEST_LINE)}${text.length > LONGEST_LINE && '…'}</td></tr>`,
        )}</tbody>`,
    )}</table></div>
    ${more && html`<p class="quiet">${compare.moreHunks({ count: more })}</p>`}`
}
