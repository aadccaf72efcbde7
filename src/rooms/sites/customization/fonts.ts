import type { WriteContext } from '../../../kit/domain/context.ts'
import { conflict, invalid, notFound } from '../../../kit/domain/problems.ts'
import { lockOrganization } from '../../people/organizations/organizations.ts'
import { announceCustomization } from './customize-site.ts'
import type { TakenFace } from './font-files.ts'
import {
  countFonts,
  deleteFont,
  type FaceRow,
  type FontRow,
  insertFont,
  listSitesInFont,
  lockFontRow,
  replaceFaces,
  updateFont,
} from './store-fonts.ts'

const MOST_FONTS = 50
const SITES_NAMED = 5

type FontKey = Pick<FontRow, 'organizationId' | 'id'>

export async function createFont(
  ctx: WriteContext,
  organizationId: string,
  family: string,
  taken: TakenFace[],
): Promise<FontRow> {
  await lockOrganization(ctx, organizationId)
  if ((await countFonts(ctx.db, organizationId)) >= MOST_FONTS)
    throw conflict(`An organization has at most ${MOST_FONTS} fonts: delete one first`, { limit: MOST_FONTS })
  const id = ctx.ids.next()
  await insertFont(ctx.db, { id, organizationId, family, createdAt: ctx.clock.now() })
  const faces = await putFaces(ctx, id, taken, [])
  await ctx.emit('font.created', { organizationId, fontId: id })
  return { id, organizationId, family, faces }
}

/** Sites that use it show the change. */
export async function changeFont(
  ctx: WriteContext,
  { organizationId, id }: FontKey,
  family: string | undefined,
  taken: TakenFace[] | undefined,
): Promise<FontRow> {
  const font = await lockFontRow(ctx.db, organizationId, id)
  if (!font) throw notFound('font')
  if (family !== undefined) await updateFont(ctx.db, organizationId, id, family)
  const faces = taken ? await putFaces(ctx, id, taken, font.faces) : font.faces
  const sites = await listSitesInFont(ctx.db, organizationId, id)
  await announceCustomization(ctx, ...sites.map((site) => ({ ...site, organizationId })))
  await ctx.emit('font.changed', { organizationId, fontId: id })
  return { ...font, family: family ?? font.family, faces }
}

async function putFaces(ctx: WriteContext, fontId: string, taken: TakenFace[], before: FaceRow[]) {
  const faces = taken.map(({ weight, file }, at) => {
    const face = file ?? before.find((kept) => kept.weight === weight)
    const field = `body.fontFaces.${at}.storageKey`
    if (!face) throw invalid(`${field}: the font has no file of the weight ${weight} to keep`, { field })
    return { weight, blob: face.blob, format: face.format }
  })
  faces.sort((a, b) => a.weight - b.weight)
  await replaceFaces(ctx.db, fontId, faces)
  return faces
}

export async function removeFont(ctx: WriteContext, { organizationId, id }: FontKey) {
  await lockFontRow(ctx.db, organizationId, id)
  const sites = await listSitesInFont(ctx.db, organizationId, id)
  if (sites.length > 0) {
    const titles = sites.slice(0, SITES_NAMED).map(({ title }) => `“${title}”`)
    const more = sites.length > SITES_NAMED ? ` and ${sites.length - SITES_NAMED} more` : ''
    throw conflict(`It is used by the site ${titles.join(', ')}${more}: choose another font there first`, {
      sites: sites.map(({ id }) => id),
    })
  }
  const isRemoved = await deleteFont(ctx.db, organizationId, id)
  if (isRemoved) await ctx.emit('font.removed', { organizationId, fontId: id })
  return isRemoved
}
