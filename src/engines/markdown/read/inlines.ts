import type { Token } from 'markdown-it'
import type { InlineNode, Mark } from '../document.ts'
import { imageOf, inlinePicture, markOf, voidOf } from '../html/element-inlines.ts'
import { annotation, NOTE_TARGET, type NoteOfLabel } from '../html/html-inlines.ts'
import { type HtmlTag, parseHtml, tagAt } from '../html/html-tree.ts'
import { matchTags } from '../html/tag-pairs.ts'
import { inlineText, markId, own, sortMarks, text, withMeta } from '../nodes.ts'
import { attributeValue, elementAttribute, rememberAttributes } from './attributes.ts'
import { InlineBuilder } from './inline-builder.ts'
import { markdownImage } from './markdown-image.ts'

export type Inlines = { nodes: InlineNode[]; breaks: number[]; isRisky: boolean }

/** The inlines of one stretch of Markdown text. */
export function inlinesFromTokens(tokens: readonly Token[], notes: NoteOfLabel): Inlines {
  const walk = new InlineWalk(tokens, notes)
  const builder = new InlineBuilder()
  walk.run(0, tokens.length, builder, false)
  return { nodes: builder.done(), breaks: builder.breaks, isRisky: walk.isRisky }
}

const TOGGLES: Record<string, Exclude<Mark['type'], 'color'> | undefined> = {
  strong: 'bold',
  em: 'italic',
  s: 'strikethrough',
}

class InlineWalk {
  private readonly tokens: readonly Token[]
  private readonly notes: NoteOfLabel
  private readonly tags: (HtmlTag | undefined)[]
  /** Where the token at an index is closed. */
  private readonly closes: (number | undefined)[]
  private readonly closers = new Set<number>()
  private readonly active = new Map<string, { mark: Mark; count: number }>()
  private marks: Mark[] = []
  /** Elements that mean nothing or hold nothing: what is written without them may be read otherwise. */
  isRisky = false

  constructor(tokens: readonly Token[], notes: NoteOfLabel) {
    this.tokens = tokens
    this.notes = notes
    this.tags = tokens.map((token) => (token.type === 'html_inline' ? tagAt(token.content, 0) : undefined))
    this.closes = matchTags(tokens, this.tags)
    for (const close of this.closes) if (close !== undefined) this.closers.add(close)
  }

  run(from: number, to: number, builder: InlineBuilder, isLink: boolean): void {
    let at = from
    while (at < to) at = this.take(at, builder, isLink)
  }

  /** Takes the token at an index; the answer is the index to go on with. */
  private take(at: number, builder: InlineBuilder, isLink: boolean): number {
    const token = this.tokens[at]
    if (!token) return at + 1
    switch (token.type) {
      case 'text':
        builder.addText(token.content, this.marks)
        return at + 1
      case 'softbreak':
        builder.addBreak(this.marks)
        return at + 1
      case 'hardbreak':
        builder.addText('\n', this.marks)
        return at + 1
      case 'code_inline':
        builder.addText(token.content, sortMarks([...this.marks.filter(isNotCode), CODE]))
        return at + 1
      case 'link_open':
        return this.takeLink(at, builder, isLink)
      case 'image':
        builder.add(markdownImage(token))
        return at + 1
      case 'html_inline':
        return this.takeTag(at, builder, isLink)
      default:
        if (token.nesting !== 0) this.toggle(token)
        else this.takeSingle(token, builder, isLink)
        return at + 1
    }
  }

  /** Code that is not closed by backticks cannot hold elements: they are beside it. */
  private addVerbatim(builder: InlineBuilder, source: string): void {
    this.isRisky = true
    builder.addVerbatim(source, this.marks.filter(isNotCode))
  }

  private toggle(token: Token): void {
    const type = own(TOGGLES, token.tag)
    if (type) this.count({ object: 'mark', type }, token.nesting)
  }

  private count(mark: Mark, by: number): void {
    const id = markId(mark)
    const count = (this.active.get(id)?.count ?? 0) + by
    if (count > 0) this.active.set(id, { mark, count })
    else this.active.delete(id)
    // Of two colours the inner one counts.
    const marks = [...this.active.values()].map((each) => each.mark)
    const color = marks.findLast((each) => each.type === 'color')
    this.marks = sortMarks(marks.filter((each) => each.type !== 'color' || each === color))
  }

  /** Inlines of our own rules. A link holds text and images only, so there they stay as written. */
  private takeSingle(token: Token, builder: InlineBuilder, isLink: boolean): void {
    if (isLink) {
      this.addVerbatim(builder, token.markup)
      return
    }
    const { content } = token
    switch (token.type) {
      case 'math_inline':
        builder.add({
          object: 'inline',
          type: 'inline-math',
          data: { formula: content.replaceAll('\n', ' ') },
          isVoid: true,
        })
        return
      case 'emoji':
        builder.add({ object: 'inline', type: 'emoji', data: { code: content }, isVoid: true })
        return
      case 'expression':
        builder.add({ object: 'inline', type: 'expression', data: { expression: content }, isVoid: true })
        return
      case 'note_call':
        this.takeNote(token, builder)
        return
      default:
        this.addVerbatim(builder, token.markup || token.content)
    }
  }

