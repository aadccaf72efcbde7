import { Parser } from 'htmlparser2'

export type Listing = { objects: { key: string; lastModified: string }[]; next?: string }

/** The answer to ListObjectsV2, undefined when it is something else. */
export function readListing(xml: string): Listing | undefined {
  const objects: Listing['objects'] = []
  let isListing = false
  let isTruncated = false
  let next = ''
  let object = { key: '', lastModified: '' }
  walk(xml, (path, text) => {
    if (path === 'ListBucketResult') isListing = true
    if (path === 'ListBucketResult/IsTruncated') isTruncated = text === 'true'
    if (path === 'ListBucketResult/NextContinuationToken') next = text
    if (path === 'ListBucketResult/Contents/Key') object.key = text
    if (path === 'ListBucketResult/Contents/LastModified') object.lastModified = text
    if (path !== 'ListBucketResult/Contents') return
    objects.push(object)
    object = { key: '', lastModified: '' }
  })
  if (!isListing || (isTruncated && next === '')) return undefined
  return isTruncated ? { objects, next } : { objects }
}

/** NoSuchKey, AccessDenied …; empty when the answer names none. */
export function readErrorCode(xml: string) {
  let code = ''
  walk(xml, (path, text) => {
    if (path === 'Error/Code' && /^[\w.]{1,64}$/.test(text)) code = text
  })
  return code
}

/** Visits each element as it ends, by its path, with the text since the last tag. */
function walk(xml: string, visit: (path: string, text: string) => void) {
  const path: string[] = []
  let text = ''
  const parser = new Parser(
    {
      onopentagname(name) {
        path.push(name)
        text = ''
      },
      ontext(data) {
        text += data
      },
      onclosetag(_name, isImplied) {
        // An element that is never closed was cut off.
        if (!isImplied) visit(path.join('/'), text)
        path.pop()
        text = ''
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
}
