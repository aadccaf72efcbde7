// What the checks of an installation found, and how much space is left.
import { type Html, html } from '../../../engines/html/html.ts'
import type { Examination, StorageUse } from '../../../rooms/operations/system/schema.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { organizationAt } from '../../addresses.ts'
import { sizeIn } from '../../views/sizes.ts'
import { timeView } from '../../views/times.ts'

const LOOKS = { fine: '', failed: 'failure', skipped: 'draft' } as const
const ORDER = { failed: 0, fine: 1, skipped: 2 } as const

export function totalsView(asked: OwnAsked, version: string, storage: StorageUse): Html {
  const { words, language } = asked
  const text = words.toolPages.health
  const free = storage.disks.toSorted((a, b) => a.free - b.free)[0]
  const total = (label: string, value: string) =>
    html`<div class="panel"><dt>${label}</dt><dd>${value}</dd></div>`
  return html`<dl class="totals">${total(text.version, version)}${total(text.database, sizeIn(language, storage.database))}${total(text.files, sizeIn(language, storage.files.bytes))}${free && total(text.free, sizeIn(language, free.free))}</dl>`
}

export function filesView({ words, language }: OwnAsked, { files }: StorageUse): Html | undefined {
  if (files.files === 0) return
  const text = words.toolPages.health
  return html`<section class="panel"><h2>${text.files}</h2><p class="quiet">${text.filesText}</p><div class="wide"><table class="table"><tbody>${files.organizations.map(
    ({ id, title, files, bytes }) =>
      html`<tr><td>${id === undefined ? html`<span class="quiet">${text.otherOrganizations}</span>` : html`<a href="${organizationAt(id)}">${title}</a>`}</td><td class="number">${text.fileCount({ count: files })}</td><td class="number">${sizeIn(language, bytes)}</td></tr>`,
  )}</tbody></table></div></section>`
}

export function storageView({ words, language }: OwnAsked, { tables, disks }: StorageUse): Html {
  const text = words.toolPages.health
  const rows = (list: readonly (readonly [string, number])[]) =>
    html`<table class="table"><tbody>${list.map(([name, bytes]) => html`<tr><td><code>${name}</code></td><td class="number">${sizeIn(language, bytes)}</td></tr>`)}</tbody></table>`
  return html`<details class="fold"><summary class="button plain small">${text.storage}</summary><div class="panel">${disks.length > 0 && html`<h3>${text.free}</h3>${rows(disks.map(({ folder, free }) => [folder, free]))}`}
    <h3>${text.tables}</h3>${rows(tables.map(({ name, bytes }) => [name, bytes]))}</div></details>`
}

/** Findings are in English, as on the command line. */
export function examinationView(asked: OwnAsked, examination: Examination | undefined): Html {
  const { words, language, ctx } = asked
  const text = words.toolPages.health
  const row = ({ name, state, finding, advice }: Examination['checks'][number]) =>
    html`<li><div class="grow" lang="en" dir="ltr"><span class="title">${name}</span><p class="quiet finding">${finding}</p>${advice && html`<p>${advice}</p>`}</div><span class="badge ${LOOKS[state]}">${text.states[state]}</span></li>`
  const sorted = examination?.checks.toSorted((a, b) => ORDER[a.state] - ORDER[b.state]) ?? []
  const failures = sorted.filter(({ state }) => state === 'failed').length
  return html`<section><div class="panel-head"><h2>${text.checks}</h2><form method="post"><button class="button plain small" name="action" value="examine">${examination ? text.checkAgain : text.check}</button></form></div>
    ${
      examination
        ? html`<p role="status">${failures === 0 ? text.allWell : text.failures({ failures })} <span class="quiet">${timeView(language, ctx.clock.now(), examination.checkedAt)}</span></p><ul class="rows panel">${sorted.map(row)}</ul>`
        : html`<p class="quiet">${text.checkText}</p>`
    }</section>`
}
