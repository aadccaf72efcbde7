/** What a language is called in the language of the reader; a code that nobody knows stays as it is. */
export function languageName(language: string, code: string): string {
  try {
    return new Intl.DisplayNames(language, { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}
