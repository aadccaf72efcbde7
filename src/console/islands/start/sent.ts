// Where somebody goes on who sent a form with keys: at what the page says of it, or where they were. Without this they
// would begin at the top of the page again, after each row of a list.
import { controlsIn } from './hold.ts'

const KEY = 'quire-sent'

/** `hash`: what the address ended in before, which says nothing of what came of the form. */
type Sent = { path: string; hash: string; at: number }

export function goOnAfterForms() {
  let isByKeys = false
  document.addEventListener('keydown', () => (isByKeys = true), true)
  document.addEventListener('pointerdown', () => (isByKeys = false), true)
  document.addEventListener('submit', ({ defaultPrevented, submitter }) => {
    const main = document.querySelector('main')
    if (defaultPrevented || !isByKeys || !main) return
    const at = controlsIn(main).findIndex((one) => one === submitter || one === document.activeElement)
    write({ path: location.pathname, hash: location.hash, at })
  })
  const sent = read()
  if (sent && isNowhere(sent)) goOn(sent)
}

function isNowhere({ hash }: Sent) {
  const isAtStart = document.activeElement?.matches('body, #content') ?? true
  return isAtStart && ['', hash].includes(location.hash)
}

function goOn({ path, at }: Sent) {
  const main = document.querySelector('main')
  const said = main?.querySelector<HTMLElement>('[role=alert], [role=status]')
  said?.setAttribute('tabindex', '-1')
  const controls = main && path === location.pathname && at >= 0 ? controlsIn(main) : []
  const to = said ?? controls[Math.min(at, controls.length - 1)]
  // Otherwise the browser goes there once all of the page is there.
  if (to && location.hash !== '') history.replaceState(history.state, '', location.pathname + location.search)
  to?.focus()
}

/** Where nothing may be kept, nothing is. */
function write(sent: Sent) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(sent))
  } catch {}
}

function read(): Sent | undefined {
  try {
    const text = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return
  }
}
