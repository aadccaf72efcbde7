import { createHash } from 'node:crypto'

/** The name Git gives to these bytes. */
export function blobId(bytes: Uint8Array) {
  return begun(bytes.length).update(bytes).digest('hex')
}

/** The same for bytes that come in parts. */
export async function blobIdOf(size: number, chunks: AsyncIterable<Uint8Array>) {
  const hash = begun(size)
  for await (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
}

function begun(size: number) {
  return createHash('sha1').update(`blob ${size}\0`)
}
