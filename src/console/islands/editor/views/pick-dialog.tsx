// Chooses what a block shows, by its words.
import { useEffect, useState } from 'preact/hooks'
import type { EditorWords } from '../../../words/editor.ts'
import type { Option, Pick } from '../saving/pickers.ts'
import { EditDialog } from './edit-dialog.tsx'

type Props = {
  words: EditorWords
  of: Pick
  find(of: Pick, query: string): Promise<Option[]>
  take(option: Option): void
  close(): void
}

export function PickDialog({ words, of, find, take, close }: Props) {
  const { insert, link, loading } = words
  const [query, ask] = useState('')
  const [options, show] = useState<Option[]>()
  const [problem, tell] = useState('')
  const title = { page: insert.pageCard, reusable: insert.reusable, operation: insert.operation }[of]
  const none = { page: '', reusable: insert.noReusable, operation: insert.noOperation }[of]
  useEffect(() => {
    let isOver = false
    const timer = setTimeout(() => {
      find(of, query).then(
        (found) => !isOver && show(found),
        (error: unknown) => tell(error instanceof Error ? error.message : String(error)),
      )
    }, 120)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [query])
  const apply = () => {
    const [first] = options ?? []
    if (first) take(first)
  }
  return (
    <EditDialog words={words} label={title} apply={apply} close={close}>
      <label>
        <span>{title}</span>
        <input
          value={query}
          placeholder={insert.find}
          onInput={({ currentTarget }) => ask(currentTarget.value)}
          maxLength={200}
        />
      </label>
      {problem !== '' && <p role="alert">{problem}</p>}
      <section aria-label={link.results} class="edit-found" aria-live="polite">
        {options === undefined && <p class="quiet">{loading}</p>}
        {options?.length === 0 && <p class="quiet">{query === '' ? none : insert.nothing}</p>}
        {options?.map((option) => (
          <button key={option.id} type="button" class="edit-choice" onClick={() => take(option)}>
            <span>{option.label}</span>
            {option.hint && <small>{option.hint}</small>}
          </button>
        ))}
      </section>
    </EditDialog>
  )
}
