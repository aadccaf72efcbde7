/** The emoji of a code: numbers of characters in hexadecimal, or a short name. Any other name is printed as it was typed. */
export function emojiWith(code: string, byName: ReadonlyMap<string, string>): string {
  const named = byName.get(code.replaceAll(':', ''))
  if (named) return named
  if (!/^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/i.test(code)) return /^\p{L}|^\d/u.test(code) ? `:${code}:` : code
  const numbers = code.split('-').map((part) => Number.parseInt(part, 16))
  return numbers.every((number) => number <= 0x10ffff) ? String.fromCodePoint(...numbers) : `:${code}:`
}
