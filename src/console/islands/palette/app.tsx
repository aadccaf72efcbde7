import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { PaletteWords } from '../start/place.ts'
import {
  actionsHere,
  type Entry,
  editEntry,
  find,
  type Group,
  type Kind,
  matching,
  placesOf,
  readRecent,
  searchEntry,
} from './entries.ts'

const REST = 120

export function Palette({ words, close }: { words: PaletteWords; close(): void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [query, ask] = useState('')
  const [chosen, choose] = useState(0)
  const [recent, setRecent] = useState<readonly Entry[]>([])
  const [found, setFound] = useState<{ query: string; entries: readonly Entry[] }>({ query: '', entries: [] })
  const [failed, fail] = useState(false)
  const [here] = useState(() => ({ actions: actionsHere(), places: placesOf(words) }))
  const text = query.trim()
  useLayoutEffect(() => {
    dialog.current?.showModal()
    readRecent().then(setRecent, () => fail(true))
  }, [])
  useEffect(() => {
    if (text === '') return
    let isOver = false
    const show = (entries: Entry[]) => {
      if (isOver) return
      fail(false)
      setFound({ query: text, entries })
    }
    const timer = setTimeout(() => void find(text).then(show, () => !isOver && fail(true)), REST)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [text])
  const groups = (
    text === ''
      ? [
          { title: words.recent, entries: recent },
          { title: words.actions, entries: here.actions },
          { title: words.places, entries: here.places },
        ]
      : [
          { title: words.actions, entries: [...editEntry(text, words), ...matching(here.actions, text)] },
          { title: words.places, entries: matching([...recent, ...here.places], text) },
          { title: words.found, entries: unlike(found.entries, recent, text) },
          { title: '', entries: [searchEntry(text, words)] },
        ]
  ).filter(({ entries }) => entries.length > 0)
  const entries = groups.flatMap(({ entries }) => entries)
  const at = Math.max(0, Math.min(chosen, entries.length - 1))
  const isWaiting = text !== '' && found.query !== text && !failed
  useEffect(
    () => document.getElementById(`palette-${at}`)?.scrollIntoView({ block: 'nearest' }),
    [at, text, entries.length],
  )
  const run = (entry: Entry | undefined) => {
    if (!entry) return
    dialog.current?.close()
    entry.run()
  }
  const key = (event: KeyboardEvent) => {
    if (event.isComposing) return
    const count = Math.max(1, entries.length)
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at + count - 1,
      PageDown: Math.min(at + 8, count - 1),
      PageUp: Math.max(at - 8, 0),
    }[event.key]
    if (to !== undefined) choose(to % count)
    else if (event.key === 'Enter') run(entries[at])
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it.
    <dialog
      ref={dialog}
      class="palette"
      aria-label={words.label}
      onClose={close}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      <div class="palette-top">
        <input
          role="combobox"
          aria-label={words.placeholder}
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={entries.length > 0 ? `palette-${at}` : undefined}
          placeholder={words.placeholder}
          autocomplete="off"
          spellcheck={false}
          enterkeyhint="go"
          maxLength={2000}
          value={query}
          onInput={({ currentTarget }) => {
            ask(currentTarget.value)
            choose(0)
          }}
          onKeyDown={key}
        />
        <button
          type="button"
          class="button plain small palette-close"
          onClick={() => dialog.current?.close()}
        >
          {words.close}
        </button>
      </div>
      <Entries groups={groups} chosen={at} words={words} choose={choose} run={run} />
      <p class="palette-foot quiet" role="status">
        {failed
          ? words.failed
          : text !== '' && !isWaiting && found.entries.length === 0
            ? words.none
            : words.keys}
      </p>
    </dialog>
  )
}

/** What is among the pages opened lately is not shown twice. */
function unlike(found: readonly Entry[], recent: readonly Entry[], query: string) {
  const known = new Set(matching(recent, query).map(({ id }) => id))
  return found.filter(({ id }) => !known.has(id))
}

type Shown = {
  groups: readonly Group[]
  chosen: number
  words: PaletteWords
  choose(at: number): void
  run(entry: Entry): void
}

function Entries({ groups, chosen, words, choose, run }: Shown) {
  let at = -1
  return (
    <div id="palette-list" class="palette-list" role="listbox" tabIndex={-1} aria-label={words.label}>
      {groups.map(({ title, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a list has groups of options.
        <div key={title} role="group" aria-label={title || words.found}>
          {title !== '' && (
            <p class="palette-group" aria-hidden="true">
              {title}
            </p>
          )}
          {entries.map((entry) => {
            at += 1
            const own = at
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys stay with the field above.
              <div
                key={entry.id}
                id={`palette-${own}`}
                role="option"
                tabIndex={-1}
                aria-selected={own === chosen}
                class="palette-entry"
                onClick={() => run(entry)}
                onMouseMove={() => own !== chosen && choose(own)}
              >
                <span class="palette-title">{entry.title}</span>
                {entry.about && <small class="quiet">{entry.about}</small>}
                {kindOf(entry.kind, words) && <small class="palette-kind">{kindOf(entry.kind, words)}</small>}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

function kindOf(kind: Kind, words: PaletteWords) {
  if (kind === 'action' || kind === 'place') return ''
  return words[kind === 'change-request' ? 'request' : kind]
}
