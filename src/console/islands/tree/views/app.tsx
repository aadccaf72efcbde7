import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Session, Shown } from '../session.ts'
import { takeKey } from './keys.ts'
import { MoveDialog } from './move-dialog.tsx'
import { RowMenu } from './row-menu.tsx'
import { RowView } from './row-view.tsx'
import { ToldView } from './told.tsx'
import { useDrag } from './use-drag.ts'
import { useWindow } from './use-window.ts'

export type Opened = { kind: 'menu' | 'move'; id: string }

/** As in the style, for a mouse and for fingers. */
const HEIGHT = matchMedia('(pointer: coarse)').matches ? 48 : 40

export function App({ session, shown }: { session: Session; shown: Shown }) {
  const { words, mayEdit } = session.place
  const { rows, current, query, tree } = shown
  const list = useRef<HTMLDivElement>(null)
  const [opened, open] = useState<Opened>()
  const range = useWindow(list, { count: rows.length, height: HEIGHT })
  const { drop, start } = useDrag(session, list, HEIGHT)
  const at = rows.findIndex(({ node }) => node.id === current)
  useFocus(list, { at, current, height: HEIGHT, isBusy: opened !== undefined || shown.renamed !== undefined })
  const visible = rows.map((row, index) => ({ row, index })).slice(range.from, range.to)
  // Whoever scrolls does not lose their place.
  const own = rows[at]
  if (own && (at < range.from || at >= range.to)) visible.push({ row: own, index: at })

  const key = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLButtonElement) return
    const node = rows[at]?.node
    const isOurs = takeKey(event, session, {
      isRtl: document.documentElement.dir === 'rtl',
      openMenu: () => node && open({ kind: 'menu', id: node.id }),
      openPage: () => list.current?.querySelector<HTMLElement>('[tabindex="0"] a.title')?.click(),
    })
    if (isOurs) event.preventDefault()
  }
  const close = () => {
    open(undefined)
    focusCurrent(list.current)
  }

  return (
    <>
      <div class="tree-tools">
        <input
          type="search"
          aria-label={words.filter}
          placeholder={words.filter}
          value={query}
          onInput={({ currentTarget }) => session.set({ query: currentTarget.value })}
        />
        <span class="quiet tree-count">{tree.nodes.size}</span>
        <button type="button" class="button plain small" onClick={() => session.toggleAll(true)}>
          {words.expandAll}
        </button>
        <button type="button" class="button plain small" onClick={() => session.toggleAll(false)}>
          {words.collapseAll}
        </button>
      </div>
      <div class="panel page-tree">
        {rows.length === 0 && <p class="quiet">{words.noMatch}</p>}
        {rows.length > 0 && (
          <div
            ref={list}
            class={drop ? 'tree dragging' : 'tree'}
            role="tree"
            aria-label={words.label}
            aria-describedby={mayEdit ? 'tree-keys' : undefined}
            style={{ height: `${rows.length * HEIGHT}px` }}
            onKeyDown={key}
          >
            {visible.map(({ row, index }) => (
              <RowView
                key={row.node.id}
                session={session}
                row={row}
                top={index * HEIGHT}
                isOpen={shown.open.has(row.node.id) || query.trim() !== ''}
                isCurrent={row.node.id === current}
                isRenamed={row.node.id === shown.renamed}
                isDragged={drop?.id === row.node.id}
                drop={drop?.row === index ? drop : undefined}
                press={start}
                open={open}
              />
            ))}
          </div>
        )}
        {mayEdit && (
          <p id="tree-keys" class="quiet tree-keys">
            {words.keys}
          </p>
        )}
      </div>
      {opened?.kind === 'menu' && (
        <RowMenu key={opened.id} session={session} id={opened.id} open={open} close={close} />
      )}
      {opened?.kind === 'move' && <MoveDialog session={session} id={opened.id} close={close} />}
      <ToldView session={session} told={shown.told} />
    </>
  )
}

type Focus = { at: number; current: string | undefined; height: number; isBusy: boolean }

/** Keys move the focus; the first row that is shown does not take it. */
function useFocus(list: { current: HTMLElement | null }, { at, current, height, isBusy }: Focus) {
  const last = useRef(current)
  const hadFocus = list.current?.contains(document.activeElement) ?? false
  useLayoutEffect(() => {
    const isNew = last.current !== undefined && last.current !== current
    last.current = current
    if (!list.current || isBusy || at < 0 || !(isNew || hadFocus)) return
    if (document.activeElement instanceof HTMLInputElement) return
    const row = list.current.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')
    if (!row || row === document.activeElement || row.contains(document.activeElement)) return keepInView(row)
    row.focus({ preventScroll: true })
    keepInView(row)
  }, [current, at, isBusy])

  function keepInView(row: HTMLElement | null) {
    if (!row) return
    const { top } = row.getBoundingClientRect()
    const isAbove = top < height * 3
    if (isAbove || top > innerHeight - height * 2)
      scrollBy(0, isAbove ? top - height * 3 : top - innerHeight + height * 2)
  }
}

function focusCurrent(list: HTMLElement | null) {
  list?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus()
}
