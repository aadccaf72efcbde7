import type { Drawing, Fragment, Image, Images, Length, Meta } from '../document.ts'
import { compact, withMeta } from '../nodes.ts'
import {
  type Attribute,
  attributeValue,
  elementAttribute,
  isSet,
  rememberAttributes,
  type WantedAttributes,
} from '../read/attributes.ts'
import { pictureOf, wantedAlt } from './element-inlines.ts'
import { inlinesFromNodes, type NoteOfLabel } from './html-inlines.ts'
import { type HtmlElement, type HtmlNode, onlyElements, parseHtml } from './html-tree.ts'

// `<div><figure><picture><source><img></picture><figcaption>`: every layer but the image may be missing.

export function isImagesHtml(source: string): boolean {
  return imagesFromHtml(source, () => undefined) !== undefined
}

export function imagesFromHtml(source: string, notes: NoteOfLabel): Images | Drawing | undefined {
  const elements = onlyElements(parseHtml(source.trim()))
  const [first] = elements ?? []
  if (!elements || !first) return undefined
  const isDiv = elements.length === 1 && first.name === 'div'
  const inner = isDiv ? onlyElements(first.children) : elements
  if (!inner || inner.length === 0) return undefined
  const [only] = inner
  const drawing = !isDiv && inner.length === 1 && only ? drawingOf(only) : undefined
  if (drawing) return drawing
  const images = inner.map((element) => imageFrom(element, notes))
  if (!images.every((image) => image !== undefined)) return undefined
  return frame(isDiv ? first : undefined, images)
}

function frame(div: HtmlElement | undefined, nodes: Image[]): Images {
  const attributes = div?.attributes ?? []
  const data = imagesData(attributes)
  const meta: Meta = {
    attributes: div && rememberAttributes(attributes, imagesAttributes(data), elementAttribute),
    form: frameForm(div !== undefined, nodes.length, data),
  }
  return withMeta({ object: 'block', type: 'images', nodes, data, isVoid: false }, meta)
}

export function imagesData(attributes: readonly Attribute[]): Images['data'] {
  const align = attributeValue(attributes, 'align')
  return compact({
    align: align === 'center' || align === 'left' || align === 'right' ? align : undefined,
    fullWidth: isSet(attributes, 'data-full-width'),
    withFrame: isSet(attributes, 'data-with-frame'),
  })
}

/** One figure needs no `div` around it and several do; the other way round has to be remembered. */
function frameForm(hasDiv: boolean, count: number, data: Images['data']): Meta['form'] {
  if (!hasDiv) return count > 1 ? 'figures' : undefined
  return count === 1 && Object.keys(data).length === 0 ? 'html' : undefined
}

export function imagesAttributes(data: Images['data']): WantedAttributes {
  return [
    ['align', data.align],
    ['data-full-width', data.fullWidth?.toString()],
    ['data-with-frame', data.withFrame?.toString()],
  ]
}

function imageFrom(element: HtmlElement, notes: NoteOfLabel): Image | undefined {
  if (element.name !== 'figure') return bareImage(element)
  if (element.attributes.length > 0) return undefined
  const parts = onlyElements(element.children)
  const [picture, caption] = parts ?? []
  if (!picture || !parts || parts.length > 2) return undefined
  const image = bareImage(picture)
  if (!image || (caption && !isCaption(caption))) return undefined
  const fragments = caption ? captionOf(caption, notes) : []
  return withMeta({ ...image, fragments }, { ...image.meta, form: caption ? undefined : 'figure' })
}

function isCaption(element: HtmlElement): boolean {
  return element.name === 'figcaption' && element.attributes.length === 0
}

/** An image without a figure around it. */
function bareImage(element: HtmlElement): Image | undefined {
  const picture = element.name === 'picture' ? pictureOf(element) : undefined
  const img = element.name === 'img' ? element : picture?.img
  const url = img && attributeValue(img.attributes, 'src')
  if (!img || url === undefined) return undefined
  const dark = picture?.dark === undefined ? undefined : { kind: 'url' as const, url: picture.dark }
  const data: Image['data'] = compact({ ...imageData(img.attributes), refDark: dark })
  return withMeta(
    { object: 'block', type: 'image', data, fragments: [], isVoid: true },
    {
      attributes: rememberAttributes(img.attributes, imageAttributes(data, url), elementAttribute),
      parts: picture?.sourceAttributes && { source: picture.sourceAttributes },
      form: 'img',
    },
  )
}

export function imageData(attributes: readonly Attribute[]): Image['data'] {
  return compact({
    ref: { kind: 'url' as const, url: attributeValue(attributes, 'src') ?? '' },
    width: lengthOf(attributeValue(attributes, 'width')),
    height: lengthOf(attributeValue(attributes, 'height')),
    alt: attributeValue(attributes, 'alt') || undefined,
  })
}

export function imageAttributes(data: Image['data'], url: string, remembered?: string[]): WantedAttributes {
  return [
    ['src', url],
    ['alt', wantedAlt(data.alt, remembered)],
    ['width', spellLength(data.width)],
    ['height', spellLength(data.height)],
  ]
}

export function lengthOf(value: string | undefined): Length | undefined {
  const match = /^(\d+(?:\.\d+)?)(%|[a-z]+)?$/.exec(value ?? '')
  if (!match) return undefined
  const number = Number(match[1])
  if (String(number) !== match[1]) return undefined
  return match[2] ? { unit: match[2], value: number } : number
}

export function spellLength(length: Length | undefined): string | undefined {
  if (length === undefined || typeof length === 'number') return length?.toString()
  return `${length.value}${length.unit}`
}

function captionOf(element: HtmlElement, notes: NoteOfLabel): Fragment[] {
  const isBlank = (node: HtmlNode): boolean => node.kind === 'text' && node.source.trim() === ''
  const nodes = element.children.filter((node) => !isBlank(node))
  const paragraphs = nodes.every(
    (node) => node.kind === 'element' && node.name === 'p' && !node.attributes.length,
  )
  if (nodes.length === 0) return []
  const contents = paragraphs
    ? nodes.map((node) => (node.kind === 'element' ? node.children : []))
    : [element.children]
  const blocks = contents.map((content) => ({
    object: 'block' as const,
    type: 'paragraph' as const,
    nodes: inlinesFromNodes(content, notes),
  }))
  return [{ object: 'fragment', fragment: 'caption', type: 'caption', nodes: blocks }]
}

const DRAWING_CLASS = 'gitbook-drawing'

function drawingOf(element: HtmlElement): Drawing | undefined {
  const inFigure = element.name === 'figure' ? onlyElements(element.children) : undefined
  const img = inFigure?.length === 1 ? inFigure[0] : element
  if (img?.name !== 'img' || attributeValue(img.attributes, 'class') !== DRAWING_CLASS) return undefined
  const url = attributeValue(img.attributes, 'src')
  const data: Drawing['data'] = url === undefined ? {} : { ref: { kind: 'url', url } }
  return withMeta(
    { object: 'block', type: 'drawing', data, isVoid: true },
    {
      attributes: rememberAttributes(img.attributes, drawingAttributes(url), elementAttribute),
      form: inFigure ? 'figure' : undefined,
    },
  )
}

export function drawingAttributes(url: string | undefined): WantedAttributes {
  return [
    ['src', url],
    ['class', DRAWING_CLASS],
  ]
}
