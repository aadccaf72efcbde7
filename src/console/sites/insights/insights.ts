// What visitors of a site read and look for: in numbers, over time, and as files.
import { type Html, html } from '../../../engines/html/html.ts'
import type { VisitorSegment } from '../../../rooms/sites/insights/schema.ts'
import type { SiteMissingPage } from '../../../rooms/sites/insights/schema-missing.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { type List, missing } from '../../api.ts'
import { appPage } from '../../frame/app-page.ts'
import type { Sent } from '../../frame/page.ts'
import { writeCsv } from '../../views/csv.ts'
import { languageName } from '../../views/languages.ts'
import { pathOfSite, SITE, sitePageOf } from '../site-page.ts'
import { barChart } from './chart.ts'
import { missingView } from './missing-pages.ts'
import {
  type Count,
  type Day,
  insightsOf,
  RANGES,
  type Range,
  titlesOfPages,
  withoutResult,
} from './queries.ts'

/** Rows of a table on the page, and of its file. */
const SHOWN = 12
const IN_A_FILE = 50

export const insightsPage = appPage({
  path: `${SITE}/insights`,
  help: 'publish/insights',
  async show(asked) {
    const { url } = asked
    const range = RANGES.find((known) => known === url.searchParams.get('range')) ?? 'last30Days'
    const csv = url.searchParams.get('csv')
    if (csv !== null) return sendTable(asked, range, csv)
    return sitePageOf(asked, 'insights', async ({ path, mayEdit }) => {
      const [tables, days, missing] = await Promise.all([
        tablesOf(asked, path, range, SHOWN),
        insightsOf(asked.api, path, range).days(),
        missingOf(asked, path, range),
      ])
      return {
        body: html`${rangesView(asked, range)}${totalsView(asked, days)}${daysView(asked, days)}<div class="tables">${tables.map((table) => tableView(asked, table))}</div>${missingView(asked, missing, mayEdit, csvLink(asked, 'missing'))}`,
      }
    })
  },
})

async function missingOf({ api }: OwnAsked, path: string, range: Range) {
  return (await api.get<List<SiteMissingPage>>(`${path}/insights/missing-pages`, { range })).items
}

type Table = { name: string; title: string; rows: Count[] }

async function tablesOf(
  { api, words, language }: OwnAsked,
  path: string,
  range: Range,
  most: number,
): Promise<Table[]> {
  const text = words.sitePages.insights
  const ask = insightsOf(api, path, range)
  const [pages, searches, opened, feedback, referrers, languages, links, segments] = await Promise.all([
    ...([ask.pages(most), ask.searches(), ask.opened(), ask.feedback()] as const),
    ...([ask.referrers(), ask.languages(), ask.links()] as const),
    api.get<List<VisitorSegment>>(`${path}/insights/visitor-segments`).then(({ items }) => items),
  ])
  const titles = await titlesOfPages(api, path, new Set(pages.flatMap(({ page }) => page?.space ?? [])))
  const ratings: Readonly<Record<string, string>> = text.ratings
  const named = (rows: readonly Count[], none: string) =>
    rows.map(({ name, count }) => ({ name: name || none, count }))
  const spoken = ({ name, count }: Count) => ({ name: name && languageName(language, name), count })
  return [
    {
      name: 'pages',
      title: text.pages,
      rows: pages.map(({ page, count }) => ({
        name: (page && titles.get(page.page)) ?? text.unknown,
        count,
      })),
    },
    { name: 'searches', title: text.searches, rows: searches.slice(0, IN_A_FILE) },
    { name: 'unopened', title: text.unopened, rows: withoutResult(searches, opened).slice(0, IN_A_FILE) },
    {
      name: 'feedback',
      title: text.feedback,
      rows: feedback.map(({ name, count }) => ({ name: ratings[name] ?? text.unknown, count })),
    },
    { name: 'referrers', title: text.referrers, rows: named(referrers, text.direct) },
    { name: 'languages', title: text.languages, rows: named(languages.map(spoken), text.unknown) },
    { name: 'links', title: text.links, rows: named(links, text.unknown) },
    { name: 'segments', title: text.segments, rows: segments.map(segmentRow(text)) },
  ]
}

const SEGMENTS = { 'Signed in': 'signedIn', 'Not signed in': 'anonymous' } as const

