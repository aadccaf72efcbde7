// Which characters a font file can show: its `cmap` table, in the two formats that fonts of our time have.
import { closeSync, openSync, readSync } from 'node:fs'

export type CodeRange = readonly [first: number, last: number]

/** The ranges of characters with a glyph. Reads the table alone: the fonts have megabytes. */
export function charactersOf(path: string): CodeRange[] {
  const file = openSync(path, 'r')
  const read = (from: number, length: number) => {
    const bytes = Buffer.alloc(length)
    return bytes.subarray(0, readSync(file, bytes, 0, length, from))
  }
  try {
    const tables = read(12, 16 * read(0, 12).readUInt16BE(4))
    for (let at = 0; at < tables.length; at += 16) {
      if (tables.toString('latin1', at, at + 4) !== 'cmap') continue
      return readCmap(read(tables.readUInt32BE(at + 8), tables.readUInt32BE(at + 12)))
    }
    return []
  } finally {
    closeSync(file)
  }
}

function readCmap(cmap: Buffer): CodeRange[] {
  const ranges: CodeRange[] = []
  const count = cmap.readUInt16BE(2)
  for (let at = 4; at < 4 + 8 * count; at += 8) {
    const table = cmap.subarray(cmap.readUInt32BE(at + 4))
    const format = table.readUInt16BE(0)
    if (format === 12) ranges.push(...groupsOf(table))
    if (format === 4) ranges.push(...segmentsOf(table))
  }
  return ranges
}

function groupsOf(table: Buffer): CodeRange[] {
  return Array.from({ length: table.readUInt32BE(12) }, (_, index): CodeRange => {
    const at = 16 + 12 * index
    return [table.readUInt32BE(at), table.readUInt32BE(at + 4)]
  })
}

function segmentsOf(table: Buffer): CodeRange[] {
  const ranges: CodeRange[] = []
  const segments = table.readUInt16BE(6) / 2
  for (let index = 0; index < segments; index++) {
    const last = table.readUInt16BE(14 + 2 * index)
    const first = table.readUInt16BE(16 + 2 * (segments + index))
    const delta = table.readUInt16BE(16 + 2 * (2 * segments + index))
    const offsetAt = 16 + 2 * (3 * segments + index)
    const offset = table.readUInt16BE(offsetAt)
    for (let code = first; code <= last && code < 0xffff; code++) {
      const glyph = offset === 0 ? code + delta : table.readUInt16BE(offsetAt + offset + 2 * (code - first))
      if ((glyph & 0xffff) !== 0) ranges.push([code, code])
    }
  }
  return ranges
}
