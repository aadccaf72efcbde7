// The structure of a site is arranged by hand: rows are dragged with the mouse, and with a finger by their handle. What
// is dropped is a form of the page that is sent; without script, its other forms do the same.
import { type Drag, showDrag } from './drag.ts'
import { type Drop, dropAt, dropAtEnd, type Row } from './rows.ts'

/** Before that, a press is a click. */
const FAR = 6
const EDGE = 72

const list = () => document.querySelector<HTMLElement>('[data-structure]')
const itemsOf = (from: HTMLElement) => [...from.querySelectorAll<HTMLElement>(':scope > li')]

document.addEventListener('pointerdown', (event) => {
  const target = event.target instanceof Element ? event.target : null
  const item = target?.closest<HTMLElement>('[data-structure] > li')
  const isHandle = target?.closest('.drag-handle')
  if (!item || event.button !== 0 || (event.pointerType !== 'mouse' && !isHandle)) return
  if (target?.closest('a, button, summary, input, select, textarea, form, .choices')) return
  start(event, item)
})

function start(event: PointerEvent, item: HTMLElement) {
  const from = item.parentElement
  if (!from) return
  const items = itemsOf(from)
  const drag: Drag = { items, dragged: items.indexOf(item), list: from }
  const rows = items.map(rowOf)
  const origin = { x: event.clientX, y: event.clientY }
  let [y, frame] = [origin.y, 0]
  let drop: Drop | undefined

  const look = () => {
    drop = dropUnder(drag, rows, y)
    showDrag(drag, drop)
  }
  const step = () => {
    const speed = y < EDGE ? y - EDGE : Math.max(0, y - (innerHeight - EDGE))
    if (speed !== 0) {
      scrollBy(0, speed / 5)
      look()
    }
    frame = requestAnimationFrame(step)
  }
  const move = (event: PointerEvent) => {
    y = event.clientY
    if (frame === 0) {
      if (Math.hypot(event.clientX - origin.x, y - origin.y) < FAR) return
      frame = requestAnimationFrame(step)
    }
    event.preventDefault()
    look()
  }
  const stop = () => {
    cancelAnimationFrame(frame)
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', end)
    removeEventListener('pointercancel', stop)
    removeEventListener('keydown', key)
    showDrag({ ...drag, dragged: -1 })
  }
  const end = () => {
    stop()
    const row = rows[drag.dragged]
    if (frame !== 0 && drop && row) void send(row, drop)
  }
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape') stop()
  }
  addEventListener('pointermove', move)
  addEventListener('pointerup', end)
  addEventListener('pointercancel', stop)
  addEventListener('keydown', key)
}

function rowOf({ dataset }: HTMLElement): Row {
  return { type: dataset.type ?? '', id: dataset.id ?? '', depth: Number(dataset.depth) }
}

function dropUnder({ items, dragged }: Drag, rows: readonly Row[], y: number): Drop | undefined {
  const boxes = items.map((item) => item.getBoundingClientRect())
  const last = boxes.at(-1)
  if (last && y > last.bottom) return dropAtEnd(rows, dragged)
  const over = boxes.findIndex(({ bottom }) => y <= bottom)
  const box = boxes[over]
  return box && dropAt(rows, dragged, over, Math.max(0, (y - box.top) / box.height))
}

async function send({ type, id }: Row, { part, to }: Drop) {
  const form = new URLSearchParams({ action: 'place', type, id, part, toType: to.type, toId: to.id })
  list()?.setAttribute('aria-busy', 'true')
  const response = await fetch(location.pathname, { method: 'POST', body: form }).catch(() => undefined)
  if (!response) return location.reload()
  const there = new URL(response.url)
  // Signed out, or the site is gone.
  if (there.pathname !== location.pathname) return location.assign(there)
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const [now, next] = [document.getElementById('content'), page.getElementById('content')]
  if (!now || !next) return location.reload()
  history.replaceState(null, '', there)
  now.replaceWith(document.importNode(next, true))
  addHandles()
}

function addHandles() {
  for (const item of document.querySelectorAll<HTMLElement>('[data-structure] > li')) {
    const handle = document.createElement('span')
    handle.className = 'drag-handle'
    item.prepend(handle)
  }
}

addHandles()
