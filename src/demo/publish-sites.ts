// The sites of the sample organization: one for everybody, one behind a share link, one that knows who reads it.
import { SignJWT } from 'jose'
import type { WriteContext } from '../kit/domain/context.ts'
import { requireAbility } from '../kit/domain/subjects.ts'
import { organization } from '../rooms/people/organizations/access.ts'
import { customizeSite } from '../rooms/sites/customization/customize-site.ts'
import { DEFAULTS } from '../rooms/sites/customization/defaults.ts'
import type { SiteCustomizationSettings } from '../rooms/sites/customization/schema.ts'
import { setAdaptiveSchema } from '../rooms/sites/site-access/adaptive-schema.ts'
import { presentPublishingAuth, presentShareLink } from '../rooms/sites/site-access/present.ts'
import { takePublishingAuth } from '../rooms/sites/site-access/publishing-auth.ts'
import { createShareLink } from '../rooms/sites/site-access/share-links.ts'
import { type SeenSite, site as siteSubject } from '../rooms/sites/sites/access.ts'
import { publishedAddress } from '../rooms/sites/sites/present.ts'
import type { NewSite } from '../rooms/sites/sites/schema.ts'
import { changeSite, createSite, publishSite } from '../rooms/sites/sites/sites.ts'
import { addSection } from '../rooms/sites/sites/structure/sections.ts'
import type { Company } from './people.ts'
import type { DemoLibrary, Shelved } from './shelves.ts'

/** Where to look, and as whom. */
export type DemoSite = { id: string; title: string; addresses: { who: string; url: string }[] }

export async function publishSites(company: Company, { spaces }: DemoLibrary): Promise<DemoSite[]> {
  return [
    await publishDocs(company, spaces),
    await publishHandbook(company, spaces.handbook),
    await publishPortal(company, spaces.customers),
  ]
}

async function publishDocs(company: Company, spaces: DemoLibrary['spaces']): Promise<DemoSite> {
  const { 'product-guide': guide, developers, gallery } = spaces
  const site = await publish(company, { title: 'Beacon docs', visibility: 'public' }, async (ctx, site) => {
    await addSection(ctx, site, { spaceId: guide.id, title: 'Guide', icon: 'compass' })
    await addSection(ctx, site, { spaceId: developers.id, title: 'Developers', icon: 'code' })
    await addSection(ctx, site, { spaceId: gallery.id, title: 'Gallery', icon: 'images' })
    await customizeSite(ctx, site, DOCS_LOOK)
  })
  return { ...site, addresses: [{ who: 'everybody', url: site.address }] }
}

const DOCS_LOOK: SiteCustomizationSettings = {
  ...DEFAULTS,
  styling: { ...DEFAULTS.styling, primaryColor: { light: '#0B6E69', dark: '#5CD6CD' } },
  favicon: { emoji: '1f526' },
  header: {
    preset: 'default',
    links: [{ title: 'Status', to: { kind: 'url', url: 'https://status.example.org' }, links: [] }],
  },
  footer: {
    copyright: 'Lighthouse Software, a company that does not exist',
    groups: [
      {
        title: 'Beacon',
        links: [{ title: 'Status', to: { kind: 'url', url: 'https://status.example.org' } }],
      },
    ],
  },
  feedback: { enabled: true },
}

async function publishHandbook(company: Company, handbook: Shelved): Promise<DemoSite> {
  const asked: AskedSite = { title: 'Handbook', visibility: 'share-link', spaces: [handbook.id] }
  const site = await publish(company, asked)
  const link = await withSite(company, site.id, async (ctx, row) =>
    presentShareLink(await createShareLink(ctx, row, 'For new colleagues'), row, ctx),
  )
  return { ...site, addresses: [{ who: 'anyone with the link', url: link.urls.published ?? '' }] }
}

const VISITORS = {
  type: 'object',
  properties: {
    plan: { type: 'string', enum: ['starter', 'pro'], description: 'The plan of the account' },
    isBeta: { type: 'boolean', description: 'Whether the account is in the beta' },
  },
  additionalProperties: false,
}

async function publishPortal(company: Company, customers: Shelved): Promise<DemoSite> {
  const asked: AskedSite = { title: 'Customer portal', visibility: 'public', spaces: [customers.id] }
  const site = await publish(company, asked, async (ctx, row) => {
    await changeSite(ctx, row, { adaptiveContent: { enabled: true } })
    await setAdaptiveSchema(ctx, row, VISITORS)
  })
  const signed = await withSite(company, site.id, async (ctx, row) => {
    const { privateKey } = presentPublishingAuth(await takePublishingAuth(ctx, row), ctx)
    return (claims: Record<string, unknown>) => signVisitor(ctx, privateKey, claims)
  })
  const as = async (claims: Record<string, unknown>) => `${site.address}?jwt_token=${await signed(claims)}`
  return {
    ...site,
    addresses: [
      { who: 'everybody', url: site.address },
      { who: 'a customer on Starter', url: await as({ plan: 'starter' }) },
      { who: 'a customer on Pro, in the beta', url: await as({ plan: 'pro', isBeta: true }) },
    ],
  }
}

/** What the software of a company does when one of its customers comes to its documentation. */
function signVisitor({ clock }: WriteContext, key: string, claims: Record<string, unknown>) {
  const now = Math.floor(clock.now().getTime() / 1000)
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt(now)
    .setExpirationTime(now + 7 * 24 * 60 * 60)
    .sign(new TextEncoder().encode(key))
}

type AskedSite = NewSite & { title: string }
type Site = { id: string; title: string; address: string }

async function publish(
  company: Company,
  asked: AskedSite,
  arrange: (ctx: WriteContext, site: SeenSite) => Promise<unknown> = async () => {},
): Promise<Site> {
  const organizationId = company.organization.id
  const { id } = await company.cast.admin.does(async (ctx) =>
    createSite(ctx, await requireAbility(ctx, organization, { organizationId }, 'createContent'), asked),
  )
  await withSite(company, id, arrange)
  return withSite(company, id, async (ctx, row) => {
    const published = await publishSite(ctx, row)
    return { id, title: asked.title, address: publishedAddress(published, ctx.links) }
  })
}

function withSite<T>(
  { organization: { id: organizationId }, cast: { admin } }: Company,
  siteId: string,
  work: (ctx: WriteContext, site: SeenSite) => Promise<T>,
) {
  return admin.does(async (ctx) =>
    work(ctx, await requireAbility(ctx, siteSubject, { organizationId, siteId }, 'publish')),
  )
}
