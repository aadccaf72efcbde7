import { type Static, Type } from 'typebox'
import { Paging } from '../../../kit/http/operations/operation.ts'
import { SCOPES } from '../../../kit/http/operations/scope-table.ts'
import { Address, Id, OneOf, Permissions, Told } from '../../../kit/http/operations/shapes.ts'
import { Organization } from '../../people/organizations/schema.ts'

export const MEGABYTE = 1024 * 1024
const LARGEST_SCRIPT = 16 * MEGABYTE
const LARGEST_PICTURE = 2 * MEGABYTE

const CATEGORIES = [
  ...['analytics', 'collaboration', 'content', 'gitsync', 'marketing', 'visitor-auth', 'other'],
] as const
const TARGETS = ['all', 'site', 'space', 'organization'] as const
const VISIBILITIES = ['public', 'private', 'unlisted'] as const

type Target = (typeof TARGETS)[number]

export type ScopeName = Static<typeof ScopeName>
export const ScopeName = OneOf(SCOPES, {
  description: 'The permissions of its installations, and the events they receive',
  examples: ['space:content:read'],
})
const Category = OneOf(CATEGORIES, { description: 'Where people look for it', examples: ['analytics'] })
const TargetShape = OneOf(TARGETS, {
  description: 'Where it can be installed; `all` is everywhere',
  examples: ['all'],
})
const Visibility = OneOf(VISIBILITIES, {
  description:
    '`public`: everyone can find and install it. `unlisted`: anyone who knows its name. `private`: only its organization',
  examples: ['private'],
})
export const IntegrationName = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^[a-zA-Z0-9-_.]+$',
  description: 'Its name in URLs: letters, digits, dashes, underscores and dots',
  examples: ['word-count'],
})
const Title = Type.String({
  minLength: 2,
  maxLength: 30,
  description: 'Its display name',
  examples: ['Word count'],
})
const Description = Type.String({
  maxLength: 100,
  description: 'A one-sentence description',
  examples: ['Counts the words of your pages.'],
})
const Summary = Type.String({
  maxLength: 2048,
  description: 'More about it, in Markdown',
  examples: ['Shows how long a page takes to read.'],
})

const Component = Type.Object({
  componentId: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Id of the component of the script that shows it',
    examples: ['config'],
  }),
})

const Block = Type.Object({
  id: Told(Id, 'Id of the component of the script that shows it'),
  title: Type.String({
    minLength: 2,
    maxLength: 40,
    description: 'What writers choose it by',
    examples: ['Chart'],
  }),
  description: Type.Optional(
    Type.String({ maxLength: 150, description: 'What it shows', examples: ['Numbers as a picture.'] }),
  ),
  icon: Type.Optional(
    Type.String({ maxLength: 64 * 1024, description: 'A picture of it', examples: ['chart'] }),
  ),
  urlUnfurl: Type.Optional(
    Type.Array(Type.String({ maxLength: 2048 }), {
      maxItems: 50,
      description: 'Prefixes of URLs that the block renders when a writer pastes one',
      examples: [['https://charts.example.org/']],
    }),
  ),
  markdown: Type.Optional(
    Type.Object(
      {
        codeblock: Type.String({
          minLength: 1,
          maxLength: 100,
          description: 'Language of the code block that represents it',
          examples: ['chart'],
        }),
        body: Type.String({
          minLength: 1,
          maxLength: 100,
          description: 'Property that holds the code',
          examples: ['content'],
        }),
      },
      { description: 'The code block in Markdown that represents it' },
    ),
  ),
})

const ContentSource = Type.Object({
  id: Told(Id, 'Id of the source in the script'),
  title: Type.String({ minLength: 2, maxLength: 40, description: 'What writers choose it by' }),
  description: Type.Optional(Type.String({ maxLength: 150, description: 'Where its pages come from' })),
  icon: Type.Optional(Type.String({ maxLength: 64 * 1024, description: 'A picture of it' })),
  configuration: { ...Component, description: 'What shows how it is set up' },
})

export type ConfigurationProperty = {
  title?: string
  description?: string
  type: 'string' | 'number' | 'boolean' | 'button'
  default?: unknown
  enum?: string[]
}
export type ConfigurationSchema = {
  properties: Record<string, ConfigurationProperty>
  required?: string[]
}
export type Configuration = ConfigurationSchema | { componentId: string }

