// The variables of a space: their values, where texts name them, and changes of them in a change request.
import { type Html, html } from '../../engines/html/html.ts'
import type { VariableUse } from '../../rooms/content/pages/schema-parts.ts'
import type { OwnAsked } from '../account/account-page.ts'
import { editReusableAt, pageAt, pagesAt, variablesAt } from '../addresses.ts'
import { type List, missing } from '../api.ts'
import { appPage } from '../frame/app-page.ts'
import { fieldView, noticeView } from '../frame/fields.ts'
import { type Form, lead } from '../frame/page.ts'
import { changeInRequest, requestNotice } from './in-request.ts'
import { openPages, type PagesAsked } from './pages/pages.ts'
import { SPACE, spacePage } from './space-page.ts'

type Value = string | number | boolean
type Values = Readonly<Record<string, Value>>

/** Of texts that name a variable, and requests to look for them. */
const MOST_USES = 50
const MOST_LOOKS = 20

const page = {
  async show(asked: OwnAsked) {
    const opened = await openPages(asked)
    const { words, home, request, url } = opened
    const { variables, reusable } = words
    const values = await valuesOf(opened)
    const names = Object.keys(values).sort((one, other) => one.localeCompare(other))
    const asking = url.searchParams.get('uses') ?? ''
    const uses = Object.hasOwn(values, asking) ? await usesView(opened, asking) : undefined
    const row = (name: string) =>
      html`<li id="v-${name}">${rowView(opened, name, values[name] ?? '')}${name === asking && uses}</li>`
    const shown = await spacePage(opened, request ? 'changes' : 'pages', {
      title: variables.title,
      actions: mayWrite(opened) ? addView(opened) : undefined,
      body: html`${noticeView(url.searchParams.has('done') && request ? reusable.done : undefined)}
        ${request ? requestNotice(opened, reusable.proposed({ number: request.number }), request) : html`<p>${variables.text}</p>`}
        ${names.length === 0 ? html`<p class="empty">${variables.none}</p>` : html`<ul class="rows panel variables">${names.map(row)}</ul>`}`,
    })
    const trail = [{ title: words.pages.title, href: pagesAt(home, request?.number) }]
    return { ...shown, trail: [...(shown.trail ?? []), ...trail] }
  },
  async take(asked: OwnAsked, form: Form) {
    const opened = await openPages(asked)
    const { words, home } = opened
    const name = form.get('name').trim()
    const values = await valuesOf(opened)
    const isRemoved = form.get('action') === 'delete'
    if (isRemoved && !Object.hasOwn(values, name)) throw missing()
    const value = isRemoved ? null : likeBefore(values, name, form.get('value'))
    const subject = isRemoved ? words.variables.removes({ name }) : words.variables.sets({ name })
    const change = { operation: 'update_variables', variables: { [name]: value } }
    const { number } = await changeInRequest(opened, subject, change)
    return lead(`${variablesAt(home, number)}?done`)
  },
}

export const variablesPage = appPage({ path: variablesAt(SPACE), ...page })
export const requestedVariablesPage = appPage({ path: variablesAt(SPACE, ':changeRequestId'), ...page })

const mayWrite = ({ mayEdit, space }: PagesAsked) => mayEdit && space.editMode === 'live'

async function valuesOf({ api, content }: PagesAsked): Promise<Values> {
  const query = { metadata: false, computed: false }
  return (await api.get<{ variables: Values }>(content, query)).variables
}

/** A number stays a number, and yes or no stays that: conditions compare them. */
function likeBefore(values: Values, name: string, text: string): Value {
  const before = Object.hasOwn(values, name) ? values[name] : undefined
  if (typeof before === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  const isNumber = typeof before === 'number' && text.trim() !== '' && Number.isFinite(Number(text))
  return isNumber ? Number(text) : text
}

function rowView(opened: PagesAsked, name: string, value: Value): Html {
  const { words, home, request } = opened
  const { variables } = words
  const uses = `${variablesAt(home, request?.number)}?${new URLSearchParams({ uses: name })}#v-${name}`
  return html`<div class="grow"><code class="title">${name}</code><p dir="auto">${String(value)}</p></div>
    <a class="button plain small" href="${uses}" aria-label="${variables.uses}: ${name}">${variables.uses}</a>${mayWrite(opened) && menuView(opened, name, value)}`
}

function menuView({ words }: PagesAsked, name: string, value: Value): Html {
  const { variables, files } = words
  const hidden = html`<input type="hidden" name="name" value="${name}">`
  return html`<details class="fold menu"><summary class="button plain small" aria-label="${words.pages.actions({ title: name })}">⋯</summary><div class="choices">
    <form method="post">${hidden}${fieldView({ name: 'value', id: `value-${name}`, label: variables.value, value: String(value), maxLength: 256, isOptional: true })}
      <button class="button small" name="action" value="set">${words.save}</button></form>
    <form method="post">${hidden}<p class="quiet">${variables.removeText}</p>
      <button class="button danger small" name="action" value="delete">${files.remove}</button></form></div></details>`
}

function addView({ words }: PagesAsked): Html {
  const { variables, reusable } = words
  return html`<details class="fold menu"><summary class="button">${variables.add}</summary><form method="post">
    ${fieldView({ name: 'name', label: variables.name, hint: variables.nameHint, maxLength: 100 })}
    ${fieldView({ name: 'value', label: variables.value, maxLength: 256, isOptional: true })}<p class="quiet">${reusable.inRequest}</p>
    <button class="button" name="action" value="set">${words.app.add}</button></form></details>`
}

/** Looks through the texts, some at a time, until enough are found. */
async function usesView(opened: PagesAsked, name: string): Promise<Html> {
  const { words, home, request } = opened
  const { uses, hasMore } = await usesOf(opened, name)
  const link = ({ kind, id, title }: VariableUse) =>
    html`<a href="${kind === 'page' ? pageAt(home, id, request?.number) : editReusableAt(home, id, request?.number)}">${title}</a>`
  return html`<p class="quiet uses" role="status">${uses.length === 0 ? words.variables.noUses : html`${words.files.usedOn} ${uses.map((use, at) => html`${at > 0 && ', '}${link(use)}`)}`}${hasMore && ' …'}</p>`
}

async function usesOf({ api, space, request }: PagesAsked, name: string) {
  const revision = request?.revision ?? space.revision
  const at = `/spaces/${space.id}/revisions/${revision}/variables/${encodeURIComponent(name)}/uses`
  const uses: VariableUse[] = []
  let next: string | undefined
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const list = await api.get<List<VariableUse>>(at, { limit: MOST_USES, page: next })
    uses.push(...list.items)
    next = list.next?.page
    if (next === undefined || uses.length >= MOST_USES) break
  }
  return { uses: uses.slice(0, MOST_USES), hasMore: next !== undefined || uses.length > MOST_USES }
}
