import type { Html } from '../html/html.ts'
import { html } from '../html/html.ts'

// One line of text; only `code` spans are markup.
export function inline(text: string): Html {
  const parts = text.split(/`([^`\n]+)`/)
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
}

export function paragraphs(text: string | undefined): Html[] {
  return (text ?? '')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => html`<p>${inline(paragraph)}</p>`)
}
