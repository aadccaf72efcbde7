// What browsers leave out of an address before they read it: `java\nscript:` is `javascript:` to them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones
const SKIPPED = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff]/g
const SCHEME = /^([a-z][a-z0-9+.-]*):/i
const SAFE_SCHEMES = new Set(['http', 'https', 'mailto', 'tel'])

/** The address, if following it can run nothing. */
export function safeAddress(address: string | undefined): string | undefined {
  if (address === undefined) return
  const scheme = SCHEME.exec(address.replace(SKIPPED, ''))?.[1]
  if (scheme && !SAFE_SCHEMES.has(scheme.toLowerCase())) return
  return address.trim()
}

/** The address of an image: those are only ever fetched from the web or from here. */
export function imageAddress(address: string | undefined): string | undefined {
  const safe = safeAddress(address)
  return safe && /^(https?:)?\/|^\.|^[^:]*$/i.test(safe) ? safe : undefined
}

export function leadsOut(address: string): boolean {
  return /^(https?:)?\/\//i.test(address)
}
