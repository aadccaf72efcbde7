import type { Block, Heading } from '../../markdown/document.ts'
import { claimPlace, type PdfSpot, placeOfAnchor, type RenderState } from './render-state.ts'
import { plainLiteral } from './typst-escape.ts'

/** The anchor of a block, the first time it occurs on a page. */
export function anchorArgument(state: RenderState, block: Block, spot: PdfSpot): string {
  const id = block.meta?.id ?? (block.type.startsWith('heading') ? (block as Heading).data.id : undefined)
  const place = id && claimPlace(state, placeOfAnchor(spot.page.id, id))
  return place ? `,name:${plainLiteral(place)}` : ''
}

/** Gives the anchor of a block, if it has one, to what was written for it. */
export function named(state: RenderState, block: Block, spot: PdfSpot, body: string): string {
  const name = anchorArgument(state, block, spot)
  return name === '' ? body : `place-here(${name.slice(',name:'.length)},${body})`
}
