import type { ContentRef } from '../../content/records.ts'
import type { Block, Image, Images, Length } from '../../markdown/document.ts'
import { inlineText } from '../../markdown/nodes.ts'
import { leadOf, linked } from './references.ts'
import { inside, type PdfSpot, type RenderState } from './render-state.ts'
import { joined } from './typst-escape.ts'
import { writeInlines } from './write-inlines.ts'

const MOST_IN_A_ROW = 3

export function writeImages(state: RenderState, { nodes, data }: Images, spot: PdfSpot): string {
  const where = data.align === 'left' || data.align === 'right' ? data.align : 'center'
  const look = `where:${where},framed:${data.withFrame === true}`
  const pictures = nodes.map((image) => writeImage(state, image, spot, look))
  if (pictures.length < 2) return pictures[0] ?? '[]'
  return `gallery(${Math.min(pictures.length, MOST_IN_A_ROW)},${pictures.join(',')})`
}

function writeImage(state: RenderState, image: Image, spot: PdfSpot, look: string): string {
  const { ref, width, height, alt } = image.data
  const caption = captionOf(state, image, spot)
  const words = alt || caption.text
  const more = caption.source === undefined ? '' : `,caption:${caption.source}`
  return `shown-picture(${writePicture(state, ref, spot, { alt: words, width, height })},${look}${more})`
}

type Look = { alt: string; width?: Length; height?: Length }

/** A picture of the space; one from elsewhere is never fetched, and stays a link. */
export function writePicture(
  state: RenderState,
  ref: ContentRef,
  spot: PdfSpot,
  { alt, width, height }: Look,
): string {
  const { ink } = state
  if (ref.kind !== 'file') {
    const lead = leadOf(state, ref, spot)
    // What is no address leads nowhere: a file of this space that is gone, or was never there.
    const why = lead.url === '' ? ink.literal('Picture not found') : linked(lead, '"Picture elsewhere"')
    return `missing-picture(${ink.literal(alt || lead.title || 'Picture')},${why})`
  }
  state.images.add(ref.file)
  const name = state.library.file(ref.file)?.name ?? ''
  const size = [lengthOf('width', width), lengthOf('tallest', height)].filter((part) => part !== '')
  return `picture(${[ink.literal(ref.file), ink.literal(alt || name), ...size].join(',')})`
}

/** Pixels of a screen are three quarters of a point. */
function lengthOf(name: 'width' | 'tallest', length: Length | undefined): string {
  if (length === undefined) return ''
  const { unit, value } = typeof length === 'number' ? { unit: 'px', value: length } : length
  if (!(value > 0) || value > 100_000) return ''
  if (unit === '%') return name === 'width' ? `width:${Math.min(value, 100).toFixed(2)}%` : ''
  const points = Math.min(value * 0.75, name === 'tallest' ? 620 : 100_000)
  return `${name}:${points.toFixed(2)}pt`
}

function captionOf(state: RenderState, image: Image, spot: PdfSpot): { source?: string; text: string } {
  const paragraphs = image.fragments.flatMap(({ nodes }) => nodes)
  const parts = paragraphs.flatMap((block) =>
    block.type === 'paragraph' && block.nodes.length > 0
      ? [writeInlines(state, block.nodes, inside(spot))]
      : [],
  )
  const text = paragraphs.map((block) => ('nodes' in block ? inlineTextOf(block) : '')).join(' ')
  return { source: parts.length > 0 ? joined(parts) : undefined, text: text.trim() }
}

function inlineTextOf(block: Block): string {
  return block.type === 'paragraph' ? inlineText(block.nodes) : ''
}

type Drawing = Extract<Block, { type: 'drawing' }>

export function writeDrawing(state: RenderState, { data }: Drawing, spot: PdfSpot): string {
  if (!data.ref) return 'aside-note("Drawing")'
  return `shown-picture(${writePicture(state, data.ref, spot, { alt: '' })})`
}
