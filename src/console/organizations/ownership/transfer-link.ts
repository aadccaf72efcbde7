import { type Html, html } from '../../../engines/html/html.ts'
import type { Organization } from '../../../rooms/people/organizations/schema.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { settingsAt } from '../../addresses.ts'
import { noticeView } from '../../frame/fields.ts'

export const transferOfSpace = (space: string) => `${settingsAt(space)}/transfer`
export const transferOfCollection = (collection: string) => `${collection}/~transfer`

/** A way there, for those who run the organization. */
export function transferLink({ words }: OwnAsked, { permissions }: Organization, href: string): Html | false {
  const { transfer } = words.ownership
  return (
    permissions.admin &&
    html`<section class="panel narrow-panel"><h2>${transfer.heading}</h2><p>${transfer.text}</p><p><a class="button plain" href="${href}">${transfer.open}</a></p></section>`
  )
}

/** Where it is afterwards. */
export function transferredView({ words, url }: OwnAsked, { title }: Organization): Html | undefined {
  const isDone = url.searchParams.has('transferred')
  return noticeView(isDone ? words.ownership.transfer.done({ organization: title }) : undefined)
}
