// Controls of a block: what is chosen in them becomes what the component remembers, under the name that each has.
import { type Html, type HtmlPiece, html } from '../../html/html.ts'
import { attribute } from '../../html/markup.ts'
import { isObject, type JsonObject, listOf } from '../../openapi/values.ts'
import { asks, sends } from './kit-actions.ts'
import { type KitState, wordsOf } from './kit-state.ts'

const LONGEST_NAME = 100
const MOST_OPTIONS = 200
const INPUT_TYPES = ['text', 'password', 'email']

/** The name, what it begins with, and whether it can be used. */
function common(state: KitState, { state: name, disabled, onValueChange, confirm }: JsonObject): Html {
  const key = typeof name === 'string' ? name.slice(0, LONGEST_NAME) : undefined
  return html`${attribute('data-kit-state', key)}${disabled === true && html` disabled`}${sends(state, onValueChange, { confirm }) ?? asks(state, confirm)}`
}

/** What it was, or what it is at first. */
function rememberedBy({ values }: KitState, { state: name, initialValue }: JsonObject): unknown {
  return typeof name === 'string' && Object.hasOwn(values, name) ? values[name] : initialValue
}

export function textInputView(state: KitState, input: JsonObject, label?: string): Html {
  const value = wordsOf(state, rememberedBy(state, input)) ?? ''
  const placeholder = attribute('placeholder', wordsOf(state, input.placeholder))
  const about = html`${attribute('aria-label', label)}${placeholder}${common(state, input)}`
  if (input.multiline === true) return html`<textarea class="kit-field" rows="4"${about}>${value}</textarea>`
  const type = INPUT_TYPES.find((one) => one === input.inputType) ?? 'text'
  return html`<input class="kit-field" type="${type}" value="${value}"${about}>`
}

export function selectView(state: KitState, select: JsonObject, label?: string): Html {
  const chosen = [rememberedBy(state, select)].flat().filter((one) => typeof one === 'string')
  const options = listOf(select.options).filter(isObject).slice(0, MOST_OPTIONS)
  const isMultiple = select.multiple === true
  const placeholder = wordsOf(state, select.placeholder)
  return html`
    <select class="kit-field"${attribute('aria-label', label ?? placeholder)}${attribute('multiple', isMultiple)}${common(state, select)}>
      ${!isMultiple && html`<option value="">${placeholder ?? ''}</option>`}
      ${options.map((option) => optionView(state, option, chosen))}
    </select>`
}

function optionView(state: KitState, { id, label }: JsonObject, chosen: readonly string[]): HtmlPiece {
  if (typeof id !== 'string') return
  const words = wordsOf(state, label) ?? id
  return html`<option value="${id}"${attribute('selected', chosen.includes(id))}>${words}</option>`
}

export function switchView(state: KitState, input: JsonObject, label?: string): Html {
  const isOn = rememberedBy(state, input) === true
  return html`<input class="kit-switch" type="checkbox" role="switch"${attribute('aria-label', label)}${attribute('checked', isOn)}${common(state, input)}>`
}

export function checkboxView(state: KitState, input: JsonObject, label?: string): Html {
  const isOn = listOf(rememberedBy(state, input)).includes(input.value)
  return html`<input type="checkbox"${choice(input, label)}${attribute('checked', isOn)}${common(state, input)}>`
}

export function radioView(state: KitState, input: JsonObject, label?: string): Html {
  const group = typeof input.state === 'string' ? `${state.name}-${input.state}` : undefined
  const isOn = input.value !== undefined && rememberedBy(state, input) === input.value
  return html`<input type="radio"${attribute('name', group)}${choice(input, label)}${attribute('checked', isOn)}${common(state, input)}>`
}

/** Numbers and words are told apart when they come back. */
function choice({ value }: JsonObject, label: string | undefined): Html {
  const isPlain = typeof value === 'string' || typeof value === 'number'
  return html`${attribute('aria-label', label)}${attribute('data-kit-value', isPlain ? JSON.stringify(value) : undefined)}`
}
