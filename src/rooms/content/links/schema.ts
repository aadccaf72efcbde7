import { type Static, Type } from 'typebox'
import { ListOf, Paging } from '../../../kit/http/operations/operation.ts'
import { OneOf } from '../../../kit/http/operations/shapes.ts'
import type { Organization } from '../../people/organizations/schema.ts'
import type { Page } from '../pages/schema.ts'
import type { Space } from '../spaces/schema.ts'

const open = { type: 'object', additionalProperties: true }

/** Something that a link leads to, or the page it stands on. */
export type Location = {
  kind: 'page' | 'file' | 'url' | 'space' | 'reusable-content'
  organization?: Organization
  space?: Space
  page?: Page
  file?: object
  reusableContent?: object
  url?: string
  versionContext?: object
  internalLocation?: object
}
export const Location = Type.Unsafe<Location>({
  title: 'ContentLocation',
  examples: [
    {
      kind: 'page',
      page: {
        id: '01kx6m2p7hv4n8c1k5z3q9y6ta',
        title: 'Installing',
        type: 'document',
        path: 'guides/installing',
      },
    },
  ],
  ...open,
  required: ['kind'],
  properties: {
    kind: { type: 'string', enum: ['page', 'file', 'url', 'space', 'reusable-content'] },
    organization: { ...open, description: 'Of everything but a url' },
    space: open,
    page: open,
    file: open,
    url: { type: 'string' },
    versionContext: { ...open, description: 'The change request it was looked at in' },
  },
})

export const LinkStatus = OneOf(['ok', 'broken', 'in-app'], {
  description:
    '`broken`: the target is not in the space. `in-app`: a URL of this installation. Other URLs are not checked and count as `ok`',
})

export const LinkFilter = Type.Object({ ...Paging.properties, status: Type.Optional(LinkStatus) })
export const ChangeRequestLinkFilter = Type.Object({
  ...LinkFilter.properties,
  brokenContext: Type.Optional(
    OneOf(['change-request', 'space'], {
      description: '`change-request`: only pages that the change request changed',
    }),
  ),
})

const LinkUsage = Type.Object(
  {
    status: LinkStatus,
    relation: OneOf(['reference', 'dependsOn'], { description: '`dependsOn`: included into the page' }),
    targetReference: Type.Optional(Location),
    locationReferences: Type.Array(Location, { description: 'Pages that hold the link, at most 100' }),
  },
  { title: 'ContentReferenceUsage' },
)
export type LinkUsage = Static<typeof LinkUsage>

export const LinkList = Type.Object({
  ...ListOf(LinkUsage).properties,
  stats: Type.Object(
    {
      total: Type.Integer({ description: 'Links on all pages' }),
      broken: Type.Object({
        total: Type.Integer(),
        changeRequest: Type.Optional(
          Type.Integer({ description: 'Links on pages that the change request changed' }),
        ),
      }),
    },
    { title: 'ContentReferencesStats' },
  ),
})
export type LinkList = Static<typeof LinkList>
