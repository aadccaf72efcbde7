// A block that has no form of its own here, edited as the Markdown that it is.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { EditorWords } from '../../../words/editor.ts'
import { inertCopy } from '../typing/rendered.ts'

type Props = {
  words: EditorWords
  read(): Promise<string>
  apply(markdown: string): Promise<void>
  preview(markdown: string): Promise<string | undefined>
  close(): void
}

export function AtomDialog({ words: { atom, loading }, read, apply, preview, close }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const [source, write] = useState<string>()
  const [problem, tell] = useState('')
  useLayoutEffect(() => {
    dialog.current?.showModal()
    read().then(write, (error: unknown) => tell(String(error)))
  }, [])
  useLayoutEffect(() => area.current?.focus(), [source === undefined])
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
            ref={area}
            class="edit-source"
            aria-label={atom.source}
            rows={14}
            spellcheck={false}
            dir="auto"
            value={source}
            onInput={({ currentTarget }) => write(currentTarget.value)}
          />
        )}
        {source !== undefined && <Preview label={atom.preview} source={source} read={preview} />}
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

type PreviewProps = { label: string; source: string; read(source: string): Promise<string | undefined> }

/** Follows what is typed. */
export function Preview({ label, source, read }: PreviewProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let isOver = false
    const timer = setTimeout(() => {
      const show = (html: string | undefined) => {
        if (!isOver && html !== undefined) place.current?.replaceChildren(inertCopy(html))
      }
      read(source).then(show, () => {})
    }, 250)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [source])
  return (
    <section class="edit-preview" aria-label={label}>
      <div class="content" ref={place} />
    </section>
  )
}
