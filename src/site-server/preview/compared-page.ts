// A page in two revisions, block by block, for those who compare them in the console: as readers would see it.
import { findPage } from '../../engines/content/nodes/revision.ts'
import { type Piece, piecesOf } from '../../engines/html/changes/write-pieces.ts'
import type { Html } from '../../engines/html/html.ts'
import { wordsOf } from '../../engines/site/languages/words.ts'
import type { OutsideContext } from '../../kit/domain/context.ts'
import type { SeenSpace } from '../../rooms/content/spaces/access.ts'
import { spaceAbilities, space as spaceSubject } from '../../rooms/content/spaces/access.ts'
import { openView } from '../../rooms/content/spaces/revisions/revisions.ts'
import { documentOf } from '../visit/documents/documents.ts'
import type { ReviewedChanges } from '../visit/reviewed-changes.ts'
import type { ReaderKit } from '../visit/site-frame.ts'
import { languageOfSpace } from '../visit/space-language.ts'
import { openSpaceWith } from '../visit/visited-site.ts'
import { revisionAsSite } from './as-site.ts'

export type ComparedPage = {
  title: string
  path: string
  wasTitle?: string
  description?: string
  wasDescription?: string
  kind: 'added' | 'edited' | 'removed'
  language: string
  pieces: readonly Piece[]
  /** Notes that the text refers to. */
  rest: Html
}

/** `home`: where links on the page lead to. */
export type Comparison = { spaceId: string; pageId: string; before: string; after: string; home: string }
export type ComparePage = (ctx: OutsideContext, asked: Comparison) => Promise<ComparedPage | undefined>

/** Undefined for what is not there, or is no page with a text. Throws `LongWork` for texts that are too long. */
export async function comparePage(
  ctx: OutsideContext,
  kit: ReaderKit,
  { spaceId, pageId, before, after, home }: Comparison,
): Promise<ComparedPage | undefined> {
  const space = await spaceSubject.find(ctx, { spaceId })
  if (!space || !spaceAbilities(space).view) return
  const reviewed: ReviewedChanges = {
    against: before,
    before: await openView(ctx, space.id, before),
    pages: new Map(),
    heads: new Map(),
    removed: [],
    isInPieces: true,
  }
  const now = await readPage(ctx, kit, { space, revisionId: after, home }, pageId, reviewed)
  // A page that is gone is shown as it was.
  const read = now ?? (await readPage(ctx, kit, { space, revisionId: before, home }, pageId, reviewed))
  if (!read) return
  const { page, path, html, language } = read
  const old = await findPage(reviewed.before, pageId)
  const { pieces, rest } = piecesOf(html)
  return {
    title: page.title,
    path,
    description: page.description,
    ...(old && old.title !== page.title && { wasTitle: old.title }),
    ...(old &&
      (old.description ?? '') !== (page.description ?? '') && { wasDescription: old.description ?? '' }),
    kind: !now ? 'removed' : old ? 'edited' : 'added',
    language,
    pieces,
    rest,
  }
}

type Place = { space: SeenSpace; revisionId: string; home: string }

async function readPage(
  ctx: OutsideContext,
  kit: ReaderKit,
  { space, revisionId, home }: Place,
  pageId: string,
  reviewed: ReviewedChanges,
) {
  const back = { title: space.title, href: home }
  const site = await revisionAsSite(ctx, space, revisionId, { home, back })
  const visited = { ...site, ...(site.unpublished && { unpublished: { ...site.unpublished, reviewed } }) }
  const open = await openSpaceWith(ctx, visited, space.id)
  const placed = open?.read.byId.get(pageId)
  if (!open || placed?.page.type !== 'document') return
  const language = languageOfSpace(open) ?? 'en'
  const words = wordsOf(language, language)
  const look = {
    isBlank: false,
    locale: language,
    labels: `${language} ${language}`,
    words,
    theme: 'light' as const,
  }
  const { html } = await documentOf(ctx, kit, { visited, space: open, look }, placed)
  return { page: placed.page, path: placed.path, html, language }
}
