// The colours of a site in one theme. They take in the site's tint, and are then corrected so that text stays readable
// on what it stands on, whatever colours were chosen.

import type { Look } from '../model.ts'
import { contrast, hexColor, mix, READABLE, readableOn, shadeOf, textOn } from './colors.ts'

type Theme = 'light' | 'dark'

// [light, dark, how much of a tint it takes]
const NEUTRALS = {
  paper: ['#ffffff', '#121214', 0.025],
  rail: ['#fafafb', '#161619', 0.05],
  card: ['#fafafb', '#19191d', 0.045],
  raised: ['#ffffff', '#232328', 0.03],
  line: ['#e7e7eb', '#2b2b32', 0.12],
  'line-strong': ['#d3d3da', '#3d3d46', 0.18],
  ink: ['#1a1a1f', '#ececf1', 0.1],
  body: ['#3b3b44', '#c9c9d1', 0.12],
  soft: ['#64646f', '#9c9ca8', 0.16],
} as const

// How much of a colour style sheets mix into the ground of small words, at the most.
/** Of their own colour: what is chosen, badges of methods. */
const OWN = 0.13
/** Of the ink, under the pointer. */
const POINTED = 0.06
/** Of the colour of a hint. */
const HINT = 0.1
/** Of the soft colour, in tags. */
const TAG = 0.14

type Name = keyof typeof NEUTRALS
const MUTED: Partial<Record<Name, readonly [string, string]>> = {
  paper: ['#f6f6f8', '#18181b'],
  rail: ['#f0f0f3', '#141416'],
  card: ['#fdfdfe', '#1f1f23'],
}

export function paletteOf({ styling, header }: Look, theme: Theme): Record<string, string> {
  const primary = hexColor(styling.primaryColor[theme]) ?? '#2f5fd0'
  const tint =
    hexColor(styling.tint?.color[theme] ?? '') ?? (styling.background === 'match' ? primary : undefined)
  const strength = styling.theme === 'bold' ? 2 : 1
  const neutral = (name: Name): string => {
    const [light, dark] = (styling.theme === 'muted' && MUTED[name]) || NEUTRALS[name]
    const color = theme === 'light' ? light : dark
    return tint ? mix(color, tint, NEUTRALS[name][2] * strength) : color
  }
  const [paper, rail, card, raised] = [neutral('paper'), neutral('rail'), neutral('card'), neutral('raised')]
  const grounds = [paper, rail, card, raised]
  const mixedWith = (color: string, share: number) => grounds.map((ground) => mix(ground, color, share))
  const accent = toneOn(primary, grounds)
  const hint = (color: string) => toneOn(hexColor(color) ?? neutral('soft'), grounds)
  const hints = {
    info: hint(styling.infoColor[theme]),
    success: hint(styling.successColor[theme]),
    warning: hint(styling.warningColor[theme]),
    danger: hint(styling.dangerColor[theme]),
  }
  const ink = readableOn(neutral('ink'), ...grounds)
  const pointed = mixedWith(ink, POINTED)
  const inHints = Object.values(hints).map((color) => mix(paper, color, HINT))
  const soft = readableOn(neutral('soft'), ...grounds, ...pointed, ...inHints)
  return {
    paper,
    rail,
    card,
    raised,
    line: neutral('line'),
    'line-strong': neutral('line-strong'),
    ink,
    body: readableOn(neutral('body'), ...grounds, ...pointed, ...inHints, ...mixedWith(soft, TAG)),
    soft,
    primary,
    'on-primary': textOn(primary),
    accent,
    'on-accent': textOn(accent),
    ...hints,
    ...headerColors(header, theme, { paper, ink, primary }),
  }
}

// Words are written in it also on a pale ground of the same colour.
function toneOn(color: string, grounds: readonly string[]): string {
  const isReadable = (shade: string) =>
    grounds.every((ground) => contrast(shade, mix(ground, shade, OWN)) >= READABLE)
  return shadeOf(color, grounds[0] ?? '#ffffff', isReadable)
}

function headerColors(
  header: Look['header'],
  theme: Theme,
  { paper, ink, primary }: { paper: string; ink: string; primary: string },
): Record<string, string> {
  const on = (ground: string, text = textOn(ground)) => ({
    'header-paper': ground,
    'header-ink': readableOn(text, ground),
    'header-link': readableOn(mix(text, ground, 0.2), ground),
  })
  switch (header.preset) {
    case 'bold':
      return on(primary)
    case 'contrast':
      return on(theme === 'light' ? ink : mix(ink, paper, 0.04), paper)
    case 'custom': {
      const ground = hexColor(header.backgroundColor?.[theme] ?? '') ?? paper
      const link = hexColor(header.linkColor?.[theme] ?? '')
      const colors = on(ground)
      return link ? { ...colors, 'header-link': readableOn(link, ground) } : colors
    }
    case 'default':
    case 'none':
      return {}
  }
}
