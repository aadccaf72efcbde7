// The fields of how a site looks, in one form that the preview follows.
import { type Html, html } from '../../../engines/html/html.ts'
import type { SiteCustomizationSettings } from '../../../rooms/sites/customization/schema.ts'
import type { CustomFont } from '../../../rooms/sites/customization/schema-fonts.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { fieldView } from '../../frame/fields.ts'
import { CHOICES, fontValue, NO_ANNOUNCEMENT, SWITCHES, settingAt, TEXTS, wholeColor } from './settings.ts'

type Settings = SiteCustomizationSettings
const FONTS =
  'ABCFavorit Inter Roboto RobotoSlab OpenSans SourceSansPro Lato Ubuntu Raleway Merriweather Overpass NotoSans IBMPlexSerif Poppins FiraSans'.split(
    ' ',
  )
const CODE_FONTS =
  'FiraCode IBMPlexMono JetBrainsMono SourceCodePro RobotoMono SpaceMono DMMono Inconsolata'.split(' ')
const STYLES = ['info', 'success', 'warning', 'danger'] as const

/** Without fonts, those of a single space: fonts are the same on all of a site, and so are actions of pages. */
export function fieldsView(asked: OwnAsked, settings: Settings, fonts?: readonly CustomFont[]): Html {
  const { words } = asked
  const { look } = words.sitePages
  const choice = (name: keyof typeof CHOICES) => choiceView(asked, settings, name)
  const toggle = (name: keyof typeof SWITCHES) =>
    checkView(SWITCHES[name], look.fields[name], settingAt(settings, SWITCHES[name]) === true)
  const text = (name: keyof typeof TEXTS, maxLength: number, hint?: string) =>
    fieldView({
      ...{ name: TEXTS[name], label: look.fields[name], maxLength, hint, isOptional: true },
      value: String(settingAt(settings, TEXTS[name]) ?? ''),
    })
  const group = (name: keyof typeof look.groups, isOpen: boolean, inside: Html) =>
    html`<details class="look-group"${isOpen && html` open`}><summary>${look.groups[name]}</summary><div>${inside}</div></details>`
  return html`<form method="post" class="panel look-form" data-preview>
    ${group('colors', true, html`${colorView(asked, settings, 'light')}${colorView(asked, settings, 'dark')}${choice('theme')}${choice('header')}`)}
    ${group('shapes', false, html`${(['corners', 'depth', 'links', 'icons', 'sidebar', 'list', 'search'] as const).map(choice)}`)}
    ${fonts && group('fonts', false, html`${fontView(asked, settings, 'font', FONTS, fonts)}${fontView(asked, settings, 'monospaceFont', CODE_FONTS, fonts)}`)}
    ${group('header', false, html`${text('title', 128)}${text('copyright', 300)}`)}
    ${group('announcement', false, announcementView(asked, settings))}
    ${group('readers', false, html`${choice('first')}${(['toggle', 'pdf', 'feedback', 'edit', 'pagination'] as const).map(toggle)}${fonts && toggle('markdown')}${text('privacy', 2048, 'https://…')}`)}
    <button class="button" name="action" value="save">${words.save}</button></form>`
}

function choiceView({ words }: OwnAsked, settings: Settings, name: keyof typeof CHOICES): Html {
  const { look } = words.sitePages
  const [path, values] = CHOICES[name]
  const current = settingAt(settings, path)
  return html`<div class="field"><label for="${path}">${look.fields[name]}</label><select id="${path}" name="${path}">${values.map((value) => html`<option value="${value}"${value === current && html` selected`}>${look.options[value]}</option>`)}</select></div>`
}

function checkView(path: string, label: string, isOn: boolean): Html {
  return html`<div class="check"><input type="checkbox" id="${path}" name="${path}" value="on"${isOn && html` checked`}><label for="${path}">${label}</label></div>`
}

function colorView({ words }: OwnAsked, { styling }: Settings, theme: 'light' | 'dark'): Html {
  const { look } = words.sitePages
  const path = `styling.primaryColor.${theme}`
  return html`<div class="field color"><label for="${path}">${look.fields.primary} · ${look.options[theme]}</label><input type="color" id="${path}" name="${path}" value="${wholeColor(styling.primaryColor[theme])}"></div>`
}

function fontView(
  { words }: OwnAsked,
  { styling }: Settings,
  name: 'font' | 'monospaceFont',
  known: readonly string[],
  own: readonly CustomFont[],
): Html {
  const current = styling[name]
  const chosen = fontValue(current)
  const isOther = typeof current !== 'string' && !own.some(({ id }) => id === current.id)
  const options = [
    ...(isOther ? [[chosen, current.fontFamily] as const] : []),
    ...own.map(({ id, fontFamily }) => [`custom:${id}`, fontFamily] as const),
    ...known.map((font) => [font, font.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')] as const),
  ]
  return html`<div class="field"><label for="styling.${name}">${words.sitePages.look.fields[name]}</label><select id="styling.${name}" name="styling.${name}">${options.map(([value, label]) => html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`)}</select></div>`
}

function announcementView({ words }: OwnAsked, { announcement }: Settings): Html {
  const { look } = words.sitePages
  const { enabled, message, style } = announcement ?? NO_ANNOUNCEMENT
  return html`${fieldView({ name: 'announcement.message', label: look.fields.message, value: message, isOptional: true, maxLength: 128 })}
    <div class="field"><label for="announcement.style">${look.fields.theme}</label><select id="announcement.style" name="announcement.style">${STYLES.map((value) => html`<option value="${value}"${value === style && html` selected`}>${look.options[value]}</option>`)}</select></div>
    ${checkView('announcement.enabled', look.fields.shown, enabled)}`
}
