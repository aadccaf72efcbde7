import {
  type ButtonInline,
  COLORS,
  type Color,
  type ImageInline,
  type InlineNode,
  type Mark,
  type Meta,
} from '../document.ts'
import { compact, own, withMeta } from '../nodes.ts'
import {
  type Attribute,
  attributeValue,
  elementAttribute,
  isSet,
  rememberAttributes,
  type WantedAttributes,
} from '../read/attributes.ts'
import { type HtmlElement, onlyElements } from './html-tree.ts'

// What elements mean as inlines, the same in Markdown text and inside HTML.

const MARKS: Record<string, Exclude<Mark['type'], 'color'> | undefined> = {
  strong: 'bold',
  b: 'bold',
  em: 'italic',
  i: 'italic',
  del: 'strikethrough',
  s: 'strikethrough',
  code: 'code',
  kbd: 'keyboard',
  sup: 'superscript',
  sub: 'subscript',
}

export function markOf(name: string, attributes: readonly Attribute[]): Mark | undefined {
  if (name === 'mark') return colorOf(attributes)
  const type = attributes.length === 0 ? own(MARKS, name) : undefined
  return type && { object: 'mark', type }
}

const STYLE = /^(?:color:([$a-z]+);?)?\s*(?:background-color:([$a-z]+);?)?$/

function colorOf(attributes: readonly Attribute[]): Mark | undefined {
  const [only] = attributes
  if (attributes.length !== 1 || only?.name !== 'style' || !only.value) return undefined
  const match = STYLE.exec(only.value)
  const text = asColor(match?.[1] ?? 'default')
  const background = asColor(match?.[2] ?? 'default')
  if (!match || !text || !background) return undefined
  return { object: 'mark', type: 'color', data: { text, background } }
}

function asColor(name: string): Color | undefined {
  return COLORS.find((color) => color === name)
}

export function emojiText(code: string): string {
  if (!isCodePoints(code)) return `:${code}:`
  return code
    .split('-')
    .map((part) => String.fromCodePoint(Number.parseInt(part, 16)))
    .join('')
}

/** `2705` or `1f468-200d-1f4bb`, as opposed to a name. */
export function isCodePoints(code: string): boolean {
  if (!/^[0-9a-f]{4,6}(?:-[0-9a-f]{4,6})*$/i.test(code) || !/\d/.test(code)) return false
  return code.split('-').every((part) => isCharacter(Number.parseInt(part, 16)))
}

/** Halves of surrogate pairs and NUL could not be kept. */
function isCharacter(point: number): boolean {
  return point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
}

/** `label` is how it was written, which may be with a sign that asks for colours or without. */
export function emojiElement(code: string, label = ''): string {
  const attributes = elementAttribute('data-code', code)
  const text = isSameEmoji(label, emojiText(code)) ? label : emojiText(code)
  return `<span data-gb-custom-inline data-tag="emoji" ${attributes}>${text}</span>`
}

function isSameEmoji(one: string, other: string): boolean {
  return one.replaceAll('\ufe0f', '') === other.replaceAll('\ufe0f', '')
}

/** The inline a whole element stands for, when it holds nothing but plain text. */
export function voidOf(
  name: string,
  attributes: readonly Attribute[],
  inner: string,
  context: 'markdown' | 'html',
): InlineNode | undefined {
  if (name === 'a') return mentionOrButton(attributes, inner, context)
  if (name === 'i') {
    const icon = /^fa-([a-z0-9-]+)$/.exec(onlyClass(attributes) ?? '')?.[1]
    if (!icon || inner !== `:${icon}:`) return undefined
    return { object: 'inline', type: 'icon', data: { icon }, isVoid: true }
  }
  if (name === 'code' && onlyClass(attributes) === 'expression') {
    return { object: 'inline', type: 'expression', data: { expression: inner }, isVoid: true }
  }
  if (name !== 'span') return undefined
  if (onlyClass(attributes) === 'math' && context === 'html') {
    return { object: 'inline', type: 'inline-math', data: { formula: inner }, isVoid: true }
  }
  const code = attributeValue(attributes, 'data-code')
  const isEmoji = attributes.length === 3 && attributeValue(attributes, 'data-tag') === 'emoji'
  if (!code || !isEmoji || !isSameEmoji(inner, emojiText(code))) return undefined
  const label = inner === emojiText(code) ? undefined : inner
  return withMeta({ object: 'inline', type: 'emoji', data: { code }, isVoid: true }, { label })
}

