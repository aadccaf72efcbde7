import { standpointsOf } from '../../../../engines/content/links/resolve.ts'
import { weightOf } from '../../../../engines/content/long-work.ts'
import { type RevisionView, readRevision } from '../../../../engines/content/nodes/revision.ts'
import type { Hash, PageRecord } from '../../../../engines/content/records.ts'
import { mayShowApis } from '../../../../engines/reading/describe-apis.ts'
import { mayHaveExpressions } from '../../../../engines/reading/evaluate-document.ts'
import {
  mayInclude,
  type ShownText,
  textsIn,
  withIncludedTexts,
} from '../../../../engines/reading/included-texts.ts'
import { isFound } from '../../../../engines/search/rows.ts'
import type { OutsideContext } from '../../../../kit/domain/context.ts'
import { inBatches } from '../../../../world/threads/batches.ts'
import { ThreadsClosed } from '../../../../world/threads/threads.ts'
import { readApiDocument } from '../../../api-references/openapi/documents.ts'
import { findApi, textWithApis } from '../../pages/reading/apis.ts'
import { describeApisLater } from '../../pages/reading/described-texts.ts'
import { openNodes } from '../../spaces/revisions/revisions.ts'
import { type Cut, cutPages, type PageText } from './cut-pages.ts'
import type { IndexedSpace, ShownPart, ShownSpecRow } from './store-index.ts'
import type { WaitingPages } from './waiting-pages.ts'

/** Pages whose texts are read at once. */
const READ_AT_ONCE = 25
/** What is written in one transaction: a change waits for the one under way, and for the next, before it is found. */
const STEP = { pages: 100, characters: 400_000 }
/** For what takes a thread a second. */
const TIME = { batch: 60_000, page: 20_000 }

export type IndexedRoot = IndexedSpace & { root: Hash | null }
/** What takes the place of what the index has of some pages. */
export type CutStep = {
  ids: string[]
  cuts: Cut[]
  shown: ShownSpecRow[]
  parts: ShownPart[]
  /** Of those that belong together. */
  isLast: boolean
}

/** The next pages as they will be in the index; undefined where none wait. */
export async function cutStep(ctx: OutsideContext, index: IndexedRoot, waiting: WaitingPages) {
  const lot = waiting.first()
  if (lot.size === 0) return
  const step: CutStep = { ids: [], cuts: [], shown: [], parts: [], isLast: false }
  let characters = 0
  while (lot.size > 0 && characters < STEP.characters && step.ids.length < STEP.pages) {
    const some = waiting.take(lot, READ_AT_ONCE)
    step.ids.push(...some.map(([id]) => id))
    const view = await readRevision(openNodes(ctx), index.root)
    const pages = await withTexts(
      view,
      some.map(([, page]) => page),
    )
    await cutSome(ctx, { ...index, view }, pages, step)
    for (const page of pages) characters += sumOf(page, (text) => text.length)
  }
  return { ...step, isLast: lot.size === 0 }
}

type OpenIndex = IndexedRoot & { view: RevisionView }

async function cutSome(ctx: OutsideContext, index: OpenIndex, pages: PageText[], step: CutStep) {
  const { view } = index
  for (const page of pages) step.parts.push(...partsOf(page))
  // What a description says of an operation is found on the page that shows it.
  const showing = pages.filter(({ text }) => mayShowApis(text))
  const standpoints = await standpointsOf(
    view,
    showing.map(({ id }) => id),
  )
  for (const page of showing) {
    const files = { view, from: standpoints.get(page.id), read: (blob: string) => readApiDocument(ctx, blob) }
    const find = findApi(ctx, index.spaceId, files)
    const noting: FindsApi = async (ref) => {
      const found = await find(ref)
      if (ref.kind === 'openapi')
        step.shown.push({ pageId: page.id, spec: ref.spec, version: found?.version ?? null })
      return found
    }
    page.text = await described(ctx, noting, page)
  }
  for (const batch of inBatches(pages, (page) => sumOf(page, weightOf)))
    step.cuts.push(...(await cut(ctx, index, batch)))
}

/** One that takes too long is found by what is written on it. */
async function described({ threads, log }: OutsideContext, find: FindsApi, { id, text }: PageText) {
  const describing = { threads, find, task: describeApisLater, timeout: TIME.page }
  try {
    return await textWithApis(describing, text, { hasExamples: false })
  } catch (error) {
    if (error instanceof ThreadsClosed) throw error
    log.warn({ err: error, pageId: id }, 'failed to render the API descriptions of a page for search')
    return text
  }
}

type FindsApi = ReturnType<typeof findApi>

/** One page that can not be cut takes its batch along: then each is cut alone, and that one is found without its text. */
async function cut(ctx: OutsideContext, index: OpenIndex, pages: PageText[]): Promise<Cut[]> {
  const { spaceId, space, view } = index
  const timeout = pages.length > 1 ? TIME.batch : TIME.page
  try {
    return [await ctx.threads.run(cutPages, { space, variables: view.root.variables, pages }, { timeout })]
  } catch (error) {
    // Where not even pages without texts can be cut, that is not about the pages.
    if (error instanceof ThreadsClosed || pages.every(({ text }) => text === '')) throw error
    const [page, ...others] = pages
    if (page && others.length === 0) {
      const bare = await cut(ctx, index, [{ ...page, text: '' }])
      ctx.log.warn({ err: error, spaceId, pageId: page.id }, 'failed to split a page into sections')
      return bare
    }
    const all: Cut[] = []
    for (const page of pages) all.push(...(await cut(ctx, index, [page])))
    return all
  }
}

/** Those that are found. Their texts are read for this step alone: all of them together may not fit in memory. */
async function withTexts(view: RevisionView, pages: (PageRecord | undefined)[]): Promise<PageText[]> {
  const found = pages.filter((page) => page !== undefined).filter(isFound)
  await view.nodes.fetch(found.map(({ body }) => body))
  const texts = found.map(({ id, body }) => ({ id, body, text: body === null ? '' : view.nodes.text(body) }))
  const including = texts.filter(({ text }) => mayInclude(text)).map(({ id }) => id)
  const standpoints = await standpointsOf(view, including)
  const shown = await withIncludedTexts(
    view,
    texts.map(({ id, ...place }) => ({ ...place, from: standpoints.get(id) })),
  )
  return found.flatMap(({ id, title, description, variables }, at) => {
    const text = shown[at]
    return text ? [{ id, title, description, variables, ...text }] : []
  })
}

/** Of a page and what it includes. */
function sumOf(page: PageText, measure: (text: string) => number) {
  return textsIn(page).reduce((sum, { text }) => sum + measure(text), 0)
}

/** What a page shows beside its own text. */
function partsOf(page: PageText): ShownPart[] {
  const texts: (ShownText & { id?: string })[] = textsIn(page)
  const [pageId, included] = [page.id, texts.slice(1)]
  return [
    ...included.map(({ id = '' }): ShownPart => ({ pageId, kind: 'reusable', partId: id })),
    ...(texts.some(({ hasMissing }) => hasMissing) ? [{ pageId, kind: 'nothing', partId: '' } as const] : []),
    ...(texts.some(({ text }) => mayHaveExpressions(text))
      ? [{ pageId, kind: 'variables', partId: '' } as const]
      : []),
  ]
}
