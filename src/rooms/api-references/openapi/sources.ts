import type { ReadContext } from '../../../kit/domain/context.ts'
import { invalid } from '../../../kit/domain/problems.ts'
import type { SpecSource } from './schema.ts'

/** A source as it is kept: an address, or the blob of a text. */
export type StoredSource = { sourceUrl: string | null; sourceText: string | null }

const FIELD = 'body.source'
const PIECE = 256 * 1024

/** Keeps what was sent, before anything is locked; of an address, only what it looks like is checked here. */
export async function keepSource(ctx: ReadContext, source: SpecSource): Promise<StoredSource> {
  const { url, text } = source as { url?: string; text?: string }
  if ((url === undefined) === (text === undefined))
    throw invalid(`${FIELD} must have either "url" or "text"`, { field: FIELD })
  if (url !== undefined) return { sourceUrl: requireWebAddress(url), sourceText: null }
  return { sourceUrl: null, sourceText: await keepBytes(ctx, Buffer.from(text ?? '')) }
}

function requireWebAddress(url: string) {
  const protocol = URL.canParse(url) ? new URL(url).protocol : undefined
  if (protocol === 'https:' || protocol === 'http:') return url
  throw invalid(`${FIELD}.url must be a URL that begins with https:// or http://`, {
    field: `${FIELD}.url`,
  })
}

/** In pieces: to hash megabytes at once would keep others waiting. */
export async function keepBytes(ctx: ReadContext, bytes: Uint8Array) {
  const { hash } = await ctx.blobs.putStream(inPieces(bytes), { maxBytes: Number.MAX_SAFE_INTEGER })
  return hash
}

async function* inPieces(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
}
