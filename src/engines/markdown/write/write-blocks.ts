import type { Block, Code, Expandable, Heading, Hint, Image, Images, Paragraph } from '../document.ts'
import { tagLine } from '../engine/paired-lines.ts'
import { isPlainText, spellAlign } from '../html/html-blocks.ts'
import { fragmentNamed, heldBy, inlinesOf, inlineText, verbatimSource } from '../nodes.ts'
import { anchorElement, PLAIN_ID } from '../read/headings.ts'
import { writeTable } from '../tables/write-tables.ts'
import { escapeHeading, escapeLines } from './escape.ts'
import { type Around, type MarkdownWriter, prefix } from './markdown-writer.ts'
import { hasElements, writeHtmlBlock, writePre } from './write-html-blocks.ts'
import { writeHtmlInlines } from './write-html-inlines.ts'
import { writeDrawing, writeImages } from './write-images.ts'
import { writeInlines } from './write-inlines.ts'
import { writeList } from './write-lists.ts'
import { containerTag, voidTag } from './write-tags.ts'

/** Blocks one below the other, with a blank line between them. */
export function writeBlocks(blocks: readonly Block[], writing: MarkdownWriter, around: Around = {}): string {
  const written: string[] = []
  let before = around.before
  for (const block of blocks) {
    const marker = markerOf(block, [before, around.after])
    const source = writeBlock(block, writing, marker)
    // A block without any text leaves no trace in Markdown.
    if (source === '') continue
    written.push(source)
    before = marker
  }
  return written.join('\n\n')
}

function markerOf(block: Block, taken: readonly (string | undefined)[]): string | undefined {
  const free = (marker: string): boolean => !taken.includes(marker)
  if (block.type === 'list-ordered') return ['.', ')'].find(free) ?? '.'
  if (block.type === 'list-unordered' || block.type === 'list-tasks') return ['*', '-', '+'].find(free) ?? '*'
  return undefined
}

function writeBlock(block: Block, writing: MarkdownWriter, marker: string | undefined): string {
  switch (block.type) {
    case 'paragraph':
      return writeParagraph(block, writing)
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return writeHeading(block, writing)
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
      return writeList(block, marker ?? '', (inside, around) => writeBlocks(inside, writing, around))
    case 'divider':
      return marker === undefined ? '***' : '---'
    case 'blockquote':
      return prefix(withAlert(writeBlocks(block.nodes, writing)), '> ', '>')
    case 'images':
      return writeImages(block, writing)
    case 'drawing':
      return writeDrawing(block, writing)
    case 'code':
      return writeCode(block, writing)
    case 'math':
      return `$$\n${block.data.formula}\n$$`
    case 'expandable':
      return writeExpandable(block, writing)
    case 'table':
      return writeTable(block, writing)
    case 'hint':
      return writeHint(block, writing)
    case 'if':
    case 'tabs':
    case 'stepper':
    case 'columns':
    case 'column':
    case 'updates':
    case 'update':
    case 'prompt':
      return container(block, block.type, block.nodes, writing)
    case 'tabs-item':
      return container(block, 'tab', block.nodes, writing)
    case 'stepper-step':
      return container(block, 'step', block.nodes, writing)
    case 'api-method':
    case 'api-method-part':
      return container(block, block.data.tag, block.nodes, writing)
    case 'list-item':
      return writeBlocks(block.nodes, writing)
    case 'image':
      return writeImages(alone(block), writing)
    case 'code-line':
      return writeCode({ object: 'block', type: 'code', nodes: [block], data: {} }, writing)
    default:
      return voidTag(block, writing) ?? ''
  }
}

/** `[!NOTE]` on the first line of a quote says what kind of quote it is to those who know, so it is not escaped. */
export function withAlert(quoted: string): string {
  return quoted.replace(/^\\\[!([A-Za-z]+)\\\](?=\n|$)/, '[!$1]')
}

function alone(image: Image): Images {
  return { object: 'block', type: 'images', nodes: [image], data: {}, isVoid: false }
}

function writeParagraph(block: Paragraph, writing: MarkdownWriter): string {
  const source = verbatimSource(block)
  if (source !== undefined) return source
  const tag = rewordedTag(block)
  if (tag !== undefined) return tag
  if (block.data?.align) {
    return `<p align="${spellAlign(block.data.align)}">${writeHtmlInlines(block.nodes, writing)}</p>`
  }
  const breaks = block.meta?.breaks ?? []
  return escapeLines(spellBreaks(writeInlines(block.nodes, writing, { lineBreak: HARD, breaks })))
}

