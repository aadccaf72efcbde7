// The variables of a space: their values, where texts name them, and changes of them in a change request.
import type { Variables, VariableValue } from '../../engines/content/records.ts'
import { type Html, html } from '../../engines/html/html.ts'
import type { VariableUse } from '../../rooms/content/pages/schema-parts.ts'
import type { OwnAsked } from '../account/account-page.ts'
import { editReusableAt, pageAt, pagesAt, variablesAt } from '../addresses.ts'
import { type List, missing } from '../api.ts'
import { appPage } from '../frame/app-page.ts'
import { noticeView } from '../frame/fields.ts'
import { type Form, lead } from '../frame/page.ts'
import { changeInRequest, requestNotice } from './in-request.ts'
import { openPages, type PagesAsked } from './pages/pages.ts'
import { SPACE, spacePage } from './space-page.ts'
import { changeIn, namesOf, newVariable, variableMenu, variableView } from './variable-fields.ts'

/** Of texts that name a variable, and requests to look for them. */
const MOST_USES = 50
const MOST_LOOKS = 20

const page = {
  async show(asked: OwnAsked) {
    const opened = await openPages(asked)
    const { words, home, request, url } = opened
    const { variables, reusable } = words
    const values = await valuesOf(opened)
    const names = namesOf(values)
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
    const values = await valuesOf(opened)
    const { name, value } = changeIn(form, values)
    if (value === null && !Object.hasOwn(values, name)) throw missing()
    const subject = value === null ? words.variables.removes({ name }) : words.variables.sets({ name })
    const change = { operation: 'update_variables', variables: { [name]: value } }
    const { number } = await changeInRequest(opened, subject, change)
    return lead(`${variablesAt(home, number)}?done`)
  },
}

export const variablesPage = appPage({ path: variablesAt(SPACE), ...page })
export const requestedVariablesPage = appPage({ path: variablesAt(SPACE, ':changeRequestId'), ...page })

const mayWrite = ({ mayEdit, space }: PagesAsked) => mayEdit && space.editMode === 'live'

async function valuesOf({ api, content }: PagesAsked): Promise<Variables> {
  const query = { metadata: false, computed: false }
  return (await api.get<{ variables: Variables }>(content, query)).variables
}

function rowView(opened: PagesAsked, name: string, value: VariableValue): Html {
  const { words, home, request } = opened
  const { variables } = words
  const uses = `${variablesAt(home, request?.number)}?${new URLSearchParams({ uses: name })}#v-${name}`
  return html`${variableView(name, value)}
    <div class="row-actions"><a class="button plain small" href="${uses}" aria-label="${variables.uses}: ${name}">${variables.uses}</a>${mayWrite(opened) && variableMenu(words, name, value)}</div>`
}

function addView({ words }: PagesAsked): Html {
  const { variables, reusable } = words
  return html`<details class="fold menu"><summary class="button">${variables.add}</summary>${newVariable(words, variables.nameHint, reusable.inRequest)}</details>`
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
