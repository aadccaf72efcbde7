// Pictures of pages for those who link to them. What is in one comes from the page as this visitor reads it, never from
// the address; the name at its end changes with what is in it, so that others may keep it.

import { CARD_SIZE, type Card } from '../../engines/pdf/card.ts'
import type { SiteAnswer } from '../../engines/site/answers.ts'
import type { OpenSite } from '../../engines/site/views/page.ts'
import type { ReadContext } from '../../kit/domain/context.ts'
import type { CacheKind } from '../../kit/storage/fresh-cache.ts'
import { wholeAddresses } from '../visit/site-addresses.ts'
import { frameOf, type ReaderKit } from '../visit/site-frame.ts'
import type { PlacedPage } from '../visit/spaces-read.ts'
import { isPrivate, type OpenSpace, openSpaceWith, type VisitedSite } from '../visit/visited-site.ts'

const PURPOSE = 'card of a page'
/** Cards that were drawn otherwise have other names. */
const EDITION = 1
const DRAWN: CacheKind<Uint8Array> = { name: 'card' }

type Place = { space: OpenSpace; placed: PlacedPage }

/** None where nobody but its readers may have it: those who show cards are not among them. */
export function imageOfCard(ctx: ReadContext, { site, home }: VisitedSite, open: OpenSite, place: Place) {
  if (site.visibility !== 'public' && site.visibility !== 'unlisted') return
  const name = nameOf(ctx, cardOf(open, place.placed))
  const whole = wholeAddresses(ctx, site, home)
  const href = whole(`${home}/~card/${place.space.siteSpace.id}/${place.placed.page.id}/${name}.png`)
  return { href, ...CARD_SIZE }
}

/** `parts`: what comes behind `~card/`. */
export async function answerCard(
  ctx: ReadContext,
  kit: ReaderKit,
  visited: VisitedSite,
  [siteSpaceId = '', pageId = '', file = '']: readonly string[],
): Promise<SiteAnswer | undefined> {
  const space = await openSpaceWith(ctx, visited, siteSpaceId)
  const placed = space?.read.byId.get(pageId)
  if (placed?.page.type !== 'document') return
  const card = cardOf(await frameOf(ctx, kit, visited, siteSpaceId), placed)
  const name = nameOf(ctx, card)
  const png = await drawnOnce(ctx, name, () => kit.draw(card))
  return { kind: 'picture', png, isPrivate: isPrivate(visited.site), isFinal: file === `${name}.png` }
}

/** It follows from its name alone, as a content node does. Those who ask at the same time wait for one drawing. */
async function drawnOnce(ctx: ReadContext, name: string, draw: () => Promise<Uint8Array>) {
  const key = `card ${name}`
  const known = ctx.nodeCache.get(key) as Uint8Array | undefined
  if (known) return known
  return ctx.cache.read(DRAWN, name, async () => {
    const value = await draw()
    ctx.nodeCache.set(key, value, value.length)
    return { value, follows: [], bytes: value.length }
  })
}

function cardOf({ site, palette }: OpenSite, { page }: PlacedPage): Card {
  const { paper = '', ink = '', soft = '', primary = '', 'on-primary': onPrimary = '' } = palette
  const { title, description } = page
  return { site: site.title, title, description, colors: { paper, ink, soft, primary, onPrimary } }
}

function nameOf({ signer }: Pick<ReadContext, 'signer'>, card: Card) {
  return signer.sign(PURPOSE, JSON.stringify([EDITION, card]))
}
