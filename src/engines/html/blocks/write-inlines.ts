import {
  COLORS,
  type Color,
  type InlineNode,
  type Leaf,
  type Mark,
  type Text,
} from '../../markdown/document.ts'
import { sortMarks } from '../../markdown/nodes.ts'
import { bareAddresses, mayHaveAddress } from '../bare-addresses.ts'
import { breakableName, breakableText } from '../break-words.ts'
import type { Stretch } from '../changes/changed-words.ts'
import { emojiOf } from '../emoji-names.ts'
import { type Html, html } from '../html.ts'
import { namedIcon } from '../icons.ts'
import { InlineTags, isTag } from '../inline-tags.ts'
import { type Markup, markup, NOTHING, partsOf } from '../markup.ts'
import { pictureOf } from './picture.ts'
import { plainWords } from './plain-words.ts'
import { writeAnnotation } from './write-annotations.ts'
import { writeFormula } from './write-maths.ts'
import type { HtmlSpot, WriteState } from './write-state.ts'

export function writeInlines(state: WriteState, nodes: readonly InlineNode[], spot: HtmlSpot): Markup {
  const tags = new InlineTags(spot)
  const all: Markup[] = nodes.map((node, at) => {
    if (node.object === 'text') return writeText(state, node, tags, nodes[at + 1])
    return writeInline(state, node, tags.isInLink ? { ...spot, inLink: true } : spot)
  })
  all.push(tags.closeAll())
  return all
}

function writeText(state: WriteState, text: Text, tags: InlineTags, next?: InlineNode): Markup {
  if (isTag(text)) return tags.take(state, text)
  const { different } = state
  return text.leaves.map((leaf, at) => {
    // Where changes are shown, they are known by the texts as they are.
    if (different) return writeLeaf(leaf, { as: different.as, at: different.words.get(leaf) })
    const isPlain = tags.isInLink || tags.isInCode || leaf.marks.some(isCode)
    if (isPlain || !mayHaveAddress(leaf.text)) return writeLeaf(leaf)
    return writeLinked(leaf, text.leaves[at + 1]?.text ?? wordsOf(next))
  })
}

/** What a line goes on with. A note belongs to the word before it. */
function wordsOf(node: InlineNode | undefined): string {
  const isNote = node?.object === 'inline' && node.type === 'annotation'
  return node && !isNote ? plainWords([node]) : ''
}

function isCode({ type }: Mark): boolean {
  return type === 'code' || type === 'keyboard'
}

/** With links for the addresses in it. */
function writeLinked(leaf: Leaf, behind: string): Markup {
  const found = bareAddresses(leaf.text, behind)
  if (found.length === 0) return writeLeaf(leaf)
  const piece = (from: number, to?: number) => writeLeaf({ ...leaf, text: leaf.text.slice(from, to) })
  let done = 0
  const pieces = found.map(({ from, to, url }): Markup => {
    const before = piece(done, from)
    done = to
    return [
      before,
      { placeholder: 'link', ref: { kind: 'url', url }, look: 'text', parts: partsOf(piece(from, to)) },
    ]
  })
  return [pieces, piece(done)]
}

function writeInline(state: WriteState, node: Exclude<InlineNode, Text>, spot: HtmlSpot): Markup {
  switch (node.type) {
    case 'link': {
      const words = writeInlines(state, node.nodes, { ...spot, inLink: true })
      if (spot.inLink) return words
      return { placeholder: 'link', ref: node.data.ref, look: 'text', parts: partsOf(words) }
    }
    case 'emoji':
      return html`<span class="emoji">${emojiOf(node.data.code)}</span>`
    case 'icon':
      return namedIcon(state.icons, node.data.icon) ?? NOTHING
    case 'expression':
      return html`<code class="expression">${node.data.expression}</code>`
    case 'inline-math':
      return writeFormula(state, node.data.formula, false)
    case 'inline-image': {
      const { ref, refDark: dark, alt, caption, size } = node.data
      return pictureOf(state, {
        ref,
        dark,
        alt: alt || caption || '',
        look: size === 'line' ? 'line' : 'inline',
      })
    }
    case 'annotation':
      return writeAnnotation(state, node, spot, writeInlines(state, node.nodes, spot))
    case 'mention':
      if (spot.inLink) return html`${node.meta?.label ?? ''}`
      return {
        placeholder: 'mention',
        ref: node.data.ref,
        ...(node.meta?.label ? { label: node.meta.label } : {}),
      }
    case 'button': {
      const words = markup`${namedIcon(state.icons, node.data.icon)}<span>${node.data.label}</span>`
      if (spot.inLink) return words
      const look = node.data.kind === 'secondary' ? 'secondary' : 'primary'
      return { placeholder: 'link', ref: node.data.ref, look, parts: partsOf(words) }
    }
    default:
      return node satisfies never
  }
}

type DifferentIn = { as: 'ins' | 'del'; at: readonly Stretch[] | undefined }

function writeLeaf({ text, marks }: Leaf, different?: DifferentIn): Html {
  if (text === '') return html``
  const words = different?.at
    ? writeDifferent(text, different.as, different.at)
    : writeLines(text, marks.some(isCode) ? breakableName : breakableText)
  return withMarks(marks, words)
}

export function withMarks(marks: readonly Mark[], words: Html): Html {
  return sortMarks(marks).reduceRight((inner, mark) => marked(mark, inner), words)
}

function writeLines(text: string, write = breakableText): Html {
  const [first = '', ...rest] = text.split('\n')
  return rest.length === 0
    ? write(text)
    : html`${write(first)}${rest.map((line) => html`<br>${write(line)}`)}`
}

function writeDifferent(text: string, as: 'ins' | 'del', at: readonly Stretch[]): Html {
  let done = 0
  const pieces = at.map(({ from, to }) => {
    const before = writeLines(text.slice(done, from))
    const words = writeLines(text.slice(from, to))
    done = to
    return as === 'ins' ? html`${before}<ins>${words}</ins>` : html`${before}<del>${words}</del>`
  })
  return html`${pieces}${writeLines(text.slice(done))}`
}

function marked(mark: Mark, inner: Html): Html {
  switch (mark.type) {
    case 'bold':
      return html`<strong>${inner}</strong>`
    case 'italic':
      return html`<em>${inner}</em>`
    case 'strikethrough':
      return html`<s>${inner}</s>`
    case 'superscript':
      return html`<sup>${inner}</sup>`
    case 'subscript':
      return html`<sub>${inner}</sub>`
    case 'keyboard':
      return html`<kbd>${inner}</kbd>`
    case 'code':
      return html`<code>${inner}</code>`
    case 'color':
      return coloured(mark.data, inner)
    default:
      return mark satisfies never
  }
}

/** A few words on a ground of their own are a badge, and stay together. */
const LONGEST_BADGE = 32

function coloured({ text, background }: { text: Color; background: Color }, inner: Html): Html {
  const names = [colourClass('text', text), colourClass('on', background)].filter((name) => name !== '')
  if (names.length === 0) return inner
  if (background !== 'default' && inner.text.length <= LONGEST_BADGE) names.push('badge')
  return html`<span class="${names.join(' ')}">${inner}</span>`
}

export function colourClass(kind: 'text' | 'on', color: string): string {
  const isKnown = color !== 'default' && COLORS.some((one) => one === color)
  return isKnown ? `${kind}-${color.replace('$', '')}` : ''
}
