import { emojiOf } from '../../html/emoji-names.ts'
import type { Block, InlineNode, Leaf, Mark } from '../../markdown/document.ts'
import { inlineText, sortMarks } from '../../markdown/nodes.ts'
import { NARROW, WIDE } from './long-words.ts'
import { writeFormula } from './maths.ts'
import { leadOf, linked } from './references.ts'
import { inside, type PdfSpot, placeOfNote, type RenderState, writeInside } from './render-state.ts'
import { joined, plainLiteral } from './typst-escape.ts'

export function writeInlines(state: RenderState, nodes: readonly InlineNode[], spot: PdfSpot): string {
  return joined(nodes.flatMap((node) => writeInline(state, node, spot)))
}

function writeInline(state: RenderState, node: InlineNode, spot: PdfSpot): string[] {
  if (node.object === 'text')
    return node.leaves.filter(({ text }) => text !== '').map((leaf) => writeLeaf(state, leaf, spot))
  const { ink } = state
  switch (node.type) {
    case 'link':
      return [linked(leadOf(state, node.data.ref, spot), writeInlines(state, node.nodes, spot))]
    case 'emoji':
      return [ink.words(emojiOf(node.data.code))]
    case 'icon':
      return [`icon(${ink.literal(node.data.icon)})`]
    case 'expression':
      return [ink.code(node.data.expression)]
    case 'inline-math':
      return [writeFormula(state, node.data.formula)]
    case 'inline-image': {
      const { ref, alt, caption, size } = node.data
      const words = ink.literal(alt || caption || '')
      if (ref.kind !== 'file') {
        const lead = leadOf(state, ref, spot)
        const told = [alt || caption || 'image', ...(lead.url === '' ? ['picture not found'] : [])].join(
          ' – ',
        )
        return [linked(lead, `small(${ink.words(`[${told}]`)})`)]
      }
      state.images.add(ref.file)
      return [`inline-picture(${ink.literal(ref.file)},${words},${size === 'original' ? 'none' : '1.15em'})`]
    }
    case 'annotation':
      return [writeInlines(state, node.nodes, spot), ...writeNote(state, node, spot)]
    case 'mention': {
      const lead = leadOf(state, node.data.ref, spot)
      const words = node.data.ref.kind === 'user' ? `@${node.meta?.label ?? node.data.ref.user}` : undefined
      return [linked(lead, ink.words(words ?? lead.title ?? node.meta?.label ?? ''))]
    }
    case 'button':
      return [
        linked(
          leadOf(state, node.data.ref, spot),
          ink.words(node.data.label),
          `button.with("${node.data.kind === 'primary' ? 'primary' : 'secondary'}")`,
        ),
      ]
    default:
      return unknownInline(state, node)
  }
}

/** Whatever it is, its words are printed. */
function unknownInline(state: RenderState, node: never): string[] {
  const { nodes } = node as { nodes?: InlineNode[] }
  return nodes ? [state.ink.words(inlineText(nodes))] : []
}

type Annotation = Extract<InlineNode, { type: 'annotation' }>

/** Titles are repeated in the table of contents, and a note within a note is none: there it waits for its paragraph. */
function writeNote(state: RenderState, node: Annotation, spot: PdfSpot): string[] {
  const blocks = node.fragments.flatMap((fragment) => fragment.nodes)
  const notes: string[] = []
  const body = writeBeside(state, blocks, inside(spot, { notes, inTable: false, inItem: true }))
  const note = joined([body, ...notes])
  if (!spot.notes) return [writeFootnote(state, node.meta?.label, note, spot)]
  spot.notes.push(note)
  return []
}

/** Blocks of which the first, if it is a paragraph, goes on in the line where they begin. */
export function writeBeside(state: RenderState, blocks: readonly Block[], spot: PdfSpot): string {
  const parts = blocks.map((block) => {
    if (block.type !== 'paragraph' || block.meta?.markdown !== undefined)
      return writeInside(state, [block], spot)
    return writeInlines(state, block.nodes, spot)
  })
  return joined(parts.flatMap((part, at) => (at === 0 ? [part] : ['parbreak()', part])))
}

/** A note that is used several times on a page is printed once, with one number. */
function writeFootnote(
  state: RenderState,
  label: string | undefined,
  note: string,
  { page }: PdfSpot,
): string {
  if (label === undefined) return `footnote(${note})`
  const place = placeOfNote(page.id, label)
  const known = state.notes.get(place)
  if (known === note) return `footnote(label(${plainLiteral(place)}))`
  // Content that is included may have a note of the same name, with other words.
  if (known !== undefined) return `footnote(${note})`
  state.notes.set(place, note)
  return `place-here(${plainLiteral(place)},footnote(${note}))`
}

function writeLeaf({ ink }: RenderState, { text, marks }: Leaf, spot: PdfSpot): string {
  const isMarked = (name: Mark['type']) => marks.some(({ type }) => type === name)
  const setting = { longest: spot.inTable ? NARROW : WIDE, isSlanted: isMarked('italic') }
  const bare = isMarked('code') ? ink.code(text, setting) : ink.words(text, setting)
  return sortMarks(marks).reduceRight((inner, mark) => marked(mark, inner), bare)
}

function marked(mark: Mark, inner: string): string {
  switch (mark.type) {
    case 'bold':
      return `strong(${inner})`
    case 'italic':
      return `emph(${inner})`
    case 'strikethrough':
      return `strike(${inner})`
    case 'superscript':
      return `super(${inner})`
    case 'subscript':
      return `sub(${inner})`
    case 'keyboard':
      return `key(${inner})`
    case 'color':
      return `tint(${colorName(mark.data.text)},${colorName(mark.data.background)},${inner})`
    default:
      return inner
  }
}

function colorName(color: string) {
  return `"${color.replace(/[^a-z]/g, '')}"`
}
