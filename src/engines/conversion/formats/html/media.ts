// Pictures and what is played.
import type { Block, Image } from '../../../markdown/document.ts'
import { imageTarget } from './inlines.ts'
import { fragment, type Maker, paragraph } from './maker.ts'
import {
  attribute,
  type Element,
  element,
  findElement,
  findElements,
  isElement,
  type Node,
  removeElements,
} from './tree.ts'

/** A figure with pictures in it; any other is what it holds, with its caption below. */
export function figureOf(maker: Maker, figure: Element): Block[] {
  const caption = findElement(figure, ({ name }) => name === 'figcaption')
  const pictures = findElements(figure, ({ name }) => name === 'img')
  const holdsMore = findElement(figure, ({ name }) =>
    ['pre', 'table', 'blockquote', 'video', 'iframe', 'ul'].includes(name),
  )
  const images = holdsMore ? [] : pictures.flatMap((picture) => imageOf(maker, picture))
  const words = caption ? maker.inlines(caption.children) : []
  if (images.length === 0) {
    removeElements(figure, (node) => node === caption)
    const rest = maker.blocks(figure.children)
    return words.length > 0 ? [...rest, paragraph(words)] : rest
  }
  const last = images.at(-1)
  if (last && words.length > 0) last.fragments = [fragment('caption', [paragraph(words)])]
  return [{ object: 'block', type: 'images', nodes: images, data: {}, isVoid: false }]
}

function imageOf(maker: Maker, node: Element): Image[] {
  const url = imageTarget(maker, node)
  if (url === undefined) return []
  const alt = attribute(node, 'alt')?.trim()
  const width = Number(attribute(node, 'width'))
  const data = {
    ref: { kind: 'url' as const, url },
    ...(Number.isInteger(width) && width > 0 && width < 10_000 && { width }),
    ...(alt && { alt }),
  }
  return [{ object: 'block', type: 'image', data, fragments: [], isVoid: true }]
}

/** A frame, a film, a sound: what is elsewhere is embedded, what came along is a file. */
export function playedOf(maker: Maker, node: Element): Block[] {
  const source = findElement(node, ({ name }) => name === 'source')
  const written =
    attribute(node, 'src') ?? attribute(node, 'data-src') ?? (source && attribute(source, 'src')) ?? ''
  const url = written.trim() === '' ? undefined : maker.targetOf(watchable(written.trim()), 'link')
  if (url === undefined || url.startsWith('#')) return maker.blocks(node.children.filter(isText))
  if (/^https?:/i.test(url)) return [{ object: 'block', type: 'embed', data: { url }, isVoid: true }]
  return [{ object: 'block', type: 'file', data: { ref: { kind: 'url', url } }, isVoid: true }]
}

function isText(node: Node) {
  return !isElement(node) || (node.name !== 'source' && node.name !== 'track')
}

/** The address of the page of a film, where frames have one of their own. */
function watchable(address: string) {
  return address
    .replace(
      /^(?:https?:)?\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]+).*$/,
      'https://www.youtube.com/watch?v=$1',
    )
    .replace(/^(?:https?:)?\/\/player\.vimeo\.com\/video\/(\d+).*$/, 'https://vimeo.com/$1')
    .replace(/^\/\//, 'https://')
}

/** A picture with several sources is the one that all can show. */
export function pictureOf(node: Element): Element {
  return findElement(node, ({ name }) => name === 'img') ?? element('span')
}
