// A tag of a condition in a line: who sees what follows, what others see, and where that ends.
import type { Node } from 'prosemirror-model'
import type { NodeView } from 'prosemirror-view'
import type { EditorWords } from '../../../words/editor.ts'
import { problemIn } from '../inlines/expression-field.tsx'
import { tagIn } from './line-tags.ts'

export function tagView({ condition: texts, settings }: EditorWords) {
  return (start: Node): NodeView => {
    const dom = document.createElement('span')
    const show = (node: Node) => {
      const { name, expression } = tagIn(node)
      const isWrong =
        name !== 'endif' && (expression === undefined ? name === 'if' : problemIn(expression) !== undefined)
      dom.className = isWrong ? 'condition-tag wrong' : 'condition-tag'
      dom.title = String(node.attrs.source)
      if (name === 'endif') return dom.replaceChildren(texts.end)
      // Code has a box of its own.
      const code = document.createElement('span')
      code.className = 'condition-expression'
      code.dir = 'ltr'
      code.textContent = expression ?? ''
      const label = isWrong ? texts.unreadable : name === 'if' ? settings.condition : texts.otherwise
      dom.replaceChildren(label, ...(expression === undefined ? [] : [' ', code]))
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
