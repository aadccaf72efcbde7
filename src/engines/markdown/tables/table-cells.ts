import type { ContentRef } from '../../content/records.ts'
import type { Table } from '../document.ts'
import { decodeHtml, encodeAttribute, encodeHtml } from '../html/html-text.ts'
import { type HtmlNode, onlyElements, parseHtml } from '../html/html-tree.ts'
import { own } from '../nodes.ts'
import { attributeValue, isSet } from '../read/attributes.ts'
import { refOfEntry } from '../write/markdown-writer.ts'
import type { CellValue, Definition } from './document-table.ts'

// Cells of columns that hold values instead of text.

export type TargetOf = (ref: ContentRef) => string

/** The value, or null when the source says nothing of the kind: then it is text. */
export function readCell(definition: Definition, source: string, objectFit: string | undefined): CellValue {
  const nodes = parseHtml(source.trim())
  switch (definition.type) {
    case 'checkbox':
      return readCheckbox(nodes)
    case 'number':
    case 'rating':
      return readNumber(source)
    case 'select':
      return readOptions(nodes)
    case 'files':
      return readFiles(nodes)
    case 'users':
      return readUsers(nodes)
    case 'content-ref':
    case 'image':
      return readRef(definition.type, nodes, objectFit)
    default:
      return null
  }
}

function plainOf(nodes: readonly HtmlNode[]): string | undefined {
  const isText = nodes.every((node) => node.kind === 'text')
  return isText ? decodeHtml(nodes.map((node) => node.source).join('')).trim() : undefined
}

function readCheckbox(nodes: readonly HtmlNode[]): CellValue {
  const [input] = onlyElements(nodes) ?? []
  if (input?.name === 'input') return isSet(input.attributes, 'checked') ?? false
  const text = plainOf(nodes)
  return text === 'true' ? true : text === 'false' ? false : null
}

function readNumber(source: string): CellValue {
  const number = Number(source.trim())
  return source.trim() === '' || !Number.isFinite(number) ? null : number
}

function readOptions(nodes: readonly HtmlNode[]): CellValue {
  const options = onlyElements(nodes)?.map((span) => attributeValue(span.attributes, 'data-option'))
  return options?.every((option) => option !== undefined) ? options : null
}

function readUsers(nodes: readonly HtmlNode[]): CellValue {
  const users = plainOf(nodes)?.split(/,\s*/)
  return users?.filter((user) => user !== '') ?? null
}

/** Links, with at most a comma or the end of a line between them. */
function readFiles(nodes: readonly HtmlNode[]): CellValue {
  const rest = nodes.filter((node) => !/^(?:[\s,]*|<br[\s/]*>)$/.test(node.source))
  const links = onlyElements(rest)?.map(({ name, attributes }) =>
    name === 'a' ? attributeValue(attributes, 'href') : undefined,
  )
  return links?.every((link) => link !== undefined) ? links : null
}

function readRef(
  type: 'content-ref' | 'image',
  nodes: readonly HtmlNode[],
  fit: string | undefined,
): CellValue {
  const [link, ...more] = onlyElements(nodes) ?? []
  const url = link && attributeValue(link.attributes, link.name === 'img' ? 'src' : 'href')
  if (url === undefined || more.length > 0) return null
  const ref = { kind: 'url' as const, url }
  if (type === 'image' && (fit === 'contain' || fit === 'fill' || fit === 'cover'))
    return { ref, objectFit: fit }
  return ref
}

export function writeCell(definition: Definition, value: CellValue, targetOf: TargetOf): string {
  if (value === null || value === '') return ''
  if (typeof value === 'boolean') return value ? '<input type="checkbox" checked>' : '<input type="checkbox">'
  if (typeof value === 'number' || typeof value === 'string') return encodeHtml(String(value))
  if (!Array.isArray(value)) return writeLink(targetOf('kind' in value ? value : value.ref))
  if (definition.type === 'select') return value.map((id) => writeOption(definition, id)).join('')
  if (definition.type === 'files')
    return value.map((entry) => writeLink(targetOf(refOfEntry(entry)))).join('')
  return encodeHtml(value.join(', '))
}

function writeLink(target: string): string {
  return `<a href="${encodeAttribute(target)}">${encodeHtml(target)}</a>`
}

function writeOption(definition: Definition, id: string): string {
  const options = definition.type === 'select' ? definition.options : []
  const label = options.find((option) => option.value === id)?.label ?? id
  return `<span data-option="${encodeAttribute(id)}">${encodeHtml(label)}</span>`
}

/** A number as its cell spells it, which readers see: a price of 9.90 is none of 9.9. */
export function writtenNumber({ meta }: Table, cell: string, value: CellValue): string | undefined {
  const kept = own(meta?.cells, cell)
  return typeof value === 'number' && kept?.value === JSON.stringify(value) ? kept.source : undefined
}

/** What a cell says, whoever its references were resolved by: to find out whether it still says the same. */
export function cellKey(value: CellValue, targetOf: TargetOf): string {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return JSON.stringify(value)
  if ('kind' in value) return JSON.stringify({ target: targetOf(value) })
  return JSON.stringify({ target: targetOf(value.ref), objectFit: value.objectFit })
}
