import type { Text } from '../markdown/document.ts'
import { type HtmlTag, tagAt } from '../markdown/html-tree.ts'
import { verbatimSource } from '../markdown/nodes.ts'
import { alreadyHtml, type Html, html } from './html.ts'
import { type Markup, NOTHING } from './markup.ts'
import { type WriteState, writtenTarget } from './write-state.ts'

// Tags of HTML within a line, of which the model knows nothing. Each is a text of its own, so opening and closing ones are
// matched here. Few are written again, and of their attributes none but what can be linked to.

/** Elements within a line that are written as they are, without attributes. */
export const WRITTEN = new Set(
  'u ins del small q cite dfn var samp abbr b i em strong s sub sup code kbd mark'.split(' '),
)
/** Elements that have no meaning here; of all other names the tag is text, as in `<name>`. */
export const DROPPED = new Set(
  `a span div p font center button iframe video audio source track object embed img picture figure figcaption form
  input label select option textarea script style link meta html head body table thead tbody tr td th ul ol li dl dt dd
  h1 h2 h3 h4 h5 h6 br hr wbr nobr section article aside main header footer nav details summary pre blockquote svg path
  g title big tt strike base noscript template slot dialog canvas map area bdi bdo ruby rt rp time data`.split(
    /\s+/,
  ),
)
const MOST_OPEN = 20

/** A text that is a tag or a comment as it was written. */
export function isTag(text: Text): boolean {
  const source = verbatimSource(text)
  if (source === undefined) return false
  return source.startsWith('<!') || source.startsWith('<?') || /^<\/?[a-z]/i.test(source)
}

export class InlineTags {
  private readonly open: string[] = []

  take(state: WriteState, text: Text): Markup {
    const source = verbatimSource(text) ?? ''
    const tag = tagAt(source, 0)
    if (!tag) return /^<[!?]/.test(source) ? html`` : html`${source}`
    if (tag.name === 'br') return html`<br>`
    if (tag.name === 'wbr') return html`<wbr>`
    if (tag.isClosing && WRITTEN.has(tag.name)) return this.closeTo(tag)
    if (WRITTEN.has(tag.name)) return [writtenTarget(state, tag), this.begin(tag)]
    if (!DROPPED.has(tag.name)) return html`${source}`
    return tag.isClosing ? NOTHING : writtenTarget(state, tag)
  }

  private begin({ name, isVoid }: HtmlTag): Html {
    if (isVoid || this.open.length >= MOST_OPEN) return html``
    this.open.push(name)
    return alreadyHtml(`<${name}>`)
  }

  private closeTo({ name }: HtmlTag): Html {
    if (!this.open.includes(name)) return html``
    let out = ''
    for (let last = this.open.pop(); last !== undefined; last = this.open.pop()) {
      out += `</${last}>`
      if (last === name) break
    }
    return alreadyHtml(out)
  }

  closeAll(): Html {
    let out = ''
    for (let last = this.open.pop(); last !== undefined; last = this.open.pop()) out += `</${last}>`
    return alreadyHtml(out)
  }
}
