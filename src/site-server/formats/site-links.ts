// Links and pictures of a page as programs read it. In its repository they are paths of files; on the site pages stand
// elsewhere, and whoever takes the text along has no place to begin such a path from.
import { refOf, resolveTargets, type Standpoint } from '../../engines/content/links/resolve.ts'
import { isShortText } from '../../engines/content/long-work.ts'
import { findLinks, type LinkUse, type PlacedLink, replaceFound } from '../../engines/markdown/links.ts'
import { refOfAddress } from '../../engines/reading/addresses.ts'
import { withoutLinks } from '../../engines/reading/without-links.ts'
import type { OutsideContext } from '../../kit/domain/context.ts'
import { unavailable } from '../../kit/domain/problems.ts'
import type { Task } from '../../world/threads/threads.ts'
import { nearAnchors, nearHere } from '../visit/documents/near-anchors.ts'
import { readAnchors } from '../visit/documents/read-anchors.ts'
import { targetsOf, viewOf } from '../visit/documents/references.ts'
import { wholeAddresses } from '../visit/site-addresses.ts'
import type { PlacedPage } from '../visit/spaces-read.ts'
import type { OpenSpace, VisitedSite } from '../visit/visited-site.ts'

/** What is put in place of the tag that names it. */
const IS_TAKEN_IN = new Set<LinkUse>(['include', 'openapi'])

/** To JSON: thousands of links come back as one text. */
export const findLinksTask: Task<string, string> = {
  name: 'site.find-links',
  lane: 'requests',
  work: (text) => JSON.stringify(findLinks(text)),
}

/** Without the links to these targets. */
export const withoutLinksTask: Task<{ text: string; targets: readonly string[] }, string> = {
  name: 'site.without-links',
  lane: 'requests',
  work: ({ text, targets }) => withoutLinks(text, new Set(targets)),
}

const TIME = { timeout: 10_000, patience: 5_000 }

/** A long text is looked at in a thread. One that takes too long there keeps its links as they are written. */
async function linksIn({ threads }: OutsideContext, text: string): Promise<PlacedLink[]> {
  if (isShortText(text)) return findLinks(text)
  return JSON.parse(await threads.run(findLinksTask, text, TIME).catch(() => '[]'))
}

/** Better no text than one that names what is not for its reader. */
async function withoutThese({ threads }: OutsideContext, text: string, targets: string[]) {
  if (isShortText(text)) return withoutLinks(text, new Set(targets))
  return threads.run(withoutLinksTask, { text, targets }, TIME).catch((error) => {
    throw unavailable('Too many long pages are written; try again', 5, error)
  })
}

/** The first page has no path of its own to put an ending to. */
export function markdownAddress({ base }: OpenSpace, { path }: PlacedPage) {
  return `${base}/${path.split('/').map(encodeURIComponent).join('/')}.md`
}

type Place = { visited: VisitedSite; space: OpenSpace; from: Standpoint }

/**
 * With addresses of the site: pages lead to their Markdown. What leads nowhere stays as it is written; only of pages that
 * are not for this reader the path is not told either.
 */
export async function withSiteLinks(ctx: OutsideContext, place: Place, text: string): Promise<string> {
  const read = await readLinks(ctx, place, text)
  const withheld = read.links.flatMap(({ target }) => (read.isWithheld(target) ? [target] : []))
  if (withheld.length === 0) return withAddresses(ctx, place, text, read)
  const rest = await withoutThese(ctx, text, withheld)
  return withAddresses(ctx, place, rest, await readLinks(ctx, place, rest))
}

type ReadLinks = Awaited<ReturnType<typeof readLinks>>

async function readLinks(ctx: OutsideContext, { visited, space, from }: Place, text: string) {
  const found = await linksIn(ctx, text)
  const links = found.filter(({ use }) => !IS_TAKEN_IN.has(use))
  const isHere = (target: string) => target.startsWith('#')
  const hasHere = links.some(({ target }) => isHere(target))
  const anchors = (hasHere ? await readAnchors(ctx, text) : undefined) ?? []
  const written = new Set(links.map(({ target }) => target).filter((target) => !isHere(target)))
  const resolved = await resolveTargets(viewOf(ctx, space), from, written)
  const refs = new Map(
    [...written].map((target) => [
      target,
      refOfAddress(ctx.links, target) ?? refOf(resolved.get(target), target),
    ]),
  )
  const read = (text: string) => readAnchors(ctx, text)
  const near = await nearAnchors(ctx, space, { refs: [...refs.values()], read })
  const targets = await targetsOf(ctx, visited, space, [...refs.values()], markdownAddress)
  const hrefOf = (target: string) => {
    if (isHere(target)) return nearHere(target, anchors)
    const ref = refs.get(target)
    return ref && targets(near(ref))?.href
  }
  const isContent = (target: string) => ['page', 'anchor', 'space'].includes(refs.get(target)?.kind ?? '')
  return { links, hrefOf, isWithheld: (target: string) => isContent(target) && hrefOf(target) === undefined }
}

function withAddresses(ctx: OutsideContext, { visited }: Place, text: string, read: ReadLinks) {
  const whole = wholeAddresses(ctx, visited.site, visited.home)
  return replaceFound(text, read.links, (target) => {
    // What is in no document, as the definition of a reference.
    if (read.isWithheld(target)) return '#'
    const href = read.hrefOf(target)
    // A preview is for those who work on it, at the address where they are.
    return href?.startsWith(`${visited.home}/`) && !visited.unpublished ? whole(href) : href
  })
}
