// What an import brings from outside: the thing itself, and images that are elsewhere.
import { imageSize } from 'image-size'
import type { ImportSource } from '../../../engines/conversion/sources.ts'
import { dimensionsOf } from '../../../engines/repository/dimensions.ts'
import type { OutsideContext, ReadContext } from '../../../kit/domain/context.ts'
import { invalid, Problem } from '../../../kit/domain/problems.ts'
import { FetchFailure } from '../../../world/network/fetch-failure.ts'
import { openUpload } from '../files/uploads.ts'
import { cleanName, type StoredUpload } from '../pages/editing/incoming-files.ts'
import type { ImportContent } from './schema.ts'

const MEGABYTE = 1024 * 1024
const LARGEST = { archive: 100 * MEGABYTE, page: 20 * MEGABYTE }
const PATIENCE = 60_000
const IMAGES = {
  most: 50,
  atOnce: 4,
  bytes: 10 * MEGABYTE,
  together: 50 * MEGABYTE,
  patience: 10_000,
  all: 60_000,
}

export type FetchedSource = { bytes: Uint8Array; name?: string; url?: string; charset?: string }

/** The bytes behind the address: of an upload, or from the network. */
export async function fetchSource(
  ctx: OutsideContext,
  organizationId: string,
  { url, source }: ImportContent,
): Promise<FetchedSource> {
  const upload = await openUpload(ctx, organizationId, url)
  if (upload) {
    const bytes = await ctx.blobs.read(upload.blob)
    if (bytes) return { bytes, name: upload.name }
  }
  if (upload || url.startsWith(ctx.links.of('/uploads/')))
    throw invalid(
      'body.url is an upload that was not sent yet, is older than a day, or belongs to someone else',
      {
        field: 'body.url',
      },
    )
  const {
    status,
    body,
    headers,
    url: from,
  } = await ctx.fetcher.fetch(url, { maxBytes: largestOf(source), timeout: PATIENCE }).catch((error) => {
    throw error instanceof FetchFailure ? unfetched(error) : error
  })
  if (status !== 200)
    throw invalid(`body.url could not be fetched: it answers ${status}`, { field: 'body.url', status })
  const charset = /charset=["']?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1]
  return { bytes: body, url: from, charset, name: nameIn(headers['content-disposition']) }
}

function largestOf(source: ImportSource) {
  return source === 'website' || source === 'html' || source === 'markdown' ? LARGEST.page : LARGEST.archive
}

function nameIn(disposition: string | undefined) {
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1]
}

function unfetched({ code, message }: FetchFailure) {
  const kind = code === 'FETCH_TOO_LARGE' ? 'too_large' : 'invalid'
  return new Problem(kind, `body.url could not be fetched: ${message}`, { field: 'body.url', reason: code })
}

/** The images that can be had, named by their addresses; the rest stays where it is. */
export async function fetchImages(ctx: OutsideContext, urls: readonly string[]): Promise<StoredUpload[]> {
  const wanted = urls.slice(0, IMAGES.most)
  const until = ctx.clock.now().getTime() + IMAGES.all
  const kept: (StoredUpload | undefined)[] = []
  let allowance = IMAGES.together
  let next = 0
  const fetchSome = async () => {
    while (next < wanted.length) {
      const at = next++
      const left = until - ctx.clock.now().getTime()
      if (left <= 0 || allowance <= 0) return
      kept[at] = await fetchImage(ctx, wanted[at] ?? '', Math.min(left, IMAGES.patience), (size) => {
        allowance -= size
        return allowance >= 0
      })
    }
  }
  await Promise.all(Array.from({ length: IMAGES.atOnce }, fetchSome))
  return kept.filter((file) => file !== undefined)
}

async function fetchImage(
  ctx: OutsideContext,
  url: string,
  timeout: number,
  isAllowed: (size: number) => boolean,
) {
  const answer = await ctx.fetcher
    .fetch(url, { maxBytes: IMAGES.bytes, timeout, accept: 'image/*' })
    .catch((error) => {
      if (error instanceof FetchFailure) return
      throw error
    })
  const type = answer?.status === 200 ? imageType(answer.body) : undefined
  if (!answer || !type || !isAllowed(answer.body.length)) return
  return keepFile(ctx, {
    ref: url,
    name: imageName(url, type),
    contentType: type.mediaType,
    bytes: answer.body,
  })
}

type ImageType = { ending: string; mediaType: string }

/** By its bytes; what is no image is not taken for one. */
function imageType(bytes: Uint8Array): ImageType | undefined {
  try {
    const { type } = imageSize(bytes)
    if (!type) return
    if (type === 'svg') return { ending: 'svg', mediaType: 'image/svg+xml' }
    return { ending: type, mediaType: `image/${type === 'jpg' ? 'jpeg' : type}` }
  } catch {
    return
  }
}

function imageName(url: string, { ending }: ImageType) {
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  const stem = decoded(last)
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .slice(0, 100)
  return `${stem === '' ? 'image' : stem}.${ending}`
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export async function keepFile(
  ctx: ReadContext,
  file: { ref: string; name: string; contentType: string; bytes: Uint8Array },
): Promise<StoredUpload> {
  const { ref, name, contentType, bytes } = file
  const blob = await ctx.blobs.put(bytes)
  const clean = cleanName(name).slice(-200)
  return { ref, name: clean, contentType, size: bytes.length, blob, dimensions: dimensionsOf(bytes) }
}
