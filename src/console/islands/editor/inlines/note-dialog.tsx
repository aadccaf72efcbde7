// A footnote: the words that it explains, if there are any, and what it says.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { EditorWords } from '../../../words/editor.ts'
import { Preview } from '../views/atom-dialog.tsx'
import { EditDialog } from '../views/edit-dialog.tsx'

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
  const area = useRef<HTMLTextAreaElement>(null)
  const [label, name] = useState(explained ?? '')
  const [text, write] = useState<string>()
  const [problem, tell] = useState('')
  const fail = (error: unknown) => tell(error instanceof Error ? error.message : String(error))
  useEffect(() => {
    read().then(write, fail)
  }, [])
  useLayoutEffect(() => area.current?.focus(), [text === undefined])
  const isReady = text !== undefined && text.trim() !== ''
  const apply = () => {
    if (isReady) set(text, label).catch(fail)
  }
  return (
    <EditDialog words={words} label={inline.kinds.annotation} apply={apply} isReady={isReady} close={close}>
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
      {isReady && <Preview label={atom.preview} source={text} read={preview} />}
    </EditDialog>
  )
}
