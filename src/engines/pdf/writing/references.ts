import type { ContentRef } from '../../content/records.ts'
import { safeUrl } from '../../html/safe-url.ts'
import type { KnownPage } from '../book.ts'
import { type PdfSpot, placeOfAnchor, placeOfPage, type RenderState } from './render-state.ts'
import { plainLiteral } from './typst-escape.ts'

/** Where a reference leads, and what that is called. */
export type Lead = { place: string; page: string; url: string; title?: string; known?: KnownPage }

export function leadOf(state: RenderState, ref: ContentRef, { page: here }: PdfSpot): Lead {
  const outside = state.library.addressOf(ref)
  if (outside !== undefined) return away(outside)
  switch (ref.kind) {
    case 'url':
      return away(ref.url)
    case 'page':
      return toPage(state, ref.page)
    case 'anchor':
      return toPage(state, ref.page ?? here.id, decoded(ref.anchor))
    case 'file': {
      const file = state.library.file(ref.file)
      return { ...away(file?.address ?? here.address), title: file?.name ?? ref.file }
    }
    default:
      return away('')
  }
}

function toPage({ library }: RenderState, id: string, anchor?: string): Lead {
  const known = library.page(id)
  const page = placeOfPage(id)
  const address = known ? known.address : ''
  if (!anchor) return { place: page, page, url: safeUrl(address), title: known?.title, known }
  const url = address && `${address}#${encodeURIComponent(anchor)}`
  return { place: placeOfAnchor(id, anchor), page, url: safeUrl(url), title: known?.title, known }
}

function away(url: string): Lead {
  return { place: '', page: '', url: safeUrl(url), title: url }
}

function decoded(anchor: string) {
  try {
    return decodeURIComponent(anchor)
  } catch {
    return anchor
  }
}

/** An expression that makes a link of another one. */
export function linked({ place, page, url }: Lead, body: string, look?: string): string {
  if (place === '' && url === '') return look ? `(${look})(${body})` : body
  if (place === '' && !look) return `out(${plainLiteral(url)},${body})`
  const more = look ? `,look:${look}` : ''
  return `go(${plainLiteral(place)},${plainLiteral(page)},${plainLiteral(url)},${body}${more})`
}
