// Keys of the tree, as trees have them everywhere; with Alt they move the page.
import { type Step, stepOf } from '../model/nodes.ts'
import type { Session } from '../session.ts'

type Doing = { openMenu(): void; openPage(): void; isRtl: boolean }

/** Whether the key was one of ours. */
export function takeKey(
  event: KeyboardEvent,
  session: Session,
  { openMenu, openPage, isRtl }: Doing,
): boolean {
  const { rows, tree, open, current, told } = session.now()
  const at = rows.findIndex(({ node }) => node.id === current)
  const row = rows[at]
  if (!row) return false
  const { node } = row
  const { mayEdit } = session.place
  const inward = isRtl ? 'ArrowLeft' : 'ArrowRight'
  const outward = isRtl ? 'ArrowRight' : 'ArrowLeft'
  const go = (to: number) => {
    const next = rows[Math.max(0, Math.min(to, rows.length - 1))]
    if (next) session.set({ current: next.node.id })
    return true
  }
  if (event.altKey) {
    const steps: Record<string, Step> = { ArrowUp: 'up', ArrowDown: 'down', [inward]: 'in', [outward]: 'out' }
    const step = steps[event.key]
    if (!step || !mayEdit) return false
    const spot = stepOf(tree, node.id, step)
    if (spot) session.move(node.id, spot)
    return true
  }
  if (event.ctrlKey || event.metaKey) {
    if (event.key !== 'z' || !told?.undo) return false
    told.undo()
    return true
  }
  switch (event.key) {
    case 'ArrowDown':
      return go(at + 1)
    case 'ArrowUp':
      return go(at - 1)
    case 'Home':
      return go(0)
    case 'End':
      return go(rows.length - 1)
    case 'PageDown':
      return go(at + 12)
    case 'PageUp':
      return go(at - 12)
    case inward:
      if (node.children.length === 0) return true
      if (open.has(node.id)) return go(at + 1)
      session.toggle(node.id, true)
      return true
    case outward:
      if (node.children.length > 0 && open.has(node.id)) session.toggle(node.id, false)
      else if (node.parent !== null) session.set({ current: node.parent })
      return true
    case 'Enter':
      openPage()
      return true
    case 'F2':
      if (mayEdit) session.set({ renamed: node.id })
      return true
    case 'Delete':
      if (mayEdit) void session.remove(node.id)
      return true
    case ' ':
    case 'ContextMenu':
      openMenu()
      return true
    default:
      return typed(event, session, at)
  }
}

let word = ''
let since = 0

/** The next page that begins with what is typed. */
function typed({ key, timeStamp }: KeyboardEvent, session: Session, at: number): boolean {
  if ([...key].length !== 1) return false
  word = timeStamp - since > 700 ? key : word + key
  since = timeStamp
  const { rows } = session.now()
  const wanted = word.toLocaleLowerCase()
  const from = word.length === 1 ? at + 1 : at
  const order = [...rows.slice(from), ...rows.slice(0, from)]
  const found = order.find(({ node }) => node.title.toLocaleLowerCase().startsWith(wanted))
  if (found) session.set({ current: found.node.id })
  return true
}
