// What an organization is called, who comes in by themselves, and what must be so before something is merged.
import { type Html, html } from '../../../engines/html/html.ts'
import { ROLES } from '../../../kit/domain/roles.ts'
import type { Organization } from '../../../rooms/people/organizations/schema.ts'
import { LARGEST_IMAGE } from '../../../rooms/sites/images/images.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { organizationAt } from '../../addresses.ts'
import { missing } from '../../api.ts'
import { appPage } from '../../frame/app-page.ts'
import { alertView, fieldView, noticeView } from '../../frame/fields.ts'
import { type Form, lead } from '../../frame/page.ts'
import { uploadImage } from '../../sites/look/images.ts'
import { ORGANIZATION, settingsOf } from '../organization-page.ts'
import { deletionOf } from '../ownership/delete-organization.ts'
import { settingsPage } from './settings-parts.ts'

const RULES = [
  ...(['require_at_least_one_review', 'require_all_reviews_approved'] as const),
  ...(['require_up_to_date_change_request', 'require_change_request_subject'] as const),
  'require_change_request_description' as const,
]
type Rules = { type: string; rules?: { rule: string }[] }

export const generalPage = appPage({
  path: settingsOf(ORGANIZATION),
  file: { largest: LARGEST_IMAGE, ifLarger: '?larger' },
  show: (asked) =>
    settingsPage(asked, 'general', async (organization, parts) => {
      const { words, url } = asked
      const { images } = words.sitePages.look
      return {
        body: html`${parts}${noticeView(url.searchParams.has('saved') ? words.account.saved : undefined)}${alertView(url.searchParams.has('larger') ? images.tooLarge : undefined)}
          ${aboutView(asked, organization)}${logoView(asked, organization)}${rulesView(asked, organization)}${endView(asked, organization)}`,
      }
    }),
  async take({ api, params, url }, form) {
    const { organizationId = '' } = params
    const path = `/orgs/${organizationId}`
    switch (form.get('action')) {
      case 'save':
        await api.patch(path, aboutIn(form))
        break
      case 'rules':
        await api.patch(path, { mergeRules: rulesIn(form, await api.get<Organization>(path)) })
        break
      case 'upload': {
        const { bytes } = form.file('logo')
        await api.patch(path, { logo: await uploadImage(api, organizationId, bytes) })
        break
      }
      case 'remove-logo':
        await api.patch(path, { logo: null })
        break
      default:
        throw missing()
    }
    return lead(`${url.pathname}?saved`)
  },
})

function aboutIn(form: Form) {
  const domains = form
    .get('domains')
    .split(/[\s,;]+/)
    .map((domain) => domain.replace(/^@/, '').toLowerCase())
  const role = form.get('defaultRole')
  return {
    title: form.get('title').trim(),
    emailDomains: [...new Set(domains.filter((domain) => domain !== ''))],
    defaultRole: role === 'guest' ? null : role,
    inviteLinks: form.has('inviteLinks'),
  }
}

/** Rules about certain people, and those of others, stay as they are. */
function rulesIn(form: Form, { mergeRules }: Organization) {
  const { rules = [] } = mergeRules as Rules
  const known: readonly string[] = RULES
  const others = rules.filter(({ rule }) => !known.includes(rule))
  const chosen = [...others, ...RULES.filter((rule) => form.has(rule)).map((rule) => ({ rule }))]
  return chosen.length === 0 ? { type: 'none' } : { type: 'rules', rules: chosen }
}

function aboutView(
  { words }: OwnAsked,
  { title, emailDomains, defaultRole, inviteLinks }: Organization,
): Html {
  const text = words.organizationPages.settings
  const current = defaultRole ?? 'guest'
  return html`<section class="panel"><form method="post" class="narrow-panel">${fieldView({ name: 'title', label: text.title, value: title, maxLength: 255 })}
    ${fieldView({ name: 'domains', label: text.domains, hint: text.domainsHint, value: emailDomains.join(', '), isOptional: true, maxLength: 5_000 })}
    <div class="field"><label for="defaultRole">${text.defaultRole}</label><select id="defaultRole" name="defaultRole">${([...ROLES, 'guest'] as const).map((role) => html`<option value="${role}"${role === current && html` selected`}>${words.members.roles[role]}</option>`)}</select></div>
    <div class="check"><input type="checkbox" id="inviteLinks" name="inviteLinks" value="on"${inviteLinks && html` checked`}><label for="inviteLinks">${text.inviteLinks}</label></div>
    <button class="button" name="action" value="save">${words.save}</button></form></section>`
}

function logoView({ words, ctx }: OwnAsked, { urls }: Organization): Html {
  const { settings } = words.organizationPages
  // One elsewhere is not shown: pages of the console load nothing from others.
  const isOurs = urls.logo?.startsWith(ctx.links.of('/'))
  return html`<section class="panel image"><h2>${settings.logo}</h2>${urls.logo && (isOurs ? html`<img src="${urls.logo}" alt="">` : html`<p class="quiet">${urls.logo}</p>`)}
    <form method="post" enctype="multipart/form-data" class="narrow-panel"><div class="field"><label for="logo">${words.imports.file}</label><input id="logo" name="logo" type="file" accept="image/png,image/jpeg,image/gif,image/webp,image/svg+xml" required><p class="hint">${words.sitePages.look.images.hint}</p></div><button class="button small" name="action" value="upload">${words.picture.upload}</button></form>
    ${urls.logo && html`<form method="post"><button class="button plain small" name="action" value="remove-logo">${words.app.delete}</button></form>`}</section>`
}

function rulesView({ words }: OwnAsked, { mergeRules }: Organization): Html {
  const { settings } = words.organizationPages
  const { rules = [] } = mergeRules as Rules
  const isOn = (name: string) => rules.some(({ rule }) => rule === name)
  return html`<section class="panel"><h2>${settings.merge}</h2><form method="post">${RULES.map((rule) => html`<div class="check"><input type="checkbox" id="${rule}" name="${rule}" value="on"${isOn(rule) && html` checked`}><label for="${rule}">${settings.rules[rule]}</label></div>`)}<button class="button" name="action" value="rules">${words.save}</button></form></section>`
}

function endView({ words }: OwnAsked, { id }: Organization): Html {
  const { remove } = words.ownership
  return html`<section class="panel"><h2>${remove.title}</h2><p>${remove.text}</p><p><a class="button plain" href="${deletionOf(organizationAt(id))}">${remove.open}</a></p></section>`
}
