import { useLayoutEffect, useRef } from 'preact/hooks'
import { emojiWith } from '../../../../engines/html/emoji-code.ts'
import type { Row } from '../model/nodes.ts'
import { addressOf, fill } from '../place.ts'
import type { Session } from '../session.ts'
import type { Drop } from './use-drag.ts'

type Props = {
  session: Session
  row: Row
  top: number
  isOpen: boolean
  isCurrent: boolean
  isRenamed: boolean
  isDragged: boolean
  drop: Drop | undefined
  press(event: PointerEvent, id: string, isHandle: boolean): void
  open(opened: { kind: 'menu'; id: string }): void
}

export function RowView(props: Props) {
  const { session, row, top, isOpen, isCurrent, isRenamed, isDragged, drop, press, open } = props
  const { node, level, at, count } = row
  const { words, mayEdit, read, edit } = session.place
  const { id, title, type, children } = node
  const look = [
    'page-row',
    isDragged && 'dragged',
    drop && `drop-${drop.part}`,
    drop && !drop.isAllowed && 'refused',
  ]
  const badges = [
    ...(type === 'document' ? [] : [words[type]]),
    ...(node.isHidden ? [words.hidden] : []),
    ...(node.isConditional ? [words.conditional] : []),
  ]
  return (
    <div
      class={look.filter(Boolean).join(' ')}
      role="treeitem"
      aria-level={level}
      aria-posinset={at + 1}
      aria-setsize={count}
      aria-expanded={children.length > 0 ? isOpen : undefined}
      aria-selected={isCurrent}
      aria-label={[title, ...badges].join(' ')}
      tabIndex={isCurrent ? 0 : -1}
      style={{ top: `${top}px`, '--level': Math.min(level - 1, 12) }}
      onFocus={() => !isCurrent && session.set({ current: id })}
      onPointerDown={(event) => {
        const isControl = event.target instanceof Element && event.target.closest('button, input')
        if (mayEdit && !isControl && !isRenamed) press(event, id, false)
      }}
    >
      {mayEdit && (
        <span
          class="tree-handle"
          aria-hidden="true"
          onPointerDown={(event) => {
            event.stopPropagation()
            event.preventDefault()
            press(event, id, true)
          }}
        />
      )}
      {children.length > 0 ? (
        <button
          type="button"
          class={isOpen ? 'tree-toggle open' : 'tree-toggle'}
          tabIndex={-1}
          aria-label={fill(isOpen ? words.collapse : words.expand, { title })}
          onClick={() => session.toggle(id, !isOpen)}
        />
      ) : (
        <span class="tree-toggle none" />
      )}
      {node.emoji && (
        <span class="sign" aria-hidden="true">
          {emojiWith(node.emoji, new Map(Object.entries(session.place.emoji)))}
        </span>
      )}
      {isRenamed ? (
        <Rename session={session} id={id} title={title} />
      ) : type === 'document' ? (
        <a class="title" href={read + (node.path ?? '')} tabIndex={-1} draggable={false}>
          {title}
        </a>
      ) : (
        <span class={`title ${type}`}>{title}</span>
      )}
      {badges.map((badge) => [
        // Read aloud, these are words of their own.
        ' ',
        <span key={badge} class="badge draft">
          {badge}
        </span>,
      ])}
      <span class="tree-ends">
        {mayEdit && type === 'document' && (
          <a
            class="button plain small"
            href={addressOf(edit, id)}
            tabIndex={-1}
            draggable={false}
            title={words.edit}
          >
            <span class="sr">{`${words.edit}: ${title}`}</span>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M4 20h4L19 9l-4-4L4 16v4m9-13 4 4" />
            </svg>
          </a>
        )}
        <button
          type="button"
          class="button plain small tree-more"
          tabIndex={-1}
          aria-label={fill(words.actions, { title })}
          aria-haspopup="menu"
          onClick={() => {
            session.set({ current: id })
            open({ kind: 'menu', id })
          }}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M5 12h.01M12 12h.01M19 12h.01" />
          </svg>
        </button>
      </span>
    </div>
  )
}

function Rename({ session, id, title }: { session: Session; id: string; title: string }) {
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => input.current?.select(), [])
  const isOver = useRef(false)
  const end = (isKept: boolean) => {
    // It loses the focus once more as it goes away, in the midst of what is drawn then.
    if (isOver.current) return
    isOver.current = true
    if (isKept) session.rename(id, (input.current?.value ?? '').trim())
    else session.set({ renamed: undefined })
  }
  return (
    <input
      ref={input}
      class="tree-rename"
      defaultValue={title}
      maxLength={255}
      aria-label={session.place.words.title}
      onBlur={() => end(true)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        const row = input.current?.closest<HTMLElement>('[role="treeitem"]')
        end(event.key === 'Enter')
        row?.focus()
      }}
    />
  )
}
