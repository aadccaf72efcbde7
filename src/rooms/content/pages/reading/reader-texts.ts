// Texts as their audience may read them. What is not for a visitor is cut away here, before anything else reads the text:
// what conditions hide, and the names of pages that are not there for them.
import type { DerivedKind } from '../../../../engines/content/nodes/nodes.ts'
import { hashOfText } from '../../../../engines/content/nodes/nodes.ts'
import { type RevisionView, textOfBody } from '../../../../engines/content/nodes/revision.ts'
import type { Hash, PageRecord } from '../../../../engines/content/records.ts'
import type { JSONDocument } from '../../../../engines/markdown/document.ts'
import { mayHaveConditions } from '../../../../engines/markdown/read/condition-tags.ts'
import { writeMarkdown } from '../../../../engines/markdown/write.ts'
import { type Audience, meets, scopeFor } from '../../../../engines/reading/audience.ts'
import {
  type ConditionalText,
  decideConditions,
  readConditions,
} from '../../../../engines/reading/conditional-text.ts'
import {
  evaluateDocument,
  hasExpressions,
  mayHaveExpressions,
} from '../../../../engines/reading/evaluate-document.ts'
import { resolveDocument } from '../../../../engines/reading/resolve-document.ts'
import { withoutLinks } from '../../../../engines/reading/without-links.ts'
import type { ReadContext } from '../../../../kit/domain/context.ts'
import { parseBody } from './documents.ts'
import { type PlacedText, withheldTargets } from './withheld.ts'

/** A revision, and who reads it. */
export type Reading = { spaceId: string; view: RevisionView; audience: Audience }

/** `page`: the one that shows the text. */
export type ReadText = Omit<PlacedText, 'text'> & { text?: string; page?: PageRecord }

/** A text, and the hash under which everything derived from it is cached. */
export type HashedText = { text: string; body: Hash | null }

type Remembers = Pick<ReadContext, 'nodeCache'>

/** What an audience may read of a text: conditions are decided for visitors, and writers read all of it. */
export function seenText(
  ctx: Remembers,
  { view, audience }: Pick<Reading, 'view' | 'audience'>,
  { text, body, page }: HashedText & { page?: PageRecord },
): HashedText {
  if (audience.kind === 'writer' || !mayHaveConditions(text)) return { text, body }
  const conditional = conditionsOf(ctx, text, body)
  if (!conditional) return { text, body }
  const scope = scopeFor(audience, view.root.variables, page)
  const seen = decideConditions(conditional, (expression) => meets(expression, scope))
  return { text: seen, body: hashOfText(seen) }
}

const CONDITIONS: DerivedKind<{ conditional?: ConditionalText }> = { name: 'conditions' }

/** Found once for a text, whoever reads it. */
function conditionsOf({ nodeCache }: Remembers, text: string, body: Hash | null) {
  const known = body === null ? undefined : nodeCache.findDerived(CONDITIONS, body)
  if (known) return known.conditional
  const conditional = readConditions(text)
  if (body !== null) nodeCache.keepDerived(CONDITIONS, body, { conditional }, text.length * 2 + 200)
  return conditional
}

/** Byte for byte as it was written, unless there is something in it that is not for this audience. */
export async function readMarkdown(ctx: ReadContext, reading: Reading, read: ReadText): Promise<string> {
  const { view, audience } = reading
  const whole = read.text ?? (await textOfBody(view, read.body))
  if (audience.kind === 'writer') return whole
  const seen = seenText(ctx, reading, { ...read, text: whole })
  const withheld = await withheldTargets(ctx, { ...reading, audience }, { ...read, ...seen })
  return filledIn(ctx, reading, { ...read, ...withoutNames(seen, withheld) })
}

/** The same with its links as they are written, for who looks after these. */
export function filledText(
  ctx: Remembers,
  reading: Pick<Reading, 'view' | 'audience'>,
  read: HashedText & { page?: PageRecord },
): string {
  if (reading.audience.kind === 'writer') return read.text
  return filledIn(ctx, reading, { ...read, ...seenText(ctx, reading, read) })
}

function filledIn(
  ctx: Remembers,
  { view, audience }: Pick<Reading, 'view' | 'audience'>,
  { text, body, page }: HashedText & { page?: PageRecord },
): string {
  if (!mayHaveExpressions(text)) return text
  const document = parseBody(ctx, text, body)
  if (!hasExpressions(document)) return text
  const evaluation = { audience, fillsIn: true, space: view.root.variables, page }
  return writeMarkdown(evaluateDocument(document, evaluation))
}

function withoutNames(seen: HashedText, withheld: ReadonlySet<string>): HashedText {
  return withheld.size === 0 ? seen : { text: withoutLinks(seen.text, withheld), body: null }
}

/** What documents are read for: `fillsIn` is for writers, as visitors never read expressions. */
export type DocumentOptions = { fillsIn: boolean }

/** A document with targets as they are written. */
export async function readRawDocument(
  ctx: ReadContext,
  reading: Reading,
  read: ReadText,
  { fillsIn }: DocumentOptions,
): Promise<JSONDocument> {
  const { view, audience } = reading
  const whole = read.text ?? (await textOfBody(view, read.body))
  const evaluation = { audience, fillsIn, space: view.root.variables, page: read.page }
  if (audience.kind === 'writer') return evaluateDocument(parseBody(ctx, whole, read.body), evaluation)
  const seen = seenText(ctx, reading, { ...read, text: whole })
  const withheld = await withheldTargets(ctx, { ...reading, audience }, { ...read, ...seen })
  const { text, body } = withoutNames(seen, withheld)
  return evaluateDocument(parseBody(ctx, text, body), evaluation)
}

/** A document with pages and files in place of the targets that lead to them. */
export async function readDocument(
  ctx: ReadContext,
  reading: Reading,
  read: ReadText,
  options: DocumentOptions,
): Promise<JSONDocument> {
  const document = await readRawDocument(ctx, reading, read, options)
  return resolveDocument(ctx.links, reading.view, document, read.from)
}
