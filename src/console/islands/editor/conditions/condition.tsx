// The dialog of the condition around the cursor, or of one that there will be.
import type { Command } from 'prosemirror-state'
import type { Session } from '../session.ts'
import {
  conditionAround,
  conditionAt,
  setCondition,
  unwrapCondition,
  wrapInCondition,
} from './condition-commands.ts'
import { ConditionDialog } from './condition-dialog.tsx'
import {
  lineConditionAround,
  lineConditionOf,
  mayWrapWords,
  setLineCondition,
  unwrapWords,
  wrapWords,
} from './line-tags.ts'

type Props = { session: Session; at?: number; close(): void }

/** Of the innermost: in a line, or around blocks. Words that are chosen get one of their own. */
export function openCondition(session: Session) {
  const { state } = session.view()
  const { from, to } = state.selection
  const at = mayWrapWords(state)
    ? undefined
    : (lineConditionAround(state, from, to)?.at ?? conditionAround(state)?.at)
  session.show({ dialog: { kind: 'condition', at } })
}

export function Condition({ session, at, close }: Props) {
  const view = session.view()
  const run = (command: Command) => {
    command(view.state, view.dispatch, view)
    close()
  }
  const { expression, set, unwrap } = toEdit(session, at)
  return (
    <ConditionDialog
      words={session.place.words}
      expression={expression}
      read={session.claims}
      set={(expression) => run(set(expression))}
      unwrap={unwrap && (() => run(unwrap))}
      close={close}
    />
  )
}

type Edited = { expression?: string; set(expression: string): Command; unwrap?: Command }

function toEdit(session: Session, at: number | undefined): Edited {
  const { state } = session.view()
  if (at === undefined) return { set: mayWrapWords(state) ? wrapWords : wrapInCondition }
  const inLine = lineConditionOf(state, at)
  if (inLine) {
    const { expression } = inLine
    return { expression, set: (text) => setLineCondition(inLine, text), unwrap: unwrapWords(inLine) }
  }
  const { expression } = conditionAt(state, at) ?? {}
  return { expression, set: (text) => setCondition(at, text), unwrap: unwrapCondition(at) }
}
