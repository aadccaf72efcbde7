// A frame around what only some readers get, which says who. It is opened where it says so.
import type { Node } from 'prosemirror-model'
import type { NodeView } from 'prosemirror-view'
import type { EditorWords } from '../../../words/editor.ts'
import { problemIn } from '../inlines/expression-field.tsx'
import { dataOf } from '../model/schema.ts'

export function conditionView({ condition: texts, settings }: EditorWords, open: (at: number) => void) {
  return (start: Node, _view: unknown, getPos: () => number | undefined): NodeView => {
    const dom = document.createElement('div')
    const button = dom.appendChild(document.createElement('button'))
    button.type = 'button'
    button.className = 'condition-label'
    button.contentEditable = 'false'
    button.addEventListener('click', () => {
      const at = getPos()
      if (at !== undefined) open(at)
    })
    const contentDOM = dom.appendChild(document.createElement('div'))
    contentDOM.className = 'condition-body'
    const show = (node: Node) => {
      const expression = String(dataOf(node).expression ?? '')
      const isWrong = expression.trim() === '' || problemIn(expression) !== undefined
      dom.className = isWrong ? 'edit-condition wrong' : 'edit-condition'
      const code = document.createElement('code')
      code.dir = 'ltr'
      code.textContent = expression
      button.replaceChildren(isWrong ? texts.unreadable : settings.condition, ' ', code)
      button.title = texts.change
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
      stopEvent: ({ target }) => target instanceof window.Node && button.contains(target),
      ignoreMutation: (mutation) => mutation.type !== 'selection' && !contentDOM.contains(mutation.target),
    }
  }
}
