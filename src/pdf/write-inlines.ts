import type { InlineNode, Leaf, Mark } from '../markdown/document.ts'
import { inlineText, sortMarks } from '../markdown/nodes.ts'
import { type Desk, inside, placeOfNote, type Spot } from './desk.ts'
import { emojiOf } from './emoji-names.ts'
import { joined, plainLiteral } from './ink.ts'
import { NARROW, WIDE } from './long-words.ts'
import { writeFormula } from './maths.ts'
import { leadOf, linked } from './references.ts'
import { writeBeside } from './write-blocks.ts'

export function writeInlines(desk: Desk, nodes: readonly InlineNode[], spot: Spot): string {
  return joined(nodes.flatMap((node) => writeInline(desk, node, spot)))
}

function writeInline(desk: Desk, node: InlineNode, spot: Spot): string[] {
  if (node.object === 'text')
    return node.leaves.filter(({ text }) => text !== '').map((leaf) => writeLeaf(desk, leaf, spot))
  const { ink } = desk
  switch (node.type) {
    case 'link':
      return [linked(leadOf(desk, node.data.ref, spot), writeInlines(desk, node.nodes, spot))]
    case 'emoji':
      return [ink.words(emojiOf(node.data.code))]
    case 'icon':
      return [`icon(${ink.literal(node.data.icon)})`]
    case 'expression':
      return [ink.code(node.data.expression)]
    case 'inline-math':
      return [writeFormula(desk, node.data.formula)]
    case 'inline-image': {
      const { ref, alt, caption, size } = node.data
      const words = ink.literal(alt || caption || '')
      if (ref.kind !== 'file') {
        const lead = leadOf(desk, ref, spot)
        const told = [alt || caption || 'image', ...(lead.url === '' ? ['picture not found'] : [])].join(
          ' – ',
        )
        return [linked(lead, `small(${ink.words(`[${told}]`)})`)]
      }
      desk.images.add(ref.file)
      return [`inline-picture(${ink.literal(ref.file)},${words},${size === 'original' ? 'none' : '1.15em'})`]
    }
    case 'annotation':
      return [writeInlines(desk, node.nodes, spot), ...writeNote(desk, node, spot)]
    case 'mention': {
      const lead = leadOf(desk, node.data.ref, spot)
      const words = node.data.ref.kind === 'user' ? `@${node.meta?.label ?? node.data.ref.user}` : undefined
      return [linked(lead, ink.words(words ?? lead.title ?? node.meta?.label ?? ''))]
    }
    case 'button':
      return [
        linked(
          leadOf(desk, node.data.ref, spot),
          ink.words(node.data.label),
          `button.with("${node.data.kind === 'primary' ? 'primary' : 'secondary'}")`,
        ),
      ]
    default:
      return unknownInline(desk, node)
  }
}

/** Whatever it is, its words are printed. */
function unknownInline(desk: Desk, node: never): string[] {
  const { nodes } = node as { nodes?: InlineNode[] }
  return nodes ? [desk.ink.words(inlineText(nodes))] : []
}

type Annotation = Extract<InlineNode, { type: 'annotation' }>

/** Titles are repeated in the table of contents, and a note within a note is none: there it waits for its paragraph. */
function writeNote(desk: Desk, node: Annotation, spot: Spot): string[] {
  const blocks = node.fragments.flatMap((fragment) => fragment.nodes)
  const notes: string[] = []
  const body = writeBeside(desk, blocks, inside(spot, { notes, inTable: false, inItem: true }))
  const note = joined([body, ...notes])
  if (!spot.notes) return [writeFootnote(desk, node.meta?.label, note, spot)]
  spot.notes.push(note)
  return []
}

/** A note that is used several times on a page is printed once, with one number. */
function writeFootnote(desk: Desk, label: string | undefined, note: string, { page }: Spot): string {
  if (label === undefined) return `footnote(${note})`
  const place = placeOfNote(page.id, label)
  const known = desk.notes.get(place)
  if (known === note) return `footnote(label(${plainLiteral(place)}))`
  // Content that is included may have a note of the same name, with other words.
  if (known !== undefined) return `footnote(${note})`
  desk.notes.set(place, note)
  return `place-here(${plainLiteral(place)},footnote(${note}))`
}

function writeLeaf({ ink }: Desk, { text, marks }: Leaf, spot: Spot): string {
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
