// The forms that the manifest of an integration asks for: for an organization, a space or a site.
import { type Html, html } from '../../../engines/html/html.ts'
import type { Configuration, ConfigurationProperty } from '../../../rooms/integrations/integrations/schema.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import type { Form } from '../../frame/page.ts'

type Fields = readonly (readonly [name: string, property: ConfigurationProperty])[]

export function fieldsOf(asked: Configuration | undefined): Fields {
  if (!asked || 'componentId' in asked) return []
  return Object.entries(asked.properties).filter(([, { type }]) => type !== 'button')
}

/** What no field is for stays as it is. */
export function configurationIn(form: Form, fields: Fields, kept: Readonly<Record<string, unknown>>) {
  const changed = fields.map(([name, property]) => [name, valueIn(form, name, property)] as const)
  return Object.fromEntries(
    [
      ...Object.entries(kept).filter(([name]) => !fields.some(([known]) => known === name)),
      ...changed,
    ].filter(([, value]) => value !== undefined),
  )
}

function valueIn(form: Form, name: string, { type }: ConfigurationProperty): unknown {
  if (type === 'boolean') return form.has(`c.${name}`)
  const text = form.get(`c.${name}`).trim()
  if (text === '') return
  return type === 'number' ? Number(text) : text
}

export function configurationView(
  { words }: OwnAsked,
  asked: Configuration | undefined,
  values: Readonly<Record<string, unknown>>,
): Html | undefined {
  const text = words.organizationPages.integration
  if (!asked) return
  const fields = fieldsOf(asked)
  if ('componentId' in asked)
    return html`<section class="panel"><h2>${text.configuration}</h2><p>${text.byScript}</p></section>`
  const required = new Set(asked.required ?? [])
  return html`<section class="panel"><h2>${text.configuration}</h2><form method="post" class="narrow-panel">${fields.map(([name, property]) => inputView(name, property, values[name] ?? property.default, required.has(name)))}
    <button class="button" name="action" value="configure">${words.save}</button></form></section>`
}

function inputView(name: string, property: ConfigurationProperty, value: unknown, isRequired: boolean): Html {
  const { type, title = name, description } = property
  const id = `c.${name}`
  const label = html`<label for="${id}">${title}</label>`
  const hint = description && html`<p class="hint" id="${id}-hint">${description}</p>`
  const text = value === undefined || value === null ? '' : String(value)
  const told = description && html` aria-describedby="${id}-hint"`
  if (type === 'boolean')
    return html`<div class="check"><input type="checkbox" id="${id}" name="${id}" value="on"${value === true && html` checked`}${told}>${label}</div>${hint}`
  if (property.enum)
    return html`<div class="field">${label}<select id="${id}" name="${id}"${told}>${!isRequired && html`<option value=""></option>`}${property.enum.map((one) => html`<option value="${one}"${one === text && html` selected`}>${one}</option>`)}</select>${hint}</div>`
  return html`<div class="field">${label}<input id="${id}" name="${id}" type="${type === 'number' ? 'number' : 'text'}" value="${text}" maxlength="1024" autocomplete="off"${isRequired && html` required`}${told}>${hint}</div>`
}
