// What stands above the text of a page, written where readers see it.
import { useEffect, useRef, useState } from 'preact/hooks'
import { firstDirection } from '../../../../engines/html/directions.ts'
import { emojiOf } from '../../../../engines/html/emoji-names.ts'
import type { EditorWords } from '../../../words/editor.ts'
import { DrawnIcon } from '../inlines/drawn-icon.tsx'
import type { Head } from '../model/page-head.ts'
import { EmojiDialog } from './emoji-dialog.tsx'

type Props = {
  words: EditorWords
  head: Head
  /** Of a text that pages include: nobody reads more about it. */
  isTitleOnly: boolean
  isFixed: boolean
  set(head: Partial<Head>): void
  /** To the text below. */
  down(): void
}

const MOST = { title: 255, description: 2000 }

export function PageHead({ words: { head: texts }, head, isTitleOnly, isFixed, set, down }: Props) {
  const [isChoosing, choose] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const description = useRef<HTMLTextAreaElement>(null)
  const has = head.emoji !== '' || head.icon !== ''
  const close = () => {
    choose(false)
    button.current?.focus()
  }
  const take = (emoji: string) => {
    set({ emoji, icon: '' })
    close()
  }
  return (
    <div class="edit-page-head" dir={firstDirection(head.title)}>
      {!isTitleOnly && (
        <button
          type="button"
          ref={button}
          class={has ? 'edit-emoji' : 'edit-emoji none'}
          aria-label={has ? texts.changeEmoji : texts.addEmoji}
          title={has ? texts.changeEmoji : texts.addEmoji}
          disabled={isFixed}
          onClick={() => choose(true)}
        >
          {signOf(head)}
        </button>
      )}
      <Line
        class="edit-title"
        label={texts.title}
        value={head.title}
        most={MOST.title}
        isFixed={isFixed}
        write={(title) => set({ title })}
        next={() => (isTitleOnly ? down() : description.current?.focus())}
      />
      {head.title.trim() === '' && (
        <p class="edit-untitled" role="alert">
          {texts.untitled}
        </p>
      )}
      {!isTitleOnly && (
        <Line
          class="edit-description"
          label={texts.description}
          value={head.description}
          most={MOST.description}
          isFixed={isFixed}
          field={description}
          write={(text) => set({ description: text })}
          next={down}
        />
      )}
      {isChoosing && <EmojiDialog words={texts} has={has} take={take} close={close} />}
    </div>
  )
}

function signOf({ emoji, icon }: Head) {
  if (emoji !== '') return emojiOf(emoji)
  return icon === '' ? <EmojiSign /> : <DrawnIcon name={icon} />
}

type LineProps = {
  class: string
  label: string
  value: string
  most: number
  isFixed: boolean
  field?: { current: HTMLTextAreaElement | null }
  write(text: string): void
  next(): void
}

/** Of as many lines as it needs, none of which it is made of: Enter leads on. */
function Line({ class: name, label, value, most, isFixed, field, write, next }: LineProps) {
  const own = useRef<HTMLTextAreaElement>(null)
  const place = field ?? own
  useEffect(() => {
    const { current } = place
    if (!current) return
    const grow = () => {
      current.style.blockSize = '0'
      current.style.blockSize = `${current.scrollHeight}px`
    }
    grow()
    addEventListener('resize', grow)
    return () => removeEventListener('resize', grow)
  }, [value])
  const keys = (event: KeyboardEvent) => {
    const isLast = place.current?.selectionStart === value.length
    if (event.isComposing || (event.key !== 'Enter' && !(event.key === 'ArrowDown' && isLast))) return
    event.preventDefault()
    next()
  }
  return (
    <textarea
      ref={place}
      class={name}
      rows={1}
      dir="auto"
      aria-label={label}
      placeholder={label}
      maxLength={most}
      disabled={isFixed}
      value={value}
      onKeyDown={keys}
      onInput={({ currentTarget }) => write(currentTarget.value.replace(/\s*\n\s*/g, ' '))}
    />
  )
}

function EmojiSign() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="9" />
      <path d="M8.500 14.500a4.500 4.500 0 0 0 7 0M9 9.500h.01M15 9.500h.01" />
    </svg>
  )
}
