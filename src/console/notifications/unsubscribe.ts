// The link below mails that people may do without (RFC 8058). A look at it changes nothing: mailboxes open links to check
// them. Posting to it does, without signing in.
import { html } from '../../engines/html/html.ts'
import {
  openUnsubscription,
  type Unsubscription,
  unsubscribe,
} from '../../rooms/people/notifications/mails/unsubscribe.ts'
import { NOTIFICATION_SETTINGS } from '../frame/frame.ts'
import type { Asked, ConsoleAnswer, ConsolePage, Shown } from '../frame/page.ts'

export const unsubscribePage: ConsolePage = {
  path: '/o/~unsubscribe/:link',
  isOpen: true,
  async show(asked) {
    const found = await openUnsubscription(asked.ctx, asked.params.link ?? '')
    if (!found) return over(asked)
    const { unsubscribe: words } = asked.words.notifications
    return {
      kind: 'page',
      title: words.title,
      body: html`<p>${told(asked, found)}</p>
        <form method="post"><button class="button">${words.button}</button></form>`,
    }
  },
  async take(asked): Promise<ConsoleAnswer> {
    const found = await openUnsubscription(asked.ctx, asked.params.link ?? '')
    if (!found) return over(asked)
    await asked.change((ctx) => unsubscribe(ctx, found))
    const { unsubscribe: words } = asked.words.notifications
    return {
      kind: 'page',
      title: words.done,
      body: html`<p role="status">${told(asked, found)}</p>
        <p><a href="${NOTIFICATION_SETTINGS}">${words.settings}</a></p>`,
    }
  },
}

function told({ words }: Asked, { about, spaceTitle = '' }: Unsubscription) {
  const { unsubscribe: texts } = words.notifications
  return about.kind === 'space' ? texts.space({ space: spaceTitle }) : texts[about.kind]
}

function over({ words }: Asked): Shown {
  const { unsubscribe: texts } = words.notifications
  return {
    kind: 'page',
    status: 404,
    title: texts.title,
    body: html`<p>${texts.over}</p><p><a href="${NOTIFICATION_SETTINGS}">${texts.settings}</a></p>`,
  }
}
