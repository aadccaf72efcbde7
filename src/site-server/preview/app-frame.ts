// What stands around pages that belong to no site, and what holds for all of them.
import type { SiteAnswer } from '../../engines/site/answers.ts'
import { openApp } from '../../engines/site/views/app-pages.ts'
import { DEFAULTS } from '../../rooms/sites/customization/defaults.ts'
import type { ReaderKit } from '../visit/site-frame.ts'

/** Where members begin to read, and the path of their cookie. */
export const APP = '/o'
export const SIGN_IN = `${APP}/~sign-in`
export const SIGN_OUT = `${APP}/~sign-out`

export function appFrame(kit: Pick<ReaderKit, 'assets'>, { isSignedIn = false } = {}) {
  return openApp({
    title: 'Quire',
    home: APP,
    look: DEFAULTS,
    assets: kit.assets(APP),
    signOut: isSignedIn ? SIGN_OUT : undefined,
  })
}

/** What is not published is nobody else's: no cache keeps it, no search engine finds it. */
export function unkept(answer: SiteAnswer): SiteAnswer {
  switch (answer.kind) {
    case 'page':
      return { ...answer, isPrivate: true, isIndexed: false }
    case 'text':
    case 'file':
    case 'picture':
      return { ...answer, isPrivate: true }
    case 'redirect':
      return answer
    default:
      return answer satisfies never
  }
}
