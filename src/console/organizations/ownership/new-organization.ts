import { html } from '../../../engines/html/html.ts'
import type { Organization } from '../../../rooms/people/organizations/schema.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { organizationAt } from '../../addresses.ts'
import { appPage } from '../../frame/app-page.ts'
import { fieldView } from '../../frame/fields.ts'
import { HOME } from '../../frame/frame.ts'
import { lead, type Shown } from '../../frame/page.ts'

export const NEW_ORGANIZATION = `${HOME}/~new-organization`
const SHORTEST = 2

export const newOrganizationPage = appPage({
  path: NEW_ORGANIZATION,
  help: 'administer/people',
  show: async (asked) => formView(asked),
  async take(asked, form) {
    const title = form.get('title').trim()
    if (title.length < SHORTEST)
      return formView(asked, { title, fault: asked.words.faults['too-short']({ count: SHORTEST }) })
    const made = await asked.api.post<Organization>('/orgs', { title })
    return lead(organizationAt(made.id))
  },
})

function formView(
  { words }: OwnAsked,
  { title = '', fault }: { title?: string; fault?: string } = {},
): Shown {
  const { create } = words.ownership
  return {
    kind: 'page',
    layout: 'app',
    status: fault ? 400 : 200,
    title: create.title,
    trail: [{ title: words.app.home, href: HOME }],
    body: html`<section class="panel narrow-panel"><p>${create.text}</p><form method="post">
      ${fieldView({ name: 'title', label: words.organizationPages.settings.title, value: title, maxLength: 255, isFirst: true, fault })}
      <div class="actions"><button class="button">${create.button}</button><a class="button plain" href="${HOME}">${words.cancel}</a></div></form></section>`,
  }
}
