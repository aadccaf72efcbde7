import temml from 'temml'
import { alreadyHtml, type Html, html } from '../html.ts'
import type { WriteState } from './write-state.ts'

const LONGEST = 8 * 1024

/** MathML, which browsers draw by themselves; a formula that cannot be read stays as it was written. */
export function writeFormula(state: WriteState, formula: string, isBlock: boolean): Html {
  const written = mathml(formula, isBlock)
  if (written !== undefined) state.needs.maths = true
  const inner = written ?? html`<code class="formula-source">${formula}</code>`
  return isBlock ? html`<div class="formula" tabindex="0" dir="ltr">${inner}</div>` : inner
}

function mathml(formula: string, displayMode: boolean): Html | undefined {
  if (formula.length > LONGEST) return undefined
  try {
    const text = temml.renderToString(formula, {
      displayMode,
      throwOnError: true,
      trust: false,
      strict: false,
      maxSize: [20, 20],
      maxExpand: 200,
    })
    return alreadyHtml(withoutStyles(text))
  } catch {
    return undefined
  }
}

/** The page has no styles of its own. Of those in formulas, colours of words and lines of tables are worth an attribute. */
function withoutStyles(mathml: string): string {
  return mathml.replace(/ style="([^"]*)"/g, (_, style: string) => {
    const [, colour] = /(?:^|;)color:(#[0-9a-f]{6})/i.exec(style) ?? []
    return colour ? ` mathcolor="${colour}"` : ''
  })
}
