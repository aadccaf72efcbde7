// Links and pictures of a page as programs read it. In its repository they are paths of files; on the site pages stand
// elsewhere, and whoever takes the text along has no place to begin such a path from.
import { refOf, resolveTargets, type Standpoint } from '../../content/links/resolve.ts'
import { isShortText } from '../../content/long-work.ts'
import type { OutsideContext } from '../../domain/context.ts'
import { findLinks, type LinkUse, type PlacedLink, replaceFound } from '../../markdown/links.ts'
import { refOfAddress } from '../../reading/addresses.ts'
import type { Task } from '../../world/threads.ts'
import { targetsOf, viewOf } from '../visited-sites/references.ts'
import { wholeAddresses } from '../visited-sites/site-addresses.ts'
import type { PlacedPage } from '../visited-sites/spaces-read.ts'
import type { OpenSpace, VisitedSite } from '../visited-sites/visited-site.ts'

/** What is put in place of the tag that names it. */
const IS_TAKEN_IN = new Set<LinkUse>(['include', 'openapi'])

/** To JSON: thousands of links come back as one text. */
export const findLinksTask: Task<string, string> = {
  name: 'site.find-links',
  lane: 'requests',
  work: (text) => JSON.stringify(findLinks(text)),
}

const TIME = { timeout: 10_000, patience: 5_000 }

/** A long text is looked at in a thread. One that takes too long there keeps its links as they are written. */
async function linksIn({ threads }: OutsideContext, text: string): Promise<PlacedLink[]> {
  if (isShortText(text)) return findLinks(text)
  return JSON.parse(await threads.run(findLinksTask, text, TIME).catch(() => '[]'))
}

/** The first page has no path of its own to put an ending to. */
export function markdownAddress({ base }: OpenSpace, { path }: PlacedPage) {
  return `${base}/${path.split('/').map(encodeURIComponent).join('/')}.md`
}

/** With addresses of the site: pages lead to their Markdown. What leads nowhere for this reader stays as it is written. */
export async function withSiteLinks(
  ctx: OutsideContext,
  { visited, space, from }: { visited: VisitedSite; space: OpenSpace; from: Standpoint },
  text: string,
): Promise<string> {
  const found = await linksIn(ctx, text)
  const links = found.filter(({ target, use }) => !target.startsWith('#') && !IS_TAKEN_IN.has(use))
  if (links.length === 0) return text
  const written = new Set(links.map(({ target }) => target))
  const resolved = await resolveTargets(viewOf(ctx, space), from, written)
  const refs = new Map(
    [...written].map((target) => [
      target,
      refOfAddress(ctx.links, target) ?? refOf(resolved.get(target), target),
    ]),
  )
  const targets = await targetsOf(ctx, visited, space, [...refs.values()], markdownAddress)
  const whole = wholeAddresses(ctx, visited.site, visited.home)
  return replaceFound(text, links, (target) => {
    const ref = refs.get(target)
    const href = ref && targets(ref)?.href
    // A preview is for those who work on it, at the address where they are.
    return href?.startsWith(`${visited.home}/`) && !visited.unpublished ? whole(href) : href
  })
}
