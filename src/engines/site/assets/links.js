// Which links readers follow. It comes when they stir, and listens from then on.
import { tellLeaving } from './events.js'

// Of one view of a page; whoever follows more of them tells nothing new.
const MOST_LINKS = 50
const PLACES = {
  announcement: '.announcement',
  footer: 'body > footer',
  sidebar: '.sidebar',
  content: 'main',
  header: 'body > header',
}

let told = 0
document.addEventListener('click', ({ target }) => {
  const link = target.closest?.('a[href]')
  const [position] = Object.entries(PLACES).find(([, place]) => link?.closest(place)) ?? []
  if (!position || told >= MOST_LINKS) return
  told += 1
  tellLeaving({ type: 'link_click', link: { target: targetOf(link), position } })
})

function targetOf({ protocol, origin, pathname, search, hash }) {
  if (!/^https?:$/.test(protocol) || origin !== location.origin)
    return { kind: 'url', url: origin === 'null' ? protocol : origin }
  if (pathname.includes('/~files/')) return { kind: 'file' }
  const isHere = hash && pathname + search === location.pathname + location.search
  return { kind: isHere ? 'anchor' : 'page' }
}
