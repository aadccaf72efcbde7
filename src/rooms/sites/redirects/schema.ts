import { type Static, Type } from 'typebox'
import { Paging } from '../../../kit/http/operations/operation.ts'
import { Id, OneOf, OrNull, Told, Variants } from '../../../kit/http/operations/shapes.ts'

const Source = Type.String({
  maxLength: 512,
  pattern: '^\\/(?:[A-Za-z0-9\\-._~]|%[0-9A-Fa-f]{2})+(?:\\/(?:[A-Za-z0-9\\-._~]|%[0-9A-Fa-f]{2})+)*$',
  description: 'A path below the URL of the site, as in `/old/guide`, without a trailing slash',
  examples: ['/old/guide'],
})

export type RedirectDestination = Static<typeof RedirectDestination>
const RedirectDestination = Variants(
  'kind',
  [
    Type.Object({
      kind: OneOf(['site-section'], { description: 'A section, where its readers begin' }),
      siteSectionId: Told(Id, 'Id of the section'),
    }),
    Type.Object({
      kind: OneOf(['site-space'], { description: 'The first page of a space of the site' }),
      siteSpaceId: Told(Id, 'Id of the site space'),
    }),
    Type.Object({
      kind: OneOf(['site-page'], { description: 'A page of a space of the site' }),
      siteSpaceId: Told(Id, 'Id of the site space'),
      pageId: Told(Id, 'Id of the page, wherever it is moved'),
    }),
    Type.Object({
      kind: OneOf(['external'], { description: 'Something that is not on this site' }),
      url: Type.String({
        maxLength: 2048,
        description: 'Its URL. The query string of the request is not passed on',
        examples: ['https://status.example.org/'],
      }),
    }),
  ],
  {
    description: 'The destination',
    examples: [
      {
        kind: 'site-page',
        siteSpaceId: '01kx6m4q3r9t5w1y7b4d8g2j6m',
        pageId: '01kx6m2p7hv4n8c1k5z3q9y6ta',
      },
    ],
  },
)

export type SiteRedirect = Static<typeof SiteRedirect>
export const SiteRedirect = Type.Object(
  {
    object: Type.Literal('site-redirect'),
    id: Type.String({ examples: ['01kx6m5d9h3k7p1r5t8w2y6b0f'] }),
    source: Source,
    destination: RedirectDestination,
  },
  { title: 'SiteRedirect' },
)

export type NewRedirect = Static<typeof NewRedirect>
export const NewRedirect = Type.Object({ source: Source, destination: RedirectDestination })

export type RedirectChanges = Static<typeof RedirectChanges>
export const RedirectChanges = Type.Partial(NewRedirect)

export type RedirectFilter = Omit<Static<typeof RedirectFilter>, 'page'>
export const RedirectFilter = Type.Object({
  ...Paging.properties,
  search: Type.Optional(
    Type.String({ maxLength: 512, description: 'Only redirects whose source contains this' }),
  ),
})

export type PutRedirect = Static<typeof PutRedirect>
const PutRedirect = Type.Object({
  source: Source,
  destination: Told(OrNull(RedirectDestination), 'The destination; null deletes the redirect'),
  intent: Type.Optional(OneOf(['live'], { description: 'There are no drafts of redirects' })),
})

export const PutRedirects = Type.Object({
  redirects: Type.Array(PutRedirect, {
    minItems: 1,
    maxItems: 500,
    description: 'At most 500, by their sources',
  }),
})

export type RedirectResult = Static<typeof RedirectResult>
const RedirectResult = Type.Object({
  status: OneOf(['created', 'updated', 'deleted', 'error'], { description: 'What was done' }),
  source: Source,
  draft: Type.Boolean({ description: 'Always false', examples: [false] }),
  id: Type.Optional(
    Type.String({ description: 'Id of the redirect', examples: ['01kx6m5d9h3k7p1r5t8w2y6b0f'] }),
  ),
  error: Type.Optional(
    Type.String({
      description: 'Why it could not be done',
      examples: ['body.destination.pageId names no page'],
    }),
  ),
})
export const RedirectResults = Type.Object({ results: Type.Array(RedirectResult) })
