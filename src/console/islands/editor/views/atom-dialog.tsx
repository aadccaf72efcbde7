// A block that has no form of its own here, edited as the Markdown that it is.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { EditorWords } from '../../../words/editor.ts'
import { inertCopy } from '../typing/rendered.ts'
import { EditDialog } from './edit-dialog.tsx'

type Props = {
  words: EditorWords
  read(): Promise<string>
  apply(markdown: string): Promise<void>
  preview(markdown: string): Promise<string | undefined>
  close(): void
}

export function AtomDialog({ words, read, apply, preview, close }: Props) {
  const { atom, loading } = words
  const area = useRef<HTMLTextAreaElement>(null)
  const [source, write] = useState<string>()
  const [problem, tell] = useState('')
  const fail = (error: unknown) => tell(String(error))
  useEffect(() => {
    read().then(write, fail)
  }, [])
  useLayoutEffect(() => area.current?.focus(), [source === undefined])
  const isReady = source !== undefined
  const finish = () => {
    if (isReady) apply(source).catch(fail)
  }
  return (
    <EditDialog words={words} label={atom.edit} isWide apply={finish} isReady={isReady} close={close}>
      <h2>{atom.edit}</h2>
      {problem !== '' && <p role="alert">{problem}</p>}
      {source === undefined ? (
        <p class="quiet">{loading}</p>
      ) : (
        <textarea
          ref={area}
          class="edit-source"
          aria-label={atom.source}
          rows={rowsFor(source)}
          spellcheck={false}
          dir="auto"
          value={source}
          onInput={({ currentTarget }) => write(currentTarget.value)}
        />
      )}
      {isReady && <Preview label={atom.preview} source={source} read={preview} />}
    </EditDialog>
  )
}

/** A formula needs few, a table many. */
function rowsFor(source: string): number {
  return Math.min(16, Math.max(6, source.split('\n').length + 1))
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
