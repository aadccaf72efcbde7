// Texts as their audience may read them. What is not for a visitor is cut away here, before anything else reads the text:
// what conditions hide, and the names of pages that are not there for them.
import { type RevisionView, textOfBody } from '../../content/nodes/revision.ts'
import type { PageRecord } from '../../content/records.ts'
import type { ReadContext } from '../../domain/context.ts'
import type { JSONDocument } from '../../markdown/document.ts'
import { mayHaveOurs, parseMarkdown, type ReadOptions } from '../../markdown/parse.ts'
import { writeMarkdown } from '../../markdown/write.ts'
import type { Audience } from '../../reading/audience.ts'
import { evaluateDocument, isAdaptive, mayBeAdaptive } from '../../reading/evaluate-document.ts'
import { resolveDocument } from '../../reading/resolve-document.ts'
import { withoutLinks } from '../../reading/without-links.ts'
import { parseBody } from './documents.ts'
import { type PlacedText, withheldTargets } from './withheld.ts'

/** A revision, and who reads it. */
export type Reading = { spaceId: string; view: RevisionView; audience: Audience }

/** `page`: the one that shows the text. */
export type ReadText = Omit<PlacedText, 'text'> & { text?: string; page?: PageRecord }

/** Byte for byte as it was written, unless there is something in it that is not for this audience. */
export async function readMarkdown(ctx: ReadContext, reading: Reading, read: ReadText): Promise<string> {
  const { view, audience } = reading
  const text = read.text ?? (await textOfBody(view, read.body))
  if (audience.kind === 'writer') return text
  const withheld = await withheldTargets(ctx, { ...reading, audience }, { ...read, text })
  return withoutNames(decidedText(ctx, reading, { ...read, text }), withheld)
}

/** The same with its links as they are written, for who looks after these. */
export function decidedText(
  ctx: Pick<ReadContext, 'nodeCache'>,
  { view, audience }: Pick<Reading, 'view' | 'audience'>,
  { text, body, page }: Pick<ReadText, 'body' | 'page'> & { text: string },
): string {
  if (audience.kind === 'writer' || !mayBeAdaptive(text)) return text
  // As pages show it: what is code to Markdown may be a box of another tool there, with conditions in it.
  const document = parseBody(ctx, text, body, { hasOurs: true })
  if (!isAdaptive(document)) return text
  return writeMarkdown(
    evaluateDocument(document, { audience, fillsIn: true, space: view.root.variables, page }),
  )
}

function withoutNames(text: string, withheld: ReadonlySet<string>): string {
  return withheld.size === 0 ? text : withoutLinks(text, withheld)
}

/** What documents are read for: `fillsIn` is for writers, as visitors never read expressions. */
export type DocumentOptions = ReadOptions & { fillsIn: boolean }

/** A document with targets as they are written. */
export async function readRawDocument(
  ctx: ReadContext,
  reading: Reading,
  read: ReadText,
  { fillsIn, ...options }: DocumentOptions,
): Promise<JSONDocument> {
  const { view, audience } = reading
  const text = read.text ?? (await textOfBody(view, read.body))
  const evaluation = { audience, space: view.root.variables, page: read.page }
  const whole = () => parseBody(ctx, text, read.body, options)
  if (audience.kind === 'writer') return evaluateDocument(whole(), { ...evaluation, fillsIn })
  const withheld = await withheldTargets(ctx, { ...reading, audience }, { ...read, text })
  const isDecidedByText = !options.hasOurs && mayBeAdaptive(text) && mayHaveOurs(text)
  if (withheld.size === 0 && !isDecidedByText)
    return evaluateDocument(whole(), { ...evaluation, fillsIn: true })
  const said = withoutNames(decidedText(ctx, reading, { ...read, text }), withheld)
  const hasOurs = options.hasOurs === true && mayHaveOurs(said)
  return evaluateDocument(parseMarkdown(said, { ...options, hasOurs }), { ...evaluation, fillsIn: true })
}

/** A document with all conditions in it, that names no page which is not for its audience. */
export async function readNamingNothing(
  ctx: ReadContext,
  reading: Reading,
  placed: PlacedText,
): Promise<JSONDocument> {
  const { audience } = reading
  const withheld =
    audience.kind === 'writer' ? undefined : await withheldTargets(ctx, { ...reading, audience }, placed)
  if (!withheld?.size) return parseBody(ctx, placed.text, placed.body, { hasOurs: true })
  return parseBody(ctx, withoutLinks(placed.text, withheld), null, { hasOurs: true })
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
