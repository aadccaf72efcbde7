// A site as somebody would see it: with settings that nobody saved yet, in one theme, for a visitor with certain claims. It
// is asked for in the address, so that all links stay in it; whoever asks is a member, and sees no more than that.
import { Value } from 'typebox/value'
import { isPlainObject } from '../../engines/adaptive/own-values.ts'
import { visitorAudience } from '../../engines/reading/audience.ts'
import type { ReadContext } from '../../kit/domain/context.ts'
import { customizationsOf } from '../../rooms/sites/customization/read-customization.ts'
import type { SiteCustomizationSettings } from '../../rooms/sites/customization/schema.ts'
import { CustomizationChanges, OverrideChanges } from '../../rooms/sites/customization/schema-changes.ts'
import { visibleStructure } from '../../rooms/sites/published/visible-structure.ts'
import { visitorClaims } from '../../rooms/sites/site-access/visitor-tokens.ts'
import type { VisitedSite } from '../visit/visited-site.ts'

export const VIEW = '~view'
const LONGEST = 6_000

export type SiteView = {
  /** Settings to try out, as they are changed: of the site, or of one of its site spaces. */
  look?: CustomizationChanges | OverrideChanges
  siteSpace?: string
  theme?: 'light' | 'dark'
  /** Of the visitor it is shown for; without, everything is shown. */
  claims?: Record<string, unknown>
}

/** Undefined for what is none. */
export function readView(code: string): SiteView | undefined {
  if (code.length > LONGEST || !/^[\w-]*$/.test(code)) return
  const given = parse(code)
  if (!given) return
  const { look, theme, claims, siteSpace } = given
  if (siteSpace !== undefined && typeof siteSpace !== 'string') return
  if (look !== undefined && !Value.Check(siteSpace ? OverrideChanges : CustomizationChanges, look)) return
  if (theme !== undefined && theme !== 'light' && theme !== 'dark') return
  if (claims !== undefined && !isPlainObject(claims)) return
  return { look, theme, claims, siteSpace }
}

function parse(code: string): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(Buffer.from(code, 'base64url').toString('utf8'))
    return isPlainObject(read) ? read : undefined
  } catch {
    return
  }
}

export function viewCode(view: SiteView): string {
  return Buffer.from(JSON.stringify(view)).toString('base64url')
}

export async function siteSeen(ctx: ReadContext, visited: VisitedSite, view: SiteView): Promise<VisitedSite> {
  const shown = view.claims ? await forVisitor(ctx, visited, view.claims) : visited
  const { look, theme, siteSpace } = view
  if (!shown.unpublished || (!look && !theme)) return shown
  const { site, siteSpaces } = await customizationsOf(ctx, visited.site.id, {
    siteSpaceId: siteSpace,
    changes: look,
  })
  const tried = {
    site: inTheme(site, theme),
    siteSpaces: Object.fromEntries(
      Object.entries(siteSpaces).map(([id, settings]) => [id, inTheme(settings, theme)]),
    ),
  }
  return { ...shown, unpublished: { ...shown.unpublished, look: tried } }
}

function inTheme(settings: SiteCustomizationSettings, theme: SiteView['theme']): SiteCustomizationSettings {
  return theme ? { ...settings, themes: { ...settings.themes, default: theme, toggeable: false } } : settings
}

/** What the site believes of these claims, as if they were signed. */
async function forVisitor(ctx: ReadContext, visited: VisitedSite, given: Record<string, unknown>) {
  const { unsigned, ...signed } = given
  const claims = await visitorClaims(ctx, visited.site.id, { signed, unsigned })
  const structure = visibleStructure(visited.structure, claims)
  return { ...visited, claims, structure, audience: visitorAudience(claims, structure.siteSpaces) }
}
