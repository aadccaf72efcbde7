// Chooses a variable of the space or the page; or writes the expression.
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { EditorWords } from '../../../words/editor.ts'
import { ExpressionField } from './expression-field.tsx'
import { type Variable, type Variables, variableIn } from './variables.ts'

type Props = {
  words: EditorWords
  /** Empty where there is none yet. */
  expression: string
  variables: Variables
  set(expression: string): void
  close(): void
}

export function VariableDialog({ words, expression, variables, set, close }: Props) {
  const { variable: texts, atom, loading, insert } = words
  const dialog = useRef<HTMLDialogElement>(null)
  const [all, show] = useState<readonly Variable[]>()
  const [query, ask] = useState('')
  const [written, write] = useState(expression)
  const [problem, tell] = useState('')
  useLayoutEffect(() => {
    dialog.current?.showModal()
    variables.all().then(show, (error: unknown) => {
      tell(error instanceof Error ? error.message : String(error))
      show([])
    })
  }, [])
  const wanted = query.trim().toLowerCase()
  const found = all?.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted))
  const here = variableIn(expression)?.expression
  const take = (event: Event) => {
    event.preventDefault()
    const [first] = found ?? []
    if (first) set(first.expression)
  }
  const apply = (event: Event) => {
    event.preventDefault()
    if (written.trim() !== '') set(written.trim())
  }
  return (
    <dialog ref={dialog} class="edit-dialog" aria-label={texts.title} onClose={close}>
      <form onSubmit={take}>
        <label>
          <span>{texts.title}</span>
          <input
            value={query}
            maxLength={200}
            placeholder={insert.find}
            onInput={({ currentTarget }) => ask(currentTarget.value)}
            autoFocus
          />
        </label>
        {problem !== '' && <p role="alert">{problem}</p>}
        <section aria-label={texts.title} class="edit-found" aria-live="polite">
          {found === undefined && <p class="quiet">{loading}</p>}
          {found?.length === 0 && <p class="quiet">{all?.length === 0 ? texts.none : insert.nothing}</p>}
          {found?.map((one) => (
            <button
              key={one.expression}
              type="button"
              class="edit-choice"
              aria-current={one.expression === here}
              onClick={() => set(one.expression)}
            >
              <span>
                {one.name} <small>{texts.of[one.of]}</small>
              </span>
              <small>{one.value}</small>
            </button>
          ))}
        </section>
      </form>
      <details class="edit-more" open={expression !== '' && here === undefined}>
        <summary>{texts.write}</summary>
        <form id="edit-expression" onSubmit={apply}>
          <ExpressionField words={words} label={texts.expression} value={written} write={write} />
        </form>
      </details>
      <div class="edit-buttons">
        <button
          type="submit"
          form="edit-expression"
          class="button"
          disabled={written.trim() === '' || written === expression}
        >
          {atom.apply}
        </button>
        <button type="button" class="button plain" onClick={() => dialog.current?.close()}>
          {atom.cancel}
        </button>
      </div>
    </dialog>
  )
}
