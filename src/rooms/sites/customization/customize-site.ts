import type { WriteContext } from '../../../kit/domain/context.ts'
import { conflict, invalid, notFound } from '../../../kit/domain/problems.ts'
import { requireCondition } from '../sites/conditions.ts'
import type { SiteKey } from '../sites/lock-site.ts'
import { lockSite } from '../sites/lock-site.ts'
import { setSiteIcon } from '../sites/sites.ts'
import { DEFAULTS } from './defaults.ts'
import { changeOverrides, changeSettings } from './merge.ts'
import type { SiteCustomizationSettings } from './schema.ts'
import type { CustomizationChanges, OverrideChanges } from './schema-changes.ts'
import type { HeaderItem } from './schema-parts.ts'
import {
  deleteOverrides,
  findOverrides,
  findPreviousSettings,
  findSettings,
  putOverrides,
  putSettings,
} from './store.ts'
import { holdFonts } from './store-fonts.ts'

/** Replaces all settings of a site. */
export async function customizeSite(ctx: WriteContext, site: SiteKey, settings: SiteCustomizationSettings) {
  requireConditions(settings.header.links)
  await lockSite(ctx, site)
  await requireOwnFonts(ctx, site, settings.styling)
  await putSettings(ctx.db, site.id, settings, ctx.clock.now())
  const isIconless = Object.keys(settings.favicon).length === 0
  await setSiteIcon(ctx, site, isIconless ? null : settings.favicon)
  await announceCustomization(ctx, site)
}

/** Changes some settings of a site. */
export async function changeCustomization(ctx: WriteContext, site: SiteKey, changes: CustomizationChanges) {
  await lockSite(ctx, site)
  const found = await findSettings(ctx.db, site.id)
  await customizeSite(ctx, site, changeSettings(found?.settings ?? DEFAULTS, changes))
}

/** What the last change changed is as it was; done once more, the change is back. */
export async function undoCustomization(ctx: WriteContext, site: SiteKey) {
  await lockSite(ctx, site)
  const kept = await findPreviousSettings(ctx.db, site.id)
  if (!kept) throw conflict('There is no change to take back: nobody customized this site')
  await customizeSite(ctx, site, kept.previous ?? DEFAULTS)
}

/** Changes what a site space shows otherwise than its site. */
export async function overrideSiteSpace(
  ctx: WriteContext,
  site: SiteKey,
  siteSpaceId: string,
  changes: OverrideChanges,
) {
  requireConditions(changes.header?.links ?? [])
  await lockSite(ctx, site)
  const kept = await findOverrides(ctx.db, site.id, siteSpaceId)
  if (!kept) throw notFound('site space')
  await putOverrides(ctx.db, siteSpaceId, changeOverrides(kept.overrides, changes), ctx.clock.now())
  await announceCustomization(ctx, site)
}

/** A site space looks like its site again. */
export async function removeOverrides(ctx: WriteContext, site: SiteKey, siteSpaceId: string) {
  await lockSite(ctx, site)
  const isRemoved = await deleteOverrides(ctx.db, site.id, siteSpaceId)
  if (isRemoved) await announceCustomization(ctx, site)
  return isRemoved
}

function requireConditions(links: HeaderItem[]) {
  for (const [at, { condition }] of links.entries())
    if (condition !== undefined) requireCondition(condition, `body.header.links.${at}.condition`)
}

/** None of them can be deleted before these settings are there, and say that it is used. */
async function requireOwnFonts(
  ctx: WriteContext,
  { organizationId }: SiteKey,
  { font, monospaceFont }: SiteCustomizationSettings['styling'],
) {
  const named = Object.entries({ font, monospaceFont }).flatMap(([name, chosen]) =>
    typeof chosen === 'object' && chosen.custom ? { field: `body.styling.${name}.id`, id: chosen.id } : [],
  )
  if (named.length === 0) return
  const held = await holdFonts(
    ctx.db,
    organizationId,
    named.map(({ id }) => id),
  )
  const missing = named.find(({ id }) => !held.some((own) => own.id === id))
  if (missing) throw invalid(`${missing.field} is not a font of this organization`, { field: missing.field })
}

export function announceCustomization(ctx: WriteContext, ...sites: SiteKey[]) {
  const facts = sites.map(({ organizationId, id }) => ({
    organizationId,
    siteId: id,
    fields: ['customization'],
  }))
  return ctx.emit('site.changed', ...facts)
}
