// The pages about people of an organization, beside one another.
import { type Html, html } from '../../../engines/html/html.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { organizationAt, peopleAt } from '../../addresses.ts'

export const PARTS = ['members', 'teams', 'access'] as const
export type PeoplePart = (typeof PARTS)[number]

export const teamsAt = (organization: string) => `${peopleAt(organization)}/teams`
export const accessAt = (organization: string) => `${peopleAt(organization)}/access`

/** To who may do what in a space or a collection, from the page of it. */
export function accessLink({ words }: OwnAsked, organizationId: string, target: string): Html {
  const href = `${accessAt(organizationAt(organizationId))}/${target}`
  return html`<a class="button plain" href="${href}">${words.organizationPages.tabs.access}</a>`
}

export function peopleParts({ words }: OwnAsked, organizationId: string, current: PeoplePart): Html {
  const home = peopleAt(organizationAt(organizationId))
  return pillsView(
    words.organization.people,
    PARTS.map((part) => ({
      title: words.organizationPages.tabs[part],
      href: part === 'members' ? home : `${home}/${part}`,
      isCurrent: part === current,
    })),
  )
}

export function pillsView(
  label: string,
  links: readonly { title: string; href: string; isCurrent: boolean }[],
): Html {
  return html`<nav class="filters" aria-label="${label}"><ul>${links.map(({ title, href, isCurrent }) => html`<li><a href="${href}"${isCurrent && html` aria-current="page"`}>${title}</a></li>`)}</ul></nav>`
}