  private takeNote(token: Token, builder: InlineBuilder): void {
    const body = this.notes(token.content)
    if (!body) {
      this.addVerbatim(builder, token.markup)
      return
    }
    const last = builder.nodes.at(-1)
    const isCalled =
      last?.object === 'inline' &&
      last.type === 'link' &&
      last.data.ref.kind === 'url' &&
      NOTE_TARGET.exec(last.data.ref.url)?.[1] === token.content
    if (isCalled) builder.nodes.pop()
    builder.add(annotation(token.content, isCalled ? last.nodes : [text('')], body))
  }

  private takeLink(at: number, builder: InlineBuilder, isLink: boolean): number {
    const token = this.tokens[at]
    const close = this.closes[at] ?? this.tokens.length
    const inner = builder.inside()
    const breaks = builder.breaks.length
    this.run(at + 1, close, inner, true)
    const url = String(token?.attrGet('href') ?? '')
    const title = token?.attrGet('title')
    const ref = { kind: 'url' as const, url }
    const nodes = inner.done()
    if (title === 'mention' && !isLink) {
      const label = inlineText(nodes)
      builder.breaks.length = breaks
      builder.add(
        withMeta(
          { object: 'inline', type: 'mention', data: { ref }, isVoid: true },
          { label: label === url ? undefined : label },
        ),
      )
      return close + 1
    }
    builder.length = inner.length
    builder.add(
      withMeta(
        { object: 'inline', type: 'link', data: { ref }, nodes },
        {
          title: title === null || title === undefined ? undefined : String(title),
          // An address in code has to be written as code inside a link.
          form: token?.info === 'auto' && this.marks.every(isNotCode) ? 'auto' : undefined,
        },
      ),
    )
    return close + 1
  }

  private takeTag(at: number, builder: InlineBuilder, isLink: boolean): number {
    const tag = this.tags[at]
    const close = this.closes[at]
    const source = this.tokens[at]?.content ?? ''
    if (tag && !tag.isClosing && close === undefined) {
      if (tag.name === 'br' && tag.attributes.length === 0) builder.addText('\n', this.marks)
      else {
        const image = tag.name === 'img' ? imageOf(tag.attributes, 'markdown') : undefined
        if (image) builder.add(image)
        else this.addVerbatim(builder, source)
      }
      return at + 1
    }
    if (tag?.isClosing && this.closers.has(at)) {
      const mark = this.openedMark(at)
      if (mark) this.count(mark, -1)
      else this.addVerbatim(builder, source)
      return at + 1
    }
    if (!tag || close === undefined) {
      this.addVerbatim(builder, source)
      return at + 1
    }
    return this.takeElement(at, close, tag, builder, isLink)
  }

  private readonly marksClosedAt = new Map<number, Mark>()

  private openedMark(close: number): Mark | undefined {
    return this.marksClosedAt.get(close)
  }

  private takeElement(
    at: number,
    close: number,
    tag: HtmlTag,
    builder: InlineBuilder,
    isLink: boolean,
  ): number {
    const mark = markOf(tag.name, tag.attributes)
    if (mark) {
      if (close === at + 1) this.isRisky = true
      this.marksClosedAt.set(close, mark)
      this.count(mark, 1)
      return at + 1
    }
    const single = isLink && tag.name !== 'picture' ? undefined : this.singleOf(at, close, tag)
    if (single) {
      builder.add(single)
      return close + 1
    }
    const url = attributeValue(tag.attributes, 'href')
    const isAnchor = close === at + 1 && tag.attributes.length !== 1
    if (tag.name !== 'a' || isLink || url === undefined || isAnchor) {
      this.addVerbatim(builder, tag.source)
      return at + 1
    }
    const inner = builder.inside()
    this.run(at + 1, close, inner, true)
    builder.length = inner.length
    builder.add(this.elementLink(tag, url, inner.done()))
    return close + 1
  }

  private elementLink(tag: HtmlTag, url: string, nodes: InlineNode[]): InlineNode {
    const label = NOTE_TARGET.exec(url)?.[1]
    const isCall = attributeValue(tag.attributes, 'data-footnote-ref') === '' && tag.attributes.length === 2
    const body = isCall && label !== undefined ? this.notes(label) : undefined
    if (body && label !== undefined) return annotation(label, nodes, body)
    const attributes = rememberAttributes(tag.attributes, [['href', url]], elementAttribute)
    return withMeta(
      { object: 'inline', type: 'link', data: { ref: { kind: 'url', url } }, nodes },
      { attributes },
    )
  }

  private singleOf(at: number, close: number, tag: HtmlTag): InlineNode | undefined {
    if (close - at > MOST_IN_SINGLE) return undefined
    const between = this.tokens.slice(at + 1, close)
    if (tag.name === 'picture') {
      const source = [tag.source, ...between.map((token) => token.content), '</picture>'].join('')
      const [element] = parseHtml(source)
      return element?.kind === 'element' ? inlinePicture(element, 'markdown') : undefined
    }
    if (between.length > 3) return undefined
    let inner = ''
    for (const token of between) {
      if (token.type !== 'text' && token.type !== 'emoji') return undefined
      inner += token.type === 'emoji' ? token.markup : token.content
    }
    return voidOf(tag.name, tag.attributes, inner, 'markdown')
  }
}

/** A picture has two elements, with blanks and line ends around them. Whatever holds more is no inline by itself. */
const MOST_IN_SINGLE = 20

const CODE: Mark = { object: 'mark', type: 'code' }

function isNotCode(mark: Mark): boolean {
  return mark.type !== 'code'
}
