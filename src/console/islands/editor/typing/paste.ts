// What is pasted: what was copied here is itself again, pictures become files of the space, and HTML goes through the converters of the
// server.
import { Fragment, Slice } from 'prosemirror-model'
import { NodeSelection, Plugin, PluginKey } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import type { JSONDocument } from '../../../../engines/markdown/document.ts'
import { blockNode } from '../model/to-editor.ts'
import type { Place } from '../place.ts'
import { pasteIntoCell } from '../tables/paste-into-cell.ts'
import { insertCode, isInCode } from './code-commands.ts'
import { NEW } from './commands.ts'
import { type Copied, copiedIn, copiedSlice, filesToBring } from './copied.ts'

export type Incoming = {
  /** The file that an upload became. */
  upload(file: File): Promise<string>
  convert(html: string): Promise<JSONDocument>
  /** The same file in this space. */
  bring(from: { space: string; revision: string }, file: string): Promise<string>
  failed(error: unknown): void
}

/** Where something will be put that is still under way: also when others wrote anew what was there. */
type Waiting = { mark: object; at: number }
const waiting = new PluginKey<readonly Waiting[]>('waiting')
type Change = { add?: Waiting; remove?: object }

export function paste(incoming: Incoming, place: Place) {
  return new Plugin<readonly Waiting[]>({
    key: waiting,
    state: {
      init: () => [],
      apply(tr, all) {
        const { add, remove }: Change = tr.getMeta(waiting) ?? {}
        if (all.length === 0 && !add) return all
        const left = all.filter(({ mark }) => mark !== remove)
        const moved = left.map(({ mark, at }) => ({ mark, at: tr.mapping.map(at) }))
        return add ? [...moved, add] : moved
      },
    },
    props: {
      decorations: (state) =>
        DecorationSet.create(
          state.doc,
          (waiting.getState(state) ?? []).map(({ at, mark }) => Decoration.widget(at, waitingSign, { mark })),
        ),
      handlePaste(view, { clipboardData }, slice) {
        if (!clipboardData) return false
        const images = [...clipboardData.files].filter(isImage)
        const html = clipboardData.getData('text/html')
        if (isInCode(view.state)) {
          view.dispatch(insertCode(view.state, clipboardData.getData('text/plain')).scrollIntoView())
          return true
        }
        const copied = copiedIn(clipboardData, place.user)
        if (copied && filesToBring(copied, place).length > 0)
          return takeWithFiles(view, copied, place, incoming)
        const own = copied && copiedSlice(copied, place, view.state.doc)
        if (pasteIntoCell(view, clipboardData, own ?? slice, own !== undefined)) return true
        if (own) return put(view, own)
        if (images.length > 0 && !hasText(html))
          return takeImages(view, images, view.state.selection.from, incoming)
        // Of this editor itself: it is what it was.
        if (html === '' || /data-pm-slice/.test(html) || slice.size === 0) return false
        return takeHtml(view, html, incoming)
      },
      handleDrop(view, event, _slice, isMoved) {
        const images = [...(event.dataTransfer?.files ?? [])].filter(isImage)
        if (isMoved || images.length === 0) return false
        event.preventDefault()
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
        return takeImages(view, images, at ?? view.state.selection.from, incoming)
      },
    },
  })
}

const isImage = ({ type }: File) => type.startsWith('image/')

/** A picture that is copied from a page comes as HTML too, with nothing but that picture. */
function hasText(html: string) {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent?.trim() !== ''
}

function waitingSign() {
  const sign = document.createElement('span')
  sign.className = 'edit-waiting'
  return sign
}

/** Does what takes a while, with a sign at its place, which moves as others write. */
export function later(
  view: Pick<EditorView, 'state' | 'dispatch'>,
  at: number,
  { failed }: Incoming,
  work: (place: () => number) => Promise<void>,
): true {
  const mark = {}
  const place = () =>
    waiting.getState(view.state)?.find((one) => one.mark === mark)?.at ?? view.state.selection.from
  view.dispatch(view.state.tr.setMeta(waiting, { add: { mark, at } }))
  work(place)
    .catch(failed)
    .finally(() => view.dispatch(view.state.tr.setMeta(waiting, { remove: mark })))
  return true
}

function withoutSelection(view: EditorView): number {
  if (!view.state.selection.empty) view.dispatch(view.state.tr.deleteSelection())
  return view.state.selection.from
}

export function takeImages(view: EditorView, files: readonly File[], at: number, incoming: Incoming): true {
  return later(view, at, incoming, async (placeNow) => {
    for (const file of files) {
      const id = await incoming.upload(file)
      const place = placeNow()
      const image = NEW.image({ kind: 'file', file: id }, '')
      const $place = view.state.doc.resolve(place)
      const isEmpty = $place.parent.isTextblock && $place.parent.content.size === 0
      const tr = view.state.tr
      if (isEmpty && $place.parent.type.name === 'paragraph')
        tr.replaceWith($place.before(), $place.after(), image)
      else tr.insert($place.depth > 0 ? $place.after(1) : place, image)
      // So that its description is asked for.
      tr.doc.nodesBetween(0, tr.doc.content.size, (node, position) => {
        if (node === image.firstChild) tr.setSelection(NodeSelection.create(tr.doc, position))
      })
      view.dispatch(tr)
    }
  })
}

function put(view: EditorView, slice: Slice): true {
  const { content, openStart, openEnd } = slice
  const only = content.childCount === 1 && openStart + openEnd === 0 ? content.firstChild : null
  const { tr } = view.state
  view.dispatch(
    (only ? tr.replaceSelectionWith(only, false) : tr.replaceSelection(slice))
      .scrollIntoView()
      .setMeta('paste', true)
      .setMeta('uiEvent', 'paste'),
  )
  return true
}

/** From another space: what it shows comes along. */
function takeWithFiles(view: EditorView, copied: Copied, here: Place, incoming: Incoming): true {
  return later(view, withoutSelection(view), incoming, async (place) => {
    const brought = new Map<string, string>()
    for (const file of filesToBring(copied, here)) brought.set(file, await incoming.bring(copied.from, file))
    const at = place()
    const slice = copiedSlice(copied, here, view.state.doc, brought)
    if (slice) view.dispatch(view.state.tr.replaceRange(at, at, slice).scrollIntoView())
  })
}

function takeHtml(view: EditorView, html: string, incoming: Incoming): true {
  return later(view, withoutSelection(view), incoming, async (place) => {
    const nodes = (await incoming.convert(html)).nodes.map(blockNode)
    const at = place()
    const isInline = nodes.length === 1 && nodes[0]?.type.name === 'paragraph'
    const slice = new Slice(Fragment.from(nodes), isInline ? 1 : 0, isInline ? 1 : 0)
    view.dispatch(view.state.tr.replaceRange(at, at, slice).scrollIntoView())
  })
}
