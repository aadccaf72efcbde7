import type { ApiMethod, Block, Code, HintStyle, Meta, Prompt, TagProps, Update } from '../document.ts'
import { compact, own, withMeta } from '../nodes.ts'
import {
  type Attribute,
  attributeValue,
  isSet,
  readTagAttributes,
  rememberAttributes,
  tagAttribute,
  type WantedAttributes,
} from './attributes.ts'
import {
  embedAttributes,
  integrationAttributes,
  operationAttributes,
  schemasAttributes,
  swaggerAttributes,
  webhookAttributes,
} from './tag-attributes.ts'

// `{% name key="value" %}`: what the tags mean, and which attributes the writer gives them.

export type Tag = { name: string; rest: string; open: string; close?: string; body?: string }

const STYLES: Record<string, HintStyle | undefined> = {
  info: 'info',
  warning: 'warning',
  danger: 'danger',
  success: 'success',
  tip: 'success',
  warn: 'warning',
  working: 'warning',
  error: 'danger',
}

export function hintStyle(name: string): HintStyle {
  return own(STYLES, name) ?? 'info'
}

/** What of a tag the model has no field for. */
export function metaOf(attributes: Attribute[], wanted: WantedAttributes, more: Meta = {}): Meta {
  return { ...more, attributes: rememberAttributes(attributes, wanted, tagAttribute) }
}

/** A tag that stands for a block by itself, whatever its body says. */
export function blockOfTag(tag: Tag): Block | undefined {
  if (tag.name === 'include') return includeOf(tag)
  const attributes = readTagAttributes(tag.rest)
  if (!attributes) return undefined
  if (tag.name.startsWith('@')) return integrationOf(tag, attributes)
  switch (tag.name) {
    case 'embed':
      return embedOf(tag, attributes)
    case 'file':
      return fileOf(tag, attributes)
    case 'content-ref':
    case 'page-ref':
      return contentRefOf(tag, attributes)
    case 'openapi':
    case 'swagger':
      return swaggerOf(tag, attributes)
    case 'openapi-operation':
    case 'openapi-schemas':
    case 'openapi-webhook':
      return openApiOf(tag, attributes)
    default:
      return undefined
  }
}

function includeOf(tag: Tag): Block | undefined {
  const path = /^"([^"]*)"$/.exec(tag.rest)?.[1]
  if (path === undefined || tag.close) return undefined
  const ref = { kind: 'reusable-content' as const, reusableContent: path }
  return { object: 'block', type: 'reusable-content', data: { ref }, isVoid: true }
}

/** A caption, or the mere fact that there is a closing tag. */
function captionMeta(tag: Tag, target: string): Meta {
  return tag.close === undefined ? {} : { body: tag.body ?? '', target }
}

function embedOf(tag: Tag, attributes: Attribute[]): Block | undefined {
  const url = attributeValue(attributes, 'url')
  if (url === undefined) return undefined
  const data = compact({ url, fullWidth: isSet(attributes, 'fullWidth') })
  const meta = metaOf(attributes, embedAttributes(data), captionMeta(tag, url))
  return withMeta({ object: 'block', type: 'embed', data, isVoid: true }, meta)
}

function fileOf(tag: Tag, attributes: Attribute[]): Block | undefined {
  const url = attributeValue(attributes, 'src')
  if (url === undefined) return undefined
  const meta = metaOf(attributes, [['src', url]], captionMeta(tag, url))
  return withMeta({ object: 'block', type: 'file', data: { ref: { kind: 'url', url } }, isVoid: true }, meta)
}

function contentRefOf(tag: Tag, attributes: Attribute[]): Block | undefined {
  const isOld = tag.name === 'page-ref'
  const name = isOld ? 'page' : 'url'
  const url = attributeValue(attributes, name)
  if (url === undefined || isOld === (tag.close !== undefined)) return undefined
  const meta = metaOf(attributes, [[name, url]], isOld ? { form: 'page-ref' } : linkBody(tag, url))
  return withMeta(
    { object: 'block', type: 'content-ref', data: { ref: { kind: 'url', url } }, isVoid: true },
    meta,
  )
}

/** The body repeats the target as a link; only another one has to be remembered. */
function linkBody(tag: Tag, target: string): Meta {
  if (tag.close === undefined) return { form: 'blank' }
  return tag.body === linkLine(target) ? {} : { body: tag.body ?? '', target }
}

