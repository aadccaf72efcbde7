import type { EditorWords } from '../../../words/editor.ts'
import type { Status } from '../saving/saver.ts'

const SIGN_IN = '/o/~sign-in'
const TROUBLES = new Set<string>([
  'offline',
  'busy',
  'signedOut',
  'full',
  'forbidden',
  'gone',
  'refused',
  'conflict',
])

type Props = { words: EditorWords; status: Status; isUnkept: boolean; retry(): void }

export const isTrouble = ({ kind }: Status) => TROUBLES.has(kind)

/** In one word beside the title. What asks for something is told at length, above the text. */
export function StatusLine({ words, status }: Pick<Props, 'words' | 'status'>) {
  return (
    <span class={`edit-status ${status.kind}`} role="status" aria-live="polite">
      {isTrouble(status) ? words.status.unsaved : words.status[status.kind]}
    </span>
  )
}

export function TroubleView({ words, status, isUnkept, retry }: Props) {
  if (!isTrouble(status)) return null
  return (
    <div class="edit-trouble" role="alert">
      <p>
        {words.status[status.kind]} {status.message}
      </p>
      {isUnkept && <p>{words.status.notKept}</p>}
      {status.kind !== 'conflict' && (
        <div class="edit-buttons">
          {status.kind === 'signedOut' && (
            <a class="button" href={SIGN_IN} target="_blank" rel="noopener">
              {words.signIn}
            </a>
          )}
          <button type="button" class="button plain" onClick={retry}>
            {words.retry}
          </button>
        </div>
      )}
    </div>
  )
}
