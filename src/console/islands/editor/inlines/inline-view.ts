// What stands in a line and is no text, as readers see it or as something that can be read.
import type { Node } from 'prosemirror-model'
import type { NodeView } from 'prosemirror-view'
import type {
  AnnotationInline,
  ButtonInline,
  InlineNode,
  MentionInline,
} from '../../../../engines/markdown/document.ts'
import type { EditorWords } from '../../../words/editor.ts'
import { inlineLabel } from '../model/schema.ts'
import type { TitleOf } from '../saving/page-titles.ts'
import { textOf } from '../typing/previews.ts'
import { drawIcon } from './icons.ts'
import { type Variables, variableIn } from './variables.ts'

export function inlineView(words: EditorWords, variables: Variables, titleOf: TitleOf) {
  return (start: Node): NodeView => {
    const dom = document.createElement('span')
    let current: InlineNode = start.attrs.node
    const show = () => {
      const { type } = { type: 'raw', ...current }
      dom.className = `inline-atom ${type}`
      dom.removeAttribute('title')
      if ('type' in current && current.type === 'expression')
        showExpression(dom, current.data.expression, words, variables)
      else if ('type' in current && current.type === 'icon') dom.replaceChildren(icon(current.data.icon))
      else if ('type' in current && current.type === 'button') showButton(dom, current.data)
      else if ('type' in current && current.type === 'annotation') showNote(dom, current)
      else if ('type' in current && current.type === 'mention') showMention(dom, current, titleOf)
      else dom.textContent = inlineLabel(current)
    }
    show()
    const end = isExpression(current) ? variables.watch(show) : undefined
    return {
      dom,
      update(node) {
        const next: InlineNode = node.attrs.node
        if (node.type !== start.type || isExpression(next) !== isExpression(current)) return false
        current = next
        show()
        return true
      },
      destroy: () => end?.(),
      ignoreMutation: () => true,
    }
  }
}

const isExpression = (node: InlineNode) => node.object === 'inline' && node.type === 'expression'

function showExpression(
  dom: HTMLElement,
  expression: string,
  { variable }: EditorWords,
  variables: Variables,
) {
  const named = variableIn(expression)
  const known = variables.known()
  const found = named && known?.get(named.expression)
  const isMissing = named !== undefined && known !== undefined && !found
  dom.classList.toggle('missing', isMissing)
  dom.title = isMissing ? `${variable.missing}: ${expression.trim()}` : expression.trim()
  dom.replaceChildren(part('chip-name', named?.name ?? expression.trim()))
  if (found) dom.append(part('chip-value', found.value))
}

function icon(name: string) {
  const element = document.createElement('span')
  drawIcon(element, name)
  element.title = name
  return element
}

function showButton(dom: HTMLElement, { label, kind, icon: sign }: ButtonInline['data']) {
  dom.classList.add(kind === 'secondary' ? 'secondary' : 'primary')
  dom.replaceChildren(...(sign ? [icon(sign)] : []), part('chip-label', label))
}

/** A person by what was written, a page by its title. */
function showMention(dom: HTMLElement, { data: { ref }, meta }: MentionInline, titleOf: TitleOf) {
  dom.textContent = meta?.label ?? (ref.kind === 'url' ? ref.url : '@')
  if (ref.kind !== 'page') return
  const name = (title: string) => {
    dom.textContent = title
  }
  titleOf(ref.page, ref.space).then(name, () => {})
}

/** It is read where the pointer is, as on a site. */
function showNote(dom: HTMLElement, { nodes, fragments }: AnnotationInline) {
  dom.title = fragments.flatMap(({ nodes }) => nodes.map(textOf)).join('\n')
  dom.replaceChildren(part('chip-explained', nodes.map(inlineLabel).join('')), part('chip-note', '*'))
}

function part(name: string, text: string) {
  const element = document.createElement('span')
  element.className = name
  element.textContent = text
  return element
}