export function linkLine(target: string): string {
  const isPlain = /^[^\s<>()\\]+$/.test(target)
  return `[${target.replace(/[\\[\]*_`<&]/g, '\\$&')}](${isPlain ? target : `<${target}>`})`
}

function swaggerOf(tag: Tag, attributes: Attribute[]): Block | undefined {
  const url = attributeValue(attributes, 'src')
  if (url === undefined) return undefined
  const data = compact({
    ref: { kind: 'url' as const, url },
    path: attributeValue(attributes, 'path') ?? '',
    method: attributeValue(attributes, 'method') ?? '',
    expanded: isSet(attributes, 'expanded'),
    fullWidth: isSet(attributes, 'fullWidth'),
  })
  const form = tag.name === 'swagger' ? { form: 'swagger' as const } : {}
  const meta = metaOf(attributes, swaggerAttributes(data, url), { ...linkBody(tag, url), ...form })
  if (form.form && tag.close === undefined) return undefined
  return withMeta({ object: 'block', type: 'swagger', data, isVoid: true }, meta)
}

function openApiOf(tag: Tag, attributes: Attribute[]): Block | undefined {
  const spec = attributeValue(attributes, 'spec')
  if (spec === undefined) return undefined
  const ref = { kind: 'openapi' as const, spec }
  const method = attributeValue(attributes, 'method') ?? ''
  const meta = (wanted: WantedAttributes): Meta => metaOf(attributes, wanted, linkBody(tag, spec))
  if (tag.name === 'openapi-operation') {
    const data = { ref, path: attributeValue(attributes, 'path') ?? '', method }
    const block = {
      object: 'block' as const,
      type: 'openapi-operation' as const,
      data,
      isVoid: true as const,
    }
    return withMeta(block, meta(operationAttributes(data, spec)))
  }
  if (tag.name === 'openapi-webhook') {
    const data = { ref, name: attributeValue(attributes, 'name') ?? '', method }
    const block = { object: 'block' as const, type: 'openapi-webhook' as const, data, isVoid: true as const }
    return withMeta(block, meta(webhookAttributes(data, spec)))
  }
  const data = compact({
    ref,
    schemas: namesIn(attributeValue(attributes, 'schemas') ?? ''),
    grouped: isSet(attributes, 'grouped'),
  })
  const block = { object: 'block' as const, type: 'openapi-schemas' as const, data, isVoid: true as const }
  return withMeta(block, meta(schemasAttributes(data, spec)))
}

/** `a, b` */
function namesIn(list: string): string[] {
  const names = list.split(',').map((name) => name.trim())
  return names.filter((name) => name !== '')
}

const VENDOR_BLOCK = /^@([^/]+)\/(.+)$/

function integrationOf(tag: Tag, attributes: Attribute[]): Block | undefined {
  const [, integration, block] = VENDOR_BLOCK.exec(tag.name) ?? []
  if (!integration || !block || tag.close) return undefined
  const data = compact({
    integration,
    block,
    props: propsOf(attributes),
    url: attributeValue(attributes, 'url'),
    fullWidth: isSet(attributes, 'fullWidth'),
  })
  const meta = metaOf(attributes, integrationAttributes(data))
  return withMeta({ object: 'block', type: 'integration', data, isVoid: true }, meta)
}

const OLD_API_TAG = /^(?:swagger|api-method)(-[a-z-]+)?$/

/** What a tag is of which the old descriptions of APIs are made. */
export function oldApiType(name: string): ApiMethod['type'] | undefined {
  const found = OLD_API_TAG.exec(name)
  return found ? (found[1] ? 'api-method-part' : 'api-method') : undefined
}

/** Of two with one name the first counts. */
export function propsOf(attributes: readonly Attribute[]): TagProps {
  const props = new Map<string, string | true>()
  for (const { name, value } of attributes) if (!props.has(name)) props.set(name, value ?? true)
  return Object.fromEntries(props)
}

export function codeDataOf(attributes: readonly Attribute[]): Omit<Code['data'], 'syntax'> {
  const overflow = attributeValue(attributes, 'overflow')
  return compact({
    title: attributeValue(attributes, 'title'),
    overflow: overflow === 'wrap' || overflow === 'scroll' ? overflow : undefined,
    lineNumbers: isSet(attributes, 'lineNumbers'),
    fullWidth: isSet(attributes, 'fullWidth'),
  })
}

export function updateDataOf(attributes: readonly Attribute[]): Update['data'] {
  const tags = namesIn(attributeValue(attributes, 'tags') ?? '')
  return compact({
    date: attributeValue(attributes, 'date'),
    tags: tags.length > 0 ? tags : undefined,
  })
}

export function promptDataOf(attributes: readonly Attribute[]): Prompt['data'] {
  return compact({
    description: attributeValue(attributes, 'description'),
    icon: attributeValue(attributes, 'icon'),
    defaultExpanded: attributeValue(attributes, 'defaultExpanded'),
    openInAIProviders: isSet(attributes, 'openInAIProviders'),
  })
}
