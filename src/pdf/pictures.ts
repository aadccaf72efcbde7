/** The formats that can be printed, told by the bytes and never by the name. */
export type PictureFormat = 'png' | 'jpg' | 'gif' | 'webp' | 'svg'

export function pictureFormat(bytes: Uint8Array): PictureFormat | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024))
  const starts = head.toString('latin1')
  if (starts.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (starts.startsWith('\xff\xd8\xff')) return 'jpg'
  if (/^GIF8[79]a/.test(starts)) return 'gif'
  if (/^RIFF....WEBP/s.test(starts)) return 'webp'
  return /^(\xef\xbb\xbf)?\s*(<\?xml[^>]*>|<!--.*?-->|<!DOCTYPE[^>]*>|\s)*<svg[\s>]/s.test(starts)
    ? 'svg'
    : undefined
}
