// Whether HTML is what it should be: balanced, of known elements and attributes, and without anything that runs.
import { Parser } from 'htmlparser2'

const VOID = new Set(['br', 'hr', 'img', 'input', 'col', 'wbr'])
const ELEMENTS = new Set(
  `a abbr article aside b blockquote br button cite code col colgroup dd del details dfn div dl dt em figcaption figure
  h2 h3 h4 h5 h6 header hr i iframe img input ins kbd label li mark ol p path pre q s samp small span strong sub summary
  sup svg table tbody td th thead time tr u ul var wbr math annotation semantics menclose merror mfrac mi mmultiscripts
  mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr
  munder munderover none`.split(/\s+/),
)
const ATTRIBUTES = new Set(
  `allowfullscreen alt aria-hidden aria-label checked class colspan d data-copied data-copy data-copy-from data-language
  data-query datetime decoding dir download fill height href id loading name open popover popovertarget referrerpolicy rel role
  rowspan sandbox scope src start stroke stroke-linecap stroke-linejoin stroke-width tabindex target title type viewbox
  width accent accentunder columnalign columnlines columnspacing depth display displaystyle fence form largeop linebreak
  linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize minsize movablelimits notation rowlines
  rowspacing rspace scriptlevel separator stretchy symmetric voffset xmlns encoding mathspace`.split(/\s+/),
)
const ADDRESS = /^(?:https?:\/\/|mailto:|tel:|[^:]*$|[^:/?#]*[/?#])/i

/** What is wrong with it; nothing, when all is well. */
export function wrongIn(html: string): string[] {
  const wrong = unbalanced(html)
  const parser = new Parser({
    onopentag(name, attributes) {
      if (!ELEMENTS.has(name)) wrong.push(`<${name}>`)
      for (const [attribute, value] of Object.entries(attributes)) {
        if (!ATTRIBUTES.has(attribute)) wrong.push(`<${name} ${attribute}>`)
        if (/^(?:href|src)$/.test(attribute) && !ADDRESS.test(value)) wrong.push(`${attribute}="${value}"`)
      }
    },
    onclosetag(name, isImplied) {
      if (isImplied && !VOID.has(name) && name !== 'path') wrong.push(`<${name}> ends by itself`)
    },
    oncomment: (text) => wrong.push(`<!--${text}-->`),
    onprocessinginstruction: (name) => wrong.push(`<${name}>`),
  })
  parser.end(html)
  return wrong
}

/** Nothing but tags begins with `<`, and each has its end. */
function unbalanced(html: string): string[] {
  const open: string[] = []
  for (const [token, slash, name = '', self] of html.matchAll(
    /<(\/?)([a-z][a-z0-9]*)?[^<>]*?(\/?)(?:>|$|(?=<))/gi,
  )) {
    if (name === '' || !token.endsWith('>')) return [`not a tag: ${token.slice(0, 80)}`]
    if (slash === '/') {
      if (open.pop() !== name) return [`</${name}> closes nothing`]
    } else if (!VOID.has(name) && self !== '/') open.push(name)
  }
  return open.map((name) => `<${name}> is never closed`)
}

/** The text that a reader sees. */
export function shownText(html: string): string {
  let text = ''
  const parser = new Parser({ ontext: (part) => (text += part) })
  parser.end(html)
  return text
}
