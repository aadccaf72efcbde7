import { type Html, html } from '../../engines/html/html.ts'
import type { Notification } from '../../rooms/people/notifications/schema.ts'
import { INBOX, NOTIFICATION_SETTINGS } from '../frame/frame.ts'
import type { Asked } from '../frame/page.ts'
import { timeView } from '../views/times.ts'

export function notificationRows(asked: Asked, notifications: readonly Notification[]): Html {
  return html`<ul class="rows panel inbox">${notifications.map((one) => html`<li${one.unread && html` class="unread"`}>${notificationRow(asked, one)}</li>`)}</ul>`
}

function notificationRow({ words, language, ctx }: Asked, notification: Notification): Html {
  const { notifications: texts } = words
  const { id, unread, archived, updatedAt, activities, activityCount, space } = notification
  const title = titleOf(texts, notification)
  const [newest] = activities
  const place = placeOf(texts, notification)
  const button = (action: string, label: string) =>
    html`<button class="button plain small" name="action" value="${action}" aria-label="${texts.about({ action: label, title })}">${label}</button>`
  return html`<div class="grow"><a class="title" href="${INBOX}/${id}">${title}</a>
    ${newest && html`<p>${sentenceOf(texts, newest)}${activityCount > 1 && html` <span class="quiet">${texts.more({ count: activityCount - 1 })}</span>`}</p>`}
    ${newest?.excerpt && html`<p class="snippet quoted">${newest.excerpt}</p>`}
    <p class="quiet">${place && html`${place} · `}${timeView(language, ctx.clock.now(), updatedAt)}${
      space &&
      html` · <a href="${NOTIFICATION_SETTINGS}?space=${space.id}" aria-label="${texts.ofSpace({ space: space.title })}">${texts.settings}</a>`
    }</p></div>
    <form class="actions" method="post" action="${INBOX}"><input type="hidden" name="id" value="${id}">
      ${unread && !archived && button('read', texts.markRead)}${archived ? button('unarchive', texts.unarchive) : button('archive', texts.archive)}</form>`
}

type Texts = Asked['words']['notifications']

function titleOf(texts: Texts, { changeRequest, space, organization, activities }: Notification): string {
  if (changeRequest) return changeRequest.subject || `#${changeRequest.number}`
  if (!space) return texts.organization({ organization: organization.title })
  const isSync = activities[0]?.reason === 'sync-failed'
  return isSync ? texts.sync({ space: space.title }) : texts.comments({ space: space.title })
}

function placeOf(texts: Texts, { changeRequest, space }: Notification) {
  return changeRequest && texts.number({ space: space?.title ?? '', number: changeRequest.number })
}

function sentenceOf(texts: Texts, { reason, by }: Notification['activities'][number]) {
  const said = texts.reasons[reason]
  return typeof said === 'string' ? said : said({ name: by?.displayName ?? texts.somebody })
}
