import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type CodeRange, charactersOf } from './cmap.ts'

// The fonts that come along, and those that were added. The typesetter has none of its own and does not see those of the machine: a book looks the
// same wherever it is made.

const UPRIGHT = ['400Regular', '700Bold']
const SLANTED = ['400Regular_Italic', '700Bold_Italic']

/** Of the packages, which hold up to nine weights, only these. */
function families(): string[][] {
  return [
    googleFont('libertinus-serif', 'LibertinusSerif', [...UPRIGHT, ...SLANTED]),
    ['', '-Bold', '-Oblique', '-BoldOblique'].map((cut) =>
      join(folderOf('dejavu-fonts-ttf'), 'ttf', `DejaVuSansMono${cut}.ttf`),
    ),
    googleFont('stix-two-math', 'STIXTwoMath', ['400Regular']),
    largeFont('noto-sans-sc', 'NotoSansSC', UPRIGHT),
    largeFont('noto-sans-jp', 'NotoSansJP', UPRIGHT),
    largeFont('noto-sans-kr', 'NotoSansKR', UPRIGHT),
    googleFont('noto-sans-arabic', 'NotoSansArabic', UPRIGHT),
    googleFont('noto-sans-hebrew', 'NotoSansHebrew', UPRIGHT),
    googleFont('noto-sans-thai', 'NotoSansThai', UPRIGHT),
    googleFont('noto-sans-devanagari', 'NotoSansDevanagari', UPRIGHT),
    googleFont('noto-color-emoji', 'NotoColorEmoji', ['400Regular']),
  ].filter((files) => files.length > 0)
}

const locate = createRequire(import.meta.url)

function folderOf(name: string) {
  return dirname(locate.resolve(`${name}/package.json`))
}

function googleFont(name: string, file: string, cuts: readonly string[]) {
  const folder = folderOf(`@expo-google-fonts/${name}`)
  return cuts.map((cut) => join(folder, cut, `${file}_${cut}.ttf`))
}

/** None where it was not added: 50 to 90 MB for a script of thousands of characters. */
function largeFont(name: string, file: string, cuts: readonly string[]) {
  try {
    return googleFont(name, file, cuts)
  } catch {
    return []
  }
}

export function fontFiles(): string[] {
  return families().flat()
}

/** The files of families that cards are set in. Emoji without colours: those with them weigh megabytes a drawing. */
export function cardFonts(names: readonly string[]): string[] {
  const files: Record<string, () => string[]> = {
    'Noto Sans Devanagari': () => googleFont('noto-sans-devanagari', 'NotoSansDevanagari', UPRIGHT),
    'Noto Sans Arabic': () => googleFont('noto-sans-arabic', 'NotoSansArabic', UPRIGHT),
    'Noto Sans Hebrew': () => googleFont('noto-sans-hebrew', 'NotoSansHebrew', UPRIGHT),
    'Noto Sans Thai': () => googleFont('noto-sans-thai', 'NotoSansThai', UPRIGHT),
    'Noto Sans JP': () => largeFont('noto-sans-jp', 'NotoSansJP', UPRIGHT),
    'Noto Sans KR': () => largeFont('noto-sans-kr', 'NotoSansKR', UPRIGHT),
    'Noto Sans SC': () => largeFont('noto-sans-sc', 'NotoSansSC', UPRIGHT),
    'DejaVu Sans': () =>
      ['', '-Bold'].map((cut) => join(folderOf('dejavu-fonts-ttf'), 'ttf', `DejaVuSans${cut}.ttf`)),
    'Noto Emoji': () => googleFont('noto-emoji', 'NotoEmoji', ['400Regular']),
  }
  return names.flatMap((name) => files[name]?.() ?? [])
}

/** Whether there is a glyph for a character, in every cut of any of our fonts. */
export type Coverage = { has(character: number): boolean }

let known: Coverage | undefined

/** Read once a thread. */
export function coverage(): Coverage {
  if (known) return known
  const shown = new Uint8Array(BYTES)
  for (const files of families()) {
    const cuts = files.map((file) => bitsOf(charactersOf(file)))
    shown.forEach((bits, at) => {
      shown[at] = bits | cuts.reduce((common, cut) => common & (cut[at] ?? 0), 0xff)
    })
  }
  known = readBits(shown)
  return known
}

export function coverageOf(ranges: readonly CodeRange[]): Coverage {
  return readBits(bitsOf(ranges))
}

const BYTES = 0x110000 / 8

function bitsOf(ranges: readonly CodeRange[]) {
  const bits = new Uint8Array(BYTES)
  for (const [first, last] of ranges)
    for (let code = first; code <= last && code < 0x110000; code++)
      bits[code >> 3] = (bits[code >> 3] ?? 0) | (1 << (code & 7))
  return bits
}

function readBits(bits: Uint8Array): Coverage {
  return { has: (code) => ((bits[code >> 3] ?? 0) & (1 << (code & 7))) !== 0 }
}
