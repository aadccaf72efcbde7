// Pages as those who search read them.
import { fileOfPage } from '../../../engines/content/links/paths.ts'
import { type RevisionView, textOfBody } from '../../../engines/content/nodes/revision.ts'
import type { PageRecord } from '../../../engines/content/records.ts'
import type { JSONDocument } from '../../../engines/markdown/document.ts'
import { mayHaveConditions } from '../../../engines/markdown/read/condition-tags.ts'
import { sectionsIn, type TextSection } from '../../../engines/markdown/sections.ts'
import {
  evaluateDocument,
  hasExpressions,
  mayHaveExpressions,
} from '../../../engines/reading/evaluate-document.ts'
import {
  includeOf,
  type ShownText,
  textsIn,
  withIncludedTexts,
} from '../../../engines/reading/included-texts.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import { EMPTY_DOCUMENT, parseBody } from '../pages/reading/documents.ts'
import { type HashedText, type Reading, readRawDocument, seenText } from '../pages/reading/reader-texts.ts'
import { withheldTargets } from '../pages/reading/withheld.ts'

/** A page with what it includes. */
export async function openShownText(
  view: RevisionView,
  { page, path }: { page: PageRecord; path: string },
): Promise<ShownText> {
  const { id, body } = page
  const text = await textOfBody(view, body)
  const from = { page: id, file: fileOfPage(page, path) }
  const [shown] = await withIncludedTexts(view, [{ text, body, from }])
  return shown ?? { text, body, from, included: new Map(), hasMissing: false }
}

/** A page with what it includes, and who reads it. */
export type SearchablePage = Reading & { page: PageRecord; shown: ShownText }

/** Whether it says something else to a visitor than what the index has, which has all that is written. */
export async function isCutFor(ctx: ReadContext, { shown, ...reading }: SearchablePage): Promise<boolean> {
  const texts = textsIn(shown)
  if (texts.some((one) => isAdaptive(ctx, one))) return true
  const { audience } = reading
  if (audience.kind === 'writer') return false
  for (const { text, body, from } of texts)
    if (
      from &&
      mayMention(text) &&
      (await withheldTargets(ctx, { ...reading, audience }, { text, body, from })).size > 0
    )
      return true
  return false
}

/** Of all links, mentions alone say something by themselves: what they lead to. */
function mayMention(text: string): boolean {
  return /["'(]mention["')]|data-mention/.test(text)
}

export async function sectionsFor(
  ctx: ReadContext,
  { page, shown, ...reading }: SearchablePage,
): Promise<TextSection[]> {
  const documents = new Map<ShownText, JSONDocument>()
  for (const one of textsIn(shown)) documents.set(one, await readFor(one))
  const read = (one: ShownText) => documents.get(one) ?? EMPTY_DOCUMENT
  return sectionsIn(read(shown), includeOf(shown, read))

  async function readFor(one: ShownText): Promise<JSONDocument> {
    const { text, body, from } = one
    if (from && mayMention(text))
      return readRawDocument(ctx, reading, { text, body, from, page }, { fillsIn: true })
    const { view, audience } = reading
    const document = documentOf(ctx, seenText(ctx, reading, { text, body, page }))
    return evaluateDocument(document, { audience, fillsIn: true, space: view.root.variables, page })
  }
}

/** Whether its readers may read different things. */
function isAdaptive(ctx: ReadContext, { text, body }: ShownText): boolean {
  if (mayHaveConditions(text)) return true
  return mayHaveExpressions(text) && hasExpressions(documentOf(ctx, { text, body }))
}

function documentOf(ctx: ReadContext, { text, body }: HashedText) {
  return parseBody(ctx, text, body)
}
