// What a component of an integration shows, as HTML. All words go through the one door that escapes; addresses lead to
// the web or nowhere; an element that is not known shows nothing.
import { alreadyHtml, type Html, type HtmlPiece, html } from '../../html/html.ts'
import { attribute } from '../../html/markup.ts'
import { openProse } from '../../html/prose.ts'
import { isObject, type JsonObject, listOf, objectOf } from '../../openapi/values.ts'
import { buttonView, coverView, iconNamed, sends } from './kit-actions.ts'
import { codeView } from './kit-code.ts'
import { checkboxView, radioView, selectView, switchView, textInputView } from './kit-controls.ts'
import { frameView } from './kit-frames.ts'
import {
  bound,
  DEEPEST,
  jsonOf,
  type KitPlace,
  type KitState,
  MOST_ELEMENTS,
  MOST_LETTERS,
  spend,
  webAddress,
  wordsOf,
} from './kit-state.ts'

/** `frames`: the origins that the page has to let frames come from. */
export type KitView = { html: Html; frames: string[] }

/** Undefined for an answer that is nothing to show. */
export function kitView(output: unknown, place: KitPlace): KitView | undefined {
  const { element, state: values, props } = objectOf(output)
  const [stateJson, propsJson] = [jsonOf(values), jsonOf(props)]
  if (!isObject(element) || stateJson === undefined || propsJson === undefined) return
  const prose = openProse(place.words)
  const state: KitState = {
    ...place,
    values: objectOf(values),
    prose: (text) => named(prose(text), place.name),
    shownFrames: new Set(),
    left: { elements: MOST_ELEMENTS, letters: MOST_LETTERS },
  }
  const inside = elementView(state, element, 0)
  const about = html`${attribute('data-kit', place.address)}${attribute('data-kit-component', place.component)} data-kit-props="${propsJson}" data-kit-memory="${stateJson}" data-kit-failed="${place.words.failed}" data-kit-close="${place.words.close}"`
  const frames = [...state.shownFrames]
  return {
    html: html`<div class="kit"${about} data-kit-frames="${frames.join(' ')}">${inside}</div>`,
    frames,
  }
}

/** Ids in Markdown are marked; here no other part of the page may have them. */
function named({ text }: Html, name: string): Html {
  return alreadyHtml(text.replace(/\uE000([\w-]{1,80})\uE001/g, `${name}-$1`))
}

const TYPES = [
  ...(['block', 'modal', 'configuration', 'stepper', 'step', 'card', 'box', 'hstack', 'vstack'] as const),
  ...(['divider', 'text', 'link', 'image', 'markdown', 'codeblock', 'webframe', 'hint', 'button'] as const),
  ...(['input', 'textinput', 'select', 'switch', 'radio', 'checkbox'] as const),
]

function elementView(state: KitState, element: unknown, depth: number, label?: string): HtmlPiece {
  if (typeof element === 'string') return spend(state, element)
  if (!isObject(element) || depth > DEEPEST || state.left.elements <= 0) return
  state.left.elements -= 1
  const inside = (list: unknown = element.children) => childrenOf(state, list, depth)
  const type = TYPES.find((one) => one === element.type)
  switch (type) {
    case undefined:
      return
    case 'block':
      return html`${inside()}${rowOf(state, listOf(element.controls).flat(), 'kit-controls')}`
    case 'configuration':
      return inside()
    case 'modal':
      return modalView(state, element, inside)
    case 'stepper':
      return stepperView(state, element, depth)
    case 'step':
      return html`<section class="kit-step">${headingOf(state, element.title)}${inside()}</section>`
    case 'card':
      return cardView(state, element, depth, inside())
    case 'box':
      return html`<div class="kit-box${growOf(element.grow)}">${inside()}</div>`
    case 'hstack':
    case 'vstack':
      return html`<div class="kit-${type}${alignOf(element.align)}">${inside()}</div>`
    case 'divider':
      return html`<hr class="kit-divider${sizeOf(element.size)}">`
    case 'text':
      return textView(element, inside())
    case 'link':
      return linkView(state, element, inside())
    case 'image':
      return imageView(state, element)
    case 'markdown':
      return markdownView(state, element)
    case 'codeblock':
      return codeView(state, element, inside, label)
    case 'webframe':
      return frameView(state, element)
    case 'hint':
      return html`<div class="hint info kit-hint" role="note"><div class="hint-body">${inside()}</div></div>`
    case 'button':
      return buttonView(state, element)
    case 'input':
      return inputView(state, element, depth)
    case 'textinput':
      return textInputView(state, element, label)
    case 'select':
      return selectView(state, element, label)
    case 'switch':
      return switchView(state, element, label)
    case 'radio':
      return radioView(state, element, label)
    case 'checkbox':
      return checkboxView(state, element, label)
    default:
      return type satisfies never
  }
}

function childrenOf(state: KitState, children: unknown, depth: number): HtmlPiece[] {
  const list = Array.isArray(children) ? children : [children]
  // Lists in lists come from scripts that put elements together by hand.
  return list
    .flat(3)
    .slice(0, MOST_ELEMENTS)
    .map((child) => elementView(state, child, depth + 1))
}

function headingOf(state: KitState, title: unknown): HtmlPiece {
  const words = wordsOf(state, title)
  return words && html`<p class="kit-title">${words}</p>`
}

