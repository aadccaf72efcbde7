// Puts the pages of an API reference into a space, where they follow every new version.
import { type Html, html } from '../../../engines/html/html.ts'
import type { Space } from '../../../rooms/content/spaces/schema.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { pagesAt, spaceAt } from '../../addresses.ts'
import { missing } from '../../api.ts'
import type { Form } from '../../frame/page.ts'
import { allOf } from '../../views/all-of.ts'

export async function showSpecView(asked: OwnAsked): Promise<Html | undefined> {
  const { words } = asked
  const text = words.toolPages.spec
  const spaces = await spacesToShowIn(asked)
  if (spaces.length === 0) return
  return html`<section class="panel"><h2>${text.show}</h2><p>${text.showText}</p><form method="post" enctype="multipart/form-data" class="narrow-panel">
    <div class="field"><label for="space">${words.sitePages.structure.space}</label><select id="space" name="space">${spaces.map(({ id, title }) => html`<option value="${id}">${title}</option>`)}</select></div>
    <button class="button" name="action" value="show">${words.app.add}</button></form></section>`
}

/** A change of others has to be reviewed there first. */
async function spacesToShowIn({ api, params }: OwnAsked): Promise<Space[]> {
  const spaces = await allOf<Space>(api, `/orgs/${params.organizationId}/spaces`)
  return spaces.filter(({ permissions, editMode }) => permissions.edit && editMode === 'live')
}

/** Answers where the pages of the space are arranged. */
export async function showSpec(asked: OwnAsked, form: Form): Promise<string> {
  const { api, params } = asked
  const space = (await spacesToShowIn(asked)).find(({ id }) => id === form.get('space'))
  if (!space) throw missing()
  const spec = { ref: { kind: 'openapi', spec: params.slug } }
  const computed = { type: 'builtin:openapi', props: { models: true }, dependencies: { spec } }
  await api.post(`/spaces/${space.id}/content`, {
    changes: [{ operation: 'insert_page', type: 'computed', title: params.slug, computed }],
  })
  return pagesAt(spaceAt(space.organization, space.id))
}
