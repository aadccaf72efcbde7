import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/** A long text as few bytes, packed beside the event loop. */
export function packText(text: string): Promise<Buffer> {
  return deflate(text, { level: 3 })
}

export async function unpackText(bytes: Buffer): Promise<string> {
  return (await inflate(bytes)).toString()
}
