import { type Static, Type } from 'typebox'
import { Paging } from '../../../../kit/http/operations/operation.ts'
import { Id, OneOf, Open, OrNull, Told } from '../../../../kit/http/operations/shapes.ts'
import { Space } from '../../../content/spaces/schema.ts'
import type { SiteExternalLink } from '../schema-external-links.ts'
import { LONGEST_SECTION_TITLE } from './structure.ts'

const Path = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^[^/?#%\\\\\\s\\u0000-\\u001f]+$',
  description: 'Its name in URLs; unique among its siblings',
})
export const Condition = Type.String({
  minLength: 1,
  maxLength: 1024,
  description: 'Who sees it, as `visitor.claims.isBetaUser`; without one, everybody does',
})
export const ConditionOrNull = Told(
  OrNull(Condition),
  'Who sees it, as `visitor.claims.isBetaUser`; null shows it to everybody',
)
const Icon = Type.String({ maxLength: 50, description: 'The name of an icon' })
export const IconOrNull = Told(OrNull(Icon), 'The name of an icon; null removes it')
const SectionTitle = Type.String({
  minLength: 2,
  maxLength: LONGEST_SECTION_TITLE,
  description: 'The name of the section',
})
const GroupTitle = Type.String({ minLength: 1, maxLength: 100, description: 'The name of the group' })
const Urls = Type.Object({
  published: Type.Optional(Type.String({ description: 'Where readers find it' })),
})

export type SiteSpace = Static<typeof SiteSpace>
export const SiteSpace = Type.Object(
  {
    object: Type.Literal('site-space'),
    id: Type.String(),
    path: Type.String(),
    section: Type.Optional(Type.String()),
    space: Space,
    title: Type.String(),
    default: Type.Boolean({ description: 'Whether it is the default of its section' }),
    condition: Type.Optional(Type.String()),
    hasAdvancedCustomizationFeature: Type.Boolean(),
    urls: Urls,
  },
  { title: 'SiteSpace' },
)

export type SiteSection = Static<typeof SiteSection>
export const SiteSection = Type.Object(
  {
    object: Type.Literal('site-section'),
    id: Type.String(),
    title: Type.String(),
    description: Type.Optional(Type.String()),
    default: Type.Boolean({ description: 'Whether it is the default of the site' }),
    path: Type.String(),
    condition: Type.Optional(Type.String()),
    sectionGroup: Type.Optional(Type.String()),
    siteSpaces: Type.Array(SiteSpace),
    urls: Urls,
    icon: Type.Optional(Type.String()),
  },
  { title: 'SiteSection' },
)

export type SiteSectionGroup = {
  object: 'site-section-group'
  id: string
  title: string
  icon?: string
  sectionGroup?: string
  sections: SiteSection[]
  children: NavigationItem[]
}
export type NavigationItem = SiteSection | SiteSectionGroup | SiteExternalLink
export const SiteSectionGroup = Type.Unsafe<SiteSectionGroup>(
  Type.Object(
    {
      object: Type.Literal('site-section-group'),
      id: Type.String(),
      title: Type.String(),
      icon: Type.Optional(Type.String()),
      sectionGroup: Type.Optional(Type.String({ description: 'Id of the group that it is in' })),
      sections: Type.Array(SiteSection),
      children: Type.Array(Open({ description: 'A SiteSection, a SiteSectionGroup or a SiteExternalLink' }), {
        description: 'Sections, groups and links in it, in order',
      }),
    },
    { title: 'SiteSectionGroup' },
  ),
)

const ITEM = {
  object: 'site-section',
  id: '01kx6m4m1b7d3g9j5n2q8t4w6y',
  title: 'Guides',
  path: 'guides',
  default: true,
  siteSpaces: [],
  urls: { published: 'https://docs.example.org/sites/example-docs/' },
}

const ITEM_TYPES = ['site-space', 'site-section', 'site-section-group', 'site-external-link'] as const

export type SiteStructure =
  | { type: 'sections'; structure: NavigationItem[] }
  | { type: 'siteSpaces'; structure: SiteSpace[] }
export const SiteStructure = Type.Unsafe<SiteStructure>(
  Type.Object(
    {
      type: OneOf(['sections', 'siteSpaces']),
      structure: Type.Array(Open({ examples: [ITEM] }), {
        description:
          'Sections, section groups and external links, or site spaces if there are no sections; in order',
      }),
    },
    { title: 'SiteStructure' },
  ),
)

export const SiteStructureItem = Type.Unsafe<SiteSpace | NavigationItem>(
  Type.Object(
    { object: OneOf(ITEM_TYPES), id: Type.String() },
    {
      additionalProperties: true,
      description: 'A SiteSpace, SiteSection, SiteSectionGroup or SiteExternalLink',
    },
  ),
)

