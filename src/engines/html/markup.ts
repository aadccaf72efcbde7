import type { MessageValues } from '../words/message.ts'
import { compact, Html, type HtmlPiece, html } from './html.ts'
import type { DocumentWords } from './words.ts'
import type { HtmlPart, Placeholder } from './written-document.ts'

/** HTML with placeholders in it, before it is one list: each level only points to what is inside it. */
export type Markup = Html | Placeholder | readonly Markup[]
type MarkupPiece = HtmlPiece | Placeholder | Markup | readonly MarkupPiece[]

export const NOTHING: Markup = []

/** As `html`, for what may hold placeholders. Text is escaped. */
export function markup(strings: TemplateStringsArray, ...pieces: MarkupPiece[]): Markup {
  const parts = compact(strings)
  const all: Markup[] = [new Html(parts[0] ?? '')]
  pieces.forEach((piece, at) => {
    all.push(markupOf(piece), new Html(parts[at + 1] ?? ''))
  })
  return all
}

function markupOf(piece: MarkupPiece): Markup {
  if (Array.isArray(piece)) return piece.map(markupOf)
  if (piece instanceof Html || isPlaceholder(piece)) return piece
  return html`${piece as HtmlPiece}`
}

function isPlaceholder(piece: MarkupPiece): piece is Placeholder {
  return typeof piece === 'object' && piece !== null && 'placeholder' in piece
}

/** What we say ourselves: in which language is known when the page is. */
export function say<Name extends keyof DocumentWords>(
  words: Name,
  ...[values]: DocumentWords[Name] extends (values: infer Values extends MessageValues) => string
    ? [Values]
    : []
): Placeholder {
  return { placeholder: 'words', words, ...(values && { values }) }
}

/** An attribute, with the blank before it; nothing when it has no value. */
export function attribute(name: string, value: string | number | undefined | boolean): Html | undefined {
  if (value === undefined || value === false) return undefined
  const named = new Html(` ${name}`)
  return value === true ? named : html`${named}="${value}"`
}

export function partsOf(markup: Markup): HtmlPart[] {
  const parts: HtmlPart[] = []
  // Joined, not added up: the engine would keep every piece of a sum for as long as the sum.
  let texts: string[] = []
  const close = () => {
    const text = texts.join('')
    if (text !== '') parts.push(text)
    texts = []
  }
  const visit = (one: Markup) => {
    if (one instanceof Html) texts.push(one.text)
    else if (!('placeholder' in one)) for (const inner of one) visit(inner)
    else {
      close()
      parts.push(one)
    }
  }
  visit(markup)
  close()
  return parts
}
