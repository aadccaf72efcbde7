// Where the text goes: the change request, and its merge where this person may merge.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Session } from '../session.ts'

/** `mayMerge`: nothing that is written waits for a decision. What is not saved yet is saved first. */
type Props = { session: Session; number?: number; mayMerge: boolean }

export function RequestLine({ session, number, mayMerge }: Props) {
  const { place } = session
  const { words } = place
  const [state, set] = useState<
    { kind: 'idle' | 'merging' | 'merged' } | { kind: 'refused'; message: string }
  >({ kind: 'idle' })
  const done = useRef<HTMLAnchorElement>(null)
  // The button that was pressed is gone.
  useEffect(() => done.current?.focus(), [state.kind === 'merged'])
  if (number === undefined) return <span class="edit-request quiet">{words.newRequest}</span>
  const merge = async () => {
    if (state.kind === 'merging') return
    set({ kind: 'merging' })
    try {
      const answer = await session.merge()
      if (answer?.result === 'conflicts') return set({ kind: 'refused', message: words.mergeConflicts })
      if (!answer) return set({ kind: 'idle' })
      set({ kind: 'merged' })
      session.finish()
    } catch (error) {
      set({ kind: 'refused', message: error instanceof Error ? error.message : String(error) })
    }
  }
  if (state.kind === 'merged')
    return (
      <span class="edit-request merged" role="status">
        {words.merged}
        <a ref={done} href={`${place.home}/~/pages`}>
          {words.done}
        </a>
      </span>
    )
  return (
    <span class="edit-request">
      <a href={`${place.home}/~/changes/${number}/~review`}>
        {words.request} #{number}
      </a>
      {place.mayMerge && (
        <button
          type="button"
          class="button small"
          disabled={!mayMerge}
          aria-disabled={state.kind === 'merging' || undefined}
          onClick={() => void merge()}
        >
          {state.kind === 'merging' ? words.merging : words.merge}
        </button>
      )}
      {state.kind === 'refused' && <span role="alert">{state.message}</span>}
    </span>
  )
}
