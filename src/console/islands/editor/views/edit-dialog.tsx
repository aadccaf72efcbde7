// A dialog of the editor, which ends with its buttons or Escape.
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { EditorWords } from '../../../words/editor.ts'
import type { Session } from '../session.ts'

type Props = {
  words: EditorWords
  label: string
  isWide?: boolean
  apply?(): void
  /** Absent where a choice in it is the end of it: there is no button then. */
  isReady?: boolean
  applyLabel?: string
  close(): void
  /** Other ways to end it. */
  more?: ComponentChildren
  children: ComponentChildren
}

export function EditDialog(props: Props) {
  const { label, isWide, apply, isReady, close, more, children } = props
  const { atom } = props.words
  const { applyLabel = atom.apply } = props
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  const submit = (event: Event) => {
    event.preventDefault()
    apply?.()
  }
  return (
    <dialog ref={dialog} class={`edit-dialog ${isWide ? 'wide' : ''}`} aria-label={label} onClose={close}>
      <form onSubmit={submit}>
        {children}
        <div class="edit-buttons">
          {isReady !== undefined && (
            <button type="submit" class="button" disabled={!isReady}>
              {applyLabel}
            </button>
          )}
          {more}
          <button type="button" class="button plain" onClick={() => dialog.current?.close()}>
            {atom.cancel}
          </button>
        </div>
      </form>
    </dialog>
  )
}

/** What is behind an open dialog cannot have the focus. */
export const closing = (session: Session) => () => {
  document.querySelector<HTMLDialogElement>('.edit-dialog[open]')?.close()
  session.show({ dialog: undefined })
  session.view().focus()
}
