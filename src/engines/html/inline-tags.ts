import type { Text } from '../markdown/document.ts'
import { DROPPED, WRITTEN } from '../markdown/html/element-names.ts'
import { type HtmlTag, tagAt } from '../markdown/html/html-tree.ts'
import { verbatimSource } from '../markdown/nodes.ts'
import { beginSearch } from './blocks/write-search.ts'
import { type HtmlSpot, type WriteState, writtenTarget } from './blocks/write-state.ts'
import { alreadyHtml, type Html, html } from './html.ts'
import { type Markup, NOTHING } from './markup.ts'

// Tags of HTML within a line, of which the model knows nothing. Each is a text of its own, so opening and closing ones are
// matched here. Few are written again, and of their attributes none but what can be linked to.

/** Written in cells alone, where Markdown is between them. */
const BLOCKS = new Set(['p', 'ul', 'ol', 'li'])
const LISTS = new Set(['ul', 'ol'])
const CODE = new Set(['code', 'kbd', 'samp', 'var'])
const MOST_OPEN = 20

/** A text that is a tag or a comment as it was written. */
export function isTag(text: Text): boolean {
  const source = verbatimSource(text)
  if (source === undefined) return false
  return source.startsWith('<!') || source.startsWith('<?') || /^<\/?[a-z]/i.test(source)
}

export class InlineTags {
  private readonly open: string[] = []
  private readonly isWithinLink: boolean
  private readonly mayHoldBlocks: boolean

  constructor({ inLink = false, isCell = false }: Pick<HtmlSpot, 'inLink' | 'isCell'>) {
    this.isWithinLink = inLink
    this.mayHoldBlocks = isCell && !inLink
  }

  /** Whether what comes next is in a link. */
  get isInLink(): boolean {
    return this.isWithinLink || this.open.includes('a')
  }

  take(state: WriteState, text: Text): Markup {
    const source = verbatimSource(text) ?? ''
    const tag = tagAt(source, 0)
    if (!tag) return /^<[!?]/.test(source) ? html`` : html`${source}`
    if (tag.name === 'br') return html`<br>`
    if (tag.name === 'wbr') return html`<wbr>`
    if (this.mayHoldBlocks && BLOCKS.has(tag.name)) return this.takeBlock(state, tag)
    if (tag.isClosing && WRITTEN.has(tag.name)) return this.closeTo(tag.name)
    if (WRITTEN.has(tag.name)) return [writtenTarget(state, tag), this.begin(tag)]
    if (tag.name === 'button') return tag.isClosing ? this.closeTo('a') : this.beginButton(state, tag)
    if (!DROPPED.has(tag.name)) return html`${source}`
    return tag.isClosing ? NOTHING : writtenTarget(state, tag)
  }

  get isInCode(): boolean {
    return this.open.some((name) => CODE.has(name))
  }

  private begin({ name, isVoid }: HtmlTag): Html {
    if (isVoid || this.open.length >= MOST_OPEN) return html``
    this.open.push(name)
    return alreadyHtml(`<${name}>`)
  }

  /** What ends without saying so ends here: a paragraph before the next block, an item before the next one. */
  private takeBlock(state: WriteState, tag: HtmlTag): Markup {
    if (tag.isClosing) return this.closeTo(tag.name)
    const before = [this.closeTo('p')]
    const last = this.open.findLast((name) => name === 'li' || LISTS.has(name))
    if (tag.name === 'li' && last === 'li') before.push(this.closeTo('li'))
    if (tag.name === 'li' && last === undefined) return [...before, writtenTarget(state, tag)]
    return [...before, writtenTarget(state, tag), this.begin(tag)]
  }

  private beginButton(state: WriteState, tag: HtmlTag): Markup {
    const search = this.isInLink || this.open.length >= MOST_OPEN ? undefined : beginSearch(state, tag)
    if (!search) return writtenTarget(state, tag)
    this.open.push('a', 'span')
    return [writtenTarget(state, tag), search]
  }

  private closeTo(name: string): Html {
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
