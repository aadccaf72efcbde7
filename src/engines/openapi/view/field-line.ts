import { breakableName } from '../../html/break-words.ts'
import type { Html, HtmlPiece } from '../../html/html.ts'
import { html } from '../../html/html.ts'

export function fieldName(name: string): Html {
  return html`<code class="field-name">${breakableName(name)}</code>`
}

/** With spaces between its parts: it is also copied, read aloud and shown without styles. */
export function fieldLine(...parts: HtmlPiece[]): Html {
  const shown = parts.filter((part) => part)
  return html`<div class="field-line">${shown.map((part, at) => (at > 0 ? [' ', part] : part))}</div>`
}
