import type { Block, Meta } from '../document.ts'
import { lengthOf } from '../html/images-html.ts'
import { joinLines } from '../lines/blanks.ts'
import {
  type Attribute,
  attributeValue,
  isSet,
  TAG_FORM,
  type WantedAttributes,
  writeAttributes,
} from '../read/attributes.ts'
import {
  codeAttributes,
  columnAttributes,
  embedAttributes,
  integrationAttributes,
  operationAttributes,
  promptAttributes,
  propAttributes,
  schemasAttributes,
  swaggerAttributes,
  updateAttributes,
  webhookAttributes,
} from '../read/tag-attributes.ts'
import {
  blockOfTag,
  codeDataOf,
  hintStyle,
  linkLine,
  promptDataOf,
  propsOf,
  updateDataOf,
} from '../read/tags.ts'
import { type MarkdownWriter, plainTarget } from './markdown-writer.ts'

function openTag(name: string, attributes: readonly string[]): string {
  return ['{%', name, ...attributes, '%}'].join(' ')
}

/** The opening tag of a block that holds others. */
export function containerTag(block: Block): string {
  const write = (wanted: WantedAttributes, was: (attributes: Attribute[]) => WantedAttributes): string[] =>
    writeAttributes(block.meta?.attributes, wanted, TAG_FORM, was)
  switch (block.type) {
    case 'hint':
      return openTag(
        'hint',
        write([['style', block.data.style]], (all) => [
          ['style', hintStyle(attributeValue(all, 'style') ?? 'info')],
        ]),
      )
    case 'tabs-item':
      return openTag(
        'tab',
        write([['title', block.data.title]], (all) => [['title', attributeValue(all, 'title')]]),
      )
    case 'stepper-step':
      return openTag(
        'step',
        write([['icon', block.data.icon]], (all) => [['icon', attributeValue(all, 'icon')]]),
      )
    case 'tabs':
    case 'columns': {
      const wanted = [['fullWidth', block.data?.fullWidth?.toString()]] as const
      return openTag(
        block.type,
        write(wanted, (all) => [['fullWidth', isSet(all, 'fullWidth')?.toString()]]),
      )
    }
    case 'column':
      return openTag('column', write(columnAttributes(block.data), columnWas))
    case 'code':
      return openTag(
        'code',
        write(codeAttributes(block.data), (all) => codeAttributes(codeDataOf(all))),
      )
    case 'updates':
      return openTag(
        'updates',
        write([['format', block.data.format]], (all) => [['format', attributeValue(all, 'format')]]),
      )
    case 'update':
      return openTag(
        'update',
        write(updateAttributes(block.data), (all) => updateAttributes(updateDataOf(all))),
      )
    case 'prompt':
      return openTag(
        'prompt',
        write(promptAttributes(block.data), (all) => promptAttributes(promptDataOf(all))),
      )
    case 'api-method':
    case 'api-method-part':
      return openTag(
        block.data.tag,
        write(propAttributes(block.data.props), (all) => propAttributes(propsOf(all))),
      )
    case 'if':
      return openTag('if', [joinLines(block.data.expression)])
    default:
      return openTag(
        block.type,
        write([], () => []),
      )
  }
}

function columnWas(attributes: Attribute[]): WantedAttributes {
  const vertical = attributeValue(attributes, 'verticalAlignment')
  const isKnown = vertical === 'top' || vertical === 'middle' || vertical === 'bottom'
  return columnAttributes({
    width: lengthOf(attributeValue(attributes, 'width')),
    ...(isKnown && { verticalAlignment: vertical }),
  })
}

/** A block that is a tag and nothing else; undefined for every other. */
export function voidTag(block: Block, writing: MarkdownWriter): string | undefined {
  const name = tagName(block)
  if (!name) return undefined
  if (block.type === 'reusable-content')
    return `{% include "${writing.targetOf(block.data.ref).replaceAll('"', '%22')}" %}`
  const target = targetOf(block, writing)
  const attributes = writeAttributes(block.meta?.attributes, wantedOf(block, target), TAG_FORM, () => {
    const rest = (block.meta?.attributes ?? []).join(' ')
    const was = blockOfTag({ name, rest, open: '', ...(name !== 'page-ref' && { close: '' }) })
    const before = was ?? blockOfTag({ name, rest, open: '' })
    return before ? wantedOf(before, rawTargetOf(before)) : []
  })
  return openTag(name, attributes) + bodyOf(block.meta, block, name, target)
}

function tagName(block: Block): string | undefined {
  switch (block.type) {
    case 'embed':
    case 'file':
    case 'openapi-operation':
    case 'openapi-schemas':
    case 'openapi-webhook':
    case 'reusable-content':
      return block.type
    case 'content-ref':
      return block.meta?.form === 'page-ref' ? 'page-ref' : 'content-ref'
    case 'swagger':
      return block.meta?.form === 'swagger' ? 'swagger' : 'openapi'
    case 'integration':
      return `@${block.data.integration}/${block.data.block}`
    default:
      return undefined
  }
}

function targetOf(block: Block, writing: MarkdownWriter): string {
  if (block.type === 'embed') return block.data.url
  if (!block.type.startsWith('openapi-') && !['file', 'content-ref', 'swagger'].includes(block.type))
    return ''
  return 'data' in block && block.data && 'ref' in block.data && block.data.ref
    ? writing.targetOf(block.data.ref)
    : ''
}

function rawTargetOf(block: Block): string {
  if (block.type === 'embed') return block.data.url
  return 'data' in block && block.data && 'ref' in block.data && block.data.ref
    ? plainTarget(block.data.ref)
    : ''
}

function wantedOf(block: Block, target: string): WantedAttributes {
  switch (block.type) {
    case 'embed':
      return embedAttributes(block.data)
    case 'file':
      return [['src', target]]
    case 'content-ref':
      return [[block.meta?.form === 'page-ref' ? 'page' : 'url', target]]
    case 'swagger':
      return swaggerAttributes(block.data, target)
    case 'openapi-operation':
      return operationAttributes(block.data, target)
    case 'openapi-schemas':
      return schemasAttributes(block.data, target)
    case 'openapi-webhook':
      return webhookAttributes(block.data, target)
    case 'integration':
      return integrationAttributes(block.data)
    default:
      return []
  }
}

/** The body of a tag: as it was while the target is the same, the target as a link where one is usual. */
function bodyOf(meta: Meta | undefined, block: Block, name: string, target: string): string {
  const isRemembered =
    meta?.body !== undefined && (meta.target === target || block.type === 'embed' || block.type === 'file')
  if (isRemembered) return meta.body === '' ? `\n{% end${name} %}` : `\n${meta.body}\n{% end${name} %}`
  const hasNone = block.type === 'embed' || block.type === 'file' || block.type === 'integration'
  if (hasNone || meta?.form === 'page-ref' || meta?.form === 'blank') return ''
  return `\n${linkLine(target)}\n{% end${name} %}`
}
