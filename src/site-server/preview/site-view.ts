// A site as somebody would see it: with settings that nobody saved yet, in one theme, for a visitor with certain claims. It
// is asked for in the address, so that all links stay in it; whoever asks is a member, and sees no more than that.
import { Value } from 'typebox/value'
import { isPlainObject } from '../../engines/adaptive/own-values.ts'
import { visitorAudience } from '../../engines/reading/audience.ts'
import type { ReadContext } from '../../kit/domain/context.ts'
import { changeSettings } from '../../rooms/sites/customization/merge.ts'
import { customizationsOf } from '../../rooms/sites/customization/read-customization.ts'
import { CustomizationChanges } from '../../rooms/sites/customization/schema-changes.ts'
import { visibleStructure } from '../../rooms/sites/published/visible-structure.ts'
import { visitorClaims } from '../../rooms/sites/site-access/visitor-tokens.ts'
import type { VisitedSite } from '../visit/visited-site.ts'

export const VIEW = '~view'
const LONGEST = 6_000

export type SiteView = {
  /** Settings to try out, as they are changed. */
  look?: CustomizationChanges
  theme?: 'light' | 'dark'
  /** Of the visitor it is shown for; without, everything is shown. */
  claims?: Record<string, unknown>
}

/** Undefined for what is none. */
export function readView(code: string): SiteView | undefined {
  if (code.length > LONGEST || !/^[\w-]*$/.test(code)) return
  const given = parse(code)
  if (!given) return
  const { look, theme, claims } = given
  if (look !== undefined && !Value.Check(CustomizationChanges, look)) return
  if (theme !== undefined && theme !== 'light' && theme !== 'dark') return
  if (claims !== undefined && !isPlainObject(claims)) return
  return { look, theme, claims }
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
  const { look, theme } = view
  if (!shown.unpublished || (!look && !theme)) return shown
  const { site } = await customizationsOf(ctx, visited.site.id)
  const changed = changeSettings(site, {
    ...look,
    ...(theme && { themes: { default: theme, toggeable: false } }),
  })
  return { ...shown, unpublished: { ...shown.unpublished, look: changed } }
}

/** What the site believes of these claims, as if they were signed. */
async function forVisitor(ctx: ReadContext, visited: VisitedSite, given: Record<string, unknown>) {
  const { unsigned, ...signed } = given
  const claims = await visitorClaims(ctx, visited.site.id, { signed, unsigned })
  const structure = visibleStructure(visited.structure, claims)
  return { ...visited, claims, structure, audience: visitorAudience(claims, structure.siteSpaces) }
}
