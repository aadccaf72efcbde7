// Addresses of files on a site, or where members read a space: they stay as long as the bytes do. The signature says that
// a page named the file; whether this visitor may still see it is asked each time.
import type { FileRecord } from '../../../engines/content/records.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'

type Signing = Pick<ReadContext, 'signer'>
type Named = { siteId: string; spaceId: string; fileId: string; blob: string }

const PURPOSE = 'file of a site'

/** `siteId` is that of the space where it is no site. */
export function addressOfFile(
  { signer }: Signing,
  { siteId, home, spaceId }: { siteId: string; home: string; spaceId: string },
  { id: fileId, blob, name }: FileRecord,
) {
  const signature = signer.sign(PURPOSE, nameOf({ siteId, spaceId, fileId, blob }))
  return `${home}/~files/${spaceId}/${fileId}/${blob}.${signature}/${encodeURIComponent(name)}`
}

export function isAddressOfFile({ signer }: Signing, named: Named, signature: string) {
  return signer.isSigned(PURPOSE, nameOf(named), signature)
}

function nameOf({ siteId, spaceId, fileId, blob }: Named) {
  return [siteId, spaceId, fileId, blob].join(' ')
}
