// Codes with which somebody who is signed in goes on to a site: nobody sees them but the browser on its way.
import type { ReadContext, WriteContext } from '../../../../kit/domain/context.ts'
import { Problem } from '../../../../kit/domain/problems.ts'
import { browserHash } from '../methods/sign-in-links.ts'
import { countWithin } from '../store-attempts.ts'
import { consumeLink, createLink } from './one-time-links.ts'

/** Of one person: each leaves a row for a minute. */
const LIMIT = { most: 60, seconds: 60 }

/** `browser`: the hash of a secret that the browser keeps for the site. */
export async function createVisitLink(
  ctx: WriteContext,
  userId: string,
  details: { site: string; host: string; browser: string; session: string },
): Promise<string> {
  await countVisit(ctx, userId)
  return (await createLink(ctx, 'site-visit', { userId, ...details })).secret
}

async function countVisit({ db, clock }: ReadContext, userId: string) {
  if (await countWithin(db, `site visit ${userId}`, LIMIT, clock.now())) return
  throw new Problem('rate_limited', 'Too many visits in a minute; try again in a moment', {
    retryAfter: LIMIT.seconds,
  })
}

/** Whose session a code stands for. Whatever is wrong with it, it is used up. */
export async function consumeVisitLink(
  ctx: WriteContext,
  code: string,
  { site, host, binding }: { site: string; host: string; binding: string | undefined },
): Promise<string | undefined> {
  const link = await consumeLink(ctx, 'site-visit', code)
  if (!link || binding === undefined) return
  const { details } = link
  if (details.site !== site || details.host !== host || details.browser !== browserHash(binding)) return
  return details.session
}
