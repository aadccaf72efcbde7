import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { builtInCharacters } from './built-in-characters.ts'
import { charactersOf, type Range } from './cmap.ts'

// The fonts that come along. The compiler would also take those of the machine, so every text names its families: a book
// looks the same wherever it is made.

const PACKAGES = {
  'noto-sans-sc': 'NotoSansSC',
  'noto-sans-jp': 'NotoSansJP',
  'noto-sans-kr': 'NotoSansKR',
  'noto-sans-arabic': 'NotoSansArabic',
  'noto-sans-hebrew': 'NotoSansHebrew',
  'noto-sans-thai': 'NotoSansThai',
  'noto-sans-devanagari': 'NotoSansDevanagari',
  'noto-color-emoji': 'NotoColorEmoji',
}
const WEIGHTS = ['400Regular', '700Bold']

const locate = createRequire(import.meta.url)

function folderOf(name: string) {
  return dirname(locate.resolve(`@expo-google-fonts/${name}/package.json`))
}

/** The packages hold nine weights each; these are the folders of the two in use. */
export function fontFolders(): string[] {
  return Object.keys(PACKAGES).flatMap((name) => {
    const weights = name === 'noto-color-emoji' ? WEIGHTS.slice(0, 1) : WEIGHTS
    return weights.map((weight) => join(folderOf(name), weight))
  })
}

/** Whether there is a glyph for a character, in any of our fonts. */
export type Coverage = { has(character: number): boolean }

let known: Coverage | undefined

/** Read once a thread. */
export function coverage(): Coverage {
  known ??= coverageOf([
    ...builtInCharacters(),
    ...Object.entries(PACKAGES).flatMap(([name, file]) =>
      charactersOf(join(folderOf(name), '400Regular', `${file}_400Regular.ttf`)),
    ),
  ])
  return known
}

export function coverageOf(ranges: readonly Range[]): Coverage {
  const bits = new Uint8Array(0x110000 / 8)
  for (const [first, last] of ranges)
    for (let code = first; code <= last && code < 0x110000; code++)
      bits[code >> 3] = (bits[code >> 3] ?? 0) | (1 << (code & 7))
  return { has: (code) => ((bits[code >> 3] ?? 0) & (1 << (code & 7))) !== 0 }
}
