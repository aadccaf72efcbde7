// A footnote: the words that it explains, if there are any, and what it says.
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { EditorWords } from '../../../words/editor.ts'
import { Preview } from '../views/atom-dialog.tsx'

type Props = {
  words: EditorWords
  /** Undefined where they are more than letters: then they stay. */
  explained?: string
  read(): Promise<string>
  preview(markdown: string): Promise<string | undefined>
  set(markdown: string, explained: string): Promise<void>
  close(): void
}

export function NoteDialog({ words, explained, read, preview, set, close }: Props) {
  const { note: texts, inline, atom, loading } = words
  const dialog = useRef<HTMLDialogElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const [label, name] = useState(explained ?? '')
  const [text, write] = useState<string>()
  const [problem, tell] = useState('')
  const fail = (error: unknown) => tell(error instanceof Error ? error.message : String(error))
  useLayoutEffect(() => {
    dialog.current?.showModal()
    read().then(write, fail)
  }, [])
  useLayoutEffect(() => area.current?.focus(), [text === undefined])
  const submit = (event: Event) => {
    event.preventDefault()
    if (text !== undefined && text.trim() !== '') set(text, label).catch(fail)
  }
  return (
    <dialog ref={dialog} class="edit-dialog" aria-label={inline.kinds.annotation} onClose={close}>
      <form onSubmit={submit}>
        {problem !== '' && <p role="alert">{problem}</p>}
        {explained !== undefined && (
          <label>
            <span>{texts.explained}</span>
            <input value={label} maxLength={500} onInput={({ currentTarget }) => name(currentTarget.value)} />
          </label>
        )}
        {text === undefined ? (
          <p class="quiet">{loading}</p>
        ) : (
          <label>
            <span>{texts.text}</span>
            <textarea
              ref={area}
              rows={5}
              dir="auto"
              value={text}
              onInput={({ currentTarget }) => write(currentTarget.value)}
            />
          </label>
        )}
        {text !== undefined && text.trim() !== '' && (
          <Preview label={atom.preview} source={text} read={preview} />
        )}
        <div class="edit-buttons">
          <button type="submit" class="button" disabled={!text?.trim()}>
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