function onlyClass(attributes: readonly Attribute[]): string | undefined {
  return attributes.length === 1 ? attributeValue(attributes, 'class') : undefined
}

function mentionOrButton(
  attributes: readonly Attribute[],
  inner: string,
  context: 'markdown' | 'html',
): InlineNode | undefined {
  const url = attributeValue(attributes, 'href')
  if (url === undefined) return undefined
  const ref = { kind: 'url' as const, url }
  const kind = /^button (primary|secondary)$/.exec(attributeValue(attributes, 'class') ?? '')?.[1]
  if (kind === 'primary' || kind === 'secondary') {
    const icon = attributeValue(attributes, 'data-icon')
    const wanted = buttonAttributes(url, kind, icon)
    const data: ButtonInline['data'] = compact({ label: inner, kind, icon, ref })
    const meta = { attributes: rememberAttributes(attributes, wanted, elementAttribute) }
    return withMeta<InlineNode>({ object: 'inline', type: 'button', data, isVoid: true }, meta)
  }
  if (!isSet(attributes, 'data-mention')) return undefined
  return withMeta(
    { object: 'inline', type: 'mention', data: { ref }, isVoid: true },
    {
      attributes: rememberAttributes(attributes, mentionAttributes(url), elementAttribute),
      label: inner === url ? undefined : inner,
      form: context === 'markdown' ? 'html' : undefined,
    },
  )
}

export function buttonAttributes(url: string, kind: string, icon: string | undefined): WantedAttributes {
  return [
    ['href', url],
    ['class', `button ${kind}`],
    ['data-icon', icon],
  ]
}

export function mentionAttributes(url: string): WantedAttributes {
  return [
    ['data-mention', true],
    ['href', url],
  ]
}

export function inlineImageAttributes(
  data: ImageInline['data'],
  url: string,
  attributes?: string[],
): WantedAttributes {
  return [
    ['src', url],
    ['alt', wantedAlt(data.alt, attributes)],
    ['title', data.caption],
    ['data-size', data.size],
  ]
}

/** An empty `alt` is written unless the source had none. */
export function wantedAlt(alt: string | undefined, attributes: string[] | undefined): string | undefined {
  if (alt !== undefined || !attributes) return alt ?? ''
  return attributes.some((raw) => raw.startsWith('alt')) ? '' : undefined
}

export function imageOf(
  attributes: readonly Attribute[],
  context: 'markdown' | 'html',
): ImageInline | undefined {
  const url = attributeValue(attributes, 'src')
  if (url === undefined) return undefined
  const size = attributeValue(attributes, 'data-size')
  const data: ImageInline['data'] = compact({
    ref: { kind: 'url' as const, url },
    caption: attributeValue(attributes, 'title'),
    alt: attributeValue(attributes, 'alt') || undefined,
    size: size === 'line' || size === 'original' ? size : undefined,
  })
  const meta: Meta = {
    attributes: rememberAttributes(attributes, inlineImageAttributes(data, url), elementAttribute),
    form: context === 'markdown' ? 'html' : undefined,
  }
  return withMeta({ object: 'inline', type: 'inline-image', data, isVoid: true }, meta)
}

const DARK = '(prefers-color-scheme: dark)'

export function sourceAttributes(url: string): WantedAttributes {
  return [
    ['srcset', url],
    ['media', DARK],
  ]
}

type Picture = { img: HtmlElement; dark?: string; sourceAttributes?: string[] }

/** A `picture` with one source for the dark theme. */
export function pictureOf(picture: HtmlElement): Picture | undefined {
  const elements = onlyElements(picture.children)
  const [source, img] = elements ?? []
  if (picture.attributes.length > 0 || elements?.length !== 2) return undefined
  if (source?.name !== 'source' || img?.name !== 'img') return undefined
  const dark = attributeValue(source.attributes, 'srcset')
  if (dark === undefined || attributeValue(source.attributes, 'media') !== DARK) return undefined
  return {
    img,
    dark,
    sourceAttributes: rememberAttributes(source.attributes, sourceAttributes(dark), elementAttribute),
  }
}

export function inlinePicture(element: HtmlElement, context: 'markdown' | 'html'): ImageInline | undefined {
  const picture = pictureOf(element)
  const image = picture && imageOf(picture.img.attributes, context)
  if (!picture?.dark || !image) return undefined
  const meta: Meta = {
    ...image.meta,
    parts: picture.sourceAttributes && { source: picture.sourceAttributes },
  }
  return withMeta({ ...image, data: { ...image.data, refDark: { kind: 'url', url: picture.dark } } }, meta)
}
