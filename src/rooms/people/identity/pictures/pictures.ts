// Pictures of people. They are kept as blobs, and named by the path at which browsers find them.

import { pictureTypeOf } from '../../../../engines/pictures/picture-type.ts'
import type { PictureFault } from '../../../../engines/pictures/profile-picture.ts'
import type { OutsideContext, ReadContext, WriteContext } from '../../../../kit/domain/context.ts'
import { invalid, unavailable } from '../../../../kit/domain/problems.ts'
import { LaneBusy, TaskTimeout } from '../../../../world/threads/threads.ts'
import { picturePath } from '../picture-path.ts'
import { hasPicture } from '../store.ts'
import { changePicture } from '../users.ts'
import { scalePictureTask } from './scale-task.ts'

export const LARGEST_PICTURE = 2 * 1024 * 1024

const FAULTS: Record<PictureFault | 'too-many-bytes', string> = {
  'no-picture': 'must be a PNG, JPEG, GIF or WebP',
  'too-large': 'must have at most 4096 by 4096 pixels: make it smaller and try again',
  'too-large-webp':
    'must have at most 1024 by 1024 pixels as a WebP: make it smaller, or save it as PNG or JPEG',
  'too-many-bytes': 'must have at most 2 MB: make it smaller and try again',
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/
const LONGEST = 20_000
const PATIENCE = 10_000

/** The bytes of a picture that came as text; none where it is no base64. */
export function pictureBytes(base64: string): Uint8Array {
  const plain = base64.replace(/^data:image\/[a-z+.-]{1,20};base64,/, '').replace(/\s+/g, '')
  return BASE64.test(plain) ? Buffer.from(plain, 'base64') : new Uint8Array()
}

/** Scales a picture and keeps it, before a transaction opens. Returns its blob. */
export async function preparePicture(ctx: OutsideContext, bytes: Uint8Array, field = 'body.picture') {
  const refuse = (fault: PictureFault | 'too-many-bytes') =>
    invalid(`${field} ${FAULTS[fault]}`, { field, fault })
  if (bytes.length > LARGEST_PICTURE) throw refuse('too-many-bytes')
  if (!pictureTypeOf(bytes)) throw refuse('no-picture')
  const scaled = await ctx.threads
    .run(scalePictureTask, bytes, { timeout: LONGEST, patience: PATIENCE })
    .catch((error) => {
      if (error instanceof TaskTimeout) throw refuse('no-picture')
      if (error instanceof LaneBusy)
        throw unavailable('Too many pictures are being scaled; try again', 10, error)
      throw error
    })
  if ('fault' in scaled) throw refuse(scaled.fault)
  return ctx.blobs.put(scaled.bytes)
}

export function setPicture(ctx: WriteContext, userId: string, blob: string) {
  return changePicture(ctx, userId, picturePath(blob))
}

export function removePicture(ctx: WriteContext, userId: string) {
  return changePicture(ctx, userId, null)
}

/** For everybody who knows its address, as long as it is the picture of somebody. */
export async function openPicture(ctx: ReadContext, blob: string) {
  const bytes = (await hasPicture(ctx.db, picturePath(blob))) ? await ctx.blobs.read(blob) : undefined
  const type = bytes && pictureTypeOf(bytes)
  return type && { bytes, type }
}