const Property = Type.Unsafe<ConfigurationProperty>({
  type: 'object',
  required: ['type'],
  properties: {
    title: { type: 'string', maxLength: 30 },
    description: { type: 'string', maxLength: 100 },
    type: { type: 'string', enum: ['string', 'number', 'boolean', 'button'] },
    default: {},
    completion_url: { type: 'string', maxLength: 2048 },
    enum: { type: 'array', maxItems: 200, items: { type: 'string', maxLength: 1024 } },
    callback_url: { type: 'string', maxLength: 2048 },
    button_text: { type: 'string', maxLength: 100 },
  },
})
const ConfigurationShape = Type.Unsafe<Configuration>({
  description: 'Its configuration form: fields, or a component of the script',
  examples: [{ properties: { key: { type: 'string', title: 'Key' } }, required: ['key'] }],
  anyOf: [
    Type.Object({
      properties: Type.Record(Type.String({ maxLength: 100 }), Property, {
        maxProperties: 100,
        description: 'Fields by their names',
      }),
      required: Type.Optional(
        Type.Array(Type.String({ maxLength: 100 }), {
          maxItems: 100,
          description: 'Names of the required fields',
        }),
      ),
    }),
    Component,
  ],
})
const Configurations = Type.Object(
  {
    account: Type.Optional(ConfigurationShape),
    space: Type.Optional(ConfigurationShape),
    site: Type.Optional(ConfigurationShape),
  },
  { description: 'What is filled in for an organization, a space and a site' },
)

const ExternalLinks = Type.Array(
  Type.Object({
    url: Told(Address, 'Where it leads'),
    label: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Words of the link',
      examples: ['Documentation'],
    }),
  }),
  { maxItems: 5, description: 'More about it elsewhere' },
)

const POLICY_WORDS = [
  ...['base-uri', 'block-all-mixed-content', 'child-src', 'connect-src', 'default-src', 'font-src'],
  ...['form-action', 'frame-ancestors', 'frame-src', 'img-src', 'manifest-src', 'media-src', 'navigate-to'],
  ...['object-src', 'plugin-types', 'prefetch-src', 'referrer', 'report-to', 'report-uri', 'require-sri-for'],
  ...[
    'require-trusted-types-for',
    'sandbox',
    'script-src',
    'script-src-attr',
    'script-src-elem',
    'style-src',
  ],
  ...['style-src-attr', 'style-src-elem', 'trusted-types', 'upgrade-insecure-requests', 'worker-src'],
]
export type ContentSecurityPolicy = string | Record<string, string>
const ContentSecurityPolicyShape = Type.Unsafe<ContentSecurityPolicy>({
  description: 'What its scripts and blocks need of browsers',
  examples: ['script-src https://counter.example.org'],
  anyOf: [
    { type: 'string', maxLength: 8192 },
    {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(
        POLICY_WORDS.map((word) => [
          word,
          { type: 'string', maxLength: 4096, description: `What follows \`${word}\`` },
        ]),
      ),
    },
  ],
})

/** What is said of a version of an integration, beside its script. */
const MANIFEST = {
  title: Title,
  summary: Type.Optional(Summary),
  scopes: Type.Array(ScopeName, { maxItems: 50, description: 'What its installations may do' }),
  blocks: Type.Optional(Type.Array(Block, { maxItems: 50, description: 'What writers can put into pages' })),
  contentSources: Type.Optional(
    Type.Array(ContentSource, { maxItems: 50, description: 'The sources of its pages' }),
  ),
  configurations: Type.Optional(Configurations),
  contentSecurityPolicy: Type.Optional(ContentSecurityPolicyShape),
}

export type Manifest = Omit<
  Publication,
  'icon' | 'previewImages' | 'script' | 'organization' | 'secrets' | 'runtime'
> & {
  target: Target
  visibility: (typeof VISIBILITIES)[number]
  categories: (typeof CATEGORIES)[number][]
  externalLinks: { url: string; label: string }[]
}

const Picture = Type.String({
  maxLength: Math.ceil((LARGEST_PICTURE * 4) / 3) + 4,
  description: 'A PNG, JPEG, GIF or WebP in base64',
  examples: ['iVBORw0KGgo='],
})

