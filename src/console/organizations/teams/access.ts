// Who may do what in a space or a collection, and why: by their role, by a grant, through a team, or as everybody.
import { type Html, html } from '../../../engines/html/html.ts'
import { ROLES } from '../../../kit/domain/roles.ts'
import type { Collection } from '../../../rooms/content/collections/schema.ts'
import type { Space } from '../../../rooms/content/spaces/schema.ts'
import type { TeamGrant, UserGrant } from '../../../rooms/people/permissions/schema.ts'
import type { Team } from '../../../rooms/people/teams/schema.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { organizationAt } from '../../addresses.ts'
import { type List, missing } from '../../api.ts'
import { appPage } from '../../frame/app-page.ts'
import { fieldView, noticeView } from '../../frame/fields.ts'
import { initialOf } from '../../frame/frame.ts'
import { type Form, lead } from '../../frame/page.ts'
import { allOf } from '../../views/all-of.ts'
import { pagerView, pagingOf } from '../../views/pager.ts'
import { ORGANIZATION, organizationPage } from '../organization-page.ts'
import { reasonsIn } from './access-reasons.ts'
import { accessAt, peopleParts } from './people-parts.ts'

export const accessPage = appPage({
  path: accessAt(ORGANIZATION),
  help: 'administer/people',
  show: (asked) =>
    organizationPage(asked, 'people', async ({ id }) => {
      const { api, words } = asked
      const [spaces, collections] = await Promise.all([
        allOf<Space>(api, `/orgs/${id}/spaces`),
        allOf<Collection>(api, `/orgs/${id}/collections`, { query: { nested: 'true' } }),
      ])
      const home = accessAt(organizationAt(id))
      const row = (kind: string, { id, title }: Space | Collection) =>
        html`<li><a class="title" href="${home}/${kind}/${id}">${title}</a></li>`
      const mine = collections.filter(({ permissions }) => permissions.admin)
      return {
        title: words.organizationPages.tabs.access,
        body: html`${peopleParts(asked, id, 'access')}<p class="quiet">${words.organizationPages.access.intro}</p>
          ${mine.length > 0 && html`<section><h2>${words.organizationPages.access.collections}</h2><ul class="rows panel">${mine.map((one) => row('collections', one))}</ul></section>`}
          <section><h2>${words.organization.spaces}</h2><ul class="rows panel">${spaces.filter(({ permissions }) => permissions.admin).map((one) => row('spaces', one))}</ul></section>`,
      }
    }),
})

type Target = Space | Collection

async function targetOf({ api, params }: OwnAsked) {
  const { kind = '', targetId = '', organizationId } = params
  if (kind !== 'spaces' && kind !== 'collections') throw missing()
  const path = `${kind === 'spaces' ? '/spaces' : '/collections'}/${encodeURIComponent(targetId)}`
  const target = await api.get<Target>(path)
  if (target.organization !== organizationId || !target.permissions.admin) throw missing()
  return { path, target }
}

export const accessOfPage = appPage({
  path: `${accessAt(ORGANIZATION)}/:kind/:targetId`,
  help: 'administer/people',
  async show(asked) {
    const { api, words, url } = asked
    const { path, target } = await targetOf(asked)
    const text = words.organizationPages.access
    return organizationPage(asked, 'people', async ({ id }) => {
      const [people, users, teams, known] = await Promise.all([
        api.get<List<UserGrant>>(`${path}/permissions/aggregate`, { limit: 50, ...pagingOf(asked) }),
        allOf<UserGrant>(api, `${path}/permissions/users`),
        allOf<TeamGrant>(api, `${path}/permissions/teams`),
        allOf<Team>(api, `/orgs/${id}/teams`),
      ])
      const reasons = await reasonsIn(asked, id, target.defaultLevel, { users, teams }, people.items)
      const rows = people.items.map((grant) => personView(asked, grant, reasons(grant)))
      return {
        title: text.to({ title: target.title }),
        body: html`${peopleParts(asked, id, 'access')}${noticeView(url.searchParams.has('saved') ? words.account.saved : undefined)}
          <section class="panel"><h2>${text.default}</h2><form method="post" class="inline">${levelView(asked, 'default', target.defaultLevel ?? 'none', true)}<button class="button small" name="action" value="default">${words.save}</button></form></section>
          ${grantsView(asked, users, teams, known)}
          <section><h2>${text.people}</h2><ul class="rows panel">${rows.map((row) => html`<li>${row}</li>`)}</ul>${pagerView(asked, people)}</section>`,
      }
    })
  },
  async take(asked, form) {
    const { path } = await targetOf(asked)
    await perform(asked, path, form)
    return lead(`${asked.url.pathname}?saved`)
  },
})