/** The API names them in English. */
function segmentRow({ segment }: OwnAsked['words']['sitePages']['insights']) {
  const names = new Map(Object.entries(SEGMENTS))
  return ({ title, visitors }: VisitorSegment): Count => ({
    name: segment[names.get(title) ?? 'others'],
    count: visitors,
  })
}

async function sendTable(asked: OwnAsked, range: Range, name: string): Promise<Sent> {
  const { api, params, words } = asked
  const text = words.sitePages.insights
  const path = pathOfSite(params)
  const file = (rows: (string | number)[][]): Sent => {
    return { kind: 'file', name: `${name}.csv`, type: 'text/csv; charset=utf-8', text: writeCsv(rows) }
  }
  if (name === 'days') {
    const days = await insightsOf(api, path, range).days()
    const head = [text.day, text.views, text.visitors, text.visits]
    return file([head, ...days.map(({ day, views, visitors, visits }) => [day, views, visitors, visits])])
  }
  if (name === 'missing') {
    const missed = await missingOf(asked, path, range)
    return file([
      [text.missing, ''],
      ...missed.map(({ path, times, referrers }) => [path, times, referrers.join(' ')]),
    ])
  }
  const table = (await tablesOf(asked, path, range, IN_A_FILE)).find((one) => one.name === name)
  if (!table) throw missing()
  return file([[table.title, ''], ...table.rows.map((row) => [row.name, row.count])])
}

function rangesView({ words }: OwnAsked, current: Range): Html {
  const text = words.sitePages.insights
  return html`<nav class="filters" aria-label="${text.day}"><ul>${RANGES.map((range) => html`<li><a href="?range=${range}"${range === current && html` aria-current="true"`}>${text.ranges[range]}</a></li>`)}</ul></nav>`
}

function totalsView({ words, language }: OwnAsked, days: readonly Day[]): Html {
  const text = words.sitePages.insights
  const total = (of: 'views' | 'visitors' | 'visits') => days.reduce((sum, day) => sum + day[of], 0)
  const number = new Intl.NumberFormat(language)
  return html`<dl class="totals">${(['views', 'visitors', 'visits'] as const).map((of) => html`<div class="panel"><dt>${text[of]}</dt><dd>${number.format(total(of))}</dd></div>`)}</dl><p class="hint">${text.estimate}</p>`
}

function daysView(asked: OwnAsked, days: readonly Day[]): Html {
  const { words, language } = asked
  const text = words.sitePages.insights
  if (days.length === 0) return html`<p class="empty">${text.none}</p>`
  const date = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const bars = days.map(({ day, views }) => ({ label: date.format(new Date(day)), value: views }))
  return html`<section class="panel"><div class="heading"><h2>${text.views}</h2>${csvLink(asked, 'days')}</div>${barChart(text.views, bars)}
    <details class="fold"><summary class="button plain small">${text.asTable}</summary><div class="wide"><table class="table"><thead><tr><th>${text.day}</th><th class="number">${text.views}</th><th class="number">${text.visitors}</th><th class="number">${text.visits}</th></tr></thead>
    <tbody>${days.map(({ day, views, visitors, visits }) => html`<tr><td>${day}</td><td class="number">${views}</td><td class="number">${visitors}</td><td class="number">${visits}</td></tr>`)}</tbody></table></div></details></section>`
}

function csvLink({ words, url }: OwnAsked, name: string): Html {
  const range = url.searchParams.get('range') ?? 'last30Days'
  return html`<a class="button plain small" href="?${new URLSearchParams({ range, csv: name }).toString()}" download>${words.sitePages.insights.csv}</a>`
}

function tableView(asked: OwnAsked, { name, title, rows }: Table): Html {
  const text = asked.words.sitePages.insights
  const most = Math.max(1, ...rows.map(({ count }) => count))
  return html`<section class="panel"><div class="heading"><h2>${title}</h2>${rows.length > 0 && csvLink(asked, name)}</div>${
    rows.length === 0
      ? html`<p class="quiet">${text.none}</p>`
      : html`<table class="table bars"><tbody>${rows.slice(0, SHOWN).map((row) => html`<tr><td>${row.name}<svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect width="${(100 * row.count) / most}" height="1"/></svg></td><td class="number">${row.count}</td></tr>`)}</tbody></table>`
  }</section>`
}
