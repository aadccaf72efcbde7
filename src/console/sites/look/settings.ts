// What can be set of how a site looks, and how a form says it. Names of fields are paths in the settings.
import type { SiteCustomizationSettings } from '../../../rooms/sites/customization/schema.ts'
import type {
  CustomizationChanges,
  OverrideChanges,
} from '../../../rooms/sites/customization/schema-changes.ts'
import type { CustomFont } from '../../../rooms/sites/customization/schema-fonts.ts'
import type { Api } from '../../api.ts'
import type { Form } from '../../frame/page.ts'

export const CHOICES = {
  theme: ['styling.theme', ['clean', 'muted', 'bold', 'gradient']],
  corners: ['styling.corners', ['straight', 'rounded', 'circular']],
  depth: ['styling.depth', ['subtle', 'flat']],
  links: ['styling.links', ['default', 'accent']],
  icons: ['styling.icons', ['regular', 'solid', 'duotone', 'light', 'thin']],
  sidebar: ['styling.sidebar.background', ['default', 'filled']],
  list: ['styling.sidebar.list', ['default', 'pill', 'line']],
  search: ['styling.search', ['prominent', 'subtle']],
  header: ['header.preset', ['default', 'bold', 'contrast', 'custom', 'none']],
  first: ['themes.default', ['light', 'dark', 'system']],
} as const

export const SWITCHES = {
  toggle: 'themes.toggeable',
  pdf: 'pdf.enabled',
  feedback: 'feedback.enabled',
  edit: 'git.showEditLink',
  pagination: 'pagination.enabled',
  markdown: 'pageActions.markdown',
} as const

export const TEXTS = {
  title: 'title',
  copyright: 'footer.copyright',
  privacy: 'privacyPolicy.url',
} as const

const COLOR = 'styling.primaryColor'

const PRESETS = {
  ocean: { theme: 'clean', primaryColor: { light: '#2F5FD0', dark: '#8AB0FF' }, corners: 'rounded' },
  forest: { theme: 'muted', primaryColor: { light: '#1B7448', dark: '#62C795' }, corners: 'rounded' },
  sunset: { theme: 'gradient', primaryColor: { light: '#B5472A', dark: '#FF9E7D' }, corners: 'circular' },
  violet: { theme: 'bold', primaryColor: { light: '#6B3FC4', dark: '#B79BFF' }, corners: 'rounded' },
  graphite: { theme: 'clean', primaryColor: { light: '#3A3F4A', dark: '#C9CAD1' }, corners: 'straight' },
} as const
export type PresetName = keyof typeof PRESETS
export const presets = Object.entries(PRESETS).map(([name, styling]) => ({
  name: name as PresetName,
  styling,
}))

export function presetOf(name: string): CustomizationChanges | undefined {
  const styling = presets.find((preset) => preset.name === name)?.styling
  return styling && { styling }
}

/** The value at a path of the settings. */
export function settingAt(settings: object, path: string): unknown {
  return path.split('.').reduce<unknown>((part, name) => Reflect.get(Object(part), name), settings)
}

/** Nothing is no change: a form that nobody touched is saved all the same. */
export async function change(api: Api, path: string, changes: CustomizationChanges | OverrideChanges) {
  if (Object.keys(changes).length > 0) await api.patch(path, changes)
}

/** What a form says otherwise than the page showed it. The rest stays as the API set it, also where no form can say it. */
export function changesIn(
  form: Form,
  settings: SiteCustomizationSettings,
  fonts: readonly CustomFont[],
): CustomizationChanges {
  const changes = {}
  const isTouched = (path: string, shown: string) => form.has(path) && form.get(path) !== shown
  for (const [path] of Object.values(CHOICES))
    if (isTouched(path, String(settingAt(settings, path)))) put(changes, path, form.get(path))
  for (const theme of ['light', 'dark'] as const) {
    const path = `${COLOR}.${theme}`
    if (!isTouched(path, wholeColor(settings.styling.primaryColor[theme]).toLowerCase())) continue
    put(changes, COLOR, { ...settings.styling.primaryColor, ...colorIn(changes), [theme]: form.get(path) })
  }
  for (const path of Object.values(SWITCHES))
    if (form.has(path) !== (settingAt(settings, path) === true)) put(changes, path, form.has(path))
  for (const path of Object.values(TEXTS))
    if (isTouched(path, lineOf(settingAt(settings, path)))) put(changes, path, form.get(path).trim() || null)
  for (const name of ['font', 'monospaceFont'] as const)
    if (isTouched(`styling.${name}`, fontValue(settings.styling[name])))
      put(changes, `styling.${name}`, fontOf(form.get(`styling.${name}`), fonts))
  if (isAnnouncementTouched(form, settings)) put(changes, 'announcement', announcementIn(form, settings))
  return changes
}

/** Of a theme before this one. */
function colorIn(changes: object) {
  return Object(settingAt(changes, COLOR) ?? {})
}

/** Browsers write colours with six digits. */
export function wholeColor(color: string) {
  return color.length === 4 ? color.replaceAll(/[0-9a-f]/gi, '$&$&') : color
}

/** A field of one line has no others. */
function lineOf(value: unknown) {
  return String(value ?? '').replaceAll(/[\r\n]/g, '')
}

/** How a form names a font. */
export function fontValue(font: SiteCustomizationSettings['styling']['font']) {
  return typeof font === 'string' ? font : `custom:${font.id}`
}

/** Settings of which only these are said. */
export function settingsWith(values: readonly (readonly [string, unknown])[]): OverrideChanges {
  const changes = {}
  for (const [path, value] of values) put(changes, path, value)
  return changes
}

function put(changes: object, path: string, value: unknown) {
  const names = path.split('.')
  const last = names.pop() ?? ''
  const into = names.reduce<object>((part, name) => {
    const inside: object = Reflect.get(part, name) ?? {}
    Reflect.set(part, name, inside)
    return inside
  }, changes)
  Reflect.set(into, last, value)
}

function fontOf(chosen: string, fonts: readonly CustomFont[]) {
  const font = fonts.find(({ id }) => chosen === `custom:${id}`)
  if (!font) return chosen
  const { permissions: _, ...definition } = font
  return definition
}

/** What the form shows where there is none, as the script of the preview has it too. */
export const NO_ANNOUNCEMENT = { enabled: true, message: '', style: 'info' } as const

function isAnnouncementTouched(form: Form, { announcement = NO_ANNOUNCEMENT }: SiteCustomizationSettings) {
  const { enabled, message, style } = announcement
  return (
    form.get('announcement.message') !== lineOf(message) ||
    form.get('announcement.style') !== style ||
    form.has('announcement.enabled') !== enabled
  )
}

function announcementIn(form: Form, { announcement }: SiteCustomizationSettings) {
  const message = form.get('announcement.message').trim()
  if (!message) return null
  const [enabled, style] = [form.has('announcement.enabled'), form.get('announcement.style')]
  return { ...announcement, enabled, message, style }
}
