// The card of a page, as those show it who link to it: 1200 by 630 points with the names of site and page, what it is
// about, and the colour of the site. Set by the typesetter, which knows all scripts, and drawn by draw-card.ts.

import { languageOf, rightToLeft } from './scripts.ts'
import { plainLiteral } from './writing/typst-escape.ts'

export type Card = {
  site: string
  title: string
  description?: string
  /** Six digits each, with `#`. */
  colors: { paper: string; ink: string; soft: string; primary: string; onPrimary: string }
}

export const CARD_SIZE = { width: 1200, height: 630 }

/** Longer ones do not fit anyway. */
const LONGEST = { site: 100, title: 300, description: 600 }

/** Families by the letters they are for. The first has Latin ones as well, the second whatever is in no other. */
const LATIN = 'Noto Sans Devanagari'
const REST = 'DejaVu Sans'
const EMOJI = 'Noto Emoji'
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Arabic}/u, 'Noto Sans Arabic'],
  [/\p{Script=Hebrew}/u, 'Noto Sans Hebrew'],
  [/\p{Script=Thai}/u, 'Noto Sans Thai'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'Noto Sans JP'],
  [/\p{Script=Hangul}/u, 'Noto Sans KR'],
  [/\p{Script=Han}/u, 'Noto Sans SC'],
]

/** The families that a card needs, in the order in which they are tried for a letter. */
export function familiesFor({ site, title, description = '' }: Card): string[] {
  const text = `${site} ${title} ${description}`
  const scripts = SCRIPTS.filter(([letters]) => letters.test(text)).map(([, family]) => family)
  // What is a sign in one font and a picture in the other is a sign.
  return [LATIN, ...scripts, REST, EMOJI]
}

/** `clean`: without what cannot be shown. */
export function cardSource(card: Card, clean: (text: string) => string): string {
  const { colors } = card
  const word = (text: string, longest: number) =>
    [...clean(text.toWellFormed().replaceAll(/\s+/g, ' '))].slice(0, longest).join('').trim()
  const [site, title] = [word(card.site, LONGEST.site), word(card.title, LONGEST.title)]
  const description = word(card.description ?? '', LONGEST.description)
  const [initial = ''] = [...new Intl.Segmenter().segment(site)].map(({ segment }) => segment.toUpperCase())
  const direction = rightToLeft(title || site) ? 'rtl' : 'ltr'
  const color = (value: string) => `rgb(${plainLiteral(/^#[0-9a-f]{6}$/i.test(value) ? value : '#000000')})`
  const families = familiesFor(card).map(plainLiteral).join(',')
  return `
#set page(width: 1200pt, height: 630pt, margin: 80pt, fill: ${color(colors.paper)})
#set text(font: (${families}), size: 32pt, fill: ${color(colors.ink)}, dir: ${direction}, lang: "${languageOf(title || site)}", hyphenate: false)
#let shown(words, make, height) = layout(size => {
  let fits(body) = measure(block(width: size.width, body)).height <= height
  if fits(make(words)) { return make(words) }
  let letters = words.clusters()
  let (low, high) = (0, letters.len())
  while high - low > 1 {
    let middle = calc.quo(low + high, 2)
    if fits(make(letters.slice(0, middle).join().trim() + "…")) { low = middle } else { high = middle }
  }
  make(letters.slice(0, low).join(default: "").trim() + "…")
})
#place(top + left, dx: -80pt, dy: -80pt, rect(width: 1200pt, height: 16pt, fill: ${color(colors.primary)}))
#grid(columns: (56pt, 1fr), column-gutter: 20pt, align: horizon,
  box(width: 56pt, height: 56pt, radius: 12pt, fill: ${color(colors.primary)}, align(center + horizon, text(size: 32pt, weight: "bold", fill: ${color(colors.onPrimary)}, ${plainLiteral(initial)}))),
  shown(${plainLiteral(site)}, words => text(size: 34pt, weight: "bold", words), 44pt))
#v(1fr)
#shown(${plainLiteral(title)}, words => par(leading: 38pt, text(size: 66pt, weight: "bold", words)), 250pt)
#v(46pt, weak: true)
#shown(${plainLiteral(description)}, words => par(leading: 20pt, text(size: 32pt, fill: ${color(colors.soft)}, words)), 86pt)
`
}