export type Publication = Static<typeof Publication>
export const Publication = Type.Object({
  runtime: Type.Optional(
    OneOf(['v1', 'v2'], {
      default: 'v1',
      description: 'Both run: a module with a default export, and a script that listens to `fetch` events',
      examples: ['v2'],
    }),
  ),
  icon: Type.Optional(Picture),
  ...MANIFEST,
  description: Description,
  previewImages: Type.Optional(Type.Array(Picture, { maxItems: 3, description: 'How it looks' })),
  visibility: Type.Optional(Visibility),
  target: Type.Optional(TargetShape),
  categories: Type.Optional(Type.Array(Category, { maxItems: 20, description: 'Where people look for it' })),
  externalLinks: Type.Optional(ExternalLinks),
  script: Type.String({
    minLength: 1,
    maxLength: LARGEST_SCRIPT,
    description: 'One module in JavaScript whose default export has a method `fetch`',
    examples: ["export default { fetch: () => new Response('OK') }"],
  }),
  organization: Told(Id, 'Id or host name of the organization that publishes it'),
  secrets: Type.Optional(
    Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 16 * 1024 }), {
      maxProperties: 20,
      description: 'What only the script gets to know',
      examples: [{ CLIENT_SECRET: 'keep-it' }],
    }),
  ),
})

/** Where browsers and other services reach a script. */
export const PUBLIC_ENDPOINTS = {
  publicEndpoint: Told(Address, 'Requests to it, and below it, are answered by the script'),
  publicContentEndpoint: Told(Address, 'The same, for content that is shown in a frame'),
}

export type Integration = Static<typeof Integration>
export const Integration = Type.Object(
  {
    object: Type.Literal('integration'),
    name: IntegrationName,
    version: Type.Integer({ description: 'Goes up with every publication', examples: [3] }),
    ...MANIFEST,
    description: Type.Optional(Description),
    previewImages: Type.Array(Address, { description: 'Addresses of pictures of it', examples: [[]] }),
    target: TargetShape,
    verified: Type.Boolean({
      description: 'Always false: integrations are not verified here',
      examples: [false],
    }),
    visibility: Visibility,
    categories: Type.Array(Category),
    externalLinks: ExternalLinks,
    owner: Organization,
    urls: Type.Object({
      location: Address,
      icon: Type.Optional(Told(Address, 'Its picture')),
      app: Address,
      assets: Told(Address, 'Where its pictures are'),
      ...PUBLIC_ENDPOINTS,
    }),
    permissions: Permissions(['admin', 'install']),
  },
  { title: 'Integration' },
)

const BLOCK_DOMAIN = '^[a-zA-Z0-9-_.]+$'

export const IntegrationFilters = Type.Object({
  search: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only those whose name or title contains this' }),
  ),
  category: Type.Optional(Told(Category, 'Only integrations of this category')),
  blockDomain: Type.Optional(
    Type.String({
      maxLength: 100,
      pattern: BLOCK_DOMAIN,
      description: 'Only those with a block that shows addresses of this host',
    }),
  ),
  blocks: Type.Optional(Type.Boolean({ description: 'Only integrations with blocks, or without' })),
  contentSources: Type.Optional(
    Type.Boolean({ description: 'Only integrations with content sources, or without' }),
  ),
  owner: Type.Optional(Told(Id, 'Only integrations of this organization')),
  scope: Type.Optional(Told(ScopeName, 'Only those with this scope')),
  target: Type.Optional(Told(TargetShape, 'Only integrations that can be installed there')),
  ...Paging.properties,
})
export type IntegrationFilters = {
  search?: string
  category?: string
  blockDomain?: string
  blocks?: boolean
  contentSources?: boolean
  owner?: string
  scope?: string
  target?: Target
}

export type DevelopmentMode = Static<typeof DevelopmentMode>
export const DevelopmentMode = Type.Object({
  tunnelUrl: Type.String({
    minLength: 1,
    maxLength: 256,
    format: 'uri',
    description: 'Where its author runs it: events go there instead of to the published script',
    examples: ['https://tunnel.example.org'],
  }),
  all: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'For all installations, not only for that of the organization that published it',
    }),
  ),
})
