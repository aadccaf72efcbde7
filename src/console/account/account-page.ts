import type { Person } from '../../kit/domain/context.ts'
import { hasRecentSignIn } from '../../kit/http/operations/recent-sign-in.ts'
import { SIGN_IN } from '../frame/frame.ts'
import { type Asked, type ConsoleAnswer, type ConsolePage, type Form, lead } from '../frame/page.ts'
import { FACTOR_REQUIRED, SECURITY } from './security-path.ts'

/** Of somebody who is signed in; everybody else is asked to sign in first. */
export type OwnAsked = Asked & { person: Person }

type OwnPage = {
  path: string
  show(asked: OwnAsked): Promise<ConsoleAnswer>
  take?(asked: OwnAsked, form: Form): Promise<ConsoleAnswer>
  /** What is taken changes how somebody signs in: they must have signed in within the hour. */
  isSensitive?: boolean
  /** What is shown is a secret: the same holds for a look at it. */
  isSecret?: boolean
  file?: ConsolePage['file']
  help?: ConsolePage['help']
}

export function ownPage({
  path,
  show,
  take,
  isSensitive = false,
  isSecret = false,
  ...rest
}: OwnPage): ConsolePage {
  const guarded =
    <Rest extends unknown[]>(
      next: (asked: OwnAsked, ...rest: Rest) => Promise<ConsoleAnswer>,
      isGuarded: boolean,
    ) =>
    async (asked: Asked, ...rest: Rest) => {
      const { ctx, url } = asked
      const { actor } = ctx
      const way = new URLSearchParams({ next: `${url.pathname}${url.search}` })
      if (actor.kind !== 'user') return lead(`${SIGN_IN}?${way}`)
      if (lacksFactor(actor) && !isAbout(url, SECURITY)) return lead(`${FACTOR_REQUIRED}?${way}`)
      // A provider of an organization does not speak for the account.
      const isLimited = actor.credential.kind === 'session' && actor.credential.isLimited
      if (isGuarded && (isLimited || !hasRecentSignIn(actor, ctx.clock.now())))
        return lead(`${SIGN_IN}?again&${way}`)
      return next({ ...asked, person: actor }, ...rest)
    }
  return { ...rest, path, show: guarded(show, isSecret), take: take && guarded(take, isSensitive) }
}

/** Whoever must set up a second factor first does that, and what belongs to it. */
function lacksFactor({ credential }: Person) {
  return credential.kind === 'session' && credential.lacksSecondFactor
}

function isAbout({ pathname }: URL, path: string) {
  return pathname === path || pathname.startsWith(`${path}/`)
}

/** How a moment is written for who reads the page. */
export function timeIn(language: string, time: Date): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(time)
}

export function dayIn(language: string, time: Date): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(time)
}
