// The members of an organization: who they are, what they may do, and how others come in.
import { type Html, html } from '../../engines/html/html.ts'
import { ROLES } from '../../kit/domain/roles.ts'
import type { InviteLink } from '../../rooms/people/invites/schema.ts'
import type { Member } from '../../rooms/people/members/schema.ts'
import type { Organization } from '../../rooms/people/organizations/schema.ts'
import type { OwnAsked } from '../account/account-page.ts'
import { peopleAt } from '../addresses.ts'
import { type List, missing } from '../api.ts'
import { appPage } from '../frame/app-page.ts'
import { fieldView, noticeView } from '../frame/fields.ts'
import { initialOf } from '../frame/frame.ts'
import { type ConsoleAnswer, type Form, lead } from '../frame/page.ts'
import { pagerView, pagingOf } from '../views/pager.ts'
import { timeView } from '../views/times.ts'
import { ORGANIZATION, organizationPage } from './organization-page.ts'
import { secondFactorRulePanel } from './second-factor.ts'
import { peopleParts } from './teams/people-parts.ts'

const CHOICES = [...ROLES, 'guest'] as const

export const peoplePage = appPage({
  path: peopleAt(ORGANIZATION),
  help: 'administer/people',
  show: (asked) => showPeople(asked),
  async take(asked, form) {
    const secret = await perform(asked, form)
    return secret === undefined ? lead(`${asked.url.pathname}?saved`) : showPeople(asked, secret)
  },
})

/** `link`: of an invitation, to be copied now. */
function showPeople(asked: OwnAsked, link?: string): Promise<ConsoleAnswer> {
  return organizationPage(asked, 'people', async ({ id, permissions }) => {
    const { api, words, url } = asked
    const search = (url.searchParams.get('search') ?? '').slice(0, 200)
    const [members, links] = await Promise.all([
      api.get<List<Member>>(`/orgs/${id}/members`, {
        limit: 50,
        ...(search && { search }),
        ...pagingOf(asked),
      }),
      permissions.admin
        ? api.get<List<InviteLink>>(`/orgs/${id}/link-invites`, { limit: 100 })
        : { items: [] },
    ])
    return {
      title: words.organizationPages.tabs.members,
      actions: permissions.admin ? inviteView(asked) : undefined,
      body: html`${noticeView(url.searchParams.has('saved') ? words.members.saved : undefined)}${link && linkView(asked, link)}
        ${peopleParts(asked, id, 'members')}<form class="panel wide-search"><div class="field"><label for="search">${words.members.search}</label>
        <input id="search" type="search" name="search" value="${search}" maxlength="200"></div></form>
        ${members.items.length === 0 ? html`<p class="empty">${words.members.none}</p>` : html`<ul class="rows panel">${members.items.map((member) => html`<li>${memberView(asked, member, permissions)}</li>`)}</ul>${pagerView(asked, members)}`}
        ${permissions.admin && linksView(asked, links.items)}${permissions.admin && (await secondFactorRulePanel(asked, id))}`,
    }
  })
}

/** Answers a link that is shown once. */
async function perform({ api, params }: OwnAsked, form: Form): Promise<string | undefined> {
  const path = `/orgs/${params.organizationId}`
  const member = `${path}/members/${encodeURIComponent(form.get('member'))}`
  const role = form.get('role') === 'guest' ? null : form.get('role')
  switch (form.get('action')) {
    case 'invite':
      await api.post(`${path}/invites`, { emails: [form.get('email').trim()], role })
      return
    case 'role':
      await api.patch(member, { role })
      return
    case 'remove':
      await api.delete(member)
      return
    case 'copy-invitation':
      return (await api.post<{ url: string }>(`${member}/invitation-link`)).url
    case 'add-link':
      await api.post(`${path}/link-invites`, { role })
      return
    case 'delete-link':
      await api.delete(`${path}/link-invites/${encodeURIComponent(form.get('link'))}`)
      return
    default:
      throw missing()
  }
}

function linkView({ words }: OwnAsked, link: string): Html {
  return html`<section class="panel" role="status"><h2>${words.members.copied}</h2><p>${words.members.copiedText}</p><code class="secret">${link}</code></section>`
}

function roleView({ words }: OwnAsked, id: string, chosen: Member['role'] | undefined): Html {
  const { members: people } = words
  const current = chosen === undefined ? 'edit' : (chosen ?? 'guest')
  return html`<select id="${id}" name="role" aria-label="${people.role}">${CHOICES.map((role) => html`<option value="${role}"${role === current && html` selected`}>${people.roles[role]}</option>`)}</select>`
}

function inviteView(asked: OwnAsked): Html {
  const { members: people } = asked.words
  return html`<details class="fold menu"><summary class="button">${people.invite}</summary><form method="post">
    ${fieldView({ name: 'email', label: people.email, type: 'email', hint: people.inviteHint })}
    <div class="field"><label for="role">${people.role}</label>${roleView(asked, 'role', undefined)}</div>
    <button class="button" name="action" value="invite">${people.invite}</button></form></details>`
}

function memberView(
  asked: OwnAsked,
  { id, role, user, lastSeenAt, disabled }: Member,
  permissions: Organization['permissions'],
): Html {
  const { words, language, ctx, person } = asked
  const { members: people } = words
  const name = user.displayName || user.email || id
  const seen = lastSeenAt
    ? html`${people.seen} ${timeView(language, ctx.clock.now(), lastSeenAt)}`
    : html`${people.neverSeen}`
  return html`<span class="initial" aria-hidden="true">${initialOf(name)}</span>
    <div class="grow"><span class="title">${name}</span>${disabled && html` <span class="badge draft">${people.suspended}</span>`}<p class="quiet">${user.email && html`${user.email} · `}${seen}</p></div>
    ${
      permissions.admin && id !== person.id
        ? html`<form method="post" class="inline"><input type="hidden" name="member" value="${id}">${roleView(asked, `role-${id}`, role)}<button class="button plain small" name="action" value="role">${words.save}</button></form>
        <details class="fold menu"><summary class="button plain small" aria-label="${people.actions({ name })}">⋯</summary><div class="choices">
        ${!lastSeenAt && html`<form method="post"><input type="hidden" name="member" value="${id}"><button class="item" name="action" value="copy-invitation">${people.copyInvitation}</button></form>`}
        <form method="post"><input type="hidden" name="member" value="${id}"><p class="quiet">${people.removeText}</p><button class="button danger small" name="action" value="remove">${people.remove}</button></form></div></details>`
        : html`<span class="badge draft">${people.roles[role ?? 'guest']}</span>`
    }`
}

function linksView(asked: OwnAsked, links: readonly InviteLink[]): Html {
  const { words } = asked
  const { members: people } = words
  const row = ({
    id,
    role,
    space,
    collection,
    urls,
  }: InviteLink) => html`<li><div class="grow"><strong>${space?.title ?? collection?.title ?? people.roles[role ?? 'guest']}</strong><code class="secret">${urls.app}</code></div>
    <form method="post"><input type="hidden" name="link" value="${id}"><button class="button plain small" name="action" value="delete-link">${words.app.delete}</button></form></li>`
  return html`<section class="panel"><h2>${people.links}</h2><p class="quiet">${people.linksText}</p>
    ${links.length > 0 && html`<ul class="rows">${links.map(row)}</ul>`}
    <form method="post" class="inline">${roleView(asked, 'role-of-link', 'read')}<button class="button plain small" name="action" value="add-link">${people.addLink}</button></form></section>`
}
