// What is copied here is pasted as it was: HTML does not say what cards, chips and links to pages are. The clipboard has its name alone, and
// what it is stays in this browser: so a page of somebody else cannot put anything in that was not written here.
import { Fragment, type Node, Slice } from 'prosemirror-model'
import { Plugin } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { ContentRef } from '../../../../engines/content/records.ts'
import { schema } from '../model/schema.ts'
import type { Place } from '../place.ts'
import { withoutSelected } from '../tables/table-plugin.ts'
import { renameFilesIn } from './copied-files.ts'
import { asCopy } from './ids.ts'

type From = Pick<Place, 'user' | 'space' | 'page' | 'isReusable'> & { revision: string }
export type Copied = { name: string; from: From; slice: object }

const TYPE = 'application/x-quire'
const KEPT = 'quire-copied'
/** Other tabs learn of it through the storage, which has an end. */
const LONGEST = 2_000_000

let last: Copied | undefined

export function copying(from: () => From) {
  const copy = (view: EditorView, { clipboardData }: ClipboardEvent): boolean => {
    if (view.state.selection.empty || !clipboardData) return false
    const slice = view.state.selection.content()
    const { dom, text } = view.serializeForClipboard(slice)
    last = { name: crypto.randomUUID(), from: from(), slice: slice.toJSON() }
    keep(last)
    clipboardData.setData(TYPE, last.name)
    clipboardData.setData('text/html', dom.innerHTML)
    clipboardData.setData('text/plain', text)
    return true
  }
  return new Plugin({
    props: {
      handleDOMEvents: {
        copy(view, event) {
          if (!copy(view, event)) return false
          event.preventDefault()
          return true
        },
        cut(view, event) {
          if (!copy(view, event)) return false
          event.preventDefault()
          view.dispatch(withoutSelected(view.state).scrollIntoView().setMeta('uiEvent', 'cut'))
          return true
        },
      },
    },
  })
}

function keep(copied: Copied) {
  try {
    localStorage.removeItem(KEPT)
    const text = JSON.stringify(copied)
    if (text.length <= LONGEST) localStorage.setItem(KEPT, text)
  } catch {
    // Full, or forbidden: this tab still knows.
  }
}

function kept(): Copied | undefined {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? 'null') ?? undefined
  } catch {
    return
  }
}

/** What was copied from an editor of this server, if that is what the clipboard has. */
export function copiedIn(data: DataTransfer, user: string): Copied | undefined {
  const name = data.getData(TYPE)
  if (name === '') return
  return [last, kept()].find((copied) => copied?.name === name && copied.from.user === user)
}

/** The files it shows that another space does not have. */
export function filesToBring({ from, slice }: Copied, { space }: Place): string[] {
  const files = new Set<string>()
  if (from.space !== space)
    eachRef(slice, (ref) => {
      if (ref.kind === 'file') files.add(ref.file)
      return ref
    })
  return [...files]
}

/** As it is to stand in `doc`. Undefined for what another release copied and this one does not know. */
export function copiedSlice(
  { from, slice }: Copied,
  here: Place,
  doc: Node,
  brought: ReadonlyMap<string, string> = new Map(),
): Slice | undefined {
  const isSamePage = from.page === here.page && from.space === here.space
  const told = isSamePage ? slice : eachRef(slice, (ref) => refFrom(ref, from, here, brought))
  try {
    const { content, openStart, openEnd } = Slice.fromJSON(schema, told)
    const taken = new Set(doc.children.map(({ attrs }) => attrs.id))
    // What was cut is itself again; of what is still there this is a second one.
    const named = isSamePage
      ? content.content.map((node) => (taken.has(node.attrs.id) ? asCopy(node) : node))
      : content.content.map(unnamed)
    return new Slice(Fragment.from(named), openStart, openEnd)
  } catch {
    return
  }
}

function unnamed(node: Node): Node {
  if (node.isText) return node
  const attrs = 'id' in node.attrs ? { ...node.attrs, id: null } : node.attrs
  return node.type.create(attrs, node.children.map(unnamed), node.marks)
}

/** The same place, told from another page. */
function refFrom(ref: ContentRef, from: From, here: Place, brought: ReadonlyMap<string, string>): ContentRef {
  if (ref.kind === 'file') return { ...ref, file: brought.get(ref.file) ?? ref.file }
  if (ref.kind === 'anchor' && !ref.page && from.isReusable) return ref
  if (ref.kind !== 'page' && ref.kind !== 'anchor' && ref.kind !== 'reusable-content') return ref
  const { space = from.space, ...rest } = ref
  const told = rest.kind === 'anchor' ? { ...rest, page: rest.page ?? from.page } : rest
  return space === here.space ? told : { ...told, space }
}

/** A copy in which every reference is what `change` makes of it. */
function eachRef(value: object, change: (ref: ContentRef) => ContentRef): object {
  const rename = (file: string) => {
    const changed = change({ kind: 'file', file })
    return changed.kind === 'file' ? changed.file : file
  }
  return JSON.parse(JSON.stringify(value), (_key, held) => {
    if (isRef(held)) return change(held)
    return typeof held === 'object' && held !== null ? renameFilesIn(held, rename) : held
  })
}

const NAMES: ReadonlyMap<unknown, string> = new Map([
  ['file', 'file'],
  ['page', 'page'],
  ['anchor', 'anchor'],
  ['reusable-content', 'reusableContent'],
])

function isRef(value: unknown): value is ContentRef {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false
  const name = NAMES.get(value.kind)
  return name !== undefined && name in value
}
