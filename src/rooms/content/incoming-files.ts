// Files on their way in: their bytes go to the blob store before the transaction, since they may come from far away.
import { imageSize } from 'image-size'
import type { Ctx } from '../../domain/context.ts'
import { invalid, Problem } from '../../domain/problems.ts'
import { FetchFailure } from '../../world/fetch-failure.ts'
import { openUpload } from '../files/uploads.ts'
import type { ContentChange, NewFile } from './schema-changes.ts'

const MEGABYTE = 1024 * 1024
const LARGEST_BASE64 = MEGABYTE
const LARGEST_FETCHED = 50 * MEGABYTE

/** A file whose bytes are kept. */
export type KeptFile = {
  name: string
  ref?: string
  contentType: string
  size: number
  blob: string
  dimensions?: { width: number; height: number }
}

/** The files of a request, in order of mention. */
export async function takeFiles(
  ctx: Ctx,
  organizationId: string,
  changes: ContentChange[],
): Promise<KeptFile[][]> {
  const taken: KeptFile[][] = []
  for (const [at, change] of changes.entries()) {
    if (change.operation !== 'insert_files') taken.push([])
    else
      taken.push(
        await Promise.all(
          change.files.map((file, number) =>
            takeFile(ctx, organizationId, file, `body.changes.${at}.files.${number}`),
          ),
        ),
      )
  }
  return taken
}

async function takeFile(ctx: Ctx, organizationId: string, file: NewFile, field: string): Promise<KeptFile> {
  if ((file.url === undefined) === (file.base64 === undefined))
    throw invalid(`${field} must have either url or base64`, { field })
  const upload = file.url === undefined ? undefined : await openUpload(ctx, organizationId, file.url)
  if (upload) return fromUpload(ctx, file, upload)
  const { bytes, contentType } =
    file.url === undefined ? decode(file, field) : await fetchFile(ctx, file.url, `${field}.url`)
  return {
    name: cleanName(file.name),
    ref: file.ref,
    contentType: file.contentType ?? contentType ?? 'application/octet-stream',
    size: bytes.length,
    blob: await ctx.blobs.put(bytes),
    dimensions: dimensionsOf(bytes),
  }
}

/** Its bytes are here already. */
async function fromUpload(ctx: Ctx, { name, ref, contentType }: NewFile, upload: Upload): Promise<KeptFile> {
  const { size, blob } = upload
  return {
    name: cleanName(name),
    ref,
    contentType: contentType ?? upload.contentType,
    size,
    blob,
    dimensions: dimensionsOf(await headOf(ctx, blob)),
  }
}

/** As much as an image needs to tell its size. */
async function headOf(ctx: Ctx, blob: string) {
  const chunks: Uint8Array[] = []
  const opened = await ctx.blobs.get(blob, { start: 0, end: MEGABYTE / 4 })
  for await (const chunk of opened?.stream ?? []) chunks.push(chunk)
  return Buffer.concat(chunks)
}

type Upload = NonNullable<Awaited<ReturnType<typeof openUpload>>>

function decode({ base64 = '', contentType }: NewFile, field: string) {
  if (!contentType)
    throw invalid(`${field}.contentType is required with base64`, { field: `${field}.contentType` })
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(base64))
    throw invalid(`${field}.base64 is not valid base64`, { field: `${field}.base64` })
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > LARGEST_BASE64)
    throw new Problem('too_large', `${field}.base64 holds more than 1 MB; send a url instead`, { field })
  return { bytes, contentType }
}

async function fetchFile(ctx: Ctx, url: string, field: string) {
  try {
    const { status, body, contentType } = await ctx.fetcher.fetch(url, {
      maxBytes: LARGEST_FETCHED,
      timeout: 30_000,
    })
    if (status !== 200)
      throw invalid(`${field} could not be fetched: it answers ${status}`, { field, status })
    return { bytes: body, contentType }
  } catch (error) {
    if (error instanceof FetchFailure)
      throw invalid(`${field} could not be fetched: ${error.message}`, { field, reason: error.code })
    throw error
  }
}

/** A name is one part of a path: it never climbs and never hides. */
export function cleanName(name: string) {
  const clean = name.replaceAll(/[/\\\u0000-\u001f]+/g, '-').replace(/^\.+/, '')
  return clean === '' ? 'file' : clean
}

/** Width and height of what is an image. Only its head is looked at; what is none, or broken, has none. */
export function dimensionsOf(bytes: Uint8Array) {
  try {
    const { width, height } = imageSize(bytes)
    return width > 0 && height > 0 ? { width, height } : undefined
  } catch {
    return
  }
}
