/** The formats that can be printed, told by the bytes and never by the name. */
export type PictureFormat = 'png' | 'jpg' | 'gif' | 'webp' | 'svg'

export function pictureFormat(bytes: Uint8Array): PictureFormat | undefined {
  const starts = startOf(bytes)
  if (starts.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (starts.startsWith('\xff\xd8\xff')) return 'jpg'
  if (/^GIF8[79]a/.test(starts)) return 'gif'
  if (/^RIFF....WEBP/s.test(starts)) return 'webp'
  return /^(\xef\xbb\xbf)?\s*(<\?xml[^>]*>|<!--.*?-->|<!DOCTYPE[^>]*>|\s)*<svg[\s>]/s.test(starts)
    ? 'svg'
    : undefined
}

const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/^....ftypavi[fs]/s, 'AVIF'],
  [/^....ftyp(hei|mif|msf)/s, 'HEIC'],
  [/^BM/, 'BMP'],
  [/^(II\*\0|MM\0\*)/, 'TIFF'],
]

/** Why a file is no picture on paper: a sentence goes on with it. */
export function reasonAgainst(bytes: Uint8Array): string {
  const starts = startOf(bytes)
  const [, name] = OTHERS.find(([begin]) => begin.test(starts)) ?? []
  return name ? `${name} is a format that cannot be printed` : 'its format cannot be printed'
}

function startOf(bytes: Uint8Array) {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024)).toString('latin1')
}

export const DAMAGED = 'its file is damaged'
export const MISSING = 'its file is missing'
export const TOO_MANY = 'there are more pictures than one PDF can hold'

/** A picture that is to be printed; how many pixels it has is what it costs. */
export type GivenPicture = { bytes: Uint8Array; pixels: number }

/** Measured with 60 screenshots: the typesetter unpacks all of them, with what it needs to pack them again. */
const MEMORY_A_PIXEL = 6.2

/** Those that there is memory for, in their order; what is left out is left out alone. */
export function fitting(images: ReadonlyMap<string, GivenPicture>, memory: number) {
  const fit = new Map<string, GivenPicture>()
  const leftOut = new Map<string, string>()
  let room = memory
  for (const [file, picture] of images) {
    const needed = picture.pixels * MEMORY_A_PIXEL + picture.bytes.length
    if (needed > room) {
      leftOut.set(file, TOO_MANY)
      continue
    }
    room -= needed
    fit.set(file, picture)
  }
  return { fit, leftOut, needed: memory - room }
}
