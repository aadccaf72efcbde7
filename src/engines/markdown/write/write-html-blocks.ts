import type { Block, Code, ListItem } from '../document.ts'
import { hintAttributes, preAttributes, preData } from '../html/html-blocks.ts'
import { inlinesOf, inlineText } from '../nodes.ts'
import { attributeValue, ELEMENT_FORM, writeAttributes } from '../read/attributes.ts'
import { hintStyle } from '../read/tags.ts'
import type { MarkdownWriter } from './markdown-writer.ts'
import { writeHtmlInlines, writePreformatted } from './write-html-inlines.ts'

/** Whether a block, with all it holds, can be written with elements. */
export function hasElements(block: Block): boolean {
  switch (block.type) {
    case 'paragraph':
      return !block.data?.align && !block.meta?.markdown
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return !block.data.align
    case 'list-unordered':
    case 'list-ordered':
    case 'list-tasks':
      return block.nodes.every((item) => item.nodes.every(hasElements))
    case 'hint':
      return block.nodes.every(hasElements)
    default:
      return block.type === 'code'
  }
}

/** Blocks inside an element, on one line. */
export function writeHtmlBlocks(blocks: readonly Block[], writing: MarkdownWriter): string {
  const [only, ...rest] = blocks
  if (only?.type === 'paragraph' && rest.length === 0) return writeHtmlInlines(only.nodes, writing)
  return blocks.map((block) => writeHtmlBlock(block, writing)).join('')
}

export function writeHtmlBlock(block: Block, writing: MarkdownWriter): string {
  switch (block.type) {
    case 'paragraph':
      return `<p>${writeHtmlInlines(block.nodes, writing)}</p>`
    case 'heading-1':
    case 'heading-2':
    case 'heading-3': {
      const level = block.meta?.depth ?? Number(block.type.at(-1))
      return `<h${level}>${writeHtmlInlines(block.nodes, writing)}</h${level}>`
    }
    case 'list-tasks':
      return `<ul class="contains-task-list">${block.nodes.map((item) => itemHtml(item, writing, boxHtml(item))).join('')}</ul>`
    case 'list-unordered':
      return `<ul>${block.nodes.map((item) => itemHtml(item, writing)).join('')}</ul>`
    case 'list-ordered':
      return `<ol>${block.nodes.map((item) => itemHtml(item, writing)).join('')}</ol>`
    case 'hint': {
      const wanted = hintAttributes(block.data.style)
      const attributes = writeAttributes(block.meta?.attributes, wanted, ELEMENT_FORM, (all) => {
        const was = hintAttributes(hintStyle(attributeValue(all, 'data-style') ?? 'info'))
        return was.map(
          ([name, value]) => [name, all.some((each) => each.name === name) ? value : undefined] as const,
        )
      })
      return `<div ${attributes.join(' ')}>${writeHtmlBlocks(block.nodes, writing)}</div>`
    }
    case 'code':
      return writePre(block, writing)
    default:
      return otherHtml(block, writing)
  }
}

function itemHtml(item: ListItem, writing: MarkdownWriter, box = ''): string {
  return `<li>${box}${writeHtmlBlocks(item.nodes, writing)}</li>`
}

function boxHtml({ data }: ListItem): string {
  return data?.checked ? '<input type="checkbox" checked>' : '<input type="checkbox">'
}

/** Blocks that have no place inside an element leave their text. */
function otherHtml(block: Block, writing: MarkdownWriter): string {
  const text = inlineText(inlinesOf(block))
  if (text !== '') return `<p>${writeHtmlInlines(inlinesOf(block), writing)}</p>`
  return 'nodes' in block && block.nodes.every((node) => node.object === 'block')
    ? block.nodes.map((node) => writeHtmlBlock(node, writing)).join('')
    : ''
}

/** Code with marks in it. */
export function writePre(block: Code, writing: MarkdownWriter): string {
  const attributes = writeAttributes(block.meta?.attributes, preAttributes(block.data), ELEMENT_FORM, (all) =>
    preAttributes(preData(all)),
  )
  const { syntax } = block.data
  const isBare = block.meta?.form === 'pre'
  const code = isBare ? '' : syntax === undefined ? '<code>' : `<code class="lang-${syntax}">`
  const lines = block.nodes.map((line) => {
    const content = writePreformatted(line.nodes, writing)
    return line.data.highlighted ? `<strong>${content}\n</strong>` : `${content}\n`
  })
  return `${['<pre', ...attributes].join(' ')}>${code}${lines.join('')}${isBare ? '' : '</code>'}</pre>`
}
