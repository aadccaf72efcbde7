// Addresses of files. They open without a token, since browsers fetch images without one: the signature in them says
// that we gave the address to somebody who could read the space, and until when.
import type { FileRecord } from '../../../../engines/content/records.ts'
import type { ReadContext } from '../../../../kit/domain/context.ts'
import type { SeenSpace } from '../../spaces/access.ts'

const WEEK = 7 * 24 * 60 * 60 * 1000

export type Download = { spaceId: string; blob: string; name: string; contentType: string; expires: number }

/** Good for one to two weeks. The end moves once a week only: until then the address stays, and caches keep the file. */
export function downloadUrl(
  context: Pick<ReadContext, 'signer' | 'links' | 'clock'>,
  space: Pick<SeenSpace, 'id'>,
  file: FileRecord,
) {
  const expires = (Math.floor(context.clock.now().getTime() / WEEK) + 2) * WEEK
  const { blob, name, contentType } = file
  const signature = context.signer.sign(
    'download',
    claims({ spaceId: space.id, blob, name, contentType, expires }),
  )
  const query = new URLSearchParams({ type: contentType, expires: String(expires), signature })
  return context.links.of(`/files/${space.id}/${blob}/${encodeURIComponent(name)}?${query}`)
}

export function isGoodDownload(
  ctx: Pick<ReadContext, 'signer' | 'clock'>,
  download: Download,
  signature: string,
) {
  return (
    ctx.clock.now().getTime() < download.expires &&
    ctx.signer.isSigned('download', claims(download), signature)
  )
}

function claims({ spaceId, blob, name, contentType, expires }: Download) {
  return JSON.stringify([spaceId, blob, name, contentType, expires])
}
