import type { Block } from '../../markdown/document.ts'
import { Anchors } from '../../markdown/names/slugs.ts'
import { type Attribute, attributeValue, readTagAttributes } from '../../markdown/read/attributes.ts'
import type { DifferentWords } from '../changes/changed-words.ts'
import { firstDirection } from '../directions.ts'
import type { Html } from '../html.ts'
import { attribute, type Markup, markup, NOTHING, partsOf } from '../markup.ts'
import type { HtmlWriteOptions, Needs, Placeholder } from '../written-document.ts'

/** One document being written: what it is written with, and what is met on the way. */
export type WriteState = HtmlWriteOptions & {
  /** Called through `writeInside` by writers of blocks that hold blocks: importing it would be a cycle. */
  writeBlocks: BlockWriter
  needs: Needs
  anchors: Anchors
  /** Anchors of blocks, which no element that somebody wrote takes from them. */
  blockIds: ReadonlySet<string>
  /** The bodies of annotations, which are behind everything else: a paragraph holds no blocks. */
  notes: Map<string, Note>
  /** How many levels headings move down: the title of the page is the only one at the top. */
  shift: number
  /** Whether anything in it or around it runs from right to left; then every block says how it runs. */
  turns: boolean
  /** How many more letters of code get colours. */
  colours: number
  pictures: number
  groups: number
  /** What is marked in the block that is being written, for those who review a change. */
  different?: { as: 'ins' | 'del'; words: DifferentWords }
}

type BlockWriter = (state: WriteState, blocks: readonly Block[], spot: HtmlSpot) => Markup

type Note = { id: string; number: number; body: Markup }

/** Where in the document something stands. */
export type HtmlSpot = {
  nesting: number
  isOutlined: boolean
  /** Paragraphs are written without an element of their own. */
  isTight?: boolean
  /** The line is a whole cell, which no paragraph is around: blocks may be in it. */
  isCell?: boolean
  /** The words of the heading right before it. */
  under?: string
  inLink?: boolean
}

type About = Pick<WriteState, 'writeBlocks' | 'shift' | 'turns' | 'blockIds'>

export function openState(writing: HtmlWriteOptions, about: About): WriteState {
  return {
    ...writing,
    ...about,
    needs: { mermaid: false, maths: false },
    anchors: new Anchors(),
    notes: new Map(),
    colours: 64 * 1024,
    pictures: 0,
    groups: 0,
  }
}

/** Writes the blocks that another block or a note holds. */
export function writeInside(state: WriteState, blocks: readonly Block[], spot: HtmlSpot): Markup {
  return state.writeBlocks(state, blocks, spot)
}

export function inside(spot: HtmlSpot, more: Partial<HtmlSpot> = {}): HtmlSpot {
  return { ...spot, nesting: spot.nesting + 1, isTight: false, isCell: false, under: undefined, ...more }
}

/** Inside something that is closed, or aside from the text: its headings are not in the outline. */
export function aside(spot: HtmlSpot, more: Partial<HtmlSpot> = {}): HtmlSpot {
  return inside(spot, { isOutlined: false, ...more })
}

/** The anchor of a block as an attribute; nothing when it has none. */
export function anchorOf(state: WriteState, { meta }: Block): Markup | undefined {
  return meta?.id ? idAttribute({ placeholder: 'id', id: state.anchors.unique(meta.id) }) : undefined
}

/** A place at which other names of a block are found too: former ones, or those that other tools give it. */
export function otherNames(
  { anchors, blockIds }: WriteState,
  names: readonly (string | undefined)[],
): Markup {
  return names.map((id) => {
    if (!id || blockIds.has(id) || anchors.isTaken(id)) return NOTHING
    return markup`<span${idAttribute({ placeholder: 'id', id: anchors.unique(id), isOther: true })}></span>`
  })
}

/** Ours have a colon. */
const WRITTEN_ID = /^[^\s:]{1,200}$/

/** The id of an element as somebody wrote it, as an attribute. Of those that have the same, the first is led to. */
export function writtenAnchor(
  { anchors, blockIds }: WriteState,
  { name, attributes }: { name: string; attributes: readonly Attribute[] },
): Markup | undefined {
  const id = attributeValue(attributes, 'id') || (name === 'a' && attributeValue(attributes, 'name'))
  if (!id || !WRITTEN_ID.test(id) || blockIds.has(id) || anchors.isTaken(id)) return undefined
  return idAttribute({ placeholder: 'id', id: anchors.unique(id) })
}

/** The same for an element that is not written itself. */
export function writtenTarget(state: WriteState, element: Parameters<typeof writtenAnchor>[1]): Markup {
  const id = writtenAnchor(state, element)
  return id ? markup`<span${id}></span>` : NOTHING
}

export type IdHole = Extract<Placeholder, { placeholder: 'id' }>

export function idAttribute(placeholder: IdHole): Markup {
  return markup` id="${placeholder}"`
}

/** A name for elements that belong together. No anchor of a text has a colon. */
export function groupName(state: WriteState, kind: string): IdHole {
  state.groups += 1
  return { placeholder: 'id', id: `${kind}:${state.groups}` }
}

export function direction({ turns }: WriteState): Html | undefined {
  return attribute('dir', turns ? 'auto' : undefined)
}

/** The same for what may have no letter, as a price: `auto` would say from left to right, whatever is around it. */
export function directionOfWords(state: WriteState, words: Markup): Html | undefined {
  return state.turns && mayHaveLetters(words) ? direction(state) : undefined
}

function mayHaveLetters(words: Markup): boolean {
  return partsOf(words).some(
    (part) => typeof part !== 'string' || /\p{L}/u.test(part.replace(/<[^>]*>|&#?\w+;/g, '')),
  )
}

/**
 * The same for what holds blocks, by the first of their letters that has a direction: `auto` looks past everything below
 * that says for itself how it runs, and then finds nothing.
 */
export function directionOf({ turns }: WriteState, held: unknown): Html | undefined {
  return attribute('dir', turns ? (firstDirection(held) ?? 'auto') : undefined)
}

/** What the source says of a block beyond the model: the icon of a tab or a hint, whether something is open. */
export function saidOf({ meta }: Block, name: string): string | undefined {
  if (!meta?.attributes) return undefined
  const found = readTagAttributes(meta.attributes.join(' '))?.find((one) => one.name === name)
  return found && (found.value ?? '')
}
