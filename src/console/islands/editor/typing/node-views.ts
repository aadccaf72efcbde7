// Blocks that need more than elements around their text: pictures, whose addresses are asked for, and atoms.
import type { Node } from 'prosemirror-model'
import type { EditorView, NodeView } from 'prosemirror-view'
import type { ContentRef } from '../../../../engines/content/records.ts'
import type { Block } from '../../../../engines/markdown/document.ts'
import type { EditorWords } from '../../../words/editor.ts'
import { dataOf } from '../model/schema.ts'
import { previewOf } from './previews.ts'

export type Sources = (ref: ContentRef) => Promise<string | undefined>

type Where = () => number | undefined

export function imageView(sources: Sources) {
  return (start: Node): NodeView => {
    const dom = document.createElement('figure')
    dom.className = 'picture'
    const image = dom.appendChild(document.createElement('img'))
    image.draggable = true
    const contentDOM = dom.appendChild(document.createElement('figcaption'))
    let shown: unknown
    const show = (node: Node) => {
      const { ref, alt, width } = dataOf(node)
      image.alt = String(alt ?? '')
      if (typeof width === 'number') image.width = width
      else image.removeAttribute('width')
      if (shown === ref) return
      shown = ref
      if (isRef(ref)) void sources(ref).then((source) => showSource(image, ref, source))
    }
    show(start)
    return {
      dom,
      contentDOM,
      update(node) {
        if (node.type !== start.type) return false
        show(node)
        return true
      },
      ignoreMutation: (mutation) => mutation.type !== 'selection' && !contentDOM.contains(mutation.target),
    }
  }
}

function isRef(ref: unknown): ref is ContentRef {
  return typeof ref === 'object' && ref !== null && 'kind' in ref
}

/** Pictures of other servers are not fetched while somebody writes: their description and address stand for them. */
function showSource(image: HTMLImageElement, ref: ContentRef, source: string | undefined) {
  image.classList.toggle('elsewhere', source === undefined)
  if (source === undefined) image.alt = `${image.alt} ${'url' in ref ? ref.url : ''}`.trim()
  else image.src = source
}

export function atomView(
  words: EditorWords,
  edit: (at: number) => void,
  render: (place: HTMLElement, block: Block) => void,
) {
  return (node: Node, _view: EditorView, getPos: Where): NodeView => {
    const block: Block = node.attrs.block
    const dom = document.createElement('div')
    dom.className = 'edit-atom'
    const head = dom.appendChild(document.createElement('div'))
    head.className = 'edit-atom-head'
    head.append(kindOf(block, words))
    const button = head.appendChild(document.createElement('button'))
    button.type = 'button'
    button.className = 'button plain small'
    button.textContent = words.atom.edit
    button.addEventListener('click', () => {
      const at = getPos()
      if (at !== undefined) edit(at)
    })
    const shown = dom.appendChild(document.createElement('div'))
    shown.append(previewOf(block))
    render(shown, block)
    return { dom, stopEvent: (event) => event.target === button, ignoreMutation: () => true }
  }
}

function kindOf({ type }: Block, { atom: { kinds } }: EditorWords): string {
  if (type === 'content-ref') return kinds.contentRef
  if (type === 'reusable-content') return kinds.reusable
  if (type === 'swagger' || type.startsWith('openapi-')) return kinds.api
  const known: Readonly<Record<string, string>> = kinds
  return known[type] ?? kinds.paragraph
}
