// A form that our script fills in: it asks for a challenge, has the device sign it, and sends the form with the answer.
import { type Html, html } from '../../engines/html/html.ts'
import type { ConsoleWords } from '../words/catalog.ts'

type PasskeyForm = {
  action: string
  /** Where the script gets the challenge. */
  options: string
  label: string
  next?: string
  kind?: 'get' | 'create'
  /** Fields before the button. */
  fields?: Html
  isMain?: boolean
}

const KEY = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="9" cy="8" r="4"/><path d="M2.5 20c.6-3.6 3.2-5.5 6.5-5.5 1 0 2 .2 2.8.6"/><circle cx="17.5" cy="13" r="2.5"/><path d="M17.5 15.5V22l1.8-1.7-1.8-1.7"/></svg>`

export function passkeyForm(words: ConsoleWords, form: PasskeyForm): Html {
  const { action, options, label, next, kind = 'get', fields, isMain } = form
  return html`<form method="post" action="${action}" data-passkey="${kind}" data-options="${options}">
    ${next !== undefined && html`<input type="hidden" name="next" value="${next}">`}<input type="hidden" name="passkey">
    ${fields}<button class="button${!isMain && ' plain'}">${KEY}${label}</button>
    <p class="fault" role="alert" data-stopped hidden>${words.factors.passkeyStopped}</p></form>`
}
