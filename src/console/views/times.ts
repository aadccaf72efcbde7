import { type Html, html } from '../../engines/html/html.ts'

const STEPS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** How long ago, with the moment itself for whoever wants to know. */
export function timeView(language: string, now: Date, moment: string): Html {
  const seconds = (Date.parse(moment) - now.getTime()) / 1000
  const [unit, size] = STEPS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  const ago = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(
    Math.trunc(seconds / size),
    unit,
  )
  const whole = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short' }).format(
    new Date(moment),
  )
  return html`<time datetime="${moment}" title="${whole}">${ago}</time>`
}
