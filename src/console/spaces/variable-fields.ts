// How a variable is changed, of a space or of a page.

import type { Variables, VariableValue } from '../../engines/content/records.ts'
import { type Html, html } from '../../engines/html/html.ts'
import { fieldView } from '../frame/fields.ts'
import type { Form } from '../frame/page.ts'
import type { ConsoleWords } from '../words/catalog.ts'

export const namesOf = (values: Variables) =>
  Object.keys(values).sort((one, other) => one.localeCompare(other))

/** What a form says about one; null takes it away. */
export function changeIn(form: Form, values: Variables): { name: string; value: VariableValue | null } {
  const name = form.get('name').trim()
  return { name, value: form.get('action') === 'delete' ? null : likeBefore(values, name, form.get('value')) }
}

/** A number stays a number, and yes or no stays that: conditions compare them. */
function likeBefore(values: Variables, name: string, text: string): VariableValue {
  const before = Object.hasOwn(values, name) ? values[name] : undefined
  if (typeof before === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  const isNumber = typeof before === 'number' && text.trim() !== '' && Number.isFinite(Number(text))
  return isNumber ? Number(text) : text
}

export function variableView(name: string, value: VariableValue): Html {
  return html`<div class="grow"><code class="title">${name}</code><p><bdi>${String(value)}</bdi></p></div>`
}

export function variableMenu(words: ConsoleWords, name: string, value: VariableValue): Html {
  const { variables, files } = words
  const hidden = html`<input type="hidden" name="name" value="${name}">`
  return html`<details class="fold menu"><summary class="button plain small" aria-label="${words.pages.actions({ title: name })}">⋯</summary><div class="choices">
    <form method="post">${hidden}${fieldView({ name: 'value', id: `value-${name}`, label: variables.value, value: String(value), maxLength: 256, isOptional: true })}
      <button class="button small" name="action" value="set">${words.save}</button></form>
    <form method="post">${hidden}<p class="quiet">${variables.removeText}</p>
      <button class="button danger small" name="action" value="delete">${files.remove}</button></form></div></details>`
}

/** `note`: what becomes of it. */
export function newVariable(words: ConsoleWords, hint: string, note?: string): Html {
  const { variables } = words
  return html`<form method="post">
    ${fieldView({ name: 'name', label: variables.name, hint, maxLength: 100 })}
    ${fieldView({ name: 'value', label: variables.value, maxLength: 256, isOptional: true })}${note && html`<p class="quiet">${note}</p>`}
    <button class="button" name="action" value="set">${words.app.add}</button></form>`
}
