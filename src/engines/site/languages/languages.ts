/** By the language, unless the script is named. */
const RIGHT_TO_LEFT =
  /^(?:(?:ar|arc|ckb|dv|fa|he|nqo|prs|ps|sd|syr|ug|ur|yi)(?!\w)(?!-Latn|-Cyrl)|[a-z]+-(?:Arab|Hebr|Syrc|Thaa)\b)/i

export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr'
}

// Making one takes longer than the rest of a page.
const names = new Map<string, string>()

/** A language as it is called in a language; by its code where nobody knows a name. */
export function languageName(language: string, said = language): string {
  const key = `${language} ${said}`
  const known = names.get(key)
  if (known !== undefined) return known
  const name = nameOf(language, said)
  names.set(key, name)
  return name
}

function nameOf(language: string, said: string) {
  try {
    const name = new Intl.DisplayNames([said], { type: 'language' }).of(language) ?? language
    return name.charAt(0).toLocaleUpperCase(said) + name.slice(1)
  } catch {
    return language
  }
}
