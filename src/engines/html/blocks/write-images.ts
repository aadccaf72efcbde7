import type { Block, Image, Images } from '../../markdown/document.ts'
import { type Markup, markup } from '../markup.ts'
import { pixels, widthClass } from './lengths.ts'
import { pictureOf } from './picture.ts'
import { plainWords } from './plain-words.ts'
import { writeInlines } from './write-inlines.ts'
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

export function writeDrawing(state: WriteState, { data }: Extract<Block, { type: 'drawing' }>): Markup {
  if (!data.ref) return []
  const picture = pictureOf(state, { ref: data.ref, alt: '', isDrawing: true, look: 'block' })
  return markup`<figure class="picture drawing">${picture}</figure>`
}
