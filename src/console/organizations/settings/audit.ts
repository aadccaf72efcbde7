// What happened in an organization, by whom: filtered, and as a file.
import { type Html, html } from '../../../engines/html/html.ts'
import type { AuditEvent } from '../../../rooms/operations/events/schema-audit.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { changeRequestAt, deletedSpacesAt, organizationAt, peopleAt, siteAt } from '../../addresses.ts'
import type { Api, List } from '../../api.ts'
import { appPage } from '../../frame/app-page.ts'
import { fieldView } from '../../frame/fields.ts'
import type { Sent } from '../../frame/page.ts'
import { allOf } from '../../views/all-of.ts'
import { writeCsv } from '../../views/csv.ts'
import { pagerView, pagingOf } from '../../views/pager.ts'
import { timeView } from '../../views/times.ts'
import { collectionAt } from '../collections.ts'
import { membersAmong } from '../known-members.ts'
import { ORGANIZATION, settingsOf } from '../organization-page.ts'
import { teamsAt } from '../teams/people-parts.ts'
import { translationsAt } from '../tools/translations.ts'
import { settingsPage } from './settings-parts.ts'

type Actions = { items: { id: string }[] }
/** Lines of a file; who needs more asks the API. */
const MOST = 10_000

export const auditPage = appPage({
  path: `${settingsOf(ORGANIZATION)}/audit`,
  help: 'administer/audit-log',
  async show(asked) {
    const { api, params, url } = asked
    if (url.searchParams.has('csv')) return sendEvents(api, `/orgs/${params.organizationId}`, url)
    return settingsPage(asked, 'audit', async ({ id }, parts) => {
      const { words } = asked
      const path = `/orgs/${id}`
      const [events, actions] = await Promise.all([
        api.get<List<AuditEvent>>(`${path}/audit-events`, {
          limit: 50,
          ...filterOf(url),
          ...pagingOf(asked),
        }),
        api.get<Actions>(`${path}/audit-event-actions`),
      ])
      const names = await namesOf(api, id, events.items)
      const search = new URLSearchParams(url.searchParams)
      search.set('csv', '')
      return {
        actions: html`<a class="button plain" href="?${search.toString()}" download>${words.sitePages.insights.csv}</a>`,
        body: html`${parts}${filterView(asked, actions)}
          ${events.items.length === 0 ? html`<p class="empty">${words.organizationPages.audit.none}</p>` : html`<div class="panel"><div class="wide">${tableView(asked, events.items, { home: organizationAt(id), names })}</div></div>${pagerView(asked, events)}`}`,
      }
    })
  },
})

function filterOf({ searchParams }: URL): Record<string, string> {
  const day = (name: string, time: string) => {
    const value = searchParams.get(name) ?? ''
    return /^\d{4}-\d\d-\d\d$/.test(value) ? { [name]: `${value}T${time}Z` } : {}
  }
  const action = (searchParams.get('action') ?? '').slice(0, 100)
  return { ...day('from', '00:00:00.000'), ...day('to', '23:59:59.999'), ...(action && { action }) }
}

/** Of those who did it; somebody who left has no name any more. */
async function namesOf(api: Api, organizationId: string, events: readonly AuditEvent[]) {
  const ids = events.flatMap(({ actor }) => (actor.type === 'user' ? [actor.id] : []))
  const members = await membersAmong(api, organizationId, ids)
  return new Map([...members].map(([id, { user }]) => [id, user.displayName || user.email || id]))
}

async function sendEvents(api: Api, path: string, url: URL): Promise<Sent> {
  const events = await allOf<AuditEvent>(api, `${path}/audit-events`, { most: MOST, query: filterOf(url) })
  const rows = events.map(({ occurredAt, action, actor, source, target }) => [
    ...[occurredAt, action, actor.type, actor.id, source],
    ...[target.type, target.id, target.name ?? ''],
  ])
  const head = [
    ...['occurredAt', 'action', 'actorType', 'actor', 'source'],
    ...['targetType', 'target', 'targetName'],
  ]
  return { kind: 'file', name: 'audit.csv', type: 'text/csv; charset=utf-8', text: writeCsv([head, ...rows]) }
}

function filterView({ words, language, url }: OwnAsked, { items }: Actions): Html {
  const text = words.organizationPages.audit
  const chosen = url.searchParams.get('action') ?? ''
  const day = (name: 'from' | 'to') =>
    fieldView({
      name,
      label: text[name],
      type: 'date',
      value: url.searchParams.get(name) ?? '',
      isOptional: true,
    })
  const told: Readonly<Record<string, string>> = text.actions
  const { compare } = new Intl.Collator(language)
  const options = items
    .flatMap(({ id }) => (told[id] === undefined ? [] : [{ id, label: told[id] }]))
    .sort((one, other) => compare(one.label, other.label))
  return html`<form class="panel switcher"><div class="field"><label for="action">${text.action}</label><select id="action" name="action"><option value="">${text.all}</option>${options.map(({ id, label }) => html`<option value="${id}"${id === chosen && html` selected`}>${label}</option>`)}</select></div>${day('from')}${day('to')}<button class="button plain">${text.filter}</button></form>`
}

type Around = { home: string; names: ReadonlyMap<string, string> }

function tableView(asked: OwnAsked, events: readonly AuditEvent[], { home, names }: Around): Html {
  const { words, language, ctx } = asked
  const text = words.organizationPages.audit
  const told: Readonly<Record<string, string>> = text.actions
  const nameOf = ({ type, id }: AuditEvent['actor']) =>
    type === 'user' ? (names.get(id) ?? id) : type === 'system' ? text.system : id
  return html`<table class="table stacked"><thead><tr><th>${text.when}</th><th>${text.who}</th><th>${text.action}</th><th>${text.what}</th></tr></thead><tbody>
    ${events.map(({ occurredAt, actor, action, target }) => html`<tr><td>${timeView(language, ctx.clock.now(), occurredAt)}</td><td>${nameOf(actor)}</td><td title="${action}">${told[action] ?? action}</td><td>${targetView(asked, target, home)}</td></tr>`)}</tbody></table>`
}

/** By its name, as far as it is still there; what kind of thing it is; and the id for those who look for it. */
function targetView({ words }: OwnAsked, target: AuditEvent['target'], home: string): Html {
  const { type, id, name } = target
  const kinds: Readonly<Record<string, string>> = words.organizationPages.audit.kinds
  const path = name === undefined ? undefined : pathOf(target, home)
  const title = path ? html`<a href="${path}" dir="auto">${name}</a>` : html`<bdi>${name}</bdi>`
  return html`<span title="${id}"><span class="quiet">${kinds[type] ?? type}</span> ${name === undefined ? html`<code class="quiet">${id}</code>` : title}</span>`
}

function pathOf({ type, id, space, inTrash }: AuditEvent['target'], home: string): string | undefined {
  if (inTrash) return deletedSpacesAt(home)
  switch (type) {
    case 'space':
      return `${home}/s/${id}`
    case 'change_request':
      return space && changeRequestAt(`${home}/s/${space}`, id)
    case 'site':
      return siteAt(home, id)
    case 'team':
      return `${teamsAt(home)}/${id}`
    case 'collection':
      return collectionAt(home, id)
    case 'translation':
      return `${translationsAt(home)}/${id}`
    case 'member':
      return peopleAt(home)
    default:
      return undefined
  }
}
