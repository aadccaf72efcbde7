// One spelling for every path of a site, so that a redirect is found however the address was written.

/** What may stand in a path as it is; all else is written in percents. */
const UNRESERVED = /^[A-Za-z0-9\-._~]$/

/**
 * Percents are undone where they hide nothing but a plain letter, and are else in capitals; what should have been in
 * percents is. An encoded slash stays one: it is part of a name. No slash at the end.
 */
export function plainSource(path: string): string {
  const encoded = path.replaceAll(/[^A-Za-z0-9\-._~/%]|%(?![0-9A-Fa-f]{2})/gu, inPercents)
  const decoded = encoded.replaceAll(/%([0-9A-Fa-f]{2})/g, (written, digits) => {
    const letter = String.fromCharCode(Number.parseInt(digits, 16))
    return UNRESERVED.test(letter) ? letter : written.toUpperCase()
  })
  return decoded.replace(/(?<=[^/])\/+$/, '')
}

function inPercents(character: string) {
  return [...new TextEncoder().encode(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('')
}

/** Browsers resolve these before they ask: nobody would ever come by such a path. */
export function hasDotParts(source: string) {
  return source.split('/').some((part) => part === '.' || part === '..')
}
