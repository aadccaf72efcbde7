// What integrations draw on a page: all blocks at once, within a short time, kept as long as their scripts allow.

import type { PageAnswer } from '../../engines/site/answers.ts'
import type { KitPlace } from '../../engines/site/kit/kit-state.ts'
import { type KitView, kitView } from '../../engines/site/kit/kit-view.ts'
import { wordsOf } from '../../engines/site/languages/words.ts'
import type { OutsideContext } from '../../kit/domain/context.ts'
import { Problem } from '../../kit/domain/problems.ts'
import { type BlockDrawing, draw } from '../../rooms/integrations/scripts/blocks/blocks.ts'
import { type PageBlock, withBlocks } from '../visit/documents/page-blocks.ts'
import type { ReaderKit } from '../visit/site-frame.ts'

/** A page with places for its blocks, and where readers send what they do with them. */
export type PageToDraw = {
  answer: PageAnswer
  blocks: readonly PageBlock[]
  address: string
  languages: readonly string[]
}

/** Who waits longer would rather read the rest. What is late is there for the next who asks. */
const PATIENCE = 2000
/** Seconds, where a script says nothing; and what is to be kept by nobody, so that many readers are no work for it. */
const KEPT_SHORTLY = 10
const KEPT_AT_LEAST = 1
const MOST_ORIGINS = 30

type Kept = { view: KitView | undefined; until: number }

export async function drawPage(ctx: OutsideContext, kit: ReaderKit, page: PageToDraw): Promise<PageAnswer> {
  const { answer, blocks } = page
  if (blocks.length === 0) return answer
  const views = await inTime(blocks.map((block) => viewOf(ctx, kit, page, block)))
  return assembled(answer, blocks, views)
}

/** Undefined for those that are not there in time. */
async function inTime<Value>(promises: Promise<Value>[]): Promise<(Value | undefined)[]> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, PATIENCE, undefined)
  })
  const all = await Promise.all(promises.map((one) => Promise.race([one, end])))
  clearTimeout(timer)
  return all
}

async function viewOf(
  ctx: OutsideContext,
  kit: ReaderKit,
  page: PageToDraw,
  block: PageBlock,
): Promise<KitView | undefined> {
  const key = `${block.key} ${page.address} ${page.languages.join(' ')}`
  const known = ctx.nodeCache.get(key) as Kept | undefined
  if (known && known.until > ctx.clock.now().getTime()) return known.view
  const underWay = kit.drawing.get(key) ?? fresh(ctx, kit, page, block, key)
  kit.drawing.set(key, underWay)
  return underWay
}

async function fresh(ctx: OutsideContext, kit: ReaderKit, page: PageToDraw, block: PageBlock, key: string) {
  try {
    const { output, maxAge = KEPT_SHORTLY } = await draw(ctx, block.drawer, drawingOf(block))
    return keep(kitView(output, placeOf(ctx, kit, page, block)), maxAge)
  } catch (error) {
    if (!(error instanceof Problem)) ctx.log.warn({ err: error }, 'A block of an integration was not drawn')
    // Whoever comes next does not wait for the same again.
    return keep(undefined, KEPT_SHORTLY)
  } finally {
    kit.drawing.delete(key)
  }

  function keep(view: KitView | undefined, seconds: number) {
    const until = ctx.clock.now().getTime() + Math.max(seconds, KEPT_AT_LEAST) * 1000
    const bytes = (view?.html.text.length ?? 0) * 2 + key.length + 200
    if (block.drawer.isKept) ctx.nodeCache.set(key, { view, until } satisfies Kept, bytes)
    return view
  }
}

function drawingOf({ block }: PageBlock): BlockDrawing {
  const { block: component, props, action } = block
  return { component, props, ...(action && { action }) }
}

export function placeOf(
  ctx: OutsideContext,
  { icons }: ReaderKit,
  { address, languages }: Pick<PageToDraw, 'address' | 'languages'>,
  { name }: PageBlock,
): KitPlace {
  const words = wordsOf(...languages)
  return {
    address: `${address}/${name}`,
    name: `kit-${name}`,
    icons,
    words: { ...words.document, close: words.close, failed: words.blockFailed },
    ownOrigins: [new URL(ctx.links.of('')).origin],
  }
}

/** What was made of a page the last time: the same object while nothing of it differs, so that it stays packed. */
const made = new WeakMap<PageAnswer, { views: readonly (KitView | undefined)[]; answer: PageAnswer }>()

function assembled(page: PageAnswer, blocks: readonly PageBlock[], views: readonly (KitView | undefined)[]) {
  const known = made.get(page)
  if (known && views.every((view, at) => view === known.views[at])) return known.answer
  const drawn = views.map((view) => view?.html.text)
  const frames = [...new Set(views.flatMap((view) => view?.frames ?? []))].slice(0, MOST_ORIGINS)
  const answer = { ...page, html: withBlocks(page.html, blocks, drawn), frames }
  made.set(page, { views, answer })
  return answer
}
