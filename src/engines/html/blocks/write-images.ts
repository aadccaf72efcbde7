import type { Block, Image, Images, Length } from '../../markdown/document.ts'
import { type Markup, markup } from '../markup.ts'
import type { Picture } from '../written-document.ts'
import { plainWords, writeInlines } from './write-inlines.ts'
import { widthClass } from './write-layout.ts'
import { aside, direction, type HtmlSpot, type WriteState } from './write-state.ts'

export function writeImages(state: WriteState, { nodes, data }: Images, spot: HtmlSpot): Markup {
  const names = [
    'picture',
    data.align === 'left' || data.align === 'right' ? `align-${data.align}` : undefined,
    data.withFrame ? 'framed' : undefined,
    data.fullWidth ? 'full-width' : undefined,
  ]
  const name = names.filter((one) => one !== undefined).join(' ')
  const figures = nodes.map((image) => writeImage(state, image, spot, name))
  return figures.length === 1 ? figures : markup`<div class="pictures">${figures}</div>`
}

function writeImage(state: WriteState, image: Image, spot: HtmlSpot, name: string): Markup {
  const { ref, refDark, width, height, alt } = image.data
  const paragraphs = image.fragments
    .flatMap(({ nodes }) => nodes)
    .flatMap((block) => (block.type === 'paragraph' ? [block.nodes] : []))
  const words = paragraphs.map(plainWords).join(' ').trim()
  const caption = words !== '' && paragraphs.map((nodes) => writeInlines(state, nodes, aside(spot)))
  const picture = pictureOf(state, {
    ref,
    dark: refDark,
    alt: alt || words,
    width: pixels(width),
    height: pixels(height),
    look: 'block',
  })
  const wide = widthClass(width)
  return markup`<figure class="${wide ? `${name} ${wide}` : name}">${picture}${caption && markup`<figcaption${direction(state)}>${caption}</figcaption>`}</figure>`
}

/** The first pictures are likely seen at once. */
const FIRST_PICTURES = 1

export function pictureOf(state: WriteState, picture: Picture): Markup {
  state.pictures += 1
  const isFirst = state.pictures <= FIRST_PICTURES && picture.look === 'block'
  const said = Object.entries({ ...picture, isFirst: isFirst || undefined })
  const known = Object.fromEntries(said.filter(([, value]) => value !== undefined))
  return { placeholder: 'picture', ...picture, ...known }
}

const LONGEST = 10_000

export function pixels(length: Length | undefined): number | undefined {
  if (length === undefined) return undefined
  const { unit, value } = typeof length === 'number' ? { unit: 'px', value: length } : length
  return unit === 'px' && value > 0 && value <= LONGEST ? Math.round(value) : undefined
}

export function writeDrawing(state: WriteState, { data }: Extract<Block, { type: 'drawing' }>): Markup {
  if (!data.ref) return []
  const picture = pictureOf(state, { ref: data.ref, alt: '', isDrawing: true, look: 'block' })
  return markup`<figure class="picture drawing">${picture}</figure>`
}
