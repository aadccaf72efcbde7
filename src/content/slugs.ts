const LONGEST = 100

/** A title as part of an address: letters and digits of any script, lower case, joined by hyphens. */
export function slugOf(title: string) {
  const slug = title
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, LONGEST)
    .replaceAll(/^-+|-+$/g, '')
    .normalize('NFC')
  return slug === '' ? 'page' : slug
}

/** The slug itself, or the next one that is free among those taken: name, name-1, name-2 … */
export function freeSlug(wanted: string, taken: ReadonlySet<string>) {
  if (!taken.has(wanted)) return wanted
  for (let count = 1; ; count++) {
    const tail = `-${count}`
    const slug = wanted.slice(0, LONGEST - tail.length) + tail
    if (!taken.has(slug)) return slug
  }
}
