// The structure of a site is arranged by hand: rows are dragged with the mouse, and with a finger by their handle. What
// is dropped is a form of the page that is sent; without script, its other forms do the same.
import { followDrag } from '../pointer-drag.ts'
import { tellUnreachable } from '../start/connection-events.ts'
import { type Drag, showDrag } from './drag.ts'
import { type Drop, dropAt, dropAtEnd, type Row } from './rows.ts'

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
  let drop: Drop | undefined
  followDrag(event, {
    look({ y }) {
      drop = dropUnder(drag, rows, y)
      showDrag(drag, drop)
    },
    drop() {
      const row = rows[drag.dragged]
      if (drop && row) void send(row, drop)
    },
    over: () => showDrag({ ...drag, dragged: -1 }),
  })
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

async function send(row: Row, drop: Drop) {
  const { type, id } = row
  const { part, to } = drop
  const form = new URLSearchParams({ action: 'place', type, id, part, toType: to.type, toId: to.id })
  list()?.setAttribute('aria-busy', 'true')
  const response = await fetch(location.pathname, { method: 'POST', body: form }).catch(() => undefined)
  list()?.removeAttribute('aria-busy')
  if (!response) return tellUnreachable(() => void send(row, drop))
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
