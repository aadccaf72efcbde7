// On every page of somebody who is signed in: what goes on around them, and the way to the palette.
import { openConnection } from './connection.ts'
import { type Person, showFaces } from './faces.ts'
import type { ConsolePlace } from './place.ts'
import { openRefresh } from './refresh.ts'
import { goOnAfterForms } from './sent.ts'
import { followWork, type News } from './stream.ts'

const text = document.body.dataset.console
if (text) start(JSON.parse(text))

function start(place: ConsolePlace) {
  let follow = () => {}
  // What it holds back is not sent: it hears of forms before others do.
  const connection = openConnection(place, () => follow())
  goOnAfterForms()
  // On a phone it may be beyond the edge.
  document.querySelector('.tabs [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  openPaletteBy(place)
  remember(place)
  const changed = openRefresh(place)
  let people: readonly Person[] = []
  document.addEventListener('quire:refreshed', () => showFaces(people, place))
  const news = ({ event, data }: News) => {
    if (event === 'notification-count') showCount((data as { unread: number }).unread, place)
    if (event === 'presence') {
      ;({ people } = data as { people: Person[] })
      showFaces(people, place)
    }
    if (event === 'changed') changed()
  }
  const { doubt: lost, answered } = connection
  const signedOut = () => tellSignedOut(place)
  const again = followWork(place, { news, signedOut, back: changed, lost, answered })
  follow = () => {
    void again()
    // What waits in the scripts of the page goes on.
    document.dispatchEvent(new Event('quire:changed'))
  }
}

/** Loaded when it is asked for the first time; then it hears the event itself. */
function openPaletteBy({ palette }: ConsolePlace) {
  let isLoaded = false
  const open = () => {
    if (isLoaded) return document.dispatchEvent(new Event('quire:palette'))
    if (!palette) return
    isLoaded = true
    const script = document.createElement('script')
    script.src = palette
    script.onerror = () => {
      isLoaded = false
    }
    document.head.append(script)
  }
  document.addEventListener('keydown', (event) => {
    if (
      !(event.ctrlKey || event.metaKey) ||
      event.altKey ||
      event.shiftKey ||
      event.key.toLowerCase() !== 'k'
    )
      return
    // In a text, the keys may be for a link.
    if (event.defaultPrevented) return
    event.preventDefault()
    open()
  })
  for (const link of document.querySelectorAll<HTMLElement>('.search-link, .palette-open')) {
    link.addEventListener('click', (event) => {
      if (!palette) return
      event.preventDefault()
      open()
    })
    if (palette) link.hidden = false
  }
}

/** What somebody opened is first where they look for pages. */
function remember({ space, page }: ConsolePlace) {
  if (!space || !page) return
  void fetch('/o/v1/user/recent-pages', {
    method: 'POST',
    headers: { 'x-quire-console': 'start', 'content-type': 'application/json' },
    body: JSON.stringify({ space, page }),
  }).catch(() => {})
}

function showCount(unread: number, { words }: ConsolePlace) {
  const bell = document.querySelector('.bell')
  if (!bell) return
  const label = unread > 0 ? words.bell.replace('{count}', String(unread)) : words.noBell
  bell.setAttribute('aria-label', label)
  bell.setAttribute('title', label)
  bell.querySelector('span')?.remove()
  if (unread === 0) return
  const count = document.createElement('span')
  count.setAttribute('aria-hidden', 'true')
  count.textContent = unread > 99 ? '99+' : String(unread)
  bell.append(count)
}

function tellSignedOut({ words, signIn }: ConsolePlace) {
  const bar = document.createElement('div')
  bar.className = 'live-bar signed-out'
  bar.setAttribute('role', 'alert')
  const link = document.createElement('a')
  link.className = 'button small'
  link.href = `${signIn}?${new URLSearchParams({ next: location.pathname + location.search })}`
  link.textContent = words.signIn
  bar.append(words.signedOut, ' ', link)
  document.querySelector('main')?.prepend(bar)
}
