/** A file of this installation, by its path from the root. This file and the bundled program are at the same depth below it. */
export function ownFile(path: string): URL {
  return new URL(`../../${path}`, import.meta.url)
}
