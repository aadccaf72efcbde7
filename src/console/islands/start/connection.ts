// Without a connection, nobody loses a page with what they typed: what would leave it waits, and is tried again from a
// bar. While the server answers, nothing here is asked or waits.
import { LEAVE, UNREACHABLE } from './connection-events.ts'
import type { ConsolePlace } from './place.ts'

type Again = () => void

const PATIENCE = 10_000
const WATCH = 3_000

/** Any file of ours will do: an answer from in front of the server, such as 502, is none. */
const probe = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : location.href

async function isReachable(): Promise<boolean> {
  if (!navigator.onLine) return false
  const signal = AbortSignal.timeout(PATIENCE)
  const answer = await fetch(probe, { method: 'HEAD', cache: 'no-store', signal }).catch(() => undefined)
  return answer !== undefined && answer.status < 500
}

export function openConnection({ words }: ConsolePlace, back: () => void) {
  let isDoubtful = false
  let isTrying = false
  let again: Again | undefined
  let bar: HTMLElement | undefined
  let watch: ReturnType<typeof setTimeout> | undefined

  function hold(event: Event, go: Again) {
    if (event.defaultPrevented || (!isDoubtful && navigator.onLine)) return
    event.preventDefault()
    void attempt(go)
  }

  async function attempt(go: Again) {
    if (isTrying) return
    isTrying = true
    bar?.setAttribute('aria-busy', 'true')
    const isThere = await isReachable()
    bar?.removeAttribute('aria-busy')
    isTrying = false
    if (!isThere) return tell(go)
    again = undefined
    restore()
    go()
  }

  /** Where something waits already, that is what is tried again. */
  function tell(go?: Again) {
    isDoubtful = true
    again = go ?? again
    show(words.offline)
    clearTimeout(watch)
    watch = setTimeout(look, WATCH)
  }

  async function look() {
    if (await isReachable()) restore()
    else watch = setTimeout(look, WATCH)
  }

  function restore() {
    clearTimeout(watch)
    if (isDoubtful) back()
    isDoubtful = false
    if (again) return bar && show(words.online)
    bar?.remove()
    bar = undefined
  }

  function show(text: string) {
    const fresh = document.createElement('div')
    fresh.className = text === words.offline ? 'live-bar offline' : 'live-bar offline back'
    fresh.setAttribute('role', 'alert')
    fresh.append(text)
    if (again) {
      const button = document.createElement('button')
      button.type = 'button'
      button.className = 'button small'
      button.textContent = words.again
      button.onclick = () => again && void attempt(again)
      fresh.append(' ', button)
    }
    // Said once: a bar that says the same stays, with the focus that is on its button.
    if (bar?.isConnected && bar.textContent === fresh.textContent) return
    if (bar?.isConnected) bar.replaceWith(fresh)
    else document.querySelector('main')?.prepend(fresh)
    bar = fresh
  }

  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event
    if (!(form instanceof HTMLFormElement)) return
    // Fields may be called as what a form can do.
    hold(event, () => HTMLFormElement.prototype.requestSubmit.call(form, submitter))
  })
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
    if (link && leaves(link, event)) hold(event, () => location.assign(link.href))
  })
  document.addEventListener(LEAVE, (event) => {
    if (event instanceof CustomEvent) hold(event, () => location.assign(event.detail))
  })
  document.addEventListener(UNREACHABLE, (event) =>
    tell(event instanceof CustomEvent ? event.detail : undefined),
  )
  addEventListener('offline', () => tell())
  addEventListener('online', () => isDoubtful && void look())
  if (!navigator.onLine) tell()
  return {
    /** It may be gone: asked before anything is sent. */
    doubt() {
      isDoubtful = true
    },
    /** Something that was under way may still come through when the network is gone. */
    answered() {
      if (navigator.onLine) restore()
    },
  }
}

/** From this tab to another page of ours. */
function leaves({ target, href, download }: HTMLAnchorElement, event: MouseEvent) {
  const there = new URL(href)
  const isElsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
  const isHere = there.pathname === location.pathname && there.search === location.search && there.hash !== ''
  return (
    !isElsewhere &&
    !isHere &&
    !download &&
    (target === '' || target === '_self') &&
    there.origin === location.origin
  )
}
