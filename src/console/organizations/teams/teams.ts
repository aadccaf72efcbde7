// The teams of an organization, and the people in one of them.
import { type Html, html } from '../../../engines/html/html.ts'
import type { Team, TeamMember } from '../../../rooms/people/teams/schema.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { organizationAt } from '../../addresses.ts'
import { type List, missing } from '../../api.ts'
import { appPage } from '../../frame/app-page.ts'
import { fieldView, noticeView } from '../../frame/fields.ts'
import { initialOf } from '../../frame/frame.ts'
import { type Form, lead } from '../../frame/page.ts'
import { pagerView, pagingOf } from '../../views/pager.ts'
import { ORGANIZATION, organizationPage } from '../organization-page.ts'
import { peopleParts, teamsAt } from './people-parts.ts'

export const teamsPage = appPage({
  path: teamsAt(ORGANIZATION),
  help: 'administer/people',
  show: (asked) =>
    organizationPage(asked, 'people', async ({ id, permissions }) => {
      const { api, words } = asked
      const text = words.organizationPages.team
      const teams = await api.get<List<Team>>(`/orgs/${id}/teams`, { limit: 50, ...pagingOf(asked) })
      const row = (team: Team) =>
        html`<li><div class="grow"><a class="title" href="${teamsAt(organizationAt(id))}/${team.id}">${team.title}</a><p class="quiet">${text.counts({ members: team.members, spaces: team.spaces })}</p></div></li>`
      return {
        title: words.organizationPages.tabs.teams,
        actions: permissions.admin
          ? html`<details class="fold menu"><summary class="button">${text.new}</summary><form method="post">${fieldView({ name: 'title', label: text.title, maxLength: 64 })}<button class="button">${words.organization.create}</button></form></details>`
          : undefined,
        body: html`${peopleParts(asked, id, 'teams')}${teams.items.length === 0 ? html`<p class="empty">${text.none}</p>` : html`<ul class="rows panel">${teams.items.map(row)}</ul>${pagerView(asked, teams)}`}`,
      }
    }),
  async take({ api, params, url }, form) {
    const path = `/orgs/${params.organizationId}/teams`
    const team = await api.put<{ id: string }>(path, { title: form.get('title').trim() })
    return lead(`${url.pathname}/${team.id}`)
  },
})

const pathOfTeam = ({ params }: OwnAsked) =>
  `/orgs/${params.organizationId}/teams/${encodeURIComponent(params.teamId ?? '')}`

export const teamPage = appPage({
  path: `${teamsAt(ORGANIZATION)}/:teamId`,
  help: 'administer/people',
  async show(asked) {
    const { api, words, url } = asked
    const team = await api.get<Team>(pathOfTeam(asked))
    const shown = await organizationPage(asked, 'people', async () => {
      const members = await api.get<List<TeamMember>>(`${pathOfTeam(asked)}/members`, {
        limit: 50,
        ...pagingOf(asked),
      })
      const mayChange = team.permissions.admin
      return {
        title: team.title,
        actions: mayChange ? addView(asked) : undefined,
        body: html`${noticeView(url.searchParams.has('saved') ? words.account.saved : undefined)}
          ${members.items.length === 0 ? html`<p class="empty">${words.organizationPages.team.empty}</p>` : html`<ul class="rows panel">${members.items.map((member) => html`<li>${memberView(asked, member, mayChange)}</li>`)}</ul>${pagerView(asked, members)}`}
          ${mayChange && changeView(asked, team)}`,
      }
    })
    const above = { title: words.organizationPages.tabs.teams, href: url.pathname.replace(/\/[^/]+$/, '') }
    return { ...shown, trail: [...(shown.trail ?? []), above] }
  },
  async take(asked, form) {
    await perform(asked, form)
    const { pathname } = asked.url
    return lead(form.get('action') === 'delete' ? pathname.replace(/\/[^/]+$/, '') : `${pathname}?saved`)
  },
})

async function perform(asked: OwnAsked, form: Form): Promise<unknown> {
  const { api } = asked
  const path = pathOfTeam(asked)
  const member = `${path}/members/${encodeURIComponent(form.get('member'))}`
  switch (form.get('action')) {
    case 'add':
      return api.put(`${path}/members`, { add: [form.get('email').trim()] })
    case 'owner':
    case 'member':
      return api.put(member, { role: form.get('action') })
    case 'remove':
      return api.delete(member)
    case 'rename':
      return api.patch(path, { title: form.get('title').trim() })
    case 'delete':
      return api.delete(path)
    default:
      throw missing()
  }
}

function addView({ words }: OwnAsked): Html {
  const text = words.organizationPages.team
  return html`<details class="fold menu"><summary class="button">${text.addMember}</summary><form method="post">${fieldView({ name: 'email', label: text.email, type: 'email' })}<button class="button" name="action" value="add">${words.app.add}</button></form></details>`
}

function memberView({ words }: OwnAsked, { organization, team }: TeamMember, mayChange: boolean): Html {
  const text = words.organizationPages.team
  const { user, id } = organization
  const name = user.displayName || user.email || id
  const other = team.role === 'owner' ? 'member' : 'owner'
  return html`<span class="initial" aria-hidden="true">${initialOf(name)}</span><div class="grow"><span class="title">${name}</span> <span class="badge draft">${text.roles[team.role]}</span><p class="quiet">${user.email}</p></div>
    ${mayChange && html`<form method="post" class="inline"><input type="hidden" name="member" value="${id}"><button class="button plain small" name="action" value="${other}">${text.change[other]}</button><button class="button plain small" name="action" value="remove">${words.members.remove}</button></form>`}`
}

function changeView({ words }: OwnAsked, { title }: Team): Html {
  const text = words.organizationPages.team
  return html`<section class="panel"><h2>${words.space.settings}</h2><form method="post" class="narrow-panel">${fieldView({ name: 'title', label: text.title, value: title, maxLength: 64 })}<button class="button" name="action" value="rename">${words.save}</button></form>
    <details class="fold"><summary class="button plain small">${text.remove}</summary><form method="post"><p>${text.removeText}</p><button class="button danger small" name="action" value="delete">${text.remove}</button></form></details></section>`
}
