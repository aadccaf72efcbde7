import { type Static, Type } from 'typebox'
import { Id, OrNull, Told } from '../../../kit/http/operations/shapes.ts'
import { ConditionOrNull, IconOrNull } from './structure/schema.ts'
import { LONGEST_SECTION_TITLE } from './structure/structure.ts'

const EXAMPLE = {
  object: 'site-external-link',
  id: '01kx6m4n2c8e4h0k6p3r9v5x7z',
  title: 'Community',
  icon: 'users',
  url: 'https://community.example.org/',
  draft: false,
}

export type SiteExternalLink = Static<typeof SiteExternalLink>
export const SiteExternalLink = Type.Object(
  {
    object: Type.Literal('site-external-link'),
    id: Type.String(),
    title: Type.String(),
    description: Type.Optional(Type.String()),
    icon: Type.Optional(Type.String()),
    url: Type.String({ description: 'Where it leads' }),
    sectionGroup: Type.Optional(Type.String({ description: 'Id of the group that it is in' })),
    draft: Type.Boolean({ description: 'Always false: links have no drafts' }),
    condition: Type.Optional(Type.String()),
  },
  { title: 'SiteExternalLink', examples: [EXAMPLE] },
)

const Title = Type.String({
  minLength: 2,
  maxLength: LONGEST_SECTION_TITLE,
  description: 'The title of the link',
})
const Url = Type.String({
  maxLength: 2048,
  pattern: '^[hH][tT][tT][pP][sS]?://[^\\s<>"]+$',
  description: 'The target: an http or https URL',
})
const more = {
  description: Type.Optional(
    Told(OrNull(Type.String({ maxLength: 256 })), 'A one-sentence description; null removes it'),
  ),
  icon: Type.Optional(IconOrNull),
  draft: Type.Optional(Type.Boolean({ description: 'Must be false: links have no drafts' })),
  condition: Type.Optional(ConditionOrNull),
}

export type NewExternalLink = Static<typeof NewExternalLink>
export const NewExternalLink = Type.Object({
  title: Title,
  url: Url,
  parent: Type.Optional(Told(Id, 'Id of the section group to put it in; at the top, if left out')),
  ...more,
})

export type ExternalLinkChanges = Static<typeof ExternalLinkChanges>
export const ExternalLinkChanges = Type.Object({
  title: Type.Optional(Title),
  url: Type.Optional(Url),
  parent: Type.Optional(
    Told(OrNull(Id), 'Id of the section group to move it into; null moves it to the top'),
  ),
  ...more,
})
