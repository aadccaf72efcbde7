// Fields of forms, with what is wrong with them told beside each, for eyes and for screen readers.
import { type Html, html } from '../../engines/html/html.ts'

export type Field = {
  name: string
  label: string
  type?: 'text' | 'email' | 'password' | 'date'
  value?: string
  autocomplete?: string
  hint?: string
  fault?: string
  isOptional?: boolean
  isFirst?: boolean
  isNumeric?: boolean
  /** Where a page has two fields of one name. */
  id?: string
  maxLength?: number
  /** A link that belongs to it: shown beside the label, reached after the field. */
  beside?: Html
}

export function fieldView(field: Field): Html {
  const { name, label, type = 'text', value, autocomplete = 'off', hint, fault, isOptional, isFirst } = field
  const { id = name, isNumeric } = field
  const told = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ')
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <input id="${id}" name="${name}" type="${type}" maxlength="${field.maxLength ?? 254}" autocomplete="${autocomplete}"${value !== undefined && html` value="${value}"`}${type === 'text' && /\p{L}/u.test(value ?? '') && html` dir="auto"`}${!isOptional && html` required`}${isFirst && html` autofocus`}${isNumeric && html` inputmode="numeric"`}${type !== 'text' && html` spellcheck="false" autocapitalize="none"`}${told && html` aria-describedby="${told}"`}${fault && html` aria-invalid="true"`}>
    ${field.beside && html`<span class="beside">${field.beside}</span>`}
    ${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
    ${fault && html`<p class="fault" id="${id}-fault" role="alert">${fault}</p>`}
  </div>`
}

export function alertView(text: string | undefined): Html | undefined {
  return text === undefined ? undefined : html`<p class="alert" role="alert">${text}</p>`
}

export function noticeView(text: string | undefined): Html | undefined {
  return text === undefined ? undefined : html`<p class="notice" role="status">${text}</p>`
}
