/** Bytes that begin as a font does: its format, the kind of letters, its length. */
export function fontFile(format: 'woff2' | 'woff' = 'woff2', size = 64) {
  const bytes = Buffer.alloc(size, 7)
  bytes.write(format === 'woff2' ? 'wOF2' : 'wOFF', 0, 'latin1')
  bytes.writeUInt32BE(0x00010000, 4)
  bytes.writeUInt32BE(size, 8)
  return bytes
}
