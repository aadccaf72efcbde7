// Colours as numbers, and what readers can tell apart by WCAG 2.

type Rgb = readonly [number, number, number]

const HEX = /^#(?:[0-9a-f]{3}){1,2}$/i

/** A colour in six digits, or nothing: whatever else was written there never reaches a style sheet. */
export function hexColor(color: string): string | undefined {
  if (!HEX.test(color)) return
  const digits = color.slice(1).toLowerCase()
  return digits.length === 6 ? `#${digits}` : `#${[...digits].map((digit) => digit + digit).join('')}`
}

/** Takes `share` of the other colour, from 0 to 1. */
export function mix(color: string, other: string, share: number): string {
  const [from, to] = [rgbOf(color), rgbOf(other)]
  const mixed = from.map((value, index) => Math.round(value + ((to[index] ?? 0) - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** 1 for the same colour, 21 for black on white. Text needs 4.5. */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(rgbOf(one)), luminance(rgbOf(other))].sort((a, b) => a - b)
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05)
}

export const READABLE = 4.5

/** The colour, or the nearest shade of it that can be read on all of these. */
export function readableOn(color: string, ...backgrounds: string[]): string {
  return shadeOf(color, backgrounds[0] ?? '#ffffff', (shade) =>
    backgrounds.every((background) => contrast(shade, background) >= READABLE),
  )
}

/** The colour, or the first shade away from the background that will do. */
export function shadeOf(color: string, background: string, willDo: (shade: string) => boolean): string {
  const end = luminance(rgbOf(background)) < 0.18 ? '#ffffff' : '#000000'
  for (let share = 0; share < 1; share += 0.05) {
    const shade = mix(color, end, share)
    if (willDo(shade)) return shade
  }
  return end
}

/** White or near black, whichever is read better on it. */
export function textOn(background: string): string {
  const dark = '#16161a'
  if (contrast('#ffffff', background) >= READABLE) return '#ffffff'
  return contrast(dark, background) >= READABLE ? dark : '#000000'
}

function rgbOf(color: string): Rgb {
  const number = Number.parseInt((hexColor(color) ?? '#000000').slice(1), 16)
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255]
}

function luminance([red, green, blue]: Rgb): number {
  const [r, g, b] = [red, green, blue].map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0)
}
