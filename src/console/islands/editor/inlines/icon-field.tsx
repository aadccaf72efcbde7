// Chooses an icon by its name.
import { useEffect, useState } from 'preact/hooks'
import type { EditorWords } from '../../../words/editor.ts'
import { DrawnIcon } from './drawn-icon.tsx'
import type { IconNames } from './icons.ts'

type Props = {
  words: EditorWords
  icons: IconNames
  icon: string
  choose(icon: string): void
  mayBeNone?: true
}

const MOST = 48

export function IconField({
  words: { icon: texts, insert, settings },
  icons,
  icon,
  choose,
  mayBeNone,
}: Props) {
  const [all, show] = useState<readonly string[]>()
  const [query, ask] = useState('')
  useEffect(() => {
    icons().then(show, () => show([]))
  }, [])
  const wanted = query
    .trim()
    .toLowerCase()
    .split(/[\s-]+/)
  const found = all?.filter((name) => wanted.every((word) => name.includes(word))) ?? []
  const starts = found.filter((name) => name.startsWith(wanted[0] ?? ''))
  const shown = [...starts, ...found.filter((name) => !starts.includes(name))].slice(0, MOST)
  return (
    <div class="edit-icons">
      <label>
        <span>{texts.find}</span>
        <input
          value={query}
          maxLength={60}
          placeholder={icon || insert.find}
          onInput={({ currentTarget }) => ask(currentTarget.value)}
          onKeyDown={(event) => {
            const [first] = shown
            if (event.key !== 'Enter' || query.trim() === '') return
            event.preventDefault()
            if (first) choose(first)
          }}
        />
      </label>
      {all !== undefined && shown.length === 0 && <p class="quiet">{insert.nothing}</p>}
      <section class="edit-emoji-grid" aria-label={texts.found}>
        {shown.map((name) => (
          <button
            key={name}
            type="button"
            aria-label={name}
            title={name}
            aria-pressed={name === icon}
            onClick={() => choose(name)}
          >
            <DrawnIcon name={name} />
          </button>
        ))}
      </section>
      {mayBeNone && icon !== '' && (
        <button type="button" class="button plain small" onClick={() => choose('')}>
          {settings.remove}
        </button>
      )}
    </div>
  )
}
