// What is translated into which languages. Each language has a space of its own, with the pages of the source.
import type { ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { conflict, invalid, notFound } from '../../../kit/domain/problems.ts'
import { requireAbility } from '../../../kit/domain/subjects.ts'
import { type SeenSpace, space as spaceSubject } from '../../content/spaces/access.ts'
import { requireRevision } from '../../content/spaces/revisions/revisions.ts'
import { createSpace } from '../../content/spaces/spaces.ts'
import { lockOrganization } from '../../people/organizations/organizations.ts'
import { type SeenTranslation, translation as translationSubject } from './access.ts'
import { followTranslation } from './jobs.ts'
import type { NewTranslation, TranslationChanges, TranslationText } from './schema.ts'
import {
  deleteTranslation,
  dropLanguagesBut,
  insertTranslation,
  isWrittenInto,
  listAllLanguages,
  lockTranslation,
  putLanguage,
  updateTranslation,
} from './store.ts'

export async function createTranslation(ctx: WriteContext, organizationId: string, details: NewTranslation) {
  const { source, language, instructions } = details
  await lockOrganization(ctx, organizationId)
  const space = source && (await requireSource(ctx, organizationId, source.space))
  const title = details.title ?? (space && `${space.title} (${language ?? 'translated'})`)
  if (title === undefined) throw invalid('body.title is missing', { field: 'body.title' })
  const now = ctx.clock.now()
  const id = ctx.ids.next()
  await insertTranslation(ctx.db, {
    id,
    organizationId,
    title,
    sourceSpaceId: space?.id ?? null,
    sourceLanguage: source?.language ?? null,
    instructions: JSON.stringify(instructions ?? {}),
    runState: null,
    runStartedAt: null,
    runFailure: null,
    createdAt: now,
    updatedAt: now,
  })
  await ctx.emit('translation.created', { organizationId, translationId: id })
  const made = await requireTranslation(ctx, organizationId, id)
  return language === undefined ? made : changeTranslation(ctx, made, { languages: [language] })
}

/** The title, or what providers are told. */
export function rewriteTranslation(ctx: WriteContext, translation: SeenTranslation, body: TranslationText) {
  if (body.title === undefined && body.instructions === undefined)
    throw invalid('body.title is missing', { field: 'body.title' })
  return write(ctx, translation, {
    title: body.title,
    instructions: body.instructions && JSON.stringify(body.instructions),
  })
}

export async function changeTranslation(
  ctx: WriteContext,
  translation: SeenTranslation,
  { title, source, languages, spaces = {} }: TranslationChanges,
) {
  const { id, organizationId } = translation
  await lockOrganization(ctx, organizationId)
  const space = source ? await requireSource(ctx, organizationId, source.space) : translation.source
  const isOther = source !== undefined && translation.languages.some(({ spaceId }) => spaceId !== null)
  if (isOther && translation.sourceSpaceId !== null && source.space !== translation.sourceSpaceId)
    throw conflict('Its languages are translations of another space: create a new translation for this one')
  const sourceLanguage = source?.language ?? translation.sourceLanguage
  if (languages) {
    if (sourceLanguage !== null && languages.includes(sourceLanguage))
      throw invalid(`body.languages has ${sourceLanguage}, the language of the source`, {
        field: 'body.languages',
      })
    await setLanguages(ctx, translation, { languages, spaces, source: space })
  } else if (space && !translation.source) {
    const known = translation.languages.map(({ language }) => language)
    await setLanguages(ctx, translation, { languages: known, spaces, source: space })
  }
  const changed = await write(ctx, translation, {
    title,
    sourceSpaceId: source && space?.id,
    sourceLanguage: source?.language,
  })
  await ctx.enqueue(followTranslation, { translationId: id }, { key: id })
  return changed
}

type Wanted = { languages: string[]; spaces: Record<string, string>; source?: SeenSpace }

async function setLanguages(ctx: WriteContext, { id }: SeenTranslation, wanted: Wanted) {
  const known = new Map((await listAllLanguages(ctx.db, id)).map((row) => [row.language, row]))
  await dropLanguagesBut(ctx.db, id, wanted.languages)
  for (const [place, language] of wanted.languages.entries()) {
    const spaceId = known.get(language)?.spaceId ?? (await spaceFor(ctx, language, wanted))
    const none = { sourceRevisionId: null, builtRevisionId: null, headRevisionId: null }
    await putLanguage(ctx.db, { ...none, translationId: id, language, place, spaceId })
  }
}

/** Without a source there is nothing to write yet. */
async function spaceFor(ctx: WriteContext, language: string, { spaces, source }: Wanted) {
  const given = spaces[language]
  if (!source) return null
  if (given !== undefined) return requireEmpty(ctx, source, given, `body.spaces.${language}`)
  const tail = ` (${language})`
  const made = await createSpace(ctx, source.organizationId, {
    title: source.title.slice(0, 50 - tail.length) + tail,
    emoji: source.emoji,
    parent: source.parentId ?? undefined,
    language,
  })
  return made.id
}

async function requireEmpty(ctx: WriteContext, source: SeenSpace, spaceId: string, field: string) {
  const space = await requireSource(ctx, source.organizationId, spaceId)
  const { root } = await requireRevision(ctx, space.id, space.revisionId)
  if (root !== null || space.id === source.id || (await isWrittenInto(ctx.db, space.id)))
    throw conflict(`${field} must be an empty space that no other translation is written into`, { field })
  return space.id
}

/** A space of this organization that the caller may edit. */
async function requireSource(ctx: ReadContext, organizationId: string, spaceId: string) {
  const space = await requireAbility(ctx, spaceSubject, { spaceId }, 'edit')
  if (space.organizationId !== organizationId || space.deletedAt) throw notFound('space')
  return space
}

type Values = Parameters<typeof updateTranslation>[2]

async function write(ctx: WriteContext, { id, organizationId }: SeenTranslation, values: Values) {
  if (!(await lockTranslation(ctx.db, id))) throw notFound('translation')
  await updateTranslation(ctx.db, id, { ...values, updatedAt: ctx.clock.now() })
  await ctx.emit('translation.changed', { organizationId, translationId: id })
  return requireTranslation(ctx, organizationId, id)
}

/** The translated spaces stay, as spaces like others. */
export async function removeTranslation(ctx: WriteContext, { id, organizationId }: SeenTranslation) {
  const isRemoved = await deleteTranslation(ctx.db, id)
  if (isRemoved) await ctx.emit('translation.removed', { organizationId, translationId: id })
  return isRemoved
}

async function requireTranslation(ctx: ReadContext, organizationId: string, translationId: string) {
  const found = await translationSubject.find(ctx, { organizationId, translationId })
  if (!found) throw notFound('translation')
  return found
}
