import type { Html } from '../../html/html.ts'
import { html } from '../../html/html.ts'
import type { Sign } from '../model.ts'

/** An icon or emoji before a title. Readers who listen get the title alone. */
export function signView({ icon, emoji }: Sign): Html | false {
  if (emoji) return html`<span class="sign" aria-hidden="true">${emojiText(emoji)}</span>`
  return icon ? html`<span class="sign" aria-hidden="true">${icon}</span>` : false
}

/** Emojis are kept as characters, or as their code points: `1f600`, `1f468-200d-1f680`. */
export function emojiText(emoji: string): string {
  if (!/^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/i.test(emoji)) return emoji
  const points = emoji.split('-').map((point) => Number.parseInt(point, 16))
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : ''
}