function rowOf(state: KitState, buttons: readonly unknown[], name: string): HtmlPiece {
  const views = buttons.filter(isObject).slice(0, 20)
  return views.length > 0 && html`<div class="${name}">${views.map((one) => buttonView(state, one))}</div>`
}

const ALIGNED = ['center', 'end']
const SIZES = ['small', 'large']

function alignOf(align: unknown) {
  return ALIGNED.some((one) => one === align) ? ` kit-${align}` : ''
}

function sizeOf(size: unknown) {
  return SIZES.some((one) => one === size) ? ` kit-${size}` : ''
}

/** Pages have no styles of their own inside, so there are a few steps. */
function growOf(grow: unknown) {
  return typeof grow === 'number' && grow >= 1 ? ` kit-grow-${Math.min(4, Math.floor(grow))}` : ''
}

const TEXTS: Record<string, (inside: HtmlPiece) => Html> = {
  bold: (inside) => html`<strong>${inside}</strong>`,
  italic: (inside) => html`<em>${inside}</em>`,
  code: (inside) => html`<code>${inside}</code>`,
  strikethrough: (inside) => html`<s>${inside}</s>`,
}

function textView({ style }: JsonObject, inside: HtmlPiece): Html {
  const write = typeof style === 'string' && Object.hasOwn(TEXTS, style) ? TEXTS[style] : undefined
  return html`<span class="kit-text">${write ? write(inside) : inside}</span>`
}

function linkView(state: KitState, { target }: JsonObject, inside: HtmlPiece): Html {
  const url = webAddress(state, objectOf(target).url)
  return url
    ? html`<a href="${url.href}" rel="noopener" target="_blank">${inside}</a>`
    : html`<span>${inside}</span>`
}

function imageView(state: KitState, { source }: JsonObject): HtmlPiece {
  const url = webAddress(state, objectOf(source).url)
  return url && html`<img class="kit-image" src="${url.href}" alt="" loading="lazy">`
}

const LONGEST_MARKDOWN = 16_000

function markdownView(state: KitState, { content }: JsonObject): HtmlPiece {
  const text = bound(state, content)
  if (typeof text !== 'string') return
  const taken = spend(state, text.slice(0, LONGEST_MARKDOWN))
  return html`<div class="kit-markdown">${state.prose(taken)}</div>`
}

function noteOf(state: KitState, hint: unknown, depth: number): HtmlPiece {
  if (hint === undefined || hint === null) return
  return html`<span class="kit-note">${childrenOf(state, hint, depth)}</span>`
}

function cardView(state: KitState, card: JsonObject, depth: number, inside: HtmlPiece): Html {
  const { icon, hint, onPress, buttons } = card
  const title = wordsOf(state, card.title)
  const sign = isObject(icon) ? elementView(state, icon, depth + 1) : iconNamed(state, icon)
  return html`
    <div class="kit-card">
      ${coverView(state, onPress, title ?? '')}
      <div class="kit-card-head">
        ${sign && html`<span class="kit-card-sign">${sign}</span>`}
        <div class="kit-card-words">
          ${title && html`<span class="kit-title">${title}</span>`}
          ${noteOf(state, hint, depth)}
        </div>
        ${rowOf(state, listOf(buttons), 'kit-buttons')}
      </div>
      ${inside}
    </div>`
}

function inputView(state: KitState, { label, hint, element }: JsonObject, depth: number): Html {
  const words = wordsOf(state, label) ?? ''
  return html`
    <div class="kit-input">
      <div class="kit-input-words"><span class="kit-label">${words}</span>${noteOf(state, hint, depth)}</div>
      <div class="kit-input-field">${elementView(state, element, depth + 1, words)}</div>
    </div>`
}

function modalView(state: KitState, modal: JsonObject, inside: (list?: unknown) => HtmlPiece): Html {
  const { subtitle, submit, size, returnValue } = modal
  const look = size === 'xlarge' || size === 'fullscreen' ? ' kit-wide' : ''
  return html`
    <div class="kit-modal${look}"${attribute('data-kit-return', jsonOf(returnValue))}>
      ${headingOf(state, modal.title)}
      ${isObject(subtitle) || Array.isArray(subtitle) ? html`<p class="kit-note">${inside(subtitle)}</p>` : undefined}
      ${inside()}
      ${isObject(submit) && html`<div class="kit-buttons">${buttonView(state, submit)}</div>`}
    </div>`
}

/** The steps by their names, and the one that it is at. */
function stepperView(state: KitState, stepper: JsonObject, depth: number): Html {
  const { activeStep, onStepChange } = stepper
  const steps = listOf(stepper.children).filter(isObject).slice(0, 20)
  const active = steps.find(({ id }) => id === activeStep) ?? steps[0]
  const change = isObject(onStepChange) ? onStepChange : undefined
  return html`
    <div class="kit-stepper">
      <ol class="kit-steps">${steps.map((step) => {
        const words = wordsOf(state, step.title) ?? wordsOf(state, step.id) ?? ''
        if (step === active) return html`<li aria-current="step">${words}</li>`
        const go = change && sends(state, { ...change, step: step.id })
        return html`<li>${go ? html`<button type="button"${go}>${words}</button>` : words}</li>`
      })}</ol>
      ${active && childrenOf(state, active.children, depth)}
    </div>`
}