async function perform({ api }: OwnAsked, path: string, form: Form): Promise<unknown> {
  const role = form.get('role')
  switch (form.get('action')) {
    case 'default':
      return api.patch(path, { defaultLevel: role === 'none' ? null : role })
    case 'grant-person':
      return api.post(`${path}/permissions`, { users: [form.get('email').trim()], role })
    case 'grant-team':
      return api.post(`${path}/permissions`, { teams: [form.get('team')], role })
    case 'take-users':
    case 'take-teams': {
      const kind = form.get('action') === 'take-users' ? 'users' : 'teams'
      return api.delete(`${path}/permissions/${kind}/${encodeURIComponent(form.get('holder'))}`)
    }
    default:
      throw missing()
  }
}

function levelView({ words }: OwnAsked, id: string, current: string, isDefault = false): Html {
  const { members, organizationPages } = words
  const option = (value: string, label: string) =>
    html`<option value="${value}"${value === current && html` selected`}>${label}</option>`
  return html`<select id="${id}" name="role" aria-label="${members.role}">${isDefault && html`${option('inherit', organizationPages.access.inherit)}${option('none', organizationPages.access.nothing)}`}${ROLES.map((role) => option(role, members.roles[role]))}</select>`
}

function grantsView(
  asked: OwnAsked,
  users: readonly UserGrant[],
  teams: readonly TeamGrant[],
  known: readonly Team[],
): Html {
  const { words } = asked
  const text = words.organizationPages.access
  const take = (kind: string, id: string) =>
    html`<form method="post"><input type="hidden" name="holder" value="${id}"><button class="button plain small" name="action" value="take-${kind}">${words.members.remove}</button></form>`
  const free = known.filter(({ id }) => !teams.some(({ team }) => team.id === id))
  return html`<section class="panel"><h2>${words.organizationPages.tabs.access}</h2>
    <ul class="rows">${users.map(({ user, permission }) => html`<li><div class="grow"><span class="title">${user.displayName || user.email}</span> <span class="badge draft">${words.members.roles[permission]}</span></div>${take('users', user.id)}</li>`)}
    ${teams.map(({ team, permission }) => html`<li><div class="grow"><span class="title">${team.title}</span> <span class="badge draft">${words.members.roles[permission]}</span></div>${take('teams', team.id)}</li>`)}</ul>
    <div class="actions"><details class="fold menu start"><summary class="button plain small">${text.grantPerson}</summary><form method="post">${fieldView({ name: 'email', label: words.members.email, type: 'email' })}${levelView(asked, 'role-person', 'edit')}<button class="button" name="action" value="grant-person">${words.app.add}</button></form></details>
    ${free.length > 0 && html`<details class="fold menu start"><summary class="button plain small">${text.grantTeam}</summary><form method="post"><div class="field"><label for="team">${words.organizationPages.tabs.teams}</label><select id="team" name="team">${free.map(({ id, title }) => html`<option value="${id}">${title}</option>`)}</select></div>${levelView(asked, 'role-team', 'edit')}<button class="button" name="action" value="grant-team">${words.app.add}</button></form></details>`}</div></section>`
}

function personView({ words }: OwnAsked, { user, permission }: UserGrant, reasons: readonly string[]): Html {
  const name = user.displayName || user.email || user.id
  return html`<span class="initial" aria-hidden="true">${initialOf(name)}</span><div class="grow"><span class="title">${name}</span><p class="quiet">${reasons.join(' · ')}</p></div><span class="badge draft">${words.members.roles[permission]}</span>`
}
