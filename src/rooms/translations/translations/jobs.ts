import { Type } from 'typebox'
import { job, longJob } from '../../../kit/domain/jobs.ts'
import { endGivenUpRuns, runProvider } from './run-provider.ts'
import { listTranslationsAbout } from './store.ts'
import { deleteTextsReadBefore } from './store-units.ts'
import { followTranslated } from './update-spaces.ts'

/** Translated spaces follow their source, and what is translated. */
export const followTranslation = longJob({
  name: 'translations.follow',
  payload: Type.Object({ translationId: Type.String() }),
  lease: ({ translationId }) => `translation ${translationId}`,
  run: (ctx, { translationId }, inTransaction) => followTranslated(ctx, translationId, inTransaction),
})

/** Behind every change of a space: it may be a source, or somebody edited, unlocked or brought back a translated one. */
export const noticeContent = job({
  name: 'translations.notice',
  payload: Type.Object({ spaceId: Type.String() }),
  run: async (ctx, { spaceId }) => {
    for (const translationId of await listTranslationsAbout(ctx.db, spaceId))
      await ctx.enqueue(followTranslation, { translationId }, { key: translationId })
  },
})

/** Behind every change of units. */
export const noticeUnits = job({
  name: 'translations.notice-units',
  payload: Type.Object({ translationId: Type.String() }),
  run: (ctx, { translationId }) => ctx.enqueue(followTranslation, { translationId }, { key: translationId }),
})

/** Sends what is missing or outdated to the provider. */
export const runTranslation = longJob({
  name: 'translations.run',
  payload: Type.Object({ translationId: Type.String() }),
  lease: ({ translationId }) => `translation run ${translationId}`,
  run: (ctx, { translationId }, inTransaction) => runProvider(ctx, translationId, inTransaction),
})

/** A run that nobody is at, and no job is about, would say for ever that it is under way. */
export const resumeRuns = job({
  name: 'translations.resume',
  payload: Type.Object({}),
  at: {},
  atStart: true,
  run: async (ctx) => {
    for (const translationId of await endGivenUpRuns(ctx, runTranslation.name))
      await ctx.enqueue(runTranslation, { translationId }, { key: translationId })
  },
})

const KEPT_FOR = 30 * 24 * 60 * 60 * 1000

/** Units of texts that no page has any more; those of others are read again. */
export const forgetTexts = job({
  name: 'translations.forget',
  payload: Type.Object({}),
  at: { hour: 4, minute: 41 },
  run: (ctx) => deleteTextsReadBefore(ctx.db, new Date(ctx.clock.now().getTime() - KEPT_FOR)),
})
