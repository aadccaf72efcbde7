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

type Props = { session: Session; at?: number; close(): void }

export function openCondition(session: Session) {
  session.show({ dialog: { kind: 'condition', at: conditionAround(session.view().state)?.at } })
}

export function Condition({ session, at, close }: Props) {
  const view = session.view()
  const run = (command: Command) => {
    command(view.state, view.dispatch, view)
    close()
  }
  return (
    <ConditionDialog
      words={session.place.words}
      expression={at === undefined ? undefined : conditionAt(view.state, at)?.expression}
      read={session.claims}
      set={(expression) => run(at === undefined ? wrapInCondition(expression) : setCondition(at, expression))}
      unwrap={() => at !== undefined && run(unwrapCondition(at))}
      close={close}
    />
  )
}
