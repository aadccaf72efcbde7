// How a site looks to one visitor: links around its pages that lead to what is not there for them are left out, as on the
// site itself. So are the looks of spaces that they do not read.
import type { ContentRef } from '../../../engines/content/records.ts'
import { meets, scopeFor, type VisitorAudience, visitorAudience } from '../../../engines/reading/audience.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import { readElsewhere } from '../../content/pages/reading/withheld.ts'
import type { SeenSpace } from '../../content/spaces/access.ts'
import type { customizationsOf } from '../customization/read-customization.ts'
import type { SiteCustomizationSettings } from '../customization/schema.ts'
import type { Structure } from '../sites/structure/structure.ts'
import type { VisitorClaims } from './published-sites.ts'

type Customizations = Awaited<ReturnType<typeof customizationsOf>>
type Seen = { structure: Structure<SeenSpace>; claims: VisitorClaims }

export async function looksFor(
  ctx: ReadContext,
  { structure: { siteSpaces }, claims }: Seen,
  looks: Customizations,
): Promise<Customizations> {
  const audience = visitorAudience(claims, siteSpaces)
  const visitor = { audience, isRead: readElsewhere(ctx, audience) }
  const shown: Customizations['siteSpaces'] = {}
  for (const { id, space } of siteSpaces) {
    const look = looks.siteSpaces[id]
    if (look) shown[id] = await lookFor(visitor, [space.id], look)
  }
  return { site: await lookFor(visitor, audience.spaceIds, looks.site), siteSpaces: shown }
}

/** `homes`: spaces in which a page may be that is named without its space. */
async function lookFor(
  { audience, isRead }: { audience: VisitorAudience; isRead: (ref: ContentRef) => Promise<boolean> },
  homes: readonly string[],
  look: SiteCustomizationSettings,
): Promise<SiteCustomizationSettings> {
  const scope = scopeFor(audience, {})
  const links: SiteCustomizationSettings['header']['links'] = []
  for (const { condition, ...item } of look.header.links) {
    if (!meets(condition, scope)) continue
    const to = item.to && (await isShown(item.to)) ? item.to : null
    const menu = await shownOf(item.links)
    const hadSomething = item.to !== null || item.links.length > 0
    if (to !== null || menu.length > 0 || !hadSomething) links.push({ ...item, to, links: menu })
  }
  const groups: SiteCustomizationSettings['footer']['groups'] = []
  for (const group of look.footer.groups) {
    const left = await shownOf(group.links)
    if (left.length > 0 || group.links.length === 0) groups.push({ ...group, links: left })
  }
  const { announcement } = look
  const [link] = announcement?.link ? await shownOf([announcement.link]) : []
  return {
    ...look,
    header: { ...look.header, links },
    footer: { ...look.footer, groups },
    announcement: announcement && { ...announcement, link },
  }

  async function shownOf<Link extends { to: ContentRef }>(all: readonly Link[]): Promise<Link[]> {
    const left: Link[] = []
    for (const one of all) if (await isShown(one.to)) left.push(one)
    return left
  }

  async function isShown(ref: ContentRef): Promise<boolean> {
    const isHomeless = (ref.kind === 'page' || ref.kind === 'anchor') && ref.space === undefined
    if (!isHomeless) return isRead(ref)
    for (const space of homes) if (await isRead({ ...ref, space })) return true
    return false
  }
}
