import type { Html } from './html.ts'
import { html } from './html.ts'

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

// `organization.admin` becomes "admin on the organization"; an ability without a dot is told as it is.
export function abilityWords(ability: string): string {
  const words = (name: string): string =>
    name
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .replace(/[-_]/g, ' ')
      .toLowerCase()
  const dot = ability.lastIndexOf('.')
  if (dot < 0) return words(ability)
  return `${words(ability.slice(dot + 1))} on the ${words(ability.slice(0, dot))}`
}
