// What a space of a site shows otherwise than its site: found by comparing, and sent setting by setting.
import { isDeepStrictEqual } from 'node:util'
import type { SiteCustomizationSettings } from '../../../rooms/sites/customization/schema.ts'
import { OverrideChanges } from '../../../rooms/sites/customization/schema-changes.ts'
import type { Form } from '../../frame/page.ts'
import type { ConsoleWords } from '../../words/catalog.ts'
import { CHOICES, changesIn, SWITCHES, settingAt, settingsWith, TEXTS, wholeColor } from './settings.ts'

type Settings = SiteCustomizationSettings

/** Paths of the settings that a space can have of its own, each of which is changed as a whole. */
const PATHS = pathsIn(OverrideChanges, '')

function pathsIn(shape: object, above: string): string[] {
  const properties: unknown = Reflect.get(shape, 'properties')
  if (above !== '' && (typeof properties !== 'object' || properties === null)) return [above]
  return Object.entries(Object(properties)).flatMap(([name, inside]) =>
    pathsIn(Object(inside), above === '' ? name : `${above}.${name}`),
  )
}

/** Paths of settings in which a space differs. */
export function overriddenIn(site: Settings, own: Settings): string[] {
  return PATHS.filter((path) => !isSame(settingAt(site, path), settingAt(own, path)))
}

/** What a form says that is not so yet. What is as on the site follows the site from then on. */
export function overridesIn(form: Form, site: Settings, own: Settings): OverrideChanges {
  const wanted = changesIn(form, own, [])
  return settingsWith(
    PATHS.flatMap((path): [string, unknown][] => {
      const value = settingAt(wanted, path)
      if (value === undefined || isSame(value, settingAt(own, path))) return []
      return [[path, isSame(value, settingAt(site, path)) ? null : value]]
    }),
  )
}

/** As on the site again; undefined for what is no setting of a space. */
export function resetOf(path: string): OverrideChanges | undefined {
  return PATHS.includes(path) ? settingsWith([[path, null]]) : undefined
}

/** Browsers write colours in their own way: with six digits, in small letters. */
function isSame(one: unknown, other: unknown) {
  return isDeepStrictEqual(plain(one ?? null), plain(other ?? null))
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === 'string' && /^#([\da-f]{3}){1,2}$/i.test(part) ? wholeColor(part).toLowerCase() : part,
  )
}

/** What people call a setting; without a name are those that only the API changes. */
export function nameOf({ sitePages }: ConsoleWords, path: string): string | undefined {
  const { fields, groups, images, headerLinks, footerLinks } = sitePages.look
  const named: Readonly<Record<string, string>> = {
    'styling.primaryColor': fields.primary,
    announcement: groups.announcement,
    'header.logo': images.logo,
    favicon: images.icon,
    'socialPreview.url': images.social,
    'header.links': headerLinks,
    'footer.groups': footerLinks,
    ...namesOf(fields, Object.fromEntries(Object.entries(CHOICES).map(([name, [at]]) => [name, at]))),
    ...namesOf(fields, SWITCHES),
    ...namesOf(fields, TEXTS),
  }
  return named[path]
}

function namesOf(fields: Readonly<Record<string, string>>, paths: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(paths).map(([name, path]) => [path, fields[name] ?? path]))
}
