import { html } from '../../engines/html/html.ts'
import type { Notification } from '../../rooms/people/notifications/schema.ts'
import type { List } from '../api.ts'
import { appPage } from '../frame/app-page.ts'
import { INBOX, NOTIFICATION_SETTINGS } from '../frame/frame.ts'
import { type Form, lead } from '../frame/page.ts'
import { pagerView, pagingOf } from '../views/pager.ts'
import { notificationRows } from './notification-row.ts'

const SHOWN = { unread: 50, read: 30 }

/** Unread ones first; the read ones go on page by page. */
export const inboxPage = appPage({
  path: INBOX,
  async show(asked) {
    const { api, words, url } = asked
    const { notifications: texts } = words
    const isArchive = url.searchParams.has('archived')
    const isFirst = !url.searchParams.has('page')
    const list = (status: string, limit: number, page: { page?: string } = {}) =>
      api.get<List<Notification>>('/user/notifications', { status, limit, ...page })
    const [unread, others] = await Promise.all([
      isArchive || !isFirst ? { items: [] } : list('unread', SHOWN.unread),
      list(isArchive ? 'archived' : 'read', SHOWN.read, pagingOf(asked)),
    ])
    const isEmpty = unread.items.length + others.items.length === 0
    const readAll =
      unread.items.length > 0 &&
      html`<form method="post"><input type="hidden" name="until" value="${unread.items[0]?.updatedAt ?? ''}"><button class="button plain" name="action" value="read-all">${texts.markAllRead}</button></form>`
    const tab = (href: string, label: string, isCurrent: boolean) =>
      html`<li><a href="${href}"${isCurrent && html` aria-current="true"`}>${label}</a></li>`
    return {
      kind: 'page',
      layout: 'app',
      title: texts.title,
      actions: html`${readAll}<a class="button plain" href="${NOTIFICATION_SETTINGS}">${texts.settings}</a>`,
      body: html`<nav class="filters" aria-label="${texts.title}"><ul>${tab(INBOX, texts.title, !isArchive)}${tab(`${INBOX}?archived`, texts.archived, isArchive)}</ul></nav>
        ${isEmpty && html`<p class="empty">${isArchive ? texts.noneArchived : texts.none}</p>`}
        ${unread.items.length > 0 && html`<section><h2>${texts.unread}</h2>${notificationRows(asked, unread.items)}</section>`}
        ${
          others.items.length > 0 &&
          html`<section>${unread.items.length > 0 && html`<h2>${texts.earlier}</h2>`}${notificationRows(asked, others.items)}${pagerView(asked, others)}</section>`
        }`,
    }
  },
  async take({ api }, form: Form) {
    const action = form.get('action')
    const at = `/user/notifications/${encodeURIComponent(form.get('id'))}`
    if (action === 'read-all') await api.post('/user/notifications/read', { until: form.get('until') })
    if (action === 'read') await api.patch(at, { unread: false })
    if (action === 'archive') await api.patch(at, { unread: false, archived: true })
    if (action === 'unarchive') await api.patch(at, { archived: false })
    return lead(action === 'unarchive' ? `${INBOX}?archived` : INBOX)
  },
})

/** Whoever goes where a notification leads has read it. */
export const openNotificationPage = appPage({
  path: `${INBOX}/:id`,
  async show({ api, params }) {
    const at = `/user/notifications/${encodeURIComponent(params.id ?? '')}`
    const { urls } = await api.patch<Notification>(at, { unread: false })
    const { pathname, search } = new URL(urls.app)
    return lead(`${pathname}${search}`)
  },
})
