import { leavesSite, safeHref } from '../html/safe-url.ts'

/** The address, if following it can run nothing. */
export function safeAddress(address: string | undefined): string | undefined {
  return (address !== undefined && safeHref(address.trim())) || undefined
}

/** The address of an image: those are only ever fetched from the web or from here. */
export function imageAddress(address: string | undefined): string | undefined {
  const safe = safeAddress(address)
  return safe && !/^(mailto|tel):/i.test(safe) ? safe : undefined
}

export function leadsOut(address: string): boolean {
  return leavesSite(address) && /^http/i.test(address)
}
