import { pictureTypeOf } from '../../../engines/pictures/picture-type.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import { invalid } from '../../../kit/domain/problems.ts'
import { hasPicture } from './store.ts'

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** Keeps a picture that came as base64, and says its blob. */
export async function keepPicture(ctx: ReadContext, base64: string, field: string) {
  const plain = base64.replace(/^data:image\/[a-z+.-]+;base64,/, '').replace(/\s+/g, '')
  const bytes = BASE64.test(plain) ? Buffer.from(plain, 'base64') : Buffer.alloc(0)
  if (!pictureTypeOf(bytes)) throw invalid(`${field} must be a PNG, JPEG, GIF or WebP in base64`, { field })
  return ctx.blobs.put(bytes)
}

/** A picture of an integration, for everybody who knows its address. */
export async function openPicture(ctx: ReadContext, name: string, blob: string) {
  const bytes = (await hasPicture(ctx.db, name, blob)) ? await ctx.blobs.read(blob) : undefined
  const type = bytes && pictureTypeOf(bytes)
  return type && { bytes, type }
}
