// What somebody uploads of themselves, as it is kept: a square of a few dots, without what cameras write beside the
// picture, such as the place where it was taken.
import { imageSize } from 'image-size'
import { pictureTypeOf } from './picture-type.ts'
import { openResvg } from './resvg.ts'

/** Dots on each side: enough for the largest place that shows one, on a dense screen. */
export const KEPT = 256
/** Dots on each side of what is scaled down. Phones take pictures of 4000 by 3000. */
export const LARGEST = 4096
/** WebP cannot be read here and is kept as it is, so it must be small by itself. */
const LARGEST_WEBP = 1024

export type PictureFault = 'no-picture' | 'too-large' | 'too-large-webp'
export type ProfilePicture = { bytes: Uint8Array } | { fault: PictureFault }

/** Above so many dots the memory that it took is worth a new process. */
const MANY_DOTS = 2_000_000
let isLarge = false
let hasFailed = false

export function isUsedUp() {
  return isLarge || hasFailed
}

export async function profilePicture(bytes: Uint8Array): Promise<ProfilePicture> {
  const type = pictureTypeOf(bytes)
  const size = type && sizeOf(bytes)
  if (!size) return { fault: 'no-picture' }
  const longest = Math.max(size.width, size.height)
  if (type === 'image/webp') return longest > LARGEST_WEBP ? { fault: 'too-large-webp' } : { bytes }
  if (longest > LARGEST) return { fault: 'too-large' }
  isLarge ||= size.width * size.height > MANY_DOTS
  try {
    return (await square(type, bytes, size)) ?? { fault: 'no-picture' }
  } catch {
    hasFailed = true
    return { fault: 'no-picture' }
  }
}

type Size = { width: number; height: number; orientation?: number }

function sizeOf(bytes: Uint8Array): Size | undefined {
  try {
    const { width, height, orientation } = imageSize(bytes)
    return width > 0 && height > 0 ? { width, height, orientation } : undefined
  } catch {
    return
  }
}

/** How a camera was held, as the turns and mirrors that bring the picture upright; in EXIF from 1 to 8. */
const UPRIGHT: Record<number, string> = {
  2: 'scale(-1 1)',
  3: 'rotate(180)',
  4: 'scale(1 -1)',
  5: 'rotate(90) scale(1 -1)',
  6: 'rotate(90)',
  7: 'rotate(-90) scale(1 -1)',
  8: 'rotate(-90)',
}

/** The middle of the picture. Undefined where nothing was drawn: its bytes are damaged. */
async function square(type: string, bytes: Uint8Array, { orientation = 1 }: Size) {
  const half = KEPT / 2
  const data = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${KEPT}" height="${KEPT}"><image
    transform="translate(${half} ${half}) ${UPRIGHT[orientation] ?? ''} translate(-${half} -${half})"
    width="${KEPT}" height="${KEPT}" preserveAspectRatio="xMidYMid slice" href="${data}"/></svg>`
  const { Resvg } = await openResvg()
  const drawing = new Resvg(svg, { font: { fontBuffers: [] } })
  const image = drawing.render()
  const isEmpty = image.pixels.every((value) => value === 0)
  const png = isEmpty ? undefined : image.asPng()
  image.free()
  drawing.free()
  return png && { bytes: png }
}
