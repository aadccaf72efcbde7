// A file that comes by itself: announced by somebody who may, sent to an address that proves it, then named by its key
// wherever a file is asked for.
import type { ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { invalid, notFound, Problem } from '../../../kit/domain/problems.ts'
import { BlobFailure } from '../../../world/blobs/rules.ts'
import type { SeenStorage } from './access.ts'
import { MEGABYTE, type NewUpload } from './schema.ts'
import { findUpload, insertUpload, type UploadRow, updateUpload } from './store.ts'

const HOUR = 60 * 60 * 1000
export const LARGEST_FONT = 2 * MEGABYTE
const SENT_WITHIN = HOUR
const USED_WITHIN = 24 * HOUR

type Promised = Pick<UploadRow, 'organizationId' | 'key' | 'name' | 'contentType' | 'size' | 'kind'>

/** Announces a file; returns its key and where to send it. */
export async function announceUpload(
  ctx: WriteContext,
  organization: SeenStorage,
  { file, kind }: NewUpload,
) {
  if (kind === 'customization_font' && file.size > LARGEST_FONT)
    throw invalid(`body.file.size of a font must be at most ${LARGEST_FONT}`, { field: 'body.file.size' })
  const now = ctx.clock.now()
  const upload = {
    key: ctx.ids.secret(),
    organizationId: organization.id,
    name: file.name,
    contentType: file.type,
    size: file.size,
    kind,
  }
  await insertUpload(ctx.db, { ...upload, blob: null, createdBy: ctx.actor.id || null, createdAt: now })

  const expires = now.getTime() + SENT_WITHIN
  const signature = ctx.signer.sign('upload', claims(upload, expires))
  const query = new URLSearchParams({ expires: String(expires), signature })
  return { url: `${addressOf(ctx, upload.organizationId)}${upload.key}?${query}`, key: upload.key }
}

/** The upload that is to come to an address; undefined when we did not give it out, or too long ago. */
export async function findPromised(
  ctx: ReadContext,
  { organizationId, key, expires }: { organizationId: string; key: string; expires: number },
  signature: string,
) {
  if (!(ctx.clock.now().getTime() < expires)) return
  const upload = await findUpload(ctx.db, organizationId, key)
  return upload && ctx.signer.isSigned('upload', claims(upload, expires), signature) ? upload : undefined
}

/** Keeps the bytes of an upload. To send them again is fine, also if they are others. */
export async function receiveUpload(
  ctx: ReadContext,
  upload: Pick<UploadRow, 'organizationId' | 'key' | 'size'>,
  bytes: AsyncIterable<Uint8Array>,
) {
  const { hash, size } = await putAtMost(ctx, bytes, upload.size)
  if (size < upload.size)
    throw invalid(`This upload was announced with ${upload.size} bytes, not ${size}`, {
      size: upload.size,
      sent: size,
    })
  if (!(await updateUpload(ctx.db, upload.organizationId, upload.key, hash))) throw notFound('upload')
}

async function putAtMost(ctx: ReadContext, bytes: AsyncIterable<Uint8Array>, maxBytes: number) {
  try {
    return await ctx.blobs.putStream(bytes, { maxBytes })
  } catch (error) {
    if (error instanceof BlobFailure && error.code === 'BLOB_TOO_LARGE')
      throw new Problem('too_large', `This upload was announced with ${maxBytes} bytes`, { size: maxBytes })
    throw error
  }
}

/**
 * A file that was sent to the organization, by its key or by the address it was sent to; undefined when there is none,
 * or none that is younger than a day. Whoever takes its blob names it in what they keep within the hour.
 */
export async function openUpload(ctx: ReadContext, organizationId: string, keyOrUrl: string) {
  const upload = await findUpload(ctx.db, organizationId, keyOf(ctx, organizationId, keyOrUrl))
  if (!upload?.blob || upload.createdAt <= usableSince(ctx)) return
  const { name, contentType, size, blob } = upload
  return { name, contentType, size, blob }
}

function usableSince(ctx: ReadContext) {
  return new Date(ctx.clock.now().getTime() - USED_WITHIN)
}

/** Uploads made before this are of no use any more, not even to somebody who opened one at the last moment. */
export function forgettableBefore(ctx: ReadContext) {
  return new Date(usableSince(ctx).getTime() - HOUR)
}

function keyOf(ctx: ReadContext, organizationId: string, keyOrUrl: string) {
  const address = addressOf(ctx, organizationId)
  const [key = ''] = keyOrUrl.startsWith(address) ? keyOrUrl.slice(address.length).split('?') : [keyOrUrl]
  return key
}

function addressOf(ctx: ReadContext, organizationId: string) {
  return ctx.links.of(`/uploads/${organizationId}/`)
}

function claims({ organizationId, key, name, contentType, size, kind }: Promised, expires: number) {
  return JSON.stringify([organizationId, key, name, contentType, size, kind, expires])
}
