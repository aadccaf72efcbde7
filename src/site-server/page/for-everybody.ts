import type { SiteAnswer, SiteRequest } from '../../engines/site/answers.ts'
import type { OutsideContext } from '../../kit/domain/context.ts'
import type { ReaderKit } from '../visit/site-frame.ts'
import { answerSite } from './answer.ts'

const OUR_COOKIES = /^quire_/

type Contexts = {
  ctx: OutsideContext
  /** Reads what may be a second old; undefined where that can not be asked. */
  apart?: OutsideContext
}

/** What a site answers. What nobody in particular asks for is read apart, where that has it. */
export async function answerFromReplica(
  { ctx, apart }: Contexts,
  kit: ReaderKit,
  request: SiteRequest,
): Promise<SiteAnswer | undefined> {
  const answered = apart && (await answerSite(apart, kit, request))
  // It may be new, or open since a moment ago.
  return answered && isGood(answered) ? answered : answerSite(ctx, kit, request)
}

/**
 * Whether it is asked by nobody in particular. Who was let in a moment ago, signed in or sent something must find that;
 * it lies in the database.
 */
export function isForEverybody({ cookies, session, agent, sent }: SiteRequest): boolean {
  if (session !== undefined || agent?.token !== undefined || sent !== undefined) return false
  return !Object.keys(cookies).some((name) => OUR_COOKIES.test(name))
}

function isGood(answer: SiteAnswer) {
  return answer.kind === 'page' || answer.kind === 'text' ? answer.status < 400 : true
}
