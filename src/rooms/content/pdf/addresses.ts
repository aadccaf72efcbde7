// Addresses of PDFs. As with files, the signature says that we gave the address to somebody who could read the space.
import type { ReadContext } from '../../../kit/domain/context.ts'
import { problemOf } from './failures.ts'
import { findPdfOfAliveSpace } from './store.ts'

const HOUR = 60 * 60 * 1000

type PdfAddress = { spaceId: string; key: string; name: string; expires: number }

/** Good for one to two hours: until the hour ends it stays the same, and so do the copies in caches. */
export function pdfUrl(
  { clock, signer, links }: Pick<ReadContext, 'clock' | 'signer' | 'links'>,
  place: Omit<PdfAddress, 'expires'>,
) {
  const expires = (Math.floor(clock.now().getTime() / HOUR) + 2) * HOUR
  const signature = signer.sign('pdf', claims({ ...place, expires }))
  const query = new URLSearchParams({ expires: String(expires), signature })
  return links.of(`/pdf/${place.spaceId}/${place.key}/${encodeURIComponent(place.name)}.pdf?${query}`)
}

/**
 * What is to be served at an address; undefined when we did not give it out, or too long ago, or the space is gone. Thrown
 * is what whoever asked can do something about.
 */
export async function findServedPdf(ctx: ReadContext, place: PdfAddress, signature: string) {
  if (!(ctx.clock.now().getTime() < place.expires)) return
  if (!ctx.signer.isSigned('pdf', claims(place), signature)) return
  const pdf = await findPdfOfAliveSpace(ctx.db, place)
  const problem = pdf?.failure ? problemOf(pdf.failure) : undefined
  if (problem) throw problem
  return pdf
}

function claims({ spaceId, key, name, expires }: PdfAddress) {
  return JSON.stringify([spaceId, key, name, expires])
}
