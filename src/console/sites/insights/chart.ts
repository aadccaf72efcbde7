// Bars for days, drawn on the server: they need no script, and say their numbers when pointed at.
import { type Html, html } from '../../../engines/html/html.ts'

export type Bar = { label: string; value: number }

/** A wide one, and one for phones; a style shows either. */
const WIDTHS = { chart: 720, 'chart small': 340 }
const HEIGHT = 180
const BELOW = 24
const BESIDE = 44

export function barChart(title: string, bars: readonly Bar[]): Html {
  return html`${Object.entries(WIDTHS).map(([name, width]) => drawn(name, width, title, bars))}`
}

function drawn(name: string, width: number, title: string, bars: readonly Bar[]): Html {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const top = niceAbove(most)
  const step = (width - BESIDE) / Math.max(1, bars.length)
  const heightOf = (value: number) => ((HEIGHT - BELOW - 8) * value) / top
  const line = (value: number) => {
    const y = HEIGHT - BELOW - heightOf(value)
    return html`<line x1="${BESIDE}" x2="${width}" y1="${y}" y2="${y}"/><text x="${BESIDE - 8}" y="${y + 4}" text-anchor="end">${value}</text>`
  }
  const bar = ({ label, value }: Bar, at: number) => {
    const height = heightOf(value)
    return html`<rect x="${round(BESIDE + at * step + step * 0.12)}" y="${round(HEIGHT - BELOW - height)}" width="${round(step * 0.76)}" height="${round(height)}" rx="${Math.min(2, round(step / 6))}"><title>${label}: ${value}</title></rect>`
  }
  return html`<svg class="${name}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${title}">${line(0)}${line(top / 2)}${line(top)}
    ${bars.map(bar)}${labelsOf(bars, step, width)}</svg>`
}

/** The first, the middle and the last one. */
function labelsOf(bars: readonly Bar[], step: number, width: number): Html[] {
  const last = bars.length - 1
  const shown = [...new Set(last < 2 ? bars.keys() : [0, Math.floor(last / 2), last])]
  return shown.map((at) => {
    const anchor = at === 0 ? 'start' : at === last ? 'end' : 'middle'
    const x = at === 0 ? BESIDE : at === last ? width : BESIDE + (at + 0.5) * step
    return html`<text x="${round(x)}" y="${HEIGHT - 6}" text-anchor="${anchor}">${bars[at]?.label ?? ''}</text>`
  })
}

/** Half of it is a whole number, too. */
function niceAbove(value: number): number {
  const size = 10 ** Math.floor(Math.log10(value))
  const found = [1, 2, 4, 6, 8, 10].find((times) => times * size >= value) ?? 10
  return Math.max(2, found * size)
}

const round = (value: number) => Math.round(value * 100) / 100
