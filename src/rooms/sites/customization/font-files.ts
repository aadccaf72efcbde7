// A file that somebody sent, on its way into a font. It is known by its first bytes, never by its name: browsers of all
// visitors read it.
import type { ReadContext } from '../../../kit/domain/context.ts'
import { invalid, unfit } from '../../../kit/domain/problems.ts'
import { LARGEST_FONT, openUpload } from '../../content/files/uploads.ts'
import type { FaceRow } from './store-fonts.ts'

/** Without a file the face keeps the one that it has. */
export type TakenFace = { weight: number; file?: Pick<FaceRow, 'blob' | 'format'> }
type GivenFace = { weight: number; storageKey: string | null }

export async function takeFaces(
  ctx: ReadContext,
  organizationId: string,
  given: GivenFace[],
): Promise<TakenFace[]> {
  if (new Set(given.map(({ weight }) => weight)).size < given.length)
    throw invalid('body.fontFaces has a weight twice: each has one file', { field: 'body.fontFaces' })
  const faces: TakenFace[] = []
  for (const [at, { weight, storageKey }] of given.entries()) {
    if (storageKey === null) faces.push({ weight })
    else faces.push({ weight, file: await takeFile(ctx, organizationId, storageKey, `body.fontFaces.${at}`) })
  }
  return faces
}

async function takeFile(ctx: ReadContext, organizationId: string, key: string, face: string) {
  const field = `${face}.storageKey`
  const upload = await openUpload(ctx, organizationId, key)
  if (!upload)
    throw unfit(`${field}: no file was uploaded for this key within the last day; upload it first`, { field })
  if (upload.size > LARGEST_FONT)
    throw unfit(`${field}: a font file can have at most ${LARGEST_FONT} bytes`, {
      field,
      limit: LARGEST_FONT,
    })
  const head = await readHead(ctx, upload.blob)
  const format = formatOf(head)
  if (!format) throw unfit(`${field}: this is neither a woff2 nor a woff file, whatever its name`, { field })
  if (head.readUInt32BE(LENGTH_AT) !== upload.size)
    throw unfit(`${field}: the file is damaged, its length does not match its header`, { field })
  return { blob: upload.blob, format }
}

/** Both formats begin with their name, the kind of letters and their length, four bytes each. */
const HEAD = 12
const LENGTH_AT = 8

async function readHead(ctx: ReadContext, blob: string) {
  const opened = await ctx.blobs.get(blob, { start: 0, end: HEAD - 1 })
  const chunks: Uint8Array[] = []
  for await (const chunk of opened?.stream ?? []) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function formatOf(head: Buffer): FaceRow['format'] | undefined {
  if (head.length < HEAD) return
  const name = head.toString('latin1', 0, 4)
  return name === 'wOF2' ? 'woff2' : name === 'wOFF' ? 'woff' : undefined
}
