import { colouredLines } from '../../html/highlight.ts'
import type { Html, HtmlPiece } from '../../html/html.ts'
import { html } from '../../html/html.ts'
import { sign } from '../../html/icons.ts'

const LONGEST = 60_000
/** Long ones are most of the weight of a page: colours are three times as much as what they colour. */
const MOST_MARKED = 2000

/** Like code elsewhere on a page, with the same button and the same styles. */
export function codeView(text: string, language: string, copyLabel: string): Html {
  if (text.length > MOST_MARKED)
    return framed(html`<span class="line">${text.slice(0, LONGEST)}</span>`, copyLabel)
  const lines = text.split('\n')
  const coloured = colouredLines(lines, language, MOST_MARKED)
  const body = lines.map((line, at) => {
    const runs = coloured?.[at] ?? [{ text: line, classes: '' }]
    const inner = runs.map(({ text, classes }) =>
      classes === '' ? text : html`<span class="${classes}">${text}</span>`,
    )
    return html`<span class="line">${inner}${at < lines.length - 1 && '\n'}</span>`
  })
  return framed(body, copyLabel)
}

function framed(body: HtmlPiece, copyLabel: string): Html {
  return html`<figure class="code-block" data-copy-from dir="ltr"><button type="button" class="copy" data-copy aria-label="${copyLabel}">${sign('copy')}</button><pre tabindex="0"><code>${body}</code></pre></figure>`
}
