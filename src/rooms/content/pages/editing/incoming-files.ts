// Files on their way in: their bytes go to the blob store before the transaction, since they may come from far away.

import { dimensionsOf } from '../../../../engines/repository/dimensions.ts'
import type { OutsideContext, ReadContext } from '../../../../kit/domain/context.ts'
import { invalid, Problem } from '../../../../kit/domain/problems.ts'
import { FetchFailure } from '../../../../world/network/fetch-failure.ts'
import { openUpload } from '../../files/uploads.ts'
import type { ContentChange, NewFile } from '../schema-changes.ts'

const MEGABYTE = 1024 * 1024
const LARGEST_BASE64 = MEGABYTE
const LARGEST_FETCHED = 20 * MEGABYTE
/** Of one request, together. */
const MOST_FETCHED = { files: 20, bytes: 100 * MEGABYTE }
/** Each may hold its bytes in memory until the blob store has them. */
const TAKEN_AT_ONCE = 2

/** A file whose bytes are kept. */
export type StoredUpload = {
  name: string
  ref?: string
  /** Id of the file that gets these bytes. */
  replaces?: string
  contentType: string
  size: number
  blob: string
  dimensions?: { width: number; height: number }
}

type Upload = NonNullable<Awaited<ReturnType<typeof openUpload>>>
/** A file of the change `at`, and the upload that its address means, if it means one. */
type Asked = { at: number; field: string; file: NewFile; upload?: Upload }
/** How much more may be fetched for a request. */
type Allowance = { bytes: number }

/** The files of each change, in order of mention. */
export async function takeFiles(
  ctx: OutsideContext,
  organizationId: string,
  changes: ContentChange[],
): Promise<StoredUpload[][]> {
  const asked = await askedFor(ctx, organizationId, changes)
  requireFewFetched(asked)
  const allowance = { bytes: MOST_FETCHED.bytes }
  const taken: StoredUpload[] = []
  for (let at = 0; at < asked.length; at += TAKEN_AT_ONCE) {
    const some = asked.slice(at, at + TAKEN_AT_ONCE)
    taken.push(...(await Promise.all(some.map((one) => takeFile(ctx, one, allowance)))))
  }
  return changes.map((_, at) => taken.filter((_, number) => asked[number]?.at === at))
}

async function askedFor(ctx: ReadContext, organizationId: string, changes: ContentChange[]) {
  const asked: Asked[] = []
  for (const [at, change] of changes.entries()) {
    const files = change.operation === 'insert_files' ? change.files : []
    for (const [number, file] of files.entries()) {
      const field = `body.changes.${at}.files.${number}`
      if ((file.url === undefined) === (file.base64 === undefined))
        throw invalid(`${field} must have either url or base64`, { field })
      const upload = file.url === undefined ? undefined : await openUpload(ctx, organizationId, file.url)
      asked.push({ at, field, file, upload })
    }
  }
  return asked
}

function requireFewFetched(asked: Asked[]) {
  const fetched = asked.filter(({ file, upload }) => file.url !== undefined && !upload)
  const [tooMany] = fetched.slice(MOST_FETCHED.files)
  if (!tooMany) return
  const field = `${tooMany.field}.url`
  throw invalid(`${field} is one too many: a request fetches at most ${MOST_FETCHED.files} files`, { field })
}

async function takeFile(ctx: OutsideContext, asked: Asked, allowance: Allowance): Promise<StoredUpload> {
  const { file, field, upload } = asked
  if (upload) return fromUpload(ctx, file, upload)
  const { bytes, contentType } =
    file.url === undefined ? decode(file, field) : await fetchFile(ctx, file.url, `${field}.url`, allowance)
  return {
    name: cleanName(file.name),
    ref: file.ref,
    replaces: file.replaces,
    contentType: file.contentType ?? contentType ?? 'application/octet-stream',
    size: bytes.length,
    blob: await ctx.blobs.put(bytes),
    dimensions: dimensionsOf(bytes),
  }
}

/** Its bytes are here already. */
async function fromUpload(
  ctx: ReadContext,
  { name, ref, replaces, contentType }: NewFile,
  upload: Upload,
): Promise<StoredUpload> {
  const { size, blob } = upload
  return {
    name: cleanName(name),
    ref,
    replaces,
    contentType: contentType ?? upload.contentType,
    size,
    blob,
    dimensions: dimensionsOf(await headOf(ctx, blob)),
  }
}

/** As much as an image needs to tell its size. */
async function headOf(ctx: ReadContext, blob: string) {
  const chunks: Uint8Array[] = []
  const opened = await ctx.blobs.get(blob, { start: 0, end: MEGABYTE / 4 })
  for await (const chunk of opened?.stream ?? []) chunks.push(chunk)
  return Buffer.concat(chunks)
}

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

async function fetchFile(ctx: OutsideContext, url: string, field: string, allowance: Allowance) {
  const { status, body, contentType } = await ctx.fetcher
    .fetch(url, { maxBytes: LARGEST_FETCHED, timeout: 30_000 })
    .catch((error) => {
      throw error instanceof FetchFailure ? unfetched(error, field) : error
    })
  if (status !== 200) throw invalid(`${field} could not be fetched: it answers ${status}`, { field, status })
  allowance.bytes -= body.length
  if (allowance.bytes >= 0) return { bytes: body, contentType }
  const most = `${MOST_FETCHED.bytes / MEGABYTE} MB`
  throw new Problem('too_large', `${field} is too much: a request fetches at most ${most} together`, {
    field,
  })
}

function unfetched({ code, message }: FetchFailure, field: string) {
  const kind = code === 'FETCH_TOO_LARGE' ? 'too_large' : 'invalid'
  return new Problem(kind, `${field} could not be fetched: ${message}`, { field, reason: code })
}

/** A name is one part of a path: it never climbs and never hides. */
export function cleanName(name: string) {
  const clean = name.replaceAll(/[/\\\p{Cc}]+/gu, '-').replace(/^\.+/, '')
  return clean === '' ? 'file' : clean
}
