import { render } from 'preact'
import type { Place } from './place.ts'
import { openTree, type Session } from './session.ts'
import { App } from './views/app.tsx'

const host = document.getElementById('tree')
if (host) start(host)

/** The list that the server made stays until there is the tree. */
function start(host: HTMLElement) {
  const place: Place = JSON.parse(host.dataset.tree ?? '')
  let isShown = false
  const session: Session = openTree(place, (shown) => {
    if (!isShown) host.replaceChildren()
    isShown = true
    render(<App session={session} shown={shown} />, host)
  })
  session
    .load()
    .then(() => {
      // A page that was just added or moved, for hands that go on with it.
      const [, id] = /^#p-(\w+)$/.exec(location.hash) ?? []
      if (id === undefined) return
      session.goTo(id)
      host.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus()
    })
    .catch(() => {})
  document.addEventListener('quire:changed', () => void session.load().catch(() => {}))
}
