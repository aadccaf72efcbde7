// Where the text goes: the change request, and its merge where this person may merge.
import { useState } from 'preact/hooks'
import type { Session } from '../session.ts'

type Props = { session: Session; number?: number; isSaved: boolean }

export function RequestLine({ session, number, isSaved }: Props) {
  const { place } = session
  const { words } = place
  const [state, set] = useState<
    { kind: 'idle' | 'merging' | 'merged' } | { kind: 'refused'; message: string }
  >({ kind: 'idle' })
  if (number === undefined) return <span class="edit-request quiet">{words.newRequest}</span>
  const merge = async () => {
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
        {words.merged} <a href={`${place.home}/~/pages`}>{words.done}</a>
      </span>
    )
  return (
    <span class="edit-request">
      <a href={`${place.home}/~/changes/${number}`}>
        {words.request} #{number}
      </a>
      {place.mayMerge && (
        <button
          type="button"
          class="button small"
          disabled={!isSaved || state.kind === 'merging'}
          onClick={() => void merge()}
        >
          {state.kind === 'merging' ? words.merging : words.merge}
        </button>
      )}
      {state.kind === 'refused' && <span role="alert">{state.message}</span>}
    </span>
  )
}
