// The language of texts whose letters say it. Latin letters do not: they are those of too many.

const SCRIPTS: readonly { letters: RegExp; language: (text: string) => string; weight: number }[] = [
  { letters: /\p{Script=Arabic}/gu, language: arabicOf, weight: 1 },
  { letters: /\p{Script=Hebrew}/gu, language: () => 'he', weight: 1 },
  { letters: /\p{Script=Cyrillic}/gu, language: cyrillicOf, weight: 1 },
  { letters: /\p{Script=Greek}/gu, language: () => 'el', weight: 1 },
  { letters: /\p{Script=Thai}/gu, language: () => 'th', weight: 1 },
  { letters: /\p{Script=Devanagari}/gu, language: () => 'hi', weight: 1 },
  // A letter of these is about what three are elsewhere.
  { letters: /\p{Script=Hangul}/gu, language: () => 'ko', weight: 3 },
  { letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, language: hanOf, weight: 3 },
]
const LATIN = /\p{Script=Latin}/gu
const LONGEST = 20_000

/** Undefined where most letters are Latin, or there are none. */
export function languageOfTexts(texts: readonly string[]): string | undefined {
  const text = texts.join(' ').slice(0, LONGEST)
  const counted = SCRIPTS.map((script) => ({
    ...script,
    count: countOf(text, script.letters) * script.weight,
  }))
  const most = counted.reduce((best, one) => (one.count > best.count ? one : best))
  return most.count > 0 && most.count >= countOf(text, LATIN) ? most.language(text) : undefined
}

function countOf(text: string, letters: RegExp): number {
  return text.match(letters)?.length ?? 0
}

function arabicOf(text: string) {
  if (/[ٹڈڑےں]/.test(text)) return 'ur'
  return /[پچژگی]/.test(text) ? 'fa' : 'ar'
}

function cyrillicOf(text: string) {
  if (/[іїєґ]/i.test(text)) return 'uk'
  return /[ыэё]/i.test(text) || !/ъ/i.test(text) ? 'ru' : 'bg'
}

function hanOf(text: string) {
  return /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? 'ja' : 'zh'
}
