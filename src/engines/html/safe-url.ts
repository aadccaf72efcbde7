const LONGEST_URL = 4000
const LEADS_AWAY = /^(https?:\/\/[^\s]|mailto:|tel:)/i

/** Addresses that may be followed from a document that lies about; of all others the words stay. */
export function safeUrl(url: string): string {
  return url.length <= LONGEST_URL && LEADS_AWAY.test(url) ? url : ''
}

/**
 * The same for a page, where an address may also begin with a path or a fragment. What looks like neither is refused:
 * browsers drop blanks and control characters before they look for a scheme.
 */
export function safeHref(href: string): string {
  if (leavesSite(href)) return safeUrl(href)
  const isPlain = href.length <= LONGEST_URL && !/[\s\p{Cc}\\]/u.test(href) && !/^[^/?#]*:/.test(href)
  return isPlain && !href.startsWith('//') ? href : ''
}

export function leavesSite(href: string): boolean {
  return LEADS_AWAY.test(href)
}
