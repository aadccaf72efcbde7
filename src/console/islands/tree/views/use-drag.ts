// Pages are dragged with the mouse by their row, and with a finger by their handle.
import { useEffect, useRef, useState } from 'preact/hooks'
import { followDrag } from '../../pointer-drag.ts'
import { dropSpot, mayMove, type Spot } from '../model/nodes.ts'
import type { Session } from '../session.ts'

export type Drop = {
  id: string
  row: number
  part: 'before' | 'into' | 'after'
  spot: Spot
  isAllowed: boolean
}

/** What is at the top of the window there stays while the page scrolls. */
const TOP = 144
const OPEN_AFTER = 700

export function useDrag(session: Session, list: { current: HTMLElement | null }, height: number) {
  const [drop, show] = useState<Drop>()
  const live = useRef<{ stop(): void } | undefined>(undefined)
  useEffect(() => () => live.current?.stop(), [])

  function start(event: PointerEvent, id: string, isHandle: boolean) {
    if (event.button !== 0 || live.current || (event.pointerType !== 'mouse' && !isHandle)) return
    let now: Drop | undefined
    let waits: { row: number; since: number } | undefined

    const openUnder = () => {
      if (now?.part !== 'into' || !now.isAllowed) {
        waits = undefined
        return
      }
      if (waits?.row !== now.row) waits = { row: now.row, since: performance.now() }
      else if (performance.now() - waits.since > OPEN_AFTER) {
        const under = session.now().rows[now.row]?.node
        if (under && under.children.length > 0) session.toggle(under.id, true)
      }
    }
    const stop = followDrag(event, {
      top: TOP,
      look({ y }) {
        now = dropAt(session, list.current, { id, y, height })
        show(now)
      },
      tick: openUnder,
      drop() {
        // What was dragged is not followed as a link.
        addEventListener('click', swallow, { capture: true, once: true })
        setTimeout(() => removeEventListener('click', swallow, { capture: true }))
        if (now) session.move(id, now.spot)
      },
      over() {
        live.current = undefined
        show(undefined)
      },
    })
    live.current = { stop }
  }
  return { drop, start }
}

function swallow(event: Event) {
  event.preventDefault()
  event.stopPropagation()
}

type At = { id: string; y: number; height: number }

function dropAt(session: Session, list: HTMLElement | null, { id, y, height }: At): Drop | undefined {
  const { rows, tree, open } = session.now()
  const top = list?.getBoundingClientRect().top ?? 0
  const place = Math.max(0, Math.min((y - top) / height, rows.length - 0.01))
  const row = Math.floor(place)
  const node = rows[row]?.node
  if (!node) return
  const within = place - row
  const halves = within < 0.5 ? 'before' : 'after'
  const thirds = within < 0.27 ? 'before' : within > 0.73 ? 'after' : 'into'
  const takes = mayMove(tree, id, { into: node.id, at: 0 })
  const part = takes ? thirds : halves
  const spot = dropSpot(tree, id, { node, part, isOpen: open.has(node.id) })
  return { id, row, part, spot, isAllowed: mayMove(tree, id, spot) }
}
