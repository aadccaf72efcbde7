// What comes from elsewhere: pictures become files of the space, HTML goes through the converters of the server.
import { Fragment, Slice } from 'prosemirror-model'
import { NodeSelection, Plugin, PluginKey } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import type { JSONDocument } from '../../../../engines/markdown/document.ts'
import { blockNode } from '../model/to-editor.ts'
import { pasteIntoCell } from '../tables/paste-into-cell.ts'
import { insertCode, isInCode } from './code-commands.ts'
import { NEW } from './commands.ts'

export type Incoming = {
  /** The file that an upload became. */
  upload(file: File): Promise<string>
  convert(html: string): Promise<JSONDocument>
  failed(error: unknown): void
}

/** Where something will be put that is still under way. */
const waiting = new PluginKey<DecorationSet>('waiting')
type Change = { add?: { mark: object; at: number }; remove?: object }

export function paste(incoming: Incoming) {
  return new Plugin<DecorationSet>({
    key: waiting,
    state: {
      init: () => DecorationSet.empty,
      apply(tr, set) {
        const { add, remove }: Change = tr.getMeta(waiting) ?? {}
        const moved = set.map(tr.mapping, tr.doc)
        if (add) return moved.add(tr.doc, [Decoration.widget(add.at, waitingSign, { mark: add.mark })])
        return remove ? moved.remove(moved.find(undefined, undefined, ({ mark }) => mark === remove)) : moved
      },
    },
    props: {
      decorations: (state) => waiting.getState(state),
      handlePaste(view, { clipboardData }, slice) {
        if (!clipboardData) return false
        const images = [...clipboardData.files].filter(isImage)
        const html = clipboardData.getData('text/html')
        if (isInCode(view.state)) {
          view.dispatch(insertCode(view.state, clipboardData.getData('text/plain')).scrollIntoView())
          return true
        }
        if (pasteIntoCell(view, clipboardData, slice)) return true
        if (images.length > 0 && !hasText(html))
          return takeImages(view, images, view.state.selection.from, incoming)
        // Of this editor itself: it is what it was.
        if (html === '' || /data-pm-slice/.test(html) || slice.size === 0) return false
        takeHtml(view, html, incoming)
        return true
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

function placeOf(view: EditorView, mark: object) {
  return waiting.getState(view.state)?.find(undefined, undefined, (spec) => spec.mark === mark)[0]?.from
}

function wait(view: EditorView, at: number): object {
  const mark = {}
  view.dispatch(view.state.tr.setMeta(waiting, { add: { mark, at } }))
  return mark
}

export function takeImages(view: EditorView, files: readonly File[], at: number, incoming: Incoming): true {
  const mark = wait(view, at)
  void (async () => {
    try {
      for (const file of files) {
        const id = await incoming.upload(file)
        const place = placeOf(view, mark)
        if (place === undefined) return
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
    } catch (error) {
      incoming.failed(error)
    } finally {
      view.dispatch(view.state.tr.setMeta(waiting, { remove: mark }))
    }
  })()
  return true
}

function takeHtml(view: EditorView, html: string, incoming: Incoming) {
  if (!view.state.selection.empty) view.dispatch(view.state.tr.deleteSelection())
  const mark = wait(view, view.state.selection.from)
  incoming
    .convert(html)
    .then((document) => {
      const place = placeOf(view, mark)
      if (place === undefined) return
      const nodes = document.nodes.map(blockNode)
      const isInline = nodes.length === 1 && nodes[0]?.type.name === 'paragraph'
      const slice = new Slice(Fragment.from(nodes), isInline ? 1 : 0, isInline ? 1 : 0)
      view.dispatch(view.state.tr.replaceRange(place, place, slice).scrollIntoView())
    })
    .catch(incoming.failed)
    .finally(() => view.dispatch(view.state.tr.setMeta(waiting, { remove: mark })))
}
