// The text of a page in two revisions, line by line.
import { type TextChanges, textLines } from '../../../engines/content/diff/text-changes.ts'
import { findPagesWithPaths, type RevisionView, textOfBody } from '../../../engines/content/nodes/revision.ts'
import type { OutsideContext } from '../../../kit/domain/context.ts'
import { notFound, Problem } from '../../../kit/domain/problems.ts'
import type { SeenChangeRequest } from '../../review/change-requests/access.ts'
import type { SeenContent } from '../pages/access.ts'
import { openNodes, openView } from '../spaces/revisions/revisions.ts'
import { compareTexts, type Texts } from './compare-texts.ts'
import { openBefore } from './revision-changes.ts'
import type { PageTextChanges } from './schema.ts'

/** What is larger is told apart by nobody. Two texts of 20,000 lines take up to 100 ms. */
const MOST = { lines: 20_000, characters: 2_000_000 }
/** Up to here it is done at once: a thread would take longer to hear of it. */
const FEW_LINES = 2_000
const TIME = 20_000

type Options = { context: number; limit: number }
type Side = { revision: string; view: RevisionView }

/** Against another revision of the space, or the one before it. */
export async function textChangesOfRevision(
  ctx: OutsideContext,
  content: SeenContent,
  pageId: string,
  { against, ...options }: Options & { against?: string },
) {
  const before = await openBefore(ctx, content, against)
  const after = { revision: content.revision.id, view: content.view }
  return compareSides(ctx, { before, after }, pageId, options)
}

/** Against what it was opened on, or last updated from. */
export async function textChangesOfChangeRequest(
  ctx: OutsideContext,
  { spaceId, revisionAncestor, revisionId }: SeenChangeRequest,
  pageId: string,
  options: Options,
) {
  const nodes = openNodes(ctx)
  const open = async (revision: string) => ({
    revision,
    view: await openView(ctx, spaceId, revision, nodes),
  })
  return compareSides(
    ctx,
    { before: await open(revisionAncestor), after: await open(revisionId) },
    pageId,
    options,
  )
}

async function compareSides(
  ctx: OutsideContext,
  sides: { before: Side | undefined; after: Side },
  pageId: string,
  { context, limit }: Options,
): Promise<PageTextChanges> {
  const [before, after] = [await pageAt(sides.before, pageId), await pageAt(sides.after, pageId)]
  if (!before && !after) throw notFound('page')
  const texts = { before: before?.text ?? '', after: after?.text ?? '', context }
  const { hunks, ...counts } = await changesOf(ctx, texts)
  return {
    object: 'page-text-changes',
    page: pageId,
    before: before?.shown,
    after: after?.shown,
    ...counts,
    hunks: hunks.slice(0, limit),
    more: hunks.length > limit ? hunks.length - limit : undefined,
  }
}

async function pageAt(side: Side | undefined, pageId: string) {
  const found = side && (await findPagesWithPaths(side.view, [pageId])).get(pageId)
  if (!found) return
  const { page, path } = found
  const text = await textOfBody(side.view, page.body)
  return { text, shown: { revision: side.revision, title: page.title, path, lines: textLines(text).length } }
}

/** Nobody holds a lock here, so what is long may wait for a thread. */
async function changesOf({ threads }: OutsideContext, texts: Texts): Promise<TextChanges> {
  if (texts.before === texts.after) return { added: 0, removed: 0, hunks: [] }
  const lines = [texts.before, texts.after].map((text) => textLines(text).length)
  const characters = Math.max(texts.before.length, texts.after.length)
  if (Math.max(...lines) > MOST.lines || characters > MOST.characters)
    throw new Problem(
      'too_large',
      `This text is too long to be compared: at most ${MOST.lines} lines and ${MOST.characters} characters are`,
      { lines: Math.max(...lines), characters, most: MOST },
    )
  const isShort = lines.reduce((sum, count) => sum + count, 0) <= FEW_LINES
  return isShort ? compareTexts.work(texts) : threads.run(compareTexts, texts, { timeout: TIME })
}
