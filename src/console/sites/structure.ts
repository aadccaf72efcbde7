// How a site is arranged: its sections, groups, links, and spaces as variants.
import { type Html, html } from '../../engines/html/html.ts'
import type { Space } from '../../rooms/content/spaces/schema.ts'
import type { SiteStructure } from '../../rooms/sites/sites/structure/schema.ts'
import type { OwnAsked } from '../account/account-page.ts'
import { structureAt } from '../addresses.ts'
import { appPage } from '../frame/app-page.ts'
import { fieldView, noticeView } from '../frame/fields.ts'
import { lead } from '../frame/page.ts'
import { allOf } from '../views/all-of.ts'
import { changeStructure } from './change-structure.ts'
import { pathOfSite, SITE, sitePageOf } from './site-page.ts'
import { groupView } from './structure-fields.ts'
import { placedParts, sectionsIn, spacesIn } from './structure-items.ts'
import { partView } from './structure-rows.ts'

export const structurePage = appPage({
  path: structureAt(SITE),
  help: 'publish/site',
  show: (asked) =>
    sitePageOf(asked, 'structure', async ({ path, organization, mayEdit, mayAdmin }) => {
      const { api, words, url } = asked
      const [structure, spaces] = await Promise.all([
        api.get<SiteStructure>(`${path}/structure`),
        mayEdit ? allOf<Space>(api, `/orgs/${organization.id}/spaces`) : [],
      ])
      const text = words.sitePages.structure
      const placed = placedParts(structure)
      return {
        ...(mayEdit && { island: 'structure' as const }),
        body: html`${noticeView(url.searchParams.has('saved') ? words.account.saved : undefined)}
          <p class="quiet">${text.intro}</p>
          ${mayEdit && addView(asked, structure, spaces)}
          ${
            placed.length === 0
              ? html`<p class="empty">${text.empty}</p>`
              : html`<ul class="rows panel structure"${mayEdit && html` data-structure`}>${placed.map((one) => partView(asked, structure, one, { mayEdit, mayAdmin }))}</ul>`
          }`,
      }
    }),
  async take(asked, form) {
    const { api, params, url } = asked
    const path = pathOfSite(params)
    await changeStructure(api, path, await api.get<SiteStructure>(`${path}/structure`), form)
    return lead(`${url.pathname}?saved`)
  },
})

function addView(asked: OwnAsked, structure: SiteStructure, spaces: readonly Space[]): Html {
  const { words } = asked
  const text = words.sitePages.structure
  const used = spacesIn(structure)
  const free = spaces.filter(({ id, permissions }) => !used.has(id) && permissions.merge)
  const hasParts = structure.structure.length > 0
  return html`<div class="actions">
    <details class="fold menu start"><summary class="button">${text.addSpace}</summary>${
      free.length === 0
        ? html`<div class="choices"><p class="quiet">${text.allUsed}</p></div>`
        : html`<form method="post"><div class="field"><label for="new-space">${text.space}</label><select id="new-space" name="space">${free.map(({ id, title }) => html`<option value="${id}">${title}</option>`)}</select></div>
        ${hasParts && whereView(asked, structure)}<button class="button" name="action" value="add-space">${words.app.add}</button></form>`
    }</details>
    ${
      structure.type === 'sections' &&
      html`<details class="fold menu start"><summary class="button plain">${text.addGroup}</summary><form method="post">
      ${fieldView({ name: 'title', id: 'new-group', label: words.page.title, hint: text.groupHint, maxLength: 100 })}${groupView(asked, structure, 'new-group-in')}
      <button class="button" name="action" value="add-group">${words.app.add}</button></form></details>
      <details class="fold menu start"><summary class="button plain">${text.addLink}</summary><form method="post">
      ${fieldView({ name: 'title', id: 'new-link', label: words.page.title, maxLength: 128 })}${fieldView({ name: 'url', id: 'new-link-url', label: text.url, maxLength: 2048, hint: 'https://…' })}${groupView(asked, structure, 'new-link-in')}
      <button class="button" name="action" value="add-link">${words.app.add}</button></form></details>`
    }</div>`
}

/** As what a space is added. */
function whereView({ words }: OwnAsked, structure: SiteStructure): Html {
  const text = words.sitePages.structure
  const variants =
    structure.type === 'siteSpaces'
      ? html`<option value="variant">${text.variant}</option>`
      : sectionsIn(structure).map(
          ({ id, title }) => html`<option value="${id}">${text.variantOf({ section: title })}</option>`,
        )
  return html`<div class="field"><label for="where">${text.where}</label><select id="where" name="where"><option value="section">${text.ownSection}</option>${variants}</select></div>`
}
