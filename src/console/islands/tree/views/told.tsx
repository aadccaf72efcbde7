import { useEffect } from 'preact/hooks'
import { addressOf } from '../place.ts'
import type { Session, Told } from '../session.ts'

/** Long enough to read it and go back. */
const SHOWN_FOR = 12_000

export function ToldView({ session, told }: { session: Session; told: Told | undefined }) {
  const { words, signIn } = session.place
  useEffect(() => {
    if (!told || told.isTrouble) return
    const timer = setTimeout(() => session.set({ told: undefined }), SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [told])
  return (
    <div class={told ? 'toast' : 'toast empty-toast'} role="status">
      {told && <span>{told.text}</span>}
      {told?.undo && (
        <button type="button" class="button plain small" onClick={told.undo}>
          {words.undo}
        </button>
      )}
      {told?.isSignedOut && (
        <a class="button small" href={addressOf(signIn, '')}>
          {words.signIn}
        </a>
      )}
    </div>
  )
}
