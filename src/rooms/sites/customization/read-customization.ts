import type { ReadContext } from '../../../kit/domain/context.ts'
import { notFound } from '../../../kit/domain/problems.ts'
import { DEFAULTS } from './defaults.ts'
import { changeOverrides, changeSettings, mergeSettings } from './merge.ts'
import { withFonts } from './present.ts'
import type { SiteCustomizationSettings } from './schema.ts'
import type { CustomizationChanges, OverrideChanges } from './schema-changes.ts'
import { findOverrides, findSettings, listOverrides } from './store.ts'

/** How a site looks; complete also where nobody customized it. */
export async function customizationOf(ctx: ReadContext, siteId: string): Promise<SiteCustomizationSettings> {
  const found = await findSettings(ctx.db, siteId)
  if (!found) throw notFound('site')
  return withFonts(found.settings ?? DEFAULTS, found.fonts, ctx.links)
}

/** How a site looks, and each of its site spaces by its id. */
export type SiteLooks = {
  site: SiteCustomizationSettings
  siteSpaces: Record<string, SiteCustomizationSettings>
}

/** Changes that nobody saved yet: of the site, or of one of its site spaces. */
export type TriedLook =
  | { siteSpaceId?: undefined; changes?: CustomizationChanges }
  | { siteSpaceId: string; changes?: OverrideChanges }

/** How a site and each of its site spaces look, or would look. */
export async function customizationsOf(
  ctx: ReadContext,
  siteId: string,
  tried: TriedLook = {},
): Promise<SiteLooks> {
  const [kept, rows] = await Promise.all([customizationOf(ctx, siteId), listOverrides(ctx.db, siteId)])
  const isOfSite = tried.siteSpaceId === undefined
  const site = isOfSite && tried.changes ? changeSettings(kept, tried.changes) : kept
  const own = ({ id, overrides }: (typeof rows)[number]) =>
    !isOfSite && tried.changes && id === tried.siteSpaceId
      ? changeOverrides(overrides, tried.changes)
      : overrides
  return { site, siteSpaces: Object.fromEntries(rows.map((row) => [row.id, mergeSettings(site, own(row))])) }
}

export async function customizationOfSiteSpace(ctx: ReadContext, siteId: string, siteSpaceId: string) {
  const found = await findOverrides(ctx.db, siteId, siteSpaceId)
  if (!found) throw notFound('site space')
  return mergeSettings(await customizationOf(ctx, siteId), found.overrides)
}
