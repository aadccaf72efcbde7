import type { Html } from '../../html/html.ts'
import { html } from '../../html/html.ts'

/** Opens without script; the script closes it when the reader goes elsewhere. */
export function menuView(className: string, summary: Html, entries: readonly Html[]): Html {
  return html`<details class="menu-box ${className}" name="menu"><summary>${summary}</summary><ul>${entries.map((entry) => html`<li>${entry}</li>`)}</ul></details>`
}
