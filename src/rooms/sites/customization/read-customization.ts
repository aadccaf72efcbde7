import type { ReadContext } from '../../../kit/domain/context.ts'
import { notFound } from '../../../kit/domain/problems.ts'
import { DEFAULTS } from './defaults.ts'
import { mergeSettings } from './merge.ts'
import { withFonts } from './present.ts'
import type { SiteCustomizationSettings } from './schema.ts'
import { findOverrides, findSettings, listOverrides } from './store.ts'

/** How a site looks; complete also where nobody customized it. */
export async function customizationOf(ctx: ReadContext, siteId: string): Promise<SiteCustomizationSettings> {
  const found = await findSettings(ctx.db, siteId)
  if (!found) throw notFound('site')
  return withFonts(found.settings ?? DEFAULTS, found.fonts, ctx.links)
}

/** How a site and each of its site spaces look. */
export async function customizationsOf(ctx: ReadContext, siteId: string) {
  const [site, rows] = await Promise.all([customizationOf(ctx, siteId), listOverrides(ctx.db, siteId)])
  const siteSpaces = Object.fromEntries(
    rows.map(({ id, overrides }) => [id, mergeSettings(site, overrides)] as const),
  )
  return { site, siteSpaces }
}

export async function customizationOfSiteSpace(ctx: ReadContext, siteId: string, siteSpaceId: string) {
  const found = await findOverrides(ctx.db, siteId, siteSpaceId)
  if (!found) throw notFound('site space')
  return mergeSettings(await customizationOf(ctx, siteId), found.overrides)
}
