import { type Static, Type } from 'typebox'
import { ROLES } from '../../../kit/domain/roles.ts'
import { Paging } from '../../../kit/http/operations/operation.ts'
import { Id, OneOf, Open, OrNull, Timestamp, Told } from '../../../kit/http/operations/shapes.ts'
import { User } from '../../people/identity/schema.ts'

const TYPES = ['basic', 'premium', 'ultimate', 'sponsored', 'legacy-basic', 'legacy-premium'] as const
const SiteType = OneOf(TYPES, { description: 'Stored without effect; every site has all features' })
export const SiteTitle = Type.String({ minLength: 2, maxLength: 128, description: 'The name of the site' })
const SiteVisibility = OneOf(['public', 'unlisted', 'share-link', 'visitor-auth'], {
  description:
    'Who can read the published site: everyone; everyone, but not indexed by search engines; anyone with a share link; visitors with a signed token',
})
const Basename = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^[A-Za-z0-9](?:[A-Za-z0-9._~-]*[A-Za-z0-9])?$',
  description: 'The name of the site in its URL: letters, digits, and hyphens between them',
})
export const Hostname = Type.String({
  maxLength: 512,
  pattern: '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$',
})
const ProxyOrigin = Type.String({
  maxLength: 512,
  pattern: '^([\\w-]+\\.)*[\\w-]+\\.[a-zA-Z]{2,}(\\/[\\w-]+)+$',
  description: 'The URL, without https://, at which your reverse proxy serves the site, as example.com/docs',
})
const AdaptiveContent = Type.Object(
  { enabled: Type.Boolean({ description: 'Whether conditions decide what each visitor sees' }) },
  { description: 'Content that differs from visitor to visitor' },
)
const AgentsContext = OneOf(['excluded', 'included'], { description: 'Whether agents may read the site' })

export type Site = Static<typeof Site>
export const Site = Type.Object(
  {
    object: Type.Literal('site'),
    id: Type.String(),
    type: SiteType,
    title: Type.String(),
    icon: Type.Optional(
      Open({ examples: [{ emoji: '1f4d8' }], description: 'The favicon of its customization' }),
    ),
    hostname: Type.Optional(Type.String()),
    basename: Type.String(),
    proxy: Type.Optional(Type.Object({ origin: Type.String(), target: Type.String() })),
    visibility: SiteVisibility,
    published: Type.Boolean({ description: 'Whether its audience can reach it' }),
    siteSpaces: Type.Integer(),
    createdAt: Timestamp,
    adaptiveContent: AdaptiveContent,
    agentsContext: AgentsContext,
    features: Type.Array(
      Type.Object({
        id: Type.String(),
        plan: SiteType,
        frozen: Type.Boolean(),
        customizations: Type.Optional(Type.Array(Type.String())),
      }),
      { description: 'The features of the site: all of them' },
    ),
    urls: Type.Object({
      location: Type.String(),
      app: Type.String(),
      published: Type.Optional(Type.String({ description: 'Its public URL, once it is published' })),
    }),
  },
  { title: 'Site' },
)

export type SiteFilter = Omit<Static<typeof SiteFilter>, 'page'>
export const SiteFilter = Type.Object({
  ...Paging.properties,
  space: Type.Optional(Told(Id, 'Only sites with this space')),
  title: Type.Optional(Type.String({ maxLength: 128, description: 'Only sites whose title contains this' })),
  published: Type.Optional(Type.Boolean({ description: 'Only published sites, or only unpublished ones' })),
  type: Type.Optional(
    Type.Array(SiteType, { maxItems: TYPES.length, description: 'Only sites of these types' }),
  ),
})

export type NewSite = Static<typeof NewSite>
export const NewSite = Type.Partial(
  Type.Object({
    type: SiteType,
    title: SiteTitle,
    visibility: SiteVisibility,
    spaces: Type.Union(
      [
        Type.Array(Id, { maxItems: 100 }),
        OneOf(['sample', 'empty'], { description: 'A new space, with a page to begin with or without' }),
      ],
      { description: 'Ids of the spaces that it publishes, or that a new space is to be made' },
    ),
  }),
)

export type SiteChanges = Static<typeof SiteChanges>
export const SiteChanges = Type.Partial(
  Type.Object({
    title: SiteTitle,
    visibility: SiteVisibility,
    basename: Basename,
    hostname: Told(
      OrNull(Hostname),
      'Your own host name, which points to this installation; null removes it',
    ),
    adaptiveContent: AdaptiveContent,
    agentsContext: AgentsContext,
    defaultSiteSpace: Told(Id, 'Id of the default site space'),
    defaultSiteSection: Told(Id, 'Id of the default section'),
    proxy: Told(
      OrNull(ProxyOrigin),
      'Where your reverse proxy serves the site, as example.com/docs; null removes it',
    ),
  }),
)

export type UserSitePermission = Static<typeof UserSitePermission>
export const UserSitePermission = Type.Object(
  {
    permission: OneOf(ROLES),
    user: User,
    origin: Type.Object({ type: Type.Literal('organization'), organization: Type.String() }),
  },
  { title: 'UserSitePermission' },
)
