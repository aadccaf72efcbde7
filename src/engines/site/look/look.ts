// A site's customization as a small style sheet of custom properties and a few attributes of the root element, which
// assets/site.css reads. Settings are checked when they are written; here they are checked again, because this text
// is inside `<style>`.

import type { Address, Look } from '../model.ts'
import { builtInFont, fontFace, fontFiles } from './fonts.ts'
import { paletteOf } from './palette.ts'

type Font = Look['styling']['font']

const SANS =
  'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif'
const SERIF = 'ui-serif, "Iowan Old Style", Charter, Georgia, "Noto Serif", serif'
const MONO = 'ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace'

const SERIFS = new Set(['RobotoSlab', 'Merriweather', 'IBMPlexSerif'])
const FAMILY = /^[^"'<>{};\\\p{Cc}]{1,50}$/u

const CORNERS = {
  straight: { radius: '0px', control: '0px' },
  rounded: { radius: '10px', control: '8px' },
  circular: { radius: '18px', control: '99px' },
}
const SHADOWS = {
  subtle:
    '0 1px 2px light-dark(rgb(20 20 30 / 6%), rgb(0 0 0 / 40%)), 0 4px 16px light-dark(rgb(20 20 30 / 5%), rgb(0 0 0 / 30%))',
  flat: 'none',
}
const ICON_WEIGHTS = { thin: '0.9', light: '1.2', regular: '1.5', solid: '2', duotone: '1.5' }

// Finding readable colours takes longer than writing a page, and a look is that of all pages of a site.
const styles = new WeakMap<Look, string>()

/** Faces of the fonts that come with Quire, with Latin letters; `folder` is where our files are. */
export function fontStyle({ styling }: Look, folder: Address): string {
  return [styling.font, styling.monospaceFont]
    .flatMap((name) => {
      const font = builtInFont(name)
      return font ? fontFiles(font, 'latin').map((file) => fontFace(font, file, folder + file.name)) : []
    })
    .join('')
}

/** The file that most words of a page need. */
export function firstFontFile({ styling }: Look): string | undefined {
  const font = builtInFont(styling.font)
  return font && fontFiles(font, 'latin')[0]?.name
}

/** Sheets with the other letters of its fonts. */
export function otherLetters({ styling }: Look): string[] {
  return [styling.font, styling.monospaceFont].flatMap((name) => {
    const font = builtInFont(name)
    return font ? `${font.files}.css` : []
  })
}

export function lookStyle(look: Look): string {
  const style = styles.get(look) ?? writeStyle(look)
  styles.set(look, style)
  return style
}

function writeStyle(look: Look): string {
  const { styling } = look
  const [light, dark] = [paletteOf(look, 'light'), paletteOf(look, 'dark')]
  const properties = Object.entries(light).map(
    ([name, color]) => `--${name}:light-dark(${color},${dark[name]})`,
  )
  const { radius, control } = CORNERS[styling.corners]
  properties.push(
    `--radius:${radius}`,
    `--radius-control:${control}`,
    `--shadow:${SHADOWS[styling.depth]}`,
    `--sans:${fontStack(styling.font, SANS)}`,
    `--mono:${fontStack(styling.monospaceFont, MONO)}`,
    `--icon-weight:${ICON_WEIGHTS[styling.icons]}`,
  )
  const text = `${fontFaces(styling.font)}${fontFaces(styling.monospaceFont)}:root{${properties.join(';')}}`
  if (text.includes('<')) throw new Error('a style sheet with a tag in it')
  return text
}

/** What the style sheet cannot say with a value. */
export function lookAttributes({ styling, header, themes }: Look): Record<string, string> {
  return {
    theme: themes.default,
    style: styling.theme,
    header: header.preset,
    sidebar: styling.sidebar.background,
    list: styling.sidebar.list,
    links: styling.links,
    icons: styling.icons,
    search: styling.search,
  }
}

function fontStack(font: Font, system: string): string {
  if (typeof font !== 'string')
    return FAMILY.test(font.fontFamily) ? `"${font.fontFamily}",${system}` : system
  const family = builtInFont(font)?.family
  if (family === undefined) return system
  return `"${family}",${SERIFS.has(font) ? SERIF : system}`
}

function fontFaces(font: Font): string {
  if (typeof font === 'string' || !FAMILY.test(font.fontFamily)) return ''
  return font.fontFaces
    .map(({ weight, sources }) => {
      const files = sources.flatMap(({ url, format }) => {
        const address = fileAddress(url)
        return address
          ? [`url("${address}")${format ? ` format("${format === 'woff' ? 'woff' : 'woff2'}")` : ''}`]
          : []
      })
      if (files.length === 0 || !Number.isInteger(weight)) return ''
      return `@font-face{font-family:"${font.fontFamily}";font-weight:${weight};font-display:swap;src:${files.join(',')}}`
    })
    .join('')
}

function fileAddress(url: string): string | undefined {
  if (!URL.canParse(url)) return
  const { protocol, href } = new URL(url)
  return /^https?:$/.test(protocol) && !/["'\\<>(){};\s]/.test(href) ? href : undefined
}
