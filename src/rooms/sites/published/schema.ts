import { type Static, Type } from 'typebox'
import { Address, Id, OneOf, Open, Told } from '../../../kit/http/operations/shapes.ts'
import { SiteCustomizationSettings } from '../customization/schema.ts'
import { Site } from '../sites/schema.ts'
import { SiteStructure } from '../sites/structure/schema.ts'

const unsignedClaims = Open<Record<string, unknown>>({
  description: 'Unsigned visitor claims; in conditions they are `visitor.claims.unsigned`',
})

export type PublishedLookup = Static<typeof PublishedLookup>
export const PublishedLookup = Type.Object({
  url: Told(Address, 'An address of a published site'),
  redirectOnError: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Accepted from older clients; visitors who are not signed in are always redirected to the fallback URL',
    }),
  ),
  visitor: Type.Optional(
    Type.Object(
      {
        jwtToken: Type.Optional(
          Type.String({ maxLength: 8192, description: 'A token signed with the key of the site' }),
        ),
        unsignedClaims: Type.Optional(unsignedClaims),
      },
      { description: 'Who asks' },
    ),
  ),
})

export const PublishedQuery = Type.Object({
  url: Told(Address, 'An address of a published site'),
  visitorAuthToken: Type.Optional(
    Type.String({ maxLength: 8192, description: 'A token signed with the key of the site' }),
  ),
  redirectOnError: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Accepted from older clients; visitors who are not signed in are always redirected to the fallback URL',
    }),
  ),
})

export const PreviewQuery = Type.Object({
  siteSpace: Type.Optional(Told(Id, 'Id of the site space to open; default: the first')),
  claims: Type.Optional(
    Type.String({
      maxLength: 2048,
      description: 'Claims of the previewed visitor: an object, in JSON or Rison',
      examples: ['{"isBetaUser":true}'],
    }),
  ),
})

export type PublishedContent = {
  organization: string
  site: string
  siteSection?: string
  siteSpace: string
  space: string
  pathname: string
  basePath: string
  siteBasePath: string
  apiToken: string
  shareKey?: string
  complete: boolean
  contextId?: string
  canonicalUrl: string
}
export type Elsewhere = { target: 'application' | 'content' | 'external'; redirect: string }
export const PublishedContentLookup = Type.Unsafe<PublishedContent | Elsewhere>(
  Type.Object(
    {
      organization: Type.Optional(Type.String()),
      site: Type.Optional(Type.String()),
      siteSection: Type.Optional(Type.String()),
      siteSpace: Type.Optional(Type.String()),
      space: Type.Optional(Type.String()),
      pathname: Type.Optional(Type.String({ description: 'The rest of the path: the path of a page' })),
      basePath: Type.Optional(Type.String({ description: 'The path under which the space is' })),
      siteBasePath: Type.Optional(Type.String({ description: 'The path under which the site is' })),
      apiToken: Type.Optional(
        Type.String({ description: 'Token that reads the content this visitor can see, for an hour' }),
      ),
      shareKey: Type.Optional(Type.String()),
      complete: Type.Optional(Type.Boolean({ description: 'Whether longer paths are in the same space' })),
      contextId: Type.Optional(Type.String({ description: 'Equal for visitors who see the same content' })),
      canonicalUrl: Type.Optional(Type.String()),
      target: Type.Optional(OneOf(['application', 'content', 'external'])),
      redirect: Type.Optional(Type.String({ description: 'Where to go instead' })),
    },
    { title: 'PublishedSiteContentLookup' },
  ),
)

const SiteSpaceIds = Type.Array(Id, {
  minItems: 1,
  maxItems: 1_000,
  description: 'Ids of the site spaces to search',
})

export type SiteSearch = Static<typeof SiteSearch>
export const SiteSearch = Type.Object({
  query: Type.String({ maxLength: 512, description: 'The words to look for' }),
  scope: Type.Optional(
    Type.Object(
      {
        mode: OneOf(['default', 'specific', 'all'], {
          description:
            'The default space of each section, with the current space in its section; a selection; or all spaces',
        }),
        currentSiteSpace: Type.Optional(Told(Id, 'Id of the site space that is being read')),
        includedSiteSpaces: Type.Optional(SiteSpaceIds),
        siteSpaceIds: Type.Optional(SiteSpaceIds),
      },
      { description: 'Where to look' },
    ),
  ),
  mode: Type.Optional(OneOf(['specific', 'current', 'all'], { description: 'Deprecated: use `scope`' })),
  siteSpaceIds: Type.Optional(SiteSpaceIds),
  siteSpaceId: Type.Optional(Told(Id, 'Id of the one site space to search')),
})

const SCRIPT = { script: 'https://docs.example.org/scripts/analytics.js', cookies: false }

export type PublishedContentSite = Static<typeof PublishedContentSite>
export const PublishedContentSite = Type.Object(
  {
    object: Type.Literal('published-content-site'),
    site: Site,
    structure: SiteStructure,
    customizations: Type.Object({
      site: SiteCustomizationSettings,
      siteSpaces: Open<Record<string, object>>({
        description: 'Of each site space, by its id',
        examples: [{ '01kx6m4q3r9t5w1y7b4d8g2j6m': { themes: { default: 'dark', toggeable: true } } }],
      }),
    }),
    scripts: Type.Array(Open({ examples: [SCRIPT] }), {
      description: 'Scripts of integrations',
    }),
  },
  { title: 'PublishedContentSite' },
)