const ShareKeyQuery = {
  shareKey: Type.Optional(
    Type.String({ maxLength: 100, description: 'URLs in the answer contain this share link' }),
  ),
}

export const SiteSpaceFilter = Type.Object({
  ...Paging.properties,
  ...ShareKeyQuery,
  default: Type.Optional(Type.Boolean({ description: 'Only the defaults, or only the others' })),
})
export const SectionFilter = Type.Object({ ...Paging.properties, ...ShareKeyQuery })
export const StructureQuery = Type.Object(ShareKeyQuery)

export type NewSiteSpace = Static<typeof NewSiteSpace>
export const NewSiteSpace = Type.Object({
  spaceId: Told(Id, 'Id of the space to publish'),
  sectionId: Type.Optional(
    Told(Id, 'Id of its section; default: the default section, if there are sections'),
  ),
})

export type SiteSpaceCopy = Static<typeof SiteSpaceCopy>
export const SiteSpaceCopy = Type.Object({
  draft: Type.Optional(
    Type.Boolean({ default: false, description: 'Must be false: site spaces have no drafts' }),
  ),
})

export type SiteSpaceChanges = Static<typeof SiteSpaceChanges>
export const SiteSpaceChanges = Type.Partial(
  Type.Object({
    path: Path,
    condition: ConditionOrNull,
    spaceId: Told(Id, 'Id of another space to show here'),
  }),
)

export type NewSection = Static<typeof NewSection>
export const NewSection = Type.Object({
  spaceId: Told(Id, 'Id of the first space of the section'),
  title: Type.Optional(Told(OrNull(SectionTitle), 'The name of the section; default: the name of the space')),
  icon: Type.Optional(IconOrNull),
})

export type SectionChanges = Static<typeof SectionChanges>
export const SectionChanges = Type.Partial(
  Type.Object({
    title: SectionTitle,
    path: Path,
    defaultSiteSpace: Told(Id, 'Id of the default site space of the section'),
    condition: ConditionOrNull,
    icon: IconOrNull,
    description: Told(OrNull(Type.String({ maxLength: 256 })), 'A one-sentence description; null removes it'),
  }),
)

export type NewGroup = Static<typeof NewGroup>
export const NewGroup = Type.Object({
  title: GroupTitle,
  icon: Type.Optional(IconOrNull),
  sections: Type.Optional(
    Type.Array(Id, { maxItems: 200, description: 'Ids of its sections, in this order' }),
  ),
  parent: Type.Optional(Told(Id, 'Id of the parent group; default: the top level')),
})

export type GroupChanges = Static<typeof GroupChanges>
export const GroupChanges = Type.Partial(Type.Object({ title: GroupTitle, icon: IconOrNull }))

export const SectionOfGroup = Type.Object({ sectionId: Told(Id, 'Id of the section') })

export type ItemPointer = { type: (typeof ITEM_TYPES)[number]; id: string }
const Pointer = Type.Object({
  type: OneOf(ITEM_TYPES, { description: 'What kind of thing it is' }),
  id: Told(Id, 'Its id'),
})
const around = 'Exactly one of `before` and `after`'

export type StructureSort = Static<typeof StructureSort>
export const StructureSort = Type.Object({
  item: Told(Pointer, 'What is moved'),
  position: Type.Object(
    {
      before: Type.Optional(Told(Pointer, 'The item to place it before')),
      after: Type.Optional(Told(Pointer, 'The item to place it after')),
    },
    { description: `Where it goes. ${around}.` },
  ),
})

/** The deprecated moves name what they move by, each in its own way. */
const SiteSpacePointer = Type.Object({
  type: Told(Type.Literal('site-space'), 'What kind of thing it is'),
  siteSpace: Told(Id, 'Its id'),
})
const SectionPointer = Type.Object({
  type: Told(Type.Literal('site-section'), 'What kind of thing it is'),
  siteSection: Told(Id, 'Its id'),
})
const GroupPointer = Type.Object({
  type: OneOf(['site-section', 'site-section-group'], { description: 'What kind of thing it is' }),
  id: Told(Id, 'Its id'),
})

function Move<Shape extends typeof SiteSpacePointer | typeof SectionPointer | typeof GroupPointer>(
  pointer: Shape,
) {
  return Type.Object({
    position: Type.Optional(
      Type.Object(
        {
          before: Type.Optional(Told(pointer, 'The item to place it before')),
          after: Type.Optional(Told(pointer, 'The item to place it after')),
        },
        { description: `Where it goes. ${around}; to the end without either.` },
      ),
    ),
  })
}
export const SiteSpaceMove = Move(SiteSpacePointer)
export const SectionMove = Move(SectionPointer)
export const GroupMove = Move(GroupPointer)
