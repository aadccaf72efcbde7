import { colouredLines } from '../../html/highlight.ts'
import { type Html, type HtmlPiece, html } from '../../html/html.ts'
import { sign } from '../../html/icons.ts'
import { attribute } from '../../html/markup.ts'
import { isObject, type JsonObject, listOf } from '../../openapi/values.ts'
import { buttonView, sends } from './kit-actions.ts'
import { type KitState, wordsOf } from './kit-state.ts'

const LONGEST_COLOURED = 16_000

/** Code to read; where the component wants to hear of changes, a field to write in. */
export function codeView(
  state: KitState,
  code: JsonObject,
  inside: (list?: unknown) => HtmlPiece,
  label?: string,
): Html {
  const text = wordsOf(state, code.content) ?? ''
  const buttons = listOf(code.buttons).filter(isObject).slice(0, 10)
  const row =
    buttons.length > 0 &&
    html`<div class="kit-buttons">${buttons.map((button) => buttonView(state, button))}</div>`
  const above = code.header !== undefined && html`<div class="kit-code-head">${inside(code.header)}</div>`
  const below = code.footer !== undefined && html`<div class="kit-code-foot">${inside(code.footer)}</div>`
  return html`<div class="kit-code">${above}${isWritten(code) ? fieldView(state, code, text, label) : readView(state, code, text)}${row}${below}</div>`
}

function isWritten({ state, onContentChange }: JsonObject) {
  return typeof state === 'string' && onContentChange !== undefined
}

function fieldView(
  state: KitState,
  { state: name, onContentChange }: JsonObject,
  text: string,
  label?: string,
) {
  return html`<textarea class="kit-field kit-code-field" rows="8" spellcheck="false"${attribute('aria-label', label)} data-kit-state="${String(name).slice(0, 100)}"${sends(state, onContentChange)}>${text}</textarea>`
}

function readView({ words }: KitState, { syntax, lineNumbers }: JsonObject, text: string) {
  const lines = text.split('\n')
  const language = typeof syntax === 'string' ? syntax.slice(0, 40) : undefined
  const coloured = colouredLines(lines, language, LONGEST_COLOURED)
  const isNumbered = lineNumbers === true || typeof lineNumbers === 'number'
  const body = lines.map((line, at) => {
    const runs = coloured?.[at] ?? [{ text: line, classes: '' }]
    const end = at === lines.length - 1 ? '' : '\n'
    return html`<span class="line">${runs.map(({ text, classes }) => (classes === '' ? text : html`<span class="${classes}">${text}</span>`))}${end}</span>`
  })
  return html`
    <figure class="code-block${isNumbered ? ' numbered' : ''}" data-copy-from dir="ltr">
      <button type="button" class="copy" data-copy aria-label="${words.copy}">${sign('copy')}</button>
      <pre tabindex="0"><code>${body}</code></pre>
    </figure>`
}
