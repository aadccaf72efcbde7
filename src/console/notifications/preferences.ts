import { type Html, html } from '../../engines/html/html.ts'
import type { Space } from '../../rooms/content/spaces/schema.ts'
import { requireUser } from '../../rooms/people/identity/users.ts'
import { DELIVERIES, LEVELS } from '../../rooms/people/notifications/reasons.ts'
import type { Settings, SpaceSettings } from '../../rooms/people/notifications/schema.ts'
import { type OwnAsked, ownPage } from '../account/account-page.ts'
import { missing, Refused } from '../api.ts'
import { missingPage } from '../frame/app-page.ts'
import { noticeView } from '../frame/fields.ts'
import { NOTIFICATION_SETTINGS } from '../frame/frame.ts'
import { type ConsoleAnswer, type Form, lead } from '../frame/page.ts'

const GENERAL = '/user/notification-settings'
const ofSpace = (spaceId: string) => `/spaces/${encodeURIComponent(spaceId)}/notification-settings`

export const preferencesPage = ownPage({
  path: NOTIFICATION_SETTINGS,
  help: 'administer/notifications',
  show: (asked) => orMissing(asked, showPreferences),
  take: (asked, form) => orMissing(asked, (asked) => takePreferences(asked, form)),
})

async function orMissing(asked: OwnAsked, work: (asked: OwnAsked) => Promise<ConsoleAnswer>) {
  try {
    return await work(asked)
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return missingPage(asked.words)
    throw error
  }
}

async function showPreferences(asked: OwnAsked): Promise<ConsoleAnswer> {
  const { api, url, words } = asked
  const { preferences: texts } = words.notifications
  const spaceId = url.searchParams.get('space')
  const saved = noticeView(url.searchParams.has('saved') ? texts.saved : undefined)
  const page = { kind: 'page', layout: 'settings', current: '/notifications' } as const
  if (spaceId !== null) {
    const [space, settings] = await Promise.all([
      api.get<Space>(`/spaces/${encodeURIComponent(spaceId)}`),
      api.get<SpaceSettings>(ofSpace(spaceId)),
    ])
    return {
      ...page,
      title: texts.space({ space: space.title }),
      body: html`${saved}${spaceForm(asked, settings)}`,
    }
  }
  const settings = await api.get<Settings>(GENERAL)
  return {
    ...page,
    title: texts.title,
    body: html`${saved}${await mailNotice(asked)}${generalForm(asked, settings)}
      <section class="panel"><h2>${texts.spaces}</h2>${spaceRows(asked, settings.spaces)}</section>`,
  }
}

async function takePreferences({ api }: OwnAsked, form: Form): Promise<ConsoleAnswer> {
  const spaceId = form.get('space')
  const level = LEVELS.find((one) => one === form.get('level'))
  const delivery = DELIVERIES.find((one) => one === form.get('delivery'))
  if (spaceId !== '') {
    await api.put(ofSpace(spaceId), { level: level ?? null, delivery: delivery ?? null })
    return lead(`${NOTIFICATION_SETTINGS}?${new URLSearchParams({ space: spaceId, saved: '' })}`)
  }
  if (!level || !delivery) throw missing()
  await api.put(GENERAL, { level, delivery, administrationMail: form.has('administration') })
  return lead(`${NOTIFICATION_SETTINGS}?saved`)
}

async function mailNotice({ ctx, person, words }: OwnAsked) {
  const { preferences: texts } = words.notifications
  if (!ctx.hasMail) return html`<p class="hint">${texts.noMail}</p>`
  const user = await requireUser(ctx, person.id)
  return user.emailVerifiedAt === null && html`<p class="hint">${texts.notVerified}</p>`
}

function generalForm(asked: OwnAsked, { level, delivery, administrationMail }: Settings): Html {
  const { words } = asked
  const { preferences: texts } = words.notifications
  const levels = LEVELS.map((one) => [one, texts.levels[one], texts.levelTexts[one]] as const)
  return html`<section class="panel"><form method="post">
    ${choicesView(texts.level, 'level', levels, level)}
    ${deliveryView(asked, delivery)}
    <label class="option"><input type="checkbox" name="administration"${administrationMail && html` checked`}><span>${texts.administration}</span></label>
    <button class="button">${words.save}</button></form></section>`
}

function spaceForm(asked: OwnAsked, { space, level, delivery }: SpaceSettings): Html {
  const { words } = asked
  const { preferences: texts } = words.notifications
  const levels = LEVELS.map((one) => [one, texts.levels[one], texts.levelTexts[one]] as const)
  return html`<section class="panel"><form method="post"><input type="hidden" name="space" value="${space}">
    ${choicesView(texts.level, 'level', [['', texts.inherit, ''], ...levels], level ?? '')}
    ${deliveryView(asked, delivery ?? '', texts.inherit)}
    <div class="actions"><button class="button">${words.save}</button><a class="button plain" href="${NOTIFICATION_SETTINGS}">${words.back}</a></div></form></section>`
}

type Choice = readonly [value: string, label: string, text: string]

function choicesView(legend: string, name: string, choices: readonly Choice[], chosen: string): Html {
  return html`<fieldset class="alternatives"><legend>${legend}</legend>${choices.map(
    ([value, label, text]) =>
      html`<label class="option"><input type="radio" name="${name}" value="${value}"${value === chosen && html` checked`}><span>${label}${text !== '' && html`<small>${text}</small>`}</span></label>`,
  )}</fieldset>`
}

function deliveryView({ words }: OwnAsked, chosen: string, inherit?: string): Html {
  const { preferences: texts } = words.notifications
  const choices = [
    ...(inherit === undefined ? [] : [['', inherit] as const]),
    ...DELIVERIES.map((one) => [one, texts.deliveries[one]] as const),
  ]
  return html`<div class="field"><label for="delivery">${texts.delivery}</label><select id="delivery" name="delivery" aria-describedby="delivery-hint">${choices.map(
    ([value, label]) =>
      html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`,
  )}</select><p class="hint" id="delivery-hint">${texts.deliveryHint}</p></div>`
}

function spaceRows({ words }: OwnAsked, spaces: Settings['spaces']): Html {
  const { preferences: texts } = words.notifications
  if (spaces.length === 0) return html`<p class="quiet">${texts.noSpaces}</p>`
  return html`<ul class="rows">${spaces.map(({ id, title, level, delivery }) => {
    const summary = texts.summary({
      level: level === null ? texts.inherit : texts.levels[level],
      delivery: delivery === null ? texts.inherit : texts.deliveries[delivery],
    })
    return html`<li><div class="grow"><strong>${title}</strong><span class="quiet">${summary}</span></div>
      <a class="button plain small" href="${NOTIFICATION_SETTINGS}?space=${id}" aria-label="${texts.changeSpace({ space: title })}">${texts.change}</a></li>`
  })}</ul>`
}
