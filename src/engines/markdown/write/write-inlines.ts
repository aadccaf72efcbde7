import type { Block, ImageInline, InlineNode, LinkInline, Mark, MentionInline } from '../document.ts'
import { BEFORE_NO_EMOJI } from '../engine/inline-rules.ts'
import { emojiElement, isCodePoints } from '../html/element-inlines.ts'
import { encodePreformatted } from '../html/html-text.ts'
import { joinLines } from '../lines/blanks.ts'
import { sameBlocks } from '../model/same.ts'
import { inlineText, verbatimSource } from '../nodes.ts'
import { ELEMENT_FORM, writeAttributes } from '../read/attributes.ts'
import { canClose, canOpen } from './delimiter-runs.ts'
import { codeSpan, escapeTarget, escapeText, escapeTitle } from './escape.ts'
import { type InlineItem, itemsOf, type MarkPiece, piecesOf, type RunPiece } from './mark-runs.ts'
import type { MarkdownWriter } from './markdown-writer.ts'
import { buttonHtml, imageHtml, markTags, mentionHtml } from './write-html-inlines.ts'

export type LineStyle = {
  /** How a line break is written where lines may be broken, and where they may not. */
  lineBreak: string
  /** Soft line breaks of the source. */
  breaks: readonly number[]
}

/** Inlines as Markdown. Soft line breaks come back as such, so the caller has to look at the lines. */
export function writeInlines(
  nodes: readonly InlineNode[],
  writing: MarkdownWriter,
  style: LineStyle,
): string {
  return new InlineWriter(writing, style).write(nodes)
}

const isCode = (mark: Mark): boolean => mark.type === 'code'

class InlineWriter {
  private readonly writing: MarkdownWriter
  private readonly lineBreak: string
  private readonly breaks: ReadonlySet<number>
  private position = 0

  constructor(writing: MarkdownWriter, style: LineStyle) {
    this.writing = writing
    this.lineBreak = style.lineBreak
    this.breaks = new Set(style.breaks)
  }

  write(nodes: readonly InlineNode[], under: readonly Mark[] = []): string {
    const outer = new Set(under.map((mark) => mark.type))
    const items = itemsOf(nodes).map((item) => ({
      ...item,
      marks: item.marks.filter((mark) => !outer.has(mark.type) || isCode(mark)),
    }))
    const pieces = piecesOf(items, isCode)
    const texts = pieces.map((piece) => (piece.kind === 'item' ? this.item(piece.item) : ''))
    pieces.forEach((piece, index) => {
      if (piece.kind === 'item') {
        const { node } = piece.item
        const isEmoji = node.object === 'inline' && node.type === 'emoji'
        if (isEmoji && isBesideWord(pieces, texts, index))
          texts[index] = emojiElement(node.data.code, node.meta?.label)
      }
      if (piece.kind !== 'open') return
      const [open, close] = delimiters(piece, index, pieces, texts)
      texts[index] = open
      texts[piece.pair] = close
    })
    return joinSafely(texts)
  }

  private item({ node, leaf, marks }: InlineItem): string {
    if (!leaf) return this.inline(node, marks)
    if (node.object === 'text') {
      const source = verbatimSource(node)
      if (source !== undefined) {
        this.position += leaf.text.length
        return source
      }
    }
    const start = this.position
    this.position += leaf.text.length
    if (!leaf.marks.some(isCode)) return this.text(leaf.text, start)
    return this.isOnOneLine(leaf.text, start)
      ? codeSpan(leaf.text)
      : `<code>${this.text(leaf.text, start)}</code>`
  }

  /** A code span turns line ends into blanks. */
  private isOnOneLine(text: string, start: number): boolean {
    return !/[\r\n]/.test(text) && ![...this.breaks].some((at) => at >= start && at < start + text.length)
  }

  private text(content: string, start: number): string {
    const text = content.replace(/\r\n?/g, '\n')
    let out = ''
    let from = 0
    for (let at = 0; at < text.length; at++) {
      const isHard = text[at] === '\n'
      if (!isHard && !(text[at] === ' ' && this.breaks.has(start + at))) continue
      out += escapeText(text.slice(from, at)) + (isHard ? this.lineBreak : '\n')
      from = at + 1
    }
    return out + escapeText(text.slice(from))
  }

  private inline(node: InlineNode, marks: readonly Mark[]): string {
    if (node.object === 'text') return ''
    switch (node.type) {
      case 'link':
        return this.link(node, marks)
      case 'annotation': {
        const content = this.write(node.nodes, marks)
        const body = node.fragments[0]?.nodes ?? []
        const label = this.writing.noteLabel(node.meta?.label, body, sameBodies)
        return content === '' ? `[^${label}]` : `[${content}](#user-content-fn-${label})[^${label}]`
      }
      case 'emoji':
        return isCodePoints(node.data.code) || !/^[a-zA-Z+][\w+-]*$/.test(node.data.code)
          ? emojiElement(node.data.code, node.meta?.label)
          : `:${node.data.code}:`
      case 'icon':
        return `<i class="fa-${node.data.icon}">:${node.data.icon}:</i>`
      case 'expression':
        return `<code class="expression">${writeExpression(node.data.expression)}</code>`
      case 'inline-math':
        return `$$${node.data.formula}$$`
      case 'inline-image':
        return this.image(node)
      case 'mention':
        return this.mention(node)
      case 'button':
        return buttonHtml(node, this.writing)
      default:
        return ''
    }
  }

