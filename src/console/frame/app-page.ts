// Pages of somebody at work: home, organizations, spaces and what is in them.
import { html } from '../../engines/html/html.ts'
import { type OwnAsked, ownPage } from '../account/account-page.ts'
import { Refused } from '../api.ts'
import type { ConsoleWords } from '../words/catalog.ts'
import { HOME, SIGN_IN } from './frame.ts'
import { type ConsoleAnswer, type ConsolePage, type Form, lead, type Shown } from './page.ts'

type AppPage = {
  path: string
  show(asked: OwnAsked): Promise<ConsoleAnswer>
  take?(asked: OwnAsked, form: Form): Promise<ConsoleAnswer>
  file?: ConsolePage['file']
  help?: ConsolePage['help']
}

/** What is not theirs is not there; what else is refused is told above the page as it is now. */
export function appPage({ path, show, take, file, help }: AppPage): ConsolePage {
  const shown = (asked: OwnAsked) => show(asked).catch((error) => refusal(asked, error))
  return ownPage({
    path,
    file,
    help,
    show: async (asked) => leadToPart(asked.url) ?? shown(asked),
    take:
      take &&
      (async (asked, form) => {
        try {
          return await take(asked, form)
        } catch (error) {
          if (!(error instanceof Refused) || error.status === 404 || isTooLongAgo(error))
            return refusal(asked, error)
          return withAlert(await shown(asked), error)
        }
      }),
  })
}

/** What `at` names becomes the fragment only here, behind the sign-in: servers are not sent fragments, so `linked` tells the page. */
function leadToPart({ pathname, searchParams }: URL) {
  const { at, ...others } = Object.fromEntries(searchParams)
  if (at === undefined || !/^(comment|reply)-\w+$/.test(at)) return
  return lead(`${pathname}?${new URLSearchParams({ ...others, linked: at })}#${at}`)
}

function refusal({ words, url }: OwnAsked, error: unknown): ConsoleAnswer {
  if (!(error instanceof Refused)) throw error
  if (isTooLongAgo(error)) return lead(`${SIGN_IN}?again&${new URLSearchParams({ next: url.pathname })}`)
  const { problem } = words
  if (error.status !== 404)
    return withAlert({ kind: 'page', layout: 'app', title: problem.title, body: html`` }, error)
  return missingPage(words)
}

/** They must sign in once more for what they asked. */
function isTooLongAgo({ details }: Refused) {
  return details.reason === 'sign_in_again'
}

/** The same whether it is not there or not theirs. */
export function missingPage({ problem, app }: ConsoleWords): Shown {
  return {
    kind: 'page',
    layout: 'app',
    status: 404,
    title: problem.missing,
    body: html`<p>${problem.missingText}</p><p><a class="button plain" href="${HOME}">${app.home}</a></p>`,
  }
}

function withAlert(page: ConsoleAnswer, { status, message }: Refused): ConsoleAnswer {
  return page.kind === 'page' ? { ...page, status, alert: message } : page
}
