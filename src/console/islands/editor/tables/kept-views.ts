// Cells that hold values instead of text: what they show.
import type { Node } from 'prosemirror-model'
import type { EditorView, NodeView } from 'prosemirror-view'
import type { ContentRef } from '../../../../engines/content/records.ts'
import type { Definition } from '../../../../engines/markdown/tables/document-table.ts'
import type { EditorWords } from '../../../words/editor.ts'
import type { TitleOf } from '../saving/page-titles.ts'
import type { Sources } from '../typing/node-views.ts'
import { previewOfBlocks } from '../typing/previews.ts'
import { headCellsOf, placeAt } from './table-place.ts'

type Known = { words: EditorWords; sources: Sources; titleOf: TitleOf }
type Column = Partial<Definition> & { options?: { value: string; label: string }[]; max?: number }

export function keptView(known: Known) {
  return (start: Node, view: EditorView, getPos: () => number | undefined): NodeView => {
    const dom = document.createElement('td')
    let said: string | undefined
    const show = (node: Node) => {
      const at = getPos()
      const place = at === undefined ? undefined : placeAt(view.state.doc.resolve(at))
      const column: Column = (place && headCellsOf(place.table)[place.column]?.attrs.rest) ?? {}
      // Others may write in the table often, and what is shown here is asked for.
      const saying = JSON.stringify([node.attrs, column])
      if (saying === said) return
      said = saying
      dom.className = `kept ${column.type ?? ''}`
      dom.replaceChildren(shown(node, column, known))
    }
    show(start)
    return {
      dom,
      update(node) {
        if (node.type !== start.type) return false
        show(node)
        return true
      },
      ignoreMutation: () => true,
    }
  }
}

function shown(
  { attrs: { given, fragment } }: Node,
  { type, options = [], max }: Column,
  known: Known,
): HTMLElement | string {
  if (fragment) return previewOfBlocks(fragment.nodes)
  const { value } = given
  const { table } = known.words
  if (type === 'content-ref') return isRef(value) ? leading(value, known) : empty(table.noTarget)
  if (type === 'files' || type === 'image') return pictures(refsIn(value), known)
  if (value === undefined || value === null) return ''
  if (type === 'checkbox') return value === true ? '☑' : '☐'
  if (type === 'rating') return '★'.repeat(Math.min(Number(value), max ?? 5, 20))
  if (type === 'select' && Array.isArray(value))
    return value.map((id) => options.find((option) => option.value === id)?.label ?? id).join(', ')
  return words(value)
}

/** By the name of the page, once it is known. */
function leading(ref: ContentRef, { titleOf }: Known): HTMLElement {
  const dom = element('span', 'leads')
  const page = 'page' in ref ? ref.page : undefined
  if (page === undefined) dom.append(words(ref))
  else
    titleOf(page, 'space' in ref ? ref.space : undefined).then(
      (title) => dom.append(title),
      () => dom.append(page),
    )
  return dom
}

function pictures(refs: readonly ContentRef[], { sources, words: { table } }: Known): HTMLElement {
  if (refs.length === 0) return empty(table.noPicture)
  const dom = element('span', 'cell-pictures')
  for (const ref of refs)
    void sources(ref).then((source) => {
      const image = document.createElement('img')
      image.alt = ''
      if (source === undefined) return dom.append(ref.kind === 'url' ? ref.url : table.file)
      image.src = source
      dom.append(image)
    })
  return dom
}

const isRef = (value: unknown): value is ContentRef =>
  typeof value === 'object' && value !== null && 'kind' in value

/** Of a column of files, or of one picture. */
function refsIn(value: unknown): ContentRef[] {
  if (Array.isArray(value)) return value.map((file) => ({ kind: 'file', file: String(file) }))
  if (isRef(value)) return [value]
  const { ref }: { ref?: unknown } = Object(value)
  return isRef(ref) ? [ref] : []
}

function empty(text: string) {
  const dom = element('span', 'cell-empty')
  dom.textContent = text
  return dom
}

function element(name: 'span', className: string) {
  const made = document.createElement(name)
  made.className = className
  return made
}

function words(value: unknown): string {
  if (Array.isArray(value)) return value.map(words).join(', ')
  if (typeof value !== 'object' || value === null) return String(value)
  if ('ref' in value) return words(value.ref)
  return Object.entries(value)
    .filter(([name]) => name !== 'kind')
    .map(([, part]) => String(part))
    .join(' ')
}
