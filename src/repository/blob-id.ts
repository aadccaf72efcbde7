import { createHash } from 'node:crypto'

/** The name Git gives to these bytes. */
export function blobId(bytes: Uint8Array) {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}
