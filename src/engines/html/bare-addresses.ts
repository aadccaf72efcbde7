// Addresses that are in a text without being marked as links. As on GitHub, readers can follow them all the same.

export type BareAddress = { from: number; to: number; url: string }

/** Up to a blank, and to signs that are only beside addresses. A letter of an alphabet before it makes it a part of a word. */
const ADDRESS =
  /(?<![\w/.:@-])(?:https?:\/\/[\p{L}\p{N}]|www\.[\p{L}\p{N}-]+\.)[^\s<>"`“”„‘’‚«»‹›\u3000-\u303f\uff00-\uffef]*/giu
const AFTER = new Set("?!.,:;*_~'|")
const PAIRS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }
const LONGEST = 2000

/** May tell it of a text that has none, never the other way round. */
export function mayHaveAddress(text: string): boolean {
  return /:\/\/|www\./i.test(text)
}

/** One that goes on in what is behind the text is none: a part of it would lead elsewhere. */
export function bareAddresses(text: string, behind: string): BareAddress[] {
  return [...(text + behind).matchAll(ADDRESS)].flatMap(({ 0: found, index: from }) => {
    const address = withoutEnd(found)
    if (from + address.length > text.length) return []
    const url = /^www\./i.test(address) ? `http://${address}` : address
    if (address.length > LONGEST || !URL.canParse(url)) return []
    return [{ from, to: from + address.length, url }]
  })
}

/** Without what belongs to the sentence: signs at its end, and brackets that are not opened in the address. */
function withoutEnd(found: string): string {
  const count = new Map<string, number>()
  for (const sign of found) count.set(sign, (count.get(sign) ?? 0) + 1)
  let end = found.length
  for (; end > 0; end--) {
    const sign = found.charAt(end - 1)
    const opening = Object.hasOwn(PAIRS, sign) ? PAIRS[sign] : undefined
    const closed = count.get(sign) ?? 0
    const isUnopened = opening !== undefined && closed > (count.get(opening) ?? 0)
    if (!AFTER.has(sign) && !isUnopened) break
    count.set(sign, closed - 1)
  }
  return found.slice(0, end)
}
