// Texts of a space beside their translations, written here or exchanged as XLIFF with other programs.

import type { TranslationSettings } from '../../../rooms/translations/translations/schema.ts'
import type {
  AcceptedUnits,
  TranslationStatus,
  TranslationUnit,
  TranslationUnits,
} from '../../../rooms/translations/translations/schema-units.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { type List, missing } from '../../api.ts'
import { appPage } from '../../frame/app-page.ts'
import { type ConsoleAnswer, type Form, lead, type Sent } from '../../frame/page.ts'
import { languageName } from '../../views/languages.ts'
import { pagingOf } from '../../views/pager.ts'
import { ORGANIZATION, organizationPage } from '../organization-page.ts'
import { type SentUnit, type Shown, unitsView } from './translation-units-view.ts'
import { translationsAt } from './translations.ts'

const LARGEST = 8 * 1024 * 1024
const ON_A_PAGE = 25
const IN_A_FILE = 1000
const STATES = { open: 'missing,outdated', translated: 'translated', all: 'missing,outdated,translated' }
export type StateName = keyof typeof STATES

export const translationUnitsPage = appPage({
  path: `${translationsAt(ORGANIZATION)}/:translationId/:language`,
  help: 'publish/translations',
  file: { largest: LARGEST, ifLarger: '?larger' },
  show: (asked) => (asked.url.searchParams.has('xliff') ? sendFile(asked) : showUnits(asked)),
  async take(asked, form) {
    const { api, params, url } = asked
    const sent = sentUnits(form)
    const body =
      form.get('action') === 'import'
        ? { xliff: new TextDecoder().decode(form.file('file').bytes) }
        : { units: sent }
    if (form.get('action') !== 'import' && form.get('action') !== 'save') throw missing()
    const taken = await api.put<AcceptedUnits>(`${pathIn(asked)}/units`, {
      language: params.language,
      ...body,
    })
    if (taken.refused.length > 0) return showUnits(asked, { taken, sent })
    return lead(
      `${url.pathname}?${new URLSearchParams({ state: stateIn(asked), saved: String(taken.accepted) })}`,
    )
  },
})

const pathIn = ({ params }: OwnAsked) =>
  `/orgs/${params.organizationId}/translations/${encodeURIComponent(params.translationId ?? '')}`

function stateIn({ url }: OwnAsked): StateName {
  const asked = url.searchParams.get('state') ?? ''
  return Object.hasOwn(STATES, asked) ? (asked as StateName) : 'open'
}

function sentUnits(form: Form): SentUnit[] {
  const units: SentUnit[] = []
  for (let at = 0; at < ON_A_PAGE && form.has(`unit-${at}`); at++) {
    const typed = form.get(`target-${at}`).trim()
    const target = typed || (form.has(`use-${at}`) ? form.get(`suggestion-${at}`) : '')
    if (target !== '') units.push({ unit: form.get(`unit-${at}`), target })
  }
  return units
}

async function showUnits(asked: OwnAsked, shown: Shown = {}): Promise<ConsoleAnswer> {
  const { api, params, url } = asked
  const { language = '' } = params
  const path = pathIn(asked)
  const pageId = url.searchParams.get('text') || undefined
  const state = stateIn(asked)
  const [translation, status, units] = await Promise.all([
    api.get<TranslationSettings>(path),
    api.get<TranslationStatus>(`${path}/status`, { language, limit: 500 }),
    api.get<List<TranslationUnit>>(`${path}/units`, {
      ...{ language, pageId, state: STATES[state], limit: ON_A_PAGE },
      ...pagingOf(asked),
    }),
  ])
  const answer = await organizationPage(asked, 'translations', async () => ({
    title: `${translation.title}: ${languageName(asked.language, language)}`,
    body: unitsView(asked, { ...shown, translation, status, units, state, pageId }),
  }))
  const above = { title: translation.title, href: url.pathname.replace(/\/[^/]+$/, '') }
  return { ...answer, trail: [...(answer.trail ?? []), above] }
}

/** As many texts as an answer has; a translator gets the rest once these are translated. */
async function sendFile(asked: OwnAsked): Promise<Sent> {
  const { language = '' } = asked.params
  const { xliff = '' } = await asked.api.get<TranslationUnits>(`${pathIn(asked)}/units`, {
    ...{ language, state: STATES[stateIn(asked)], limit: IN_A_FILE, format: 'xliff' },
  })
  return { kind: 'file', name: `${language}.xlf`, type: 'application/xliff+xml; charset=utf-8', text: xliff }
}
