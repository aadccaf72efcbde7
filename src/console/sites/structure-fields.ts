import { type Html, html } from '../../engines/html/html.ts'
import type { SiteStructure } from '../../rooms/sites/sites/structure/schema.ts'
import type { OwnAsked } from '../account/account-page.ts'
import { groupsIn } from './structure-items.ts'

/** In which group something is; nothing to choose where there is none. */
export function groupView(
  { words }: OwnAsked,
  structure: SiteStructure,
  id: string,
  current?: string,
): Html | undefined {
  const groups = groupsIn(structure)
  if (groups.length === 0) return
  const text = words.sitePages.structure
  return html`<div class="field"><label for="${id}">${text.in}</label><select id="${id}" name="group"><option value="">${text.topLevel}</option>
    ${groups.map((group) => html`<option value="${group.id}"${group.id === current && html` selected`}>${group.title}</option>`)}</select></div>`
}
