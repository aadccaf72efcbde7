// Content that differs from visitor to visitor: what is known of them, and the site as one of them sees it.
import type { ClaimSchema, ClaimSchemas, VisitorSchema } from '../../../engines/adaptive/visitor-schema.ts'
import { type Html, html } from '../../../engines/html/html.ts'
import type { Site } from '../../../rooms/sites/sites/schema.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { type Api, Refused } from '../../api.ts'
import { fieldView } from '../../frame/fields.ts'
import { helpView } from '../../frame/frame.ts'
import type { Form } from '../../frame/page.ts'
import { viewAddress } from '../look/preview.ts'

const TYPES = ['boolean', 'string', 'number'] as const

export async function schemaOf(api: Api, path: string): Promise<VisitorSchema | undefined> {
  try {
    return (await api.get<{ jsonSchema: VisitorSchema }>(`${path}/adaptive-schema`)).jsonSchema
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return
    throw error
  }
}

/** Whether it was something of these. */
export async function takeAdaptive(api: Api, path: string, form: Form): Promise<boolean> {
  switch (form.get('action')) {
    case 'adaptive-on':
    case 'adaptive-off':
      await api.patch(path, { adaptiveContent: { enabled: form.get('action') === 'adaptive-on' } })
      return true
    case 'add-claim':
      await changeProperties(api, path, (kept) => ({ ...kept, [form.get('name').trim()]: claimIn(form) }))
      return true
    case 'remove-claim':
      await changeProperties(api, path, (kept) =>
        Object.fromEntries(Object.entries(kept).filter(([name]) => name !== form.get('name'))),
      )
      return true
    default:
      return false
  }
}

async function changeProperties(api: Api, path: string, change: (kept: ClaimSchemas) => ClaimSchemas) {
  const kept = await schemaOf(api, path)
  const jsonSchema = {
    type: 'object',
    properties: change(kept?.properties ?? {}),
    additionalProperties: false,
  }
  await api.put(`${path}/adaptive-schema`, { jsonSchema })
}

function claimIn(form: Form): ClaimSchema {
  const description = form.get('description').trim() || form.get('name').trim()
  const type = TYPES.find((known) => known === form.get('type')) ?? 'string'
  if (type !== 'string') return { type, description }
  const values = form
    .get('values')
    .split(',')
    .map((value) => value.trim())
  const allowed = [...new Set(values.filter((value) => value !== ''))]
  return { type, description, ...(allowed.length > 0 && { enum: allowed }) }
}

export function adaptiveView(
  asked: OwnAsked,
  site: Site,
  schema: VisitorSchema | undefined,
  mayAdmin: boolean,
): Html {
  const { words } = asked
  const text = words.sitePages.audience
  const { enabled } = site.adaptiveContent
  const toggle = enabled
    ? (['adaptive-off', text.turnOff, 'plain'] as const)
    : (['adaptive-on', text.turnOn, ''] as const)
  return html`<section class="panel"><h2>${text.adaptive} ${enabled && html`<span class="badge">${text.on}</span>`}</h2><p>${text.adaptiveText} ${helpView(words, 'publish/adaptive')}</p>
    ${mayAdmin && html`<form method="post"><button class="button ${toggle[2]}" name="action" value="${toggle[0]}">${toggle[1]}</button></form>`}
    ${enabled && schemaView(asked, schema, mayAdmin)}</section>${enabled && schema && switcherView(asked, site, schema)}`
}

function schemaView(asked: OwnAsked, schema: VisitorSchema | undefined, mayAdmin: boolean): Html {
  const { words } = asked
  const text = words.sitePages.audience
  const properties = Object.entries(schema?.properties ?? {})
  const row = ([name, claim]: [
    string,
    ClaimSchema,
  ]) => html`<li><div class="grow"><code>${name}</code> <span class="badge draft">${text.types[claim.type]}</span><p class="quiet">${claim.description}${'enum' in claim && claim.enum && html` · ${claim.enum.join(', ')}`}</p></div>
    ${mayAdmin && html`<form method="post"><input type="hidden" name="name" value="${name}"><button class="button plain small" name="action" value="remove-claim">${words.app.delete}</button></form>`}</li>`
  return html`<h3>${text.schema}</h3>${properties.length === 0 ? html`<p class="quiet">${text.noSchema}</p>` : html`<ul class="rows">${properties.map(row)}</ul>`}
    ${
      mayAdmin &&
      html`<details class="fold"><summary class="button plain small">${text.addProperty}</summary><form method="post" class="narrow-panel">
      ${fieldView({ name: 'name', id: 'claim', label: text.property, maxLength: 64 })}${fieldView({ name: 'description', id: 'claim-description', label: words.page.description, maxLength: 200, isOptional: true })}
      <div class="field"><label for="claim-type">${text.type}</label><select id="claim-type" name="type">${TYPES.map((type) => html`<option value="${type}">${text.types[type]}</option>`)}</select></div>
      ${fieldView({ name: 'values', id: 'claim-values', label: text.values, maxLength: 1000, isOptional: true })}<button class="button" name="action" value="add-claim">${words.app.add}</button></form></details>`
    }`
}

/** What is chosen stands in the address of the page. */
function switcherView({ words, url }: OwnAsked, site: Site, { properties }: VisitorSchema): Html {
  const text = words.sitePages.audience
  const claims = claimsIn(url, properties)
  const chosen = (name: string) => url.searchParams.get(`claim.${name}`) ?? ''
  const field = (name: string, claim: ClaimSchema) => {
    const values = valuesOf(claim)
    const id = `claim.${name}`
    const label = html`<label for="${id}">${name}</label>`
    if (values.length === 0)
      return html`<div class="field">${label}<input id="${id}" name="${id}" value="${chosen(name)}" maxlength="200"></div>`
    const labelOf = (value: string) =>
      claim.type !== 'boolean' ? value : value === 'true' ? text.yes : text.no
    return html`<div class="field">${label}<select id="${id}" name="${id}"><option value="">${text.anyone}</option>${values.map((value) => html`<option value="${value}"${value === chosen(name) && html` selected`}>${labelOf(value)}</option>`)}</select></div>`
  }
  const fields = Object.entries(properties).filter(([, { type }]) => type !== 'object' && type !== 'array')
  const address = viewAddress(site, { claims })
  return html`<section class="panel" id="as"><h2>${text.seeAs}</h2><form class="switcher" action="#as">${fields.map(([name, claim]) => field(name, claim))}<button class="button plain">${text.show}</button></form>
    <div class="device desktop"><iframe title="${text.seeAs}" src="${address}" loading="lazy"></iframe></div></section>`
}

function valuesOf(claim: ClaimSchema): string[] {
  if (claim.type === 'boolean') return ['true', 'false']
  return claim.type === 'string' ? (claim.enum ?? []) : []
}

function claimsIn({ searchParams }: URL, properties: ClaimSchemas): Record<string, unknown> {
  const claims: Record<string, unknown> = {}
  for (const [name, { type }] of Object.entries(properties)) {
    const value = (searchParams.get(`claim.${name}`) ?? '').slice(0, 200)
    if (value === '') continue
    claims[name] = type === 'boolean' ? value === 'true' : type === 'number' ? Number(value) : value
  }
  return claims
}
