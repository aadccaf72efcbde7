import { type Html, html } from '../../../engines/html/html.ts'
import type { TranslationSettings } from '../../../rooms/translations/translations/schema.ts'
import type {
  AcceptedUnits,
  TranslationStatus,
  TranslationUnit,
} from '../../../rooms/translations/translations/schema-units.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import type { List } from '../../api.ts'
import { alertView, noticeView } from '../../frame/fields.ts'
import type { StateName } from './translation-units.ts'

export type SentUnit = { unit: string; target: string }
/** What was not taken is shown again, with what was typed. */
export type Shown = { taken?: AcceptedUnits; sent?: readonly SentUnit[] }

type View = Shown & {
  translation: TranslationSettings
  status: TranslationStatus
  units: List<TranslationUnit>
  state: StateName
  pageId: string | undefined
}

const STATE_NAMES = ['open', 'translated', 'all'] as const

export function unitsView(asked: OwnAsked, view: View): Html {
  const { words, url } = asked
  const text = words.toolPages.units
  const { translation, units, taken } = view
  const saved = Number(url.searchParams.get('saved') ?? Number.NaN)
  const mayEdit = translation.permissions.edit
  return html`${noticeView(Number.isInteger(saved) ? text.saved({ count: saved }) : undefined)}
    ${alertView(url.searchParams.has('larger') ? text.tooLarge : taken && refusedText(asked, taken, view))}
    ${progressView(asked, view)}${filtersView(asked, view)}
    ${units.items.length === 0 ? html`<p class="empty">${text.none}</p>` : html`<form method="post"><ol class="units">${units.items.map((unit, at) => html`<li>${unitView(asked, view, unit, at)}</li>`)}</ol>${mayEdit && html`<div class="actions"><button class="button" name="action" value="save">${words.save}</button></div>`}</form>${nextView(asked, units)}`}
    ${exchangeView(asked, view, mayEdit)}`
}

function nextView({ words, url }: OwnAsked, { next }: View['units']): Html {
  const search = new URLSearchParams(url.searchParams)
  search.delete('saved')
  if (next) search.set('page', next.page)
  return html`${next && html`<p class="pager"><a class="button plain" rel="next" href="${url.pathname}?${search.toString()}">${words.continue}</a></p>`}`
}

/** Those that are on the page say it themselves. */
function refusedText({ words }: OwnAsked, { refused }: AcceptedUnits, { units }: View): string {
  const elsewhere = refused.filter(({ unit }) => !units.items.some((one) => one.unit === unit))
  const first = elsewhere.slice(0, 5).map(({ unit, reason }) => `${unit}: ${reason}`)
  return [words.toolPages.units.refused({ count: refused.length }), ...first].join(' · ')
}

function progressView(asked: OwnAsked, { status }: View): Html {
  const text = asked.words.toolPages.units
  const counts = status.languages.find(({ language }) => language === status.language)
  if (!counts) return html``
  const { missing, outdated, translated } = counts
  const total = missing + outdated + translated
  return html`<section class="panel"><p>${text.progress({ translated, total })}</p><progress max="${Math.max(1, total)}" value="${translated}" aria-label="${asked.words.toolPages.translation.progress}"></progress></section>`
}

function filtersView({ words, url }: OwnAsked, { state, status, pageId }: View): Html {
  const text = words.toolPages.units
  const link = (name: StateName) =>
    html`<li><a href="?${new URLSearchParams({ state: name, ...(pageId && { text: pageId }) }).toString()}"${name === state && html` aria-current="true"`}>${text.filters[name]}</a></li>`
  return html`<nav class="filters" aria-label="${text.show}"><ul>${STATE_NAMES.map(link)}</ul></nav>
    <form class="panel wide-search" action="${url.pathname}"><input type="hidden" name="state" value="${state}"><div class="field"><label for="text">${text.page}</label><select id="text" name="text"><option value="">${text.allPages}</option>${status.items.map(({ page, title, missing, outdated }) => html`<option value="${page}"${page === pageId && html` selected`}>${title} (${missing + outdated})</option>`)}</select></div><button class="button plain">${words.sitePages.audience.show}</button></form>`
}

function unitView(asked: OwnAsked, view: View, unit: TranslationUnit, at: number): Html {
  const text = asked.words.toolPages.units
  const { translation, status, taken, sent } = view
  const fault = taken?.refused.find((one) => one.unit === unit.unit)?.reason
  const typed = sent?.find((one) => one.unit === unit.unit)?.target
  const { source, target, suggestion, previousSource, placeholders } = unit
  const value = typed ?? target ?? ''
  const described = [`source-${at}`, fault && `fault-${at}`, `about-${at}`].filter(Boolean).join(' ')
  return html`<div class="unit-source"><p id="source-${at}" lang="${translation.source?.language ?? ''}" dir="auto">${source}</p><div class="quiet" id="about-${at}"><span class="badge ${unit.state !== 'translated' && 'draft'}">${text.states[unit.state]}</span>
    ${previousSource && html`<p>${text.before({ text: previousSource })}</p>`}${placeholders.length > 0 && html`<p>${text.keep} ${placeholders.map(({ id, kind, shown }) => html`<code dir="ltr">${kind === 'pair' ? `{${id}}…{/${id}}` : `{${id}}`}</code> ${shown} `)}</p>`}</div></div>
    <div class="unit-target"><input type="hidden" name="unit-${at}" value="${unit.unit}"><label class="quiet" for="target-${at}">${text.target}</label>
    <textarea id="target-${at}" name="target-${at}" rows="${Math.min(12, Math.ceil(source.length / 55) + 1)}" lang="${status.language}" dir="auto" aria-describedby="${described}"${fault && html` aria-invalid="true"`}${!translation.permissions.edit && html` readonly`}>${value}</textarea>
    ${fault && html`<p class="fault" id="fault-${at}">${fault}</p>`}
    ${suggestion && value === '' && translation.permissions.edit && html`<input type="hidden" name="suggestion-${at}" value="${suggestion}"><div class="check"><input type="checkbox" id="use-${at}" name="use-${at}"><label for="use-${at}">${text.use({ text: suggestion })}</label></div>`}</div>`
}

function exchangeView({ words }: OwnAsked, { state, units }: View, mayEdit: boolean): Html {
  const text = words.toolPages.units
  return html`<section class="panel"><h2>${text.files}</h2><p class="quiet">${text.filesText}</p>
    <div class="actions">${units.items.length > 0 && html`<a class="button plain" href="?${new URLSearchParams({ state, xliff: '' }).toString()}" download>${text.download}</a>`}
    ${mayEdit && html`<details class="fold menu start"><summary class="button plain">${text.import}</summary><form method="post" enctype="multipart/form-data"><div class="field"><label for="file">${words.imports.file}</label><input id="file" name="file" type="file" accept=".xlf,.xliff,application/xliff+xml" required></div><button class="button" name="action" value="import">${text.import}</button></form></details>`}</div></section>`
}
