// Draws cards: typst sets one, its renderer turns it into paths, resvg into dots. All three are WebAssembly, see nothing
// of the machine, and never give memory back, so this runs in a process of its own.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { openResvg } from '../pictures/resvg.ts'
import { CARD_SIZE, type Card, cardSource, familiesFor } from './card.ts'
import { charactersOf } from './cmap.ts'
import { type Coverage, cardFonts, coverageOf } from './fonts.ts'

const locate = createRequire(import.meta.url)
/** After so many, the process makes place for another one. */
const MOST_DRAWN = 200
let drawn = 0
let hasFailed = false

export function isUsedUp() {
  return hasFailed || drawn >= MOST_DRAWN
}

export async function drawCard(card: Card): Promise<Uint8Array> {
  drawn += 1
  try {
    const { set, paint, coverage } = await openStudio(familiesFor(card))
    return paint(set(cardSource(card, (text) => showable(text, coverage))))
  } catch (error) {
    hasFailed = true
    throw error
  }
}

/** Never drawn, with or without a glyph. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\s]/u

/** What no font of the card shows is left out: a card is no place for the numbers of characters. */
function showable(text: string, coverage: Coverage) {
  const isShown = (letter: string) => INVISIBLE.test(letter) || coverage.has(letter.codePointAt(0) ?? 0)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  return [...text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '')].filter(isShown).join('')
}

type Studio = {
  families: ReadonlySet<string>
  coverage: Coverage
  set(source: string): string
  paint(svg: string): Uint8Array
}
let studio: Promise<Studio> | undefined

/** The one that is open, with more fonts where they are needed. */
async function openStudio(needed: readonly string[]): Promise<Studio> {
  // One that could not be opened is opened anew.
  const open = await studio?.catch(() => undefined)
  if (open && needed.every((family) => open.families.has(family))) return open
  studio = newStudio(new Set([...(open?.families ?? []), ...needed]))
  return studio
}

/** As the interfaces number them. */
const PAGED = 0
const VECTORS = 0
const WITH_WARNINGS = 3
const PATHS_AND_GLYPHS = 3

async function newStudio(families: ReadonlySet<string>): Promise<Studio> {
  const [typst, renderer, resvg] = await Promise.all([
    import('@myriaddreamin/typst-ts-web-compiler'),
    import('@myriaddreamin/typst-ts-renderer'),
    openResvg(),
  ])
  typst.initSync({ module: readFileSync(locate.resolve('@myriaddreamin/typst-ts-web-compiler/wasm')) })
  renderer.initSync({ module: readFileSync(locate.resolve('@myriaddreamin/typst-ts-renderer/wasm')) })
  const builder = new typst.TypstCompilerBuilder()
  const files = cardFonts([...families])
  for (const file of files) await builder.add_raw_font(readFileSync(file))
  const compiler = await builder.build()
  const drawing = await new renderer.TypstRendererBuilder().build()
  let cards = 0

  return {
    families,
    coverage: coverageOf(files.flatMap(charactersOf)),
    set(source) {
      // Another file each time: of one that it knows it reads only what is new, and takes 😀 and 🚀 for the same.
      cards += 1
      const file = `/card-${cards}.typ`
      compiler.add_source(file, source)
      const world = compiler.snapshot(undefined, file, undefined)
      try {
        const compiled = world.compile(PAGED, WITH_WARNINGS)
        if (compiled.hasError)
          throw new Error(`The social preview image cannot be drawn: ${JSON.stringify(compiled.diagnostics)}`)
        const session = drawing.create_session()
        drawing.manipulate_data(session, 'reset', world.get_artifact(VECTORS, WITH_WARNINGS).result)
        const svg = drawing.svg_data(session, PATHS_AND_GLYPHS)
        session.free()
        // The words once more, for those who would select them: nobody does.
        return svg.replaceAll(/<foreignObject[\s\S]*?<\/foreignObject>/g, '')
      } finally {
        world.free()
        compiler.reset_shadow()
      }
    },
    paint(svg) {
      const picture = new resvg.Resvg(svg, {
        font: { fontBuffers: [] },
        fitTo: { mode: 'width', value: CARD_SIZE.width },
      })
      const image = picture.render()
      const png = image.asPng()
      image.free()
      picture.free()
      return png
    },
  }
}
