// Something is dragged by a pointer: what trees and lists of the console have in common.

/** Before that, a press is a click. */
const FAR = 6
const EDGE = 72

type Point = { x: number; y: number }
type Dragging = {
  /** How far below the top of the window the page begins to scroll. */
  top?: number
  look(at: Point): void
  /** With every picture, also while the pointer rests. */
  tick?(): void
  drop(): void
  /** Dropped, or given up with Escape. */
  over(): void
}

/** What it answers gives it up. */
export function followDrag(down: PointerEvent, { top = EDGE, look, tick, drop, over }: Dragging): () => void {
  const origin = { x: down.clientX, y: down.clientY }
  let at = origin
  let isFar = false
  let frame = 0

  const step = () => {
    const speed = at.y < top ? at.y - top : Math.max(0, at.y - (innerHeight - EDGE))
    if (speed !== 0) {
      scrollBy(0, speed / 5)
      look(at)
    }
    tick?.()
    frame = requestAnimationFrame(step)
  }
  const move = (event: PointerEvent) => {
    at = { x: event.clientX, y: event.clientY }
    if (!isFar && Math.hypot(at.x - origin.x, at.y - origin.y) < FAR) return
    if (!isFar) {
      isFar = true
      frame = requestAnimationFrame(step)
    }
    event.preventDefault()
    look(at)
  }
  const stop = () => {
    cancelAnimationFrame(frame)
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', end)
    removeEventListener('pointercancel', stop)
    removeEventListener('keydown', key)
    over()
  }
  const end = () => {
    stop()
    if (isFar) drop()
  }
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape') stop()
  }
  addEventListener('pointermove', move)
  addEventListener('pointerup', end)
  addEventListener('pointercancel', stop)
  addEventListener('keydown', key)
  return stop
}
