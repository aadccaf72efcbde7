// How much one import may be. Each is told by name to whoever meets it.
const MEGABYTE = 1024 * 1024

export const LIMITS = {
  /** Files in an archive, those of archives inside it included. */
  entries: 10_000,
  /** Of one file in an archive, unpacked, and of all together. */
  entryBytes: 20 * MEGABYTE,
  unpackedBytes: 200 * MEGABYTE,
  /** How many times its packed size a file may have. Text packs well; nothing real packs like a bomb. */
  ratio: 200,
  /** Below this a ratio says nothing. */
  ratioFrom: MEGABYTE,
  pages: 5_000,
  /** The Markdown of one page. */
  pageBytes: 2 * MEGABYTE,
  /** Of one HTML page: its source, its elements, and how deep they are nested. */
  htmlBytes: 10 * MEGABYTE,
  elements: 300_000,
  nesting: 2_000,
  /** Of one table, with those that are empty: each is written. */
  cells: 200_000,
  /** Of one block of code. */
  lines: 100_000,
}

export function inMegabytes(bytes: number) {
  return `${Math.round(bytes / MEGABYTE)} MB`
}

export function inWords(count: number) {
  return count.toLocaleString('en')
}
