// The links of a site in its header. Those that have no room there are in a menu: how many that are is told by their
// titles, for two widths of the header, so that it needs no script. On a phone all of them are in the drawer.
import type { Html } from '../../html/html.ts'
import { html } from '../../html/html.ts'
import type { Words } from '../languages/words.ts'
import type { HeaderLink, SiteModel } from '../model.ts'
import { linkView } from './link-view.ts'
import { menuView } from './menu-view.ts'

/** In letters: what title, search and the rest leave on a wide screen, and on one that is hardly wide enough. */
const ROOM = { wide: 80, narrow: 45 }
/** What is around a title: its padding, the arrow of a menu. */
const AROUND = 4
const MORE = 9

export function headerLinks(site: SiteModel, words: Words): Html | false {
  const links = site.headerLinks
  if (links.length === 0) return false
  const wide = fitting(links, ROOM.wide)
  const narrow = fitting(links, ROOM.narrow)
  const menu = (name: string, shown: ReadonlySet<HeaderLink>) =>
    shown.size < links.length && html`<li class="${name}">${restMenu(site, words, links, shown)}</li>`
  const item = (link: HeaderLink) =>
    wide.has(link) && html`<li${!narrow.has(link) && html` class="on-wide"`}>${headerLink(site, link)}</li>`
  const end = links.findLastIndex((link) => !isButton(link)) + 1
  return html`<nav class="links" aria-label="${words.siteLinks}"><ul>${links.slice(0, end).map(item)}${menu('on-wide', wide)}${menu('on-narrow', narrow)}${links.slice(end).map(item)}</ul></nav>`
}

function isButton({ style }: HeaderLink) {
  return style !== 'link'
}

const STYLES = ['button-primary', 'button-secondary', 'link'] as const

/**
 * What a site wants to be pressed first gives way last. A link that does not fit takes all behind it along, so that
 * their order stays. What fits in a narrow header does in a wide one.
 */
function fitting(links: readonly HeaderLink[], room: number): Set<HeaderLink> {
  const shown = new Set<HeaderLink>()
  const all = links.reduce((sum, link) => sum + widthOf(link), 0)
  let left = all > room ? room - MORE : room
  for (const link of STYLES.flatMap((style) => links.filter((one) => one.style === style))) {
    left -= widthOf(link)
    if (left < 0) break
    shown.add(link)
  }
  return shown
}

/** Letters of Asian scripts are twice as wide. */
function widthOf({ title }: HeaderLink) {
  return [...title].reduce((sum, letter) => sum + (letter >= '\u2e80' ? 2 : 1), AROUND)
}

function headerLink(site: SiteModel, { title, style, href, links }: HeaderLink): Html {
  const button = style === 'link' ? '' : `button ${style === 'button-primary' ? 'primary' : 'secondary'}`
  if (links.length === 0) return linkView(site, { href, className: button || 'plain' }, title)
  const entries = links.map((link) => linkView(site, { href: link.href }, link.title))
  const first = href === undefined ? [] : [linkView(site, { href }, title)]
  return menuView(button, html`<span>${title}</span>`, [...first, ...entries])
}

// As with groups of sections, a menu in it is a list with a heading.
function restMenu(
  site: SiteModel,
  words: Words,
  links: readonly HeaderLink[],
  shown: ReadonlySet<HeaderLink>,
): Html {
  const entries = links
    .filter((link) => !shown.has(link))
    .flatMap(({ title, href, links }) => [
      href === undefined ? html`<p class="menu-heading">${title}</p>` : linkView(site, { href }, title),
      ...links.map((link) => linkView(site, { href: link.href }, link.title)),
    ])
  return menuView('', html`<span>${words.more}</span>`, entries)
}
