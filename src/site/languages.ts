export function directionOf(language: string): 'ltr' | 'rtl' {
  return /^(ar|fa|he|ur|ps|yi|dv|ckb)\b/.test(language) ? 'rtl' : 'ltr'
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
