// Which language a text is in, as far as its letters tell. Fonts and direction follow from it.

/** As typst names them. */
export type Language = 'en' | 'zh' | 'ja' | 'ko' | 'ar' | 'he' | 'th' | 'hi' | 'ru' | 'el'

const SCRIPTS: readonly (readonly [RegExp, Language])[] = [
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Devanagari}/gu, 'hi'],
  [/\p{Script=Cyrillic}/gu, 'ru'],
  [/\p{Script=Greek}/gu, 'el'],
]
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu
const LATIN = /\p{Script=Latin}/gu

/** A word of Latin letters says as much as one or two signs of the East: it counts for less. */
const LATIN_SHARE = 0.3

export function languageOf(text: string): Language {
  const kana = count(text, KANA)
  let best: Language = 'en'
  let most = count(text, LATIN) * LATIN_SHARE
  for (const [letters, language] of SCRIPTS) {
    const found = count(text, letters) + (language === 'zh' ? kana : 0)
    if (found > most) [best, most] = [language, found]
  }
  return best === 'zh' && kana > 0 ? 'ja' : best
}

function count(text: string, letters: RegExp) {
  return text.match(letters)?.length ?? 0
}

/** The language of a text that runs from right to left; undefined for all others. Its first letter decides. */
export function rightToLeft(text: string): 'ar' | 'he' | undefined {
  const [first = ''] = /\p{L}/u.exec(text) ?? []
  if (/\p{Script=Arabic}/u.test(first)) return 'ar'
  return /\p{Script=Hebrew}/u.test(first) ? 'he' : undefined
}
