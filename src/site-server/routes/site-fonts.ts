// The files of fonts that come with Quire, and a style sheet of each with the letters that are not Latin.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { BUILT_IN_FONTS, type BuiltInFont, fontFace, fontFiles } from '../../engines/site/look/fonts.ts'

const packages = createRequire(import.meta.url)
/** Roboto Slab before Roboto: the names of its files begin like those of the other. */
const FONTS = Object.values(BUILT_IN_FONTS).sort((a, b) => b.files.length - a.files.length)

/** What has to be another address when a font becomes another one. */
export function versionOfFonts(): string {
  return FONTS.map(({ from }) => `${from} ${packages(`${from}/package.json`).version}`).join(' ')
}

/** Of a subset other than Latin, such as `greek`; Chinese and the like come in numbered pieces, which are not sent. */
const OTHER_SUBSET = /^(?!latin$)[a-z-]+$/

/** Undefined where no font is called so. Letters are looked for in the order of the faces, the last first. */
export function otherLettersOf(name: string): string | undefined {
  const font = FONTS.find(({ files }) => name === `${files}.css`)
  if (!font) return
  const ranges: Record<string, string> = packages(`${font.from}/unicode.json`)
  return Object.entries(ranges)
    .filter(([subset]) => OTHER_SUBSET.test(subset))
    .flatMap(([subset, range]) =>
      fontFiles(font, subset).map((file) => fontFace(font, file, file.name, range)),
    )
    .join('')
}

/** Undefined where it is none of theirs. Browsers keep them, so they are read when they are asked for. */
export function fontBytes(name: string): Promise<Buffer> | undefined {
  const font = FONTS.find((one) => isFileOf(one, name))
  if (!font) return
  try {
    return readFile(packages.resolve(`${font.from}/files/${name}`))
  } catch {
    return undefined
  }
}

function isFileOf(font: BuiltInFont, name: string): boolean {
  const subset =
    name.startsWith(`${font.files}-`) && name.endsWith('.woff2') ? subsetIn(font, name) : undefined
  return subset !== undefined && fontFiles(font, subset).some((file) => file.name === name)
}

function subsetIn({ files }: BuiltInFont, name: string): string | undefined {
  return /^([a-z-]+)-(?:wght|\d{3})-\w+\.woff2$/.exec(name.slice(files.length + 1))?.[1]
}
