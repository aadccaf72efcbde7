// What a site space looks like: as its site, but for what it overrides. Settings are overridden one by one; a colour pair,
// a logo, a list of links is one setting.

import { DEFAULTS } from './defaults.ts'
import type { SiteCustomizationSettings } from './schema.ts'
import type { CustomizationChanges, OverrideChanges } from './schema-changes.ts'

type Settings = SiteCustomizationSettings
type Styling = Settings['styling']

/** What is kept of a site space: the settings that are its own, and none else. */
export type Overrides = Partial<Pick<Settings, 'title' | 'favicon' | 'announcement'>> & {
  styling?: Partial<Omit<Styling, 'font' | 'monospaceFont' | 'sidebar'>> & {
    sidebar?: Partial<Styling['sidebar']>
  }
} & { [Group in (typeof GROUPS)[number]]?: Partial<Settings[Group]> }

const GROUPS = [
  'internationalization',
  'header',
  'footer',
  'themes',
  'pdf',
  'feedback',
  'git',
  'externalLinks',
  'pagination',
  'trademark',
  'privacyPolicy',
  'socialPreview',
] as const

export function mergeSettings(site: Settings, overrides: Overrides): Settings {
  return {
    ...site,
    ...overrides,
    styling: {
      ...site.styling,
      ...overrides.styling,
      sidebar: { ...site.styling.sidebar, ...overrides.styling?.sidebar },
    },
    internationalization: { ...site.internationalization, ...overrides.internationalization },
    header: { ...site.header, ...overrides.header },
    footer: { ...site.footer, ...overrides.footer },
    themes: { ...site.themes, ...overrides.themes },
    pdf: { ...site.pdf, ...overrides.pdf },
    feedback: { ...site.feedback, ...overrides.feedback },
    git: { ...site.git, ...overrides.git },
    externalLinks: { ...site.externalLinks, ...overrides.externalLinks },
    pagination: { ...site.pagination, ...overrides.pagination },
    trademark: { ...site.trademark, ...overrides.trademark },
    privacyPolicy: { ...site.privacyPolicy, ...overrides.privacyPolicy },
    socialPreview: { ...site.socialPreview, ...overrides.socialPreview },
  }
}

/** Null removes an override, absent keeps it. */
export function changeOverrides(kept: Overrides, changes: OverrideChanges): Overrides {
  const sidebar = changed(kept.styling?.sidebar, changes.styling?.sidebar)
  const styling = changed(kept.styling, { ...changes.styling, sidebar })
  const groups = GROUPS.map((name) => [name, changed(kept[name], changes[name])])
  return changed(kept, { ...changes, styling, ...Object.fromEntries(groups) }) ?? {}
}

/** Settings of a site with changes: null resets a setting to the default, absent keeps it. */
export function changeSettings(settings: Settings, changes: CustomizationChanges): Settings {
  return { ...DEFAULTS, ...mergeParts(DEFAULTS, settings, changes) }
}

/** Groups are changed setting by setting, and so is the sidebar of the styling; everything else is one setting. */
function mergeParts(initial: object, kept: object, changes: object) {
  const defaults = new Map<string, unknown>(Object.entries(initial))
  const merged = new Map<string, unknown>(Object.entries(kept))
  for (const [name, change] of Object.entries(changes)) {
    const initially = defaults.get(name)
    if (change === undefined) continue
    if (isGroup(name))
      merged.set(name, mergeParts(Object(initially), Object(merged.get(name)), Object(change)))
    else if (change !== null) merged.set(name, change)
    else if (initially === undefined) merged.delete(name)
    else merged.set(name, initially)
  }
  return Object.fromEntries(merged)
}

const OTHER_GROUPS = ['styling', 'sidebar', 'ai', 'advancedCustomization', 'pageActions', 'insights']
function isGroup(name: string) {
  return GROUPS.some((group) => group === name) || OTHER_GROUPS.includes(name)
}

/** Null where nothing is left. */
function changed(kept: object | undefined, changes: object | undefined) {
  const entries = Object.entries({ ...kept, ...changes }).filter(([, value]) => value !== null)
  return entries.length === 0 ? null : Object.fromEntries(entries)
}
