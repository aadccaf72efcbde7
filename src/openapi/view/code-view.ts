import { colouredLines } from '../../html/highlight.ts'
import type { Html } from '../../html/html.ts'
import { html } from '../../html/html.ts'
import { sign } from '../../html/icons.ts'

/** Longer ones are shown without colours. */
const MOST_COLOURED = 16 * 1024
const LONGEST = 60_000

/** As code stands elsewhere on a page, with the same button and the same styles. */
export function codeView(text: string, language: string, copyLabel: string): Html {
  const lines = text.slice(0, LONGEST).split('\n')
  const coloured = colouredLines(lines, language, MOST_COLOURED)
  const body = lines.map((line, at) => {
    const runs = coloured?.[at] ?? [{ text: line, classes: '' }]
    const inner = runs.map(({ text, classes }) =>
      classes === '' ? text : html`<span class="${classes}">${text}</span>`,
    )
    return html`<span class="line">${inner}${at < lines.length - 1 && '\n'}</span>`
  })
  return html`<figure class="code-block" data-copy-from dir="ltr"><button type="button" class="copy" data-copy aria-label="${copyLabel}">${sign('copy')}</button><pre tabindex="0"><code>${body}</code></pre></figure>`
}
