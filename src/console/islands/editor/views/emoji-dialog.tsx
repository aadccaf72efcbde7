import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { namedEmoji } from '../../../../engines/html/emoji-names.ts'
import type { EditorWords } from '../../../words/editor.ts'

type Props = { words: EditorWords['head']; has: boolean; take(emoji: string): void; close(): void }

const AN_EMOJI =
  /^(?=.*(\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3))[\p{Emoji}\p{Emoji_Component}]{1,50}$/u

/** By its name, or any that is typed or pasted. */
export function EmojiDialog({ words, has, take, close }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [query, ask] = useState('')
  useLayoutEffect(() => dialog.current?.showModal(), [])
  const wanted = query.trim().toLowerCase()
  const typed = AN_EMOJI.test(wanted) ? wanted : undefined
  const found = namedEmoji.filter(([name]) => name.replaceAll('_', ' ').includes(wanted.replaceAll('_', ' ')))
  const shown: readonly (readonly [string, string])[] = typed ? [[typed, typed]] : found
  const choose = (emoji: string) => {
    dialog.current?.close()
    take(emoji)
  }
  const submit = (event: Event) => {
    event.preventDefault()
    const [first] = shown
    if (wanted !== '' && first) choose(first[1])
  }
  return (
    <dialog ref={dialog} class="edit-dialog" aria-label={words.emoji} onClose={close}>
      <form onSubmit={submit}>
        <label>
          <span>{words.findEmoji}</span>
          <input
            value={query}
            onInput={({ currentTarget }) => ask(currentTarget.value)}
            maxLength={50}
            autoFocus
          />
        </label>
        {shown.length === 0 ? (
          <p class="quiet">{words.noEmoji}</p>
        ) : (
          <div class="edit-emoji-grid">
            {shown.map(([name, emoji]) => (
              <button
                key={name}
                type="button"
                aria-label={name.replaceAll('_', ' ')}
                title={name.replaceAll('_', ' ')}
                onClick={() => choose(emoji)}
              >
                {emoji}
              </button>
            ))}
          </div>
        )}
        <div class="edit-buttons">
          {has && (
            <button type="button" class="button plain" onClick={() => choose('')}>
              {words.removeEmoji}
            </button>
          )}
          <button type="button" class="button plain" onClick={() => dialog.current?.close()}>
            {words.close}
          </button>
        </div>
      </form>
    </dialog>
  )
}
