// Images of an organization, for its logo and its sites. They are kept as they came, under the hash of their bytes: their
// addresses never end, and nothing of them is read but the first bytes.
import { pictureTypeOf } from '../../../engines/pictures/picture-type.ts'
import type { OutsideContext, ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { conflict, invalid } from '../../../kit/domain/problems.ts'
import { countImages, deleteUnusedImages, findImage, type ImageRow, insertImage } from './store.ts'

export const LARGEST_IMAGE = 2 * 1024 * 1024
/** Of one organization, among them those that nobody uses since yesterday. */
const MOST = 200
const DAY = 24 * 60 * 60 * 1000
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

export type TakenImage = Pick<ImageRow, 'blob' | 'type'>

/** Keeps the bytes, before a transaction opens. */
export async function takeImage(ctx: OutsideContext, base64: string): Promise<TakenImage> {
  const plain = base64.replace(/^data:image\/[a-z+.-]{1,20};base64,/, '').replace(/\s+/g, '')
  const bytes = BASE64.test(plain) ? Buffer.from(plain, 'base64') : Buffer.alloc(0)
  if (bytes.length > LARGEST_IMAGE)
    throw invalid('body.image must have at most 2 MB: make it smaller and try again', { field: 'body.image' })
  const type = pictureTypeOf(bytes) ?? (isDrawing(bytes) ? 'image/svg+xml' : undefined)
  if (!type) throw invalid('body.image must be a PNG, JPEG, GIF, WebP or SVG', { field: 'body.image' })
  return { blob: await ctx.blobs.put(bytes), type }
}

/** Browsers show it as a picture only, and it is served so that it can run nothing. */
function isDrawing(bytes: Uint8Array) {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('utf8')
  return /^\uFEFF?\s*(<\?xml[^>]{0,200}\?>\s*)?(<!--[\s\S]{0,500}?-->\s*|<!DOCTYPE svg[^>]{0,300}>\s*){0,3}<svg[\s>]/i.test(
    start,
  )
}

export async function addImage(ctx: WriteContext, organizationId: string, taken: TakenImage) {
  const now = ctx.clock.now()
  await deleteUnusedImages(ctx.db, organizationId, new Date(now.getTime() - DAY))
  if ((await countImages(ctx.db, organizationId)) >= MOST)
    throw conflict(`An organization has at most ${MOST} images: use fewer of them`, { limit: MOST })
  await insertImage(ctx.db, { organizationId, ...taken, createdAt: now })
  return { organizationId, ...taken }
}

const ENDINGS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
}

export function imageAddress(
  { links }: Pick<ReadContext, 'links'>,
  { organizationId, blob, type }: ImageRow,
) {
  return links.of(`/images/${organizationId}/${blob}.${ENDINGS[type] ?? 'png'}`)
}

/** For everybody who knows its address. */
export function openImage(ctx: ReadContext, organizationId: string, blob: string) {
  return findImage(ctx.db, organizationId, blob)
}
