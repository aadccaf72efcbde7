// What readers can do with a block. Addresses are links, which need no script; all else is sent to the integration by
// ours.
import { type Html, type HtmlPiece, html } from '../../html/html.ts'
import { namedIcon } from '../../html/icons.ts'
import { attribute } from '../../html/markup.ts'
import { isObject, type JsonObject } from '../../openapi/values.ts'
import { safeAddress } from '../safe-address.ts'
import { jsonOf, type KitState, wordsOf } from './kit-state.ts'

export type Deed = { kind: 'open'; href: string } | { kind: 'send'; json: string } | { kind: 'none' }

/** Only for those who write: a page that is read does not change by them. */
const FOR_WRITERS = ['@editor.node.updateProps', '@link.unfurl']

function deedOf(action: unknown): Deed {
  if (!isObject(action) || typeof action.action !== 'string') return { kind: 'none' }
  if (action.action === '@ui.url.open') {
    const href = typeof action.url === 'string' ? safeAddress(action.url) : undefined
    return href ? { kind: 'open', href } : { kind: 'none' }
  }
  const json = FOR_WRITERS.includes(action.action) ? undefined : jsonOf(action)
  return json ? { kind: 'send', json } : { kind: 'none' }
}

/** Attributes of something that sends an action; `on` is what makes it do so. */
export function sends(state: KitState, action: unknown, { confirm }: JsonObject = {}): Html | undefined {
  const deed = deedOf(action)
  if (deed.kind !== 'send') return
  return html`${attribute('data-kit-action', deed.json)}${asks(state, confirm)}`
}

/** What is asked before anything is done. */
export function asks(state: KitState, confirm: unknown): Html | undefined {
  if (!isObject(confirm)) return
  const question = [wordsOf(state, confirm.title), wordsOf(state, confirm.text)].filter(Boolean).join('\n\n')
  return question === '' ? undefined : attribute('data-kit-confirm', question)
}

const STYLES = ['primary', 'secondary', 'danger']

export function buttonView(state: KitState, button: JsonObject): Html {
  const { style, icon, trailingIcon, tooltip, onPress, disabled } = button
  const label = wordsOf(state, button.label)
  const look = STYLES.find((one) => one === style) ?? 'secondary'
  const name = `button ${look === 'danger' ? 'secondary kit-danger' : look} kit-button`
  const title = wordsOf(state, tooltip)
  const inside = html`${iconNamed(state, icon)}${label && html`<span>${label}</span>`}${iconNamed(state, trailingIcon)}`
  const about = html`${attribute('title', title)}${attribute('aria-label', label ? undefined : (title ?? iconWord(icon)))}`
  const deed = deedOf(onPress)
  if (deed.kind === 'open' && disabled !== true)
    return html`<a class="${name}" href="${deed.href}" rel="noopener" target="_blank"${about}>${inside}</a>`
  const isOff = disabled === true || deed.kind !== 'send'
  return html`<button type="button" class="${name}"${about}${isOff ? html` disabled` : sends(state, onPress, button)}>${inside}</button>`
}

/** The whole of something can be pressed. */
export function coverView(state: KitState, action: unknown, label: string): HtmlPiece {
  const deed = deedOf(action)
  if (deed.kind === 'open')
    return html`<a class="kit-cover" href="${deed.href}" rel="noopener" target="_blank" aria-label="${label}"></a>`
  return (
    deed.kind === 'send' &&
    html`<button type="button" class="kit-cover" aria-label="${label}"${sends(state, action)}></button>`
  )
}

/** What they are called among the icons that pages have. */
const ICONS: Record<string, string> = {
  close: 'xmark',
  edit: 'pen',
  github: 'github',
  gitlab: 'gitlab',
  maximize: 'maximize',
  email: 'envelope',
  settings: 'gear',
  search: 'magnifying-glass',
  delete: 'trash',
  star: 'star',
  warning: 'triangle-exclamation',
  link: 'link',
  'link-external': 'arrow-up-right-from-square',
  eye: 'eye',
  'eye-off': 'eye-slash',
  lock: 'lock',
  check: 'check',
  'check-circle': 'circle-check',
}

export function iconNamed({ icons }: KitState, icon: unknown): Html | undefined {
  return typeof icon === 'string' && Object.hasOwn(ICONS, icon) ? namedIcon(icons, ICONS[icon]) : undefined
}

function iconWord(icon: unknown): string | undefined {
  return typeof icon === 'string' && Object.hasOwn(ICONS, icon) ? icon : undefined
}
