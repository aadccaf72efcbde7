// The menu beside the cursor: what can be put in, or pages to link to. Keys stay with the text.
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import type { MenuKeys } from '../typing/suggest.ts'

export type Choice = { id: string; label: string; hint?: string; take(): void }
type Props = {
  label: string
  none: string
  choices: readonly Choice[]
  at: { left: number; top: number; bottom: number }
  keys: MenuKeys
}

export function Menu({ label, none, choices, at, keys }: Props) {
  const [chosen, choose] = useState(0)
  const current = Math.min(chosen, choices.length - 1)
  const names = choices.map(({ id }) => id).join(' ')
  useLayoutEffect(() => choose(0), [names])
  // Before the next key: an effect that waits for the screen would choose from an older list.
  useLayoutEffect(() => {
    keys.current = (key) => {
      if (key === 'ArrowDown' || key === 'ArrowUp') {
        if (choices.length > 0)
          choose((current + (key === 'ArrowDown' ? 1 : choices.length - 1)) % choices.length)
        return true
      }
      if (key !== 'Enter' && key !== 'Tab') return false
      choices[current]?.take()
      return choices.length > 0
    }
    return () => {
      keys.current = undefined
    }
  })
  useEffect(
    () => document.getElementById(`choice-${choices[current]?.id}`)?.scrollIntoView({ block: 'nearest' }),
    [current, names],
  )
  const width = 280
  const isAbove = at.bottom + 300 > innerHeight && at.top > 320
  const place = {
    insetInlineStart: 'auto',
    left: `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`,
    ...(isAbove ? { bottom: `${innerHeight - at.top + 6}px` } : { top: `${at.bottom + 6}px` }),
  }
  return (
    <div class="edit-menu" style={place}>
      {choices.length === 0 && <p class="quiet">{none}</p>}
      <div role="listbox" aria-label={label} onMouseDown={(event) => event.preventDefault()}>
        {choices.map(({ id, label, hint, take }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys stay with the text, which hands them on.
          <div
            key={id}
            id={`choice-${id}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            class="edit-choice"
            onClick={take}
            onMouseMove={() => choose(index)}
          >
            <span>{label}</span>
            {hint && <small>{hint}</small>}
          </div>
        ))}
      </div>
      <p class="visually-hidden" aria-live="polite">
        {choices[current]?.label ?? none}
      </p>
    </div>
  )
}
