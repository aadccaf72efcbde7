import { useLayoutEffect, useRef } from 'preact/hooks'
import { stepOf } from '../model/nodes.ts'
import { addressOf, fill } from '../place.ts'
import type { Session } from '../session.ts'
import type { Opened } from './app.tsx'

const PHONE = 768

type Item = { label: string; href?: string; act?(): void; isOff?: boolean; isDanger?: boolean }
type Props = { session: Session; id: string; open(opened: Opened): void; close(): void }

export function RowMenu({ session, id, open, close }: Props) {
  const menu = useRef<HTMLDivElement>(null)
  const items = itemsOf(session, id, open)
  const title = session.now().tree.nodes.get(id)?.title ?? ''
  useLayoutEffect(() => place(menu.current, id), [])
  useLayoutEffect(() => {
    menu.current?.querySelector<HTMLElement>('[role="menuitem"]:not([aria-disabled])')?.focus()
    const press = ({ target }: Event) => {
      if (target instanceof Node && !menu.current?.contains(target)) close()
    }
    addEventListener('pointerdown', press, true)
    return () => removeEventListener('pointerdown', press, true)
  }, [])
  const key = (event: KeyboardEvent) => {
    const all = [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
    const at = all.indexOf(
      menu.current?.querySelector<HTMLElement>('[role="menuitem"]:focus') ?? document.body,
    )
    const to = { ArrowDown: at + 1, ArrowUp: at + all.length - 1, Home: 0, End: all.length - 1 }[event.key]
    if (to !== undefined) all[to % all.length]?.focus()
    else if (event.key === 'Escape' || event.key === 'Tab') close()
    else if ([...event.key].length === 1 && event.key !== ' ') {
      const found = all.find(({ textContent }) =>
        textContent?.toLocaleLowerCase().startsWith(event.key.toLowerCase()),
      )
      found?.focus()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      ref={menu}
      class="tree-menu"
      role="menu"
      tabIndex={-1}
      aria-label={fill(session.place.words.actions, { title })}
      onKeyDown={key}
    >
      {items.map(({ label, href, act, isOff, isDanger }) =>
        href === undefined ? (
          <button
            key={label}
            type="button"
            role="menuitem"
            tabIndex={-1}
            class={isDanger ? 'item danger' : 'item'}
            aria-disabled={isOff || undefined}
            onClick={() => {
              if (isOff) return
              close()
              act?.()
            }}
          >
            {label}
          </button>
        ) : (
          <a key={label} role="menuitem" tabIndex={-1} class="item" href={href}>
            {label}
          </a>
        ),
      )}
    </div>
  )
}

function itemsOf(session: Session, id: string, open: (opened: Opened) => void): Item[] {
  const { tree } = session.now()
  const { words, mayEdit, read, edit, settings, send } = session.place
  const node = tree.nodes.get(id)
  if (!node) return []
  const isPage = node.type === 'document'
  const reading: Item[] = isPage ? [{ label: words.read, href: read + (node.path ?? '') }] : []
  if (!mayEdit) return reading
  const step = (name: 'up' | 'down', label: string): Item => {
    const spot = stepOf(tree, id, name)
    return { label, isOff: !spot, act: () => spot && session.move(id, spot) }
  }
  const tried = (work: Promise<unknown>) => void work.catch(session.fail)
  return [
    ...(isPage ? [{ label: words.edit, href: addressOf(edit, id) }] : []),
    ...reading,
    ...(isPage ? [{ label: words.settings, href: addressOf(settings, id) }] : []),
    { label: words.rename, act: () => session.set({ renamed: id }) },
    ...(isPage || node.type === 'group'
      ? [{ label: words.addBelow, act: () => tried(session.addBelow(id)) }]
      : []),
    step('up', words.up),
    step('down', words.down),
    { label: words.moveTo, act: () => open({ kind: 'move', id }) },
    { label: words.send, href: addressOf(send, id) },
    ...(isPage ? [{ label: words.duplicate, act: () => tried(session.duplicate(node)) }] : []),
    { label: node.isHidden ? words.show : words.hide, act: () => session.hide(id, !node.isHidden) },
    { label: words.remove, isDanger: true, act: () => tried(session.remove(id)) },
  ]
}

/** Beside its button, inside the window. */
function place(menu: HTMLElement | null, id: string) {
  const row = document.querySelector('[role="treeitem"][tabindex="0"]')
  const button = row?.querySelector('.tree-more') ?? row
  // On a phone the style puts it at the bottom.
  if (!menu || !button || id === '' || innerWidth <= PHONE) return
  const around = button.getBoundingClientRect()
  const { width, height } = menu.getBoundingClientRect()
  const isRtl = document.documentElement.dir === 'rtl'
  const left = isRtl ? around.left : around.right - width
  const below = around.bottom + 4
  const top = below + height > innerHeight - 8 ? Math.max(8, around.top - height - 4) : below
  menu.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`
  menu.style.top = `${top}px`
}
