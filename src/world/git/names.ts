// Names in Git are bytes. Nearly all are UTF-8, and those are plain strings here. In one that is not, every byte that
// fits nowhere becomes one lone half of a surrogate pair, U+DC80 to U+DCFF: no text holds such a half, so nothing
// else can mean the same, and the bytes can be had back. PostgreSQL takes no such string, which is as well: a name
// that is not text is left alone, and only Git itself is ever told it again.
import { isUtf8 } from 'node:buffer'

export function nameFromBytes(bytes: Buffer): { path: string; isText: boolean } {
  if (isUtf8(bytes)) return { path: bytes.toString(), isText: true }
  let path = ''
  for (let at = 0; at < bytes.length; ) {
    const letter = letterAt(bytes, at)
    path += letter ? letter.toString() : String.fromCharCode(0xdc00 + (bytes[at] ?? 0))
    at += letter?.length ?? 1
  }
  return { path, isText: false }
}

function letterAt(bytes: Buffer, at: number) {
  const lead = bytes[at] ?? 0
  const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
  const letter = bytes.subarray(at, at + length)
  return isUtf8(letter) ? letter : undefined
}

export function bytesFromName(path: string): Buffer {
  if (path.isWellFormed()) return Buffer.from(path)
  const parts = Array.from(path, (letter) => {
    const code = letter.charCodeAt(0)
    const isByte = letter.length === 1 && code >= 0xdc80 && code <= 0xdcff
    return isByte ? Buffer.from([code - 0xdc00]) : Buffer.from(letter)
  })
  return Buffer.concat(parts)
}
