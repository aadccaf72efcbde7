import { ListOf, listOf, operation, Paging } from '../../../kit/http/operations/operation.ts'
import { organization } from '../../people/organizations/access.ts'
import { seenTranslation, translation } from './access.ts'
import { runTranslation } from './jobs.ts'
import { presentTranslation } from './present.ts'
import { askForRun } from './run-provider.ts'
import { NewTranslation, TranslationChanges, TranslationSettings, TranslationText } from './schema.ts'
import { changeTranslation, createTranslation, removeTranslation, rewriteTranslation } from './settings.ts'
import { listTranslations } from './store.ts'

const INTO = 'A given space is not empty, or its languages are translations of another space'

export const operations = [
  operation({
    id: 'listTranslations',
    route: 'GET /v1/orgs/{organizationId}/translations',
    summary: 'List the translations of an organization',
    description: 'Translations of spaces that you can read.',
    on: organization,
    needs: 'view',
    query: Paging,
    returns: ListOf(TranslationSettings),
    run: async ({ ctx, subject: organization, query }) => {
      const caller = { userId: ctx.actor.id, isGuest: organization.standing.role === null }
      const { rows, next } = await listTranslations(ctx.db, organization.id, caller, query)
      const seen = await Promise.all(rows.map((row) => seenTranslation(ctx, row, organization)))
      return listOf({ rows: seen, next }, (row) => presentTranslation(row, ctx.links))
    },
  }),
  operation({
    id: 'createTranslation',
    route: 'POST /v1/orgs/{organizationId}/translations',
    summary: 'Create a translation',
    description:
      'Either with a title only, to set the source later, or with a source and a language. Each language gets its own space beside the source.',
    on: organization,
    needs: 'createContent',
    body: NewTranslation,
    example: { title: 'Handbook' },
    status: 201,
    returns: TranslationSettings,
    refuses: { 404: 'Space not found, or you do not have access to it' },
    location: (made, { organizationId }) => `/v1/orgs/${organizationId}/translations/${made.id}`,
    run: async ({ ctx, subject: organization, body }) =>
      presentTranslation(await createTranslation(ctx, organization.id, body), ctx.links),
  }),
  operation({
    id: 'getTranslation',
    route: 'GET /v1/orgs/{organizationId}/translations/{translationId}',
    summary: 'Get a translation',
    on: translation,
    needs: 'view',
    returns: TranslationSettings,
    run: ({ ctx, subject: translation }) => presentTranslation(translation, ctx.links),
  }),
  operation({
    id: 'updateTranslation',
    route: 'PUT /v1/orgs/{organizationId}/translations/{translationId}',
    summary: 'Change the title or the provider instructions of a translation',
    on: translation,
    needs: 'edit',
    body: TranslationText,
    example: { title: 'Handbook' },
    returns: TranslationSettings,
    run: async ({ ctx, subject: translation, body }) =>
      presentTranslation(await rewriteTranslation(ctx, translation, body), ctx.links),
  }),
  operation({
    id: 'changeTranslation',
    route: 'PATCH /v1/orgs/{organizationId}/translations/{translationId}',
    summary: 'Set the source and the languages of a translation',
    on: translation,
    needs: 'edit',
    body: TranslationChanges,
    example: { languages: ['de', 'fr'], source: { space: '01kx6m1f3kzq7p5v9s2d8w4h6n', language: 'en' } },
    returns: TranslationSettings,
    refuses: { 403: 'You cannot create a space there', 404: 'Space not found', 409: INTO },
    run: async ({ ctx, subject: translation, body }) =>
      presentTranslation(await changeTranslation(ctx, translation, body), ctx.links),
  }),
  operation({
    id: 'deleteTranslation',
    route: 'DELETE /v1/orgs/{organizationId}/translations/{translationId}',
    summary: 'Delete a translation',
    description: 'The translated spaces stay as ordinary spaces; their units are deleted.',
    on: translation,
    needs: 'edit',
    removesSubject: true,
    status: 205,
    run: ({ ctx, subject: translation }) => removeTranslation(ctx, translation),
  }),
  operation({
    id: 'runTranslation',
    route: 'POST /v1/orgs/{organizationId}/translations/{translationId}/run',
    summary: 'Translate missing and outdated units with the provider',
    description:
      'Runs in the background; see `status` and `progress` of the translation. It does not overwrite translations that people make in the meantime.',
    on: translation,
    needs: 'edit',
    refuses: { 412: 'No provider is set up, or the translation has no source or no languages' },
    run: async ({ ctx, subject: translation }) => {
      await askForRun(ctx, translation)
      await ctx.enqueue(runTranslation, { translationId: translation.id }, { key: translation.id })
    },
  }),
]
