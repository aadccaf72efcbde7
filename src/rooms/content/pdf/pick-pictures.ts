import { findEntries } from '../../../engines/content/nodes/map.ts'
import type { RevisionView } from '../../../engines/content/nodes/revision.ts'
import type { FileRecord } from '../../../engines/content/records.ts'
import { type GivenPicture, MISSING, pictureFormat, TOO_MANY } from '../../../engines/pdf/writing/pictures.ts'
import { dimensionsOf } from '../../../engines/repository/dimensions.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'

const MEGABYTE = 1024 * 1024
const LARGEST_FILE = 20 * MEGABYTE
const MOST_BYTES = 150 * MEGABYTE
/** A small file may have very many. */
const MOST_PIXELS_OF_ONE = 40_000_000
/** 120 screenshots, about half a minute of the compiler; how many there is memory for is asked there. */
const MOST_PIXELS = 250_000_000

/** Pictures are those of the revision, and never fetched from anywhere else. What is left out has its reason. */
export async function pickPictures(ctx: ReadContext, { nodes, root }: RevisionView, ids: string[]) {
  const images = new Map<string, GivenPicture>()
  const leftOut = new Map(ids.map((id) => [id, MISSING]))
  const left = { bytes: MOST_BYTES, pixels: MOST_PIXELS }
  for (const [id, file] of await findEntries<FileRecord>(nodes, root.files, ids)) {
    const picked = await pick(ctx, file, left)
    if (!picked) continue
    if ('reason' in picked) {
      leftOut.set(id, picked.reason)
      continue
    }
    leftOut.delete(id)
    images.set(id, picked)
    left.bytes -= picked.bytes.length
    left.pixels -= picked.pixels
  }
  return { images, leftOut }
}

type Picked = GivenPicture | { reason: string } | undefined

async function pick(
  ctx: ReadContext,
  { blob, size }: FileRecord,
  left: { bytes: number; pixels: number },
): Promise<Picked> {
  if (size > LARGEST_FILE) return { reason: `its file is larger than ${LARGEST_FILE / MEGABYTE} MB` }
  if (size > left.bytes) return { reason: TOO_MANY }
  const bytes = await ctx.blobs.read(blob)
  if (!bytes) return undefined
  // What is drawn with lines is not unpacked, however large it says it is.
  const { width, height } = (pictureFormat(bytes) !== 'svg' && dimensionsOf(bytes)) || { width: 0, height: 0 }
  const pixels = width * height
  if (pixels > MOST_PIXELS_OF_ONE) return { reason: `its ${width} × ${height} pixels are too many to print` }
  return pixels > left.pixels ? { reason: TOO_MANY } : { bytes, pixels }
}
