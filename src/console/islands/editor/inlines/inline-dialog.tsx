// The dialog of what stands in a line, by its kind.
import type { InlineNode } from '../../../../engines/markdown/document.ts'
import type { Session } from '../session.ts'
import {
  expressionInline,
  type InlineKind,
  inlineAt,
  insertInline,
  replaceInline,
} from './inline-commands.ts'
import { VariableDialog } from './variable-dialog.tsx'

type Props = { session: Session; kind: InlineKind; at?: number; close(): void }
type Made = Parameters<typeof insertInline>[0]

export function InlineDialog({ session, kind, at, close }: Props) {
  const { words } = session.place
  const view = session.view()
  const held = at === undefined ? undefined : inlineAt(view.state, at)
  const put = (node: Made) => {
    if (at === undefined) insertInline(node)(view.state, view.dispatch)
    else if (held?.type === kind) view.dispatch(replaceInline(view.state, at, node))
    close()
  }
  switch (kind) {
    case 'expression': {
      const expression = of(held, 'expression')?.data.expression ?? ''
      const set = (text: string) => (text === expression ? close() : put(expressionInline(text)))
      return (
        <VariableDialog
          words={words}
          expression={expression}
          variables={session.variables}
          set={set}
          close={close}
        />
      )
    }
    default:
      return kind satisfies never
  }
}

function of<T extends InlineKind>(node: InlineNode | undefined, type: T) {
  return node?.object === 'inline' && node.type === type
    ? (node as Extract<InlineNode, { type: T }>)
    : undefined
}