/** A tag nobody knows that says something else now is still a tag; one that somebody typed as text is not. */
function rewordedTag({ meta, nodes }: Paragraph): string | undefined {
  const isTag = tagLine(meta?.markdown ?? '') && nodes.every((node) => node.object === 'text')
  if (!isTag) return undefined
  const now = inlineText(nodes).trim()
  return tagLine(now) && !/[\r\n]/.test(now) ? now : undefined
}

/** Stands for a line break until it is known what is around it. */
const HARD = '\uffff'

/** A backslash at the end of a line, except where the next line would begin a block or there is none. */
function spellBreaks(text: string): string {
  if (!text.includes(HARD)) return text
  const isFirstLineBlank = /^\uffff+\s*(?:\n|$)/.test(text)
  return text
    .replace(/^\uffff+/, (breaks) => (isFirstLineBlank ? '&#10;' : '<br>').repeat(breaks.length))
    .replace(/(?<!\uffff)(\uffff+)(\s*)(?=(.?))/gs, (_, breaks, blanks, next) => {
      const endsLine = next === '' || next === '<' || blanks.includes('\n')
      return (endsLine ? '<br>' : '\\\n').repeat(breaks.length) + blanks
    })
}

function writeHeading(block: Heading, writing: MarkdownWriter): string {
  const level = block.meta?.depth ?? Number(block.type.at(-1))
  if (block.data.align) {
    return `<h${level} align="${spellAlign(block.data.align)}">${writeHtmlInlines(block.nodes, writing)}</h${level}>`
  }
  const text = escapeHeading(
    writeInlines(block.nodes, writing, { lineBreak: '<br>', breaks: [] }).replaceAll('\n', ' '),
  )
  return ['#'.repeat(level), text, headingAnchor(block)].filter((part) => part !== '').join(' ')
}

function headingAnchor({ data, meta }: Heading): string {
  const isKept = meta?.anchor !== undefined && (data.id === undefined || meta.anchor.includes(data.id))
  if (isKept) return meta.anchor ?? ''
  return data.id !== undefined && PLAIN_ID.test(data.id) ? anchorElement(data.id) : ''
}

function container(block: Block, name: string, nodes: readonly Block[], writing: MarkdownWriter): string {
  const content = writeBlocks(nodes, writing)
  return [containerTag(block), content, `{% end${name} %}`].filter((part) => part !== '').join('\n')
}

/** In lists it may be an element, as long as all it holds can be in one. */
function writeHint(block: Hint, writing: MarkdownWriter): string {
  if (block.meta?.form !== 'html') return container(block, 'hint', block.nodes, writing)
  if (hasElements(block)) return writeHtmlBlock(block, writing)
  const { meta: _, ...bare } = block
  return container(bare, 'hint', block.nodes, writing)
}

function writeCode(block: Code, writing: MarkdownWriter): string {
  const isPlain = block.nodes.every((line) => !line.data.highlighted && line.nodes.every(isPlainText))
  if (!isPlain || block.meta?.form === 'html') return writePre(block, writing)
  const content = block.nodes.map((line) => `${inlineText(line.nodes)}\n`).join('')
  const info = (block.data.syntax ?? '').replace(/[\r\n]+/g, ' ').trim()
  const mark = info.includes('`') ? '~' : '`'
  const fence = mark.repeat(Math.max(3, longestFence(content, mark) + 1))
  const source = `${fence}${info}\n${content}${fence}`
  const { title, overflow, lineNumbers, fullWidth } = block.data
  const hasTag =
    title !== undefined || overflow !== undefined || lineNumbers !== undefined || fullWidth !== undefined
  if (!hasTag && !block.meta?.attributes && block.meta?.form !== 'blank') return source
  return `${containerTag(block)}\n${source}\n{% endcode %}`
}

function longestFence(content: string, mark: string): number {
  let longest = 0
  for (const line of content.split('\n')) {
    const text = line.trimStart()
    let length = 0
    while (text[length] === mark) length++
    longest = Math.max(longest, length)
  }
  return longest
}

function writeExpandable(block: Expandable, writing: MarkdownWriter): string {
  const summary = writeSummary(block, writing)
  const open = ['<details', ...(block.meta?.attributes ?? [])].join(' ')
  const content = writeBlocks(heldBy(block), writing)
  return [`${open}>`, `<summary>${summary}</summary>`, content, '</details>']
    .filter((part) => part !== '')
    .join('\n\n')
}

export function writeSummary(block: Expandable, writing: MarkdownWriter): string {
  const title = fragmentNamed(block, 'expandable-title')?.nodes ?? []
  return writeHtmlInlines(title.flatMap(inlinesOf), writing)
}
