import type { ButtonInline, ImageInline, InlineNode, Mark, MentionInline } from '../document.ts'
import {
  buttonAttributes,
  emojiElement,
  imageOf,
  inlineImageAttributes,
  mentionAttributes,
  sourceAttributes,
} from '../html/element-inlines.ts'
import { encodeHtml, encodePreformatted } from '../html/html-text.ts'
import { joinLines } from '../lines/blanks.ts'
import { sameBlocks } from '../model/same.ts'
import { verbatimSource } from '../nodes.ts'
import { attributeValue, ELEMENT_FORM, type WantedAttributes, writeAttributes } from '../read/attributes.ts'
import { itemsOf, piecesOf } from './mark-runs.ts'
import type { MarkdownWriter } from './markdown-writer.ts'

const ELEMENTS: Record<Exclude<Mark['type'], 'color'>, string> = {
  bold: 'strong',
  italic: 'em',
  strikethrough: 'del',
  code: 'code',
  keyboard: 'kbd',
  superscript: 'sup',
  subscript: 'sub',
}

export function markTags(mark: Mark): readonly [string, string] {
  if (mark.type !== 'color') return [`<${ELEMENTS[mark.type]}>`, `</${ELEMENTS[mark.type]}>`]
  const { text, background } = mark.data
  const style = [
    text !== 'default' || background === 'default' ? `color:${text};` : '',
    background === 'default' ? '' : `background-color:${background};`,
  ]
  return [`<mark style="${style.join('')}">`, '</mark>']
}

/** Inlines inside an element, on one line. */
export function writeHtmlInlines(nodes: readonly InlineNode[], writing: MarkdownWriter): string {
  return writeHtml(nodes, writing, { encode: encodeHtml, lineBreak: '<br>' })
    .replace(/^ /, '&#x20;')
    .replace(/ $/, '&#x20;')
}

/** A line of code. */
export function writePreformatted(nodes: readonly InlineNode[], writing: MarkdownWriter): string {
  return writeHtml(nodes, writing, { encode: encodePreformatted, lineBreak: ' ' })
}

type Style = { encode: (text: string) => string; lineBreak: string }

function writeHtml(
  nodes: readonly InlineNode[],
  writing: MarkdownWriter,
  style: Style,
  under: readonly Mark[] = [],
): string {
  const outer = new Set(under.map((mark) => mark.type))
  const items = itemsOf(nodes).map((item) => ({
    ...item,
    marks: item.marks.filter((mark) => !outer.has(mark.type)),
  }))
  let out = ''
  for (const piece of piecesOf(items, () => false)) {
    if (piece.kind === 'open') out += markTags(piece.mark)[0]
    else if (piece.kind === 'close') out += markTags(piece.mark)[1]
    else if (piece.item.leaf) out += leafHtml(piece.item.node, piece.item.leaf.text, style)
    else out += inlineHtml(piece.item.node, writing, style, piece.item.marks)
  }
  return out
}

function leafHtml(node: InlineNode, text: string, style: Style): string {
  const source = node.object === 'text' ? verbatimSource(node) : undefined
  if (source !== undefined) return source
  return text
    .split(/\r\n?|\n/)
    .map(style.encode)
    .join(style.lineBreak)
}

function inlineHtml(node: InlineNode, writing: MarkdownWriter, style: Style, marks: readonly Mark[]): string {
  if (node.object === 'text') return ''
  switch (node.type) {
    case 'link': {
      const wanted = [['href', writing.targetOf(node.data.ref)]] as const
      const attributes = writeAttributes(node.meta?.attributes, wanted, ELEMENT_FORM, hrefWas)
      return `<a ${attributes.join(' ')}>${writeHtml(node.nodes, writing, style, marks)}</a>`
    }
    case 'annotation': {
      const label = writing.noteLabel(node.meta?.label, node.fragments[0]?.nodes ?? [], sameBlocks)
      const content = writeHtml(node.nodes, writing, style, marks)
      return `<a data-footnote-ref href="#user-content-fn-${label}">${content}</a>`
    }
    case 'emoji':
      return emojiElement(node.data.code, node.meta?.label)
    case 'icon':
      return `<i class="fa-${node.data.icon}">:${node.data.icon}:</i>`
    case 'expression':
      return `<code class="expression">${style.encode(node.data.expression)}</code>`
    case 'inline-math':
      return `<span class="math">${style.encode(node.data.formula)}</span>`
    case 'inline-image':
      return imageHtml(node, writing)
    case 'mention':
      return mentionHtml(node, writing)
    case 'button':
      return buttonHtml(node, writing)
    default:
      return ''
  }
}

function hrefWas(attributes: Parameters<typeof attributeValue>[0]): WantedAttributes {
  return [['href', attributeValue(attributes, 'href')]]
}

export function imageHtml(node: ImageInline, writing: MarkdownWriter): string {
  const remembered = node.meta?.attributes
  const wanted = inlineImageAttributes(node.data, writing.targetOf(node.data.ref), remembered)
  const attributes = writeAttributes(remembered, wanted, ELEMENT_FORM, (all) => {
    const was = imageOf(all, 'html')
    return was ? inlineImageAttributes(was.data, attributeValue(all, 'src') ?? '', remembered) : []
  })
  const img = `<img ${attributes.join(' ')}>`
  return node.data.refDark
    ? pictureHtml(img, writing.targetOf(node.data.refDark), node.meta?.parts?.source)
    : img
}

export function pictureHtml(img: string, dark: string, remembered: string[] | undefined): string {
  const attributes = writeAttributes(remembered, sourceAttributes(dark), ELEMENT_FORM, (all) =>
    sourceAttributes(attributeValue(all, 'srcset') ?? ''),
  )
  return `<picture><source ${attributes.join(' ')}>${img}</picture>`
}

export function mentionHtml(node: MentionInline, writing: MarkdownWriter): string {
  const target = writing.targetOf(node.data.ref)
  const attributes = writeAttributes(node.meta?.attributes, mentionAttributes(target), ELEMENT_FORM, (all) =>
    mentionAttributes(attributeValue(all, 'href') ?? ''),
  )
  return `<a ${attributes.join(' ')}>${elementText(node.meta?.label ?? target)}</a>`
}

export function buttonHtml(node: ButtonInline, writing: MarkdownWriter): string {
  const { label, kind, icon, ref } = node.data
  const wanted = buttonAttributes(writing.targetOf(ref), kind, icon)
  const attributes = writeAttributes(node.meta?.attributes, wanted, ELEMENT_FORM, (all) =>
    buttonAttributes(
      attributeValue(all, 'href') ?? '',
      /^button (\w+)$/.exec(attributeValue(all, 'class') ?? '')?.[1] ?? kind,
      attributeValue(all, 'data-icon'),
    ),
  )
  return `<a ${attributes.join(' ')}>${elementText(label)}</a>`
}

/** In Markdown the text of an element is still Markdown. */
function elementText(text: string): string {
  return joinLines(encodeHtml(text).replace(/[\\`*_[\]~$:]/g, asEntity))
}

function asEntity(character: string): string {
  return `&#x${character.charCodeAt(0).toString(16)};`
}
