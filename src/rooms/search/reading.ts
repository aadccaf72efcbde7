// Pages as those who search read them.
import { fileOfPage } from '../../content/links/paths.ts'
import { type RevisionView, textOfBody } from '../../content/nodes/revision.ts'
import type { PageRecord } from '../../content/records.ts'
import type { ReadContext } from '../../domain/context.ts'
import { type Section, sectionsIn } from '../../markdown/sections.ts'
import type { Audience } from '../../reading/audience.ts'
import { evaluateDocument, isAdaptive, mayBeAdaptive } from '../../reading/evaluate-document.ts'
import { includeOf, type ShownText, textsIn, withIncludedTexts } from '../../reading/included-texts.ts'
import { parseBody } from '../content/documents.ts'

/** A page with what it includes. */
export async function openShownText(
  view: RevisionView,
  { page, path }: { page: PageRecord; path: string },
): Promise<ShownText> {
  const { id, body } = page
  const text = await textOfBody(view, body)
  const from = { page: id, file: fileOfPage(page, path) }
  const [shown] = await withIncludedTexts(view, [{ text, body, from }])
  return shown ?? { text, body, included: new Map(), hasMissing: false }
}

/** Whether it says different things to different visitors. */
export function isAdaptiveText(ctx: ReadContext, shown: ShownText): boolean {
  return textsIn(shown).some((one) => mayBeAdaptive(one.text) && isAdaptive(documentOf(ctx, one)))
}

export function sectionsFor(
  ctx: ReadContext,
  audience: Audience,
  { root }: RevisionView,
  { page, shown }: { page: PageRecord; shown: ShownText },
): Section[] {
  const read = (one: ShownText) =>
    evaluateDocument(documentOf(ctx, one), { audience, fillsIn: true, space: root.variables, page })
  return sectionsIn(read(shown), includeOf(shown, read))
}

function documentOf(ctx: ReadContext, { text, body }: ShownText) {
  return parseBody(ctx, text, body, { hasOurs: true })
}
