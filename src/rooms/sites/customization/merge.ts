// What a site space looks like: as its site, but for what it overrides. Settings are overridden one by one; a colour pair,
// a logo, a list of links is one setting.
import type { OverrideChanges, SiteCustomizationSettings } from './schema.ts'

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

/** Null where nothing is left. */
function changed(kept: object | undefined, changes: object | undefined) {
  const entries = Object.entries({ ...kept, ...changes }).filter(([, value]) => value !== null)
  return entries.length === 0 ? null : Object.fromEntries(entries)
}
