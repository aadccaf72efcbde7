// A block that has no form of its own here, edited as the Markdown that it is.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { EditorWords } from '../../../words/editor.ts'

type Props = {
  words: EditorWords
  read(): Promise<string>
  apply(markdown: string): Promise<void>
  close(): void
}

export function AtomDialog({ words: { atom, loading }, read, apply, close }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [source, write] = useState<string>()
  const [problem, tell] = useState('')
  useEffect(() => {
    dialog.current?.showModal()
    read().then(write, (error: unknown) => tell(String(error)))
  }, [])
  const submit = (event: Event) => {
    event.preventDefault()
    if (source !== undefined) apply(source).catch((error: unknown) => tell(String(error)))
  }
  return (
    <dialog ref={dialog} class="edit-dialog wide" aria-label={atom.edit} onClose={close}>
      <form onSubmit={submit}>
        {problem !== '' && <p role="alert">{problem}</p>}
        {source === undefined ? (
          <p class="quiet">{loading}</p>
        ) : (
          <textarea
            class="edit-source"
            aria-label={atom.source}
            rows={14}
            spellcheck={false}
            dir="auto"
            value={source}
            onInput={({ currentTarget }) => write(currentTarget.value)}
            autoFocus
          />
        )}
        <div class="edit-buttons">
          <button type="submit" class="button" disabled={source === undefined}>
            {atom.apply}
          </button>
          <button type="button" class="button plain" onClick={() => dialog.current?.close()}>
            {atom.cancel}
          </button>
        </div>
      </form>
    </dialog>
  )
}
