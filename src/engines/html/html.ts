export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

export type HtmlPiece = string | number | Html | null | undefined | false | readonly HtmlPiece[]

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeText(text: string): string {
  if (!/[&<>"']/.test(text)) return text
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

function write(piece: HtmlPiece): string {
  if (piece === null || piece === undefined || piece === false) return ''
  if (piece instanceof Html) return piece.text
  if (typeof piece === 'string') return escapeText(piece)
  if (typeof piece === 'number') return String(piece)
  let text = ''
  for (const part of piece) text += write(part)
  return text
}

const compacted = new WeakMap<TemplateStringsArray, string[]>()

// The templates are indented for their readers. On a page of 300 operations that indentation weighs more
// than 200 KB, so it is dropped here, once per template; values are never touched.
export function compact(strings: TemplateStringsArray): string[] {
  const known = compacted.get(strings)
  if (known) return known
  const parts = strings.map((part) =>
    part
      .replace(/^\s*\n\s*$/, '')
      .replace(/>\s*\n\s*/g, '>')
      .replace(/\s*\n\s*</g, '<')
      .replace(/\s*\n\s*/g, ' '),
  )
  compacted.set(strings, parts)
  return parts
}

export function html(strings: TemplateStringsArray, ...pieces: HtmlPiece[]): Html {
  const parts = compact(strings)
  let text = parts[0] ?? ''
  for (let index = 0; index < pieces.length; index += 1) text += write(pieces[index]) + parts[index + 1]
  return new Html(text)
}

// The only door past the escaping. Nothing that comes from a document may go through it.
export function alreadyHtml(text: string): Html {
  return new Html(text)
}