  private link(node: LinkInline, marks: readonly Mark[]): string {
    const target = this.writing.targetOf(node.data.ref)
    const content = inlineText(node.nodes)
    if (node.meta?.form === 'auto' && isAutolink(target, content) && !marks.some(isCode)) {
      this.position += content.length
      return `<${content}>`
    }
    const label = this.write(node.nodes, marks)
    if (node.meta?.attributes) {
      const wanted = [['href', target]] as const
      const attributes = writeAttributes(node.meta.attributes, wanted, ELEMENT_FORM, (all) =>
        all.filter(({ name }) => name === 'href').map(({ value }) => ['href', value] as const),
      )
      return `<a ${attributes.join(' ')}>${label}</a>`
    }
    const title = node.meta?.title === undefined ? '' : ` ${escapeTitle(node.meta.title)}`
    return `[${label}](${escapeTarget(target)}${target === '' && title ? '<>' : ''}${title})`
  }

  private image(node: ImageInline): string {
    const { alt, caption, refDark, size, ref } = node.data
    if (refDark || size || node.meta?.attributes || node.meta?.form === 'html')
      return imageHtml(node, this.writing)
    return markdownImage(alt, this.writing.targetOf(ref), caption)
  }

  private mention(node: MentionInline): string {
    if (node.meta?.form === 'html') return mentionHtml(node, this.writing)
    const target = this.writing.targetOf(node.data.ref)
    const label = escapeText(node.meta?.label ?? target).replace(/\s+/g, ' ')
    return `[${label}](${escapeTarget(target) || '<>'} "mention")`
  }
}

export function markdownImage(alt: string | undefined, target: string, title: string | undefined): string {
  const label = joinLines(escapeText(alt ?? ''))
  const spelt = title === undefined || title === '' ? '' : ` ${escapeTitle(title)}`
  return `![${label}](${escapeTarget(target) || (spelt ? '<>' : '')}${spelt})`
}

function sameBodies(a: Block[], b: Block[]): boolean {
  return sameBlocks(a, b)
}

function isAutolink(target: string, content: string): boolean {
  const isAddress = /^[a-zA-Z][a-zA-Z0-9+.-]{1,31}:[^<>\s]*$/.test(content)
  return isAddress
    ? target === content
    : target === `mailto:${content}` && /^[^\s<>\\]+@[^\s<>\\]+$/.test(content)
}

function writeExpression(expression: string): string {
  return joinLines(encodePreformatted(expression.replace(/\\/g, '\\\\')))
}

/** Markdown's own delimiters where they would be understood, elements elsewhere. */
function delimiters(
  piece: MarkPiece,
  index: number,
  pieces: readonly RunPiece[],
  texts: readonly string[],
): readonly [string, string] {
  const sign = piece.mark.type === 'bold' ? '**' : piece.mark.type === 'italic' ? '_' : '~~'
  const isPlain =
    piece.mark.type === 'bold' || piece.mark.type === 'italic' || piece.mark.type === 'strikethrough'
  if (!isPlain) return markTags(piece.mark)
  const isUnderstood =
    canOpen(sign, before(pieces, texts, index), after(pieces, texts, index)) &&
    canClose(sign, before(pieces, texts, piece.pair), after(pieces, texts, piece.pair))
  return isUnderstood ? [sign, sign] : markTags(piece.mark)
}

/** The character beside a piece. Any delimiter and any element ends in punctuation. */
function before(pieces: readonly RunPiece[], texts: readonly string[], index: number): string {
  for (let at = index - 1; at >= 0; at--) {
    if (pieces[at]?.kind !== 'item') return '*'
    if (texts[at]) return texts[at] ?? ''
  }
  return ' '
}

function after(pieces: readonly RunPiece[], texts: readonly string[], index: number): string {
  for (let at = index + 1; at < pieces.length; at++) {
    if (pieces[at]?.kind !== 'item') return '*'
    if (texts[at]) return texts[at] ?? ''
  }
  return ' '
}

/** Where `:name:` would not be read as an emoji. */
function isBesideWord(pieces: readonly RunPiece[], texts: readonly string[], index: number): boolean {
  return (
    BEFORE_NO_EMOJI.test(before(pieces, texts, index).slice(-1)) ||
    /^[a-zA-Z0-9:]/.test(after(pieces, texts, index))
  )
}

/** A `!` right before a link would make an image of it. */
function joinSafely(texts: readonly string[]): string {
  let out = ''
  for (const text of texts) {
    if (text.startsWith('[') && out.endsWith('!')) out = `${out.slice(0, -1)}\\!`
    out += text
  }
  return out
}
