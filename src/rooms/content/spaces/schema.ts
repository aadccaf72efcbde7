import { type Static, Type } from 'typebox'
import { Paging } from '../../../kit/http/operations/operation.ts'
import {
  Address,
  Id,
  OneOf,
  Open,
  OrNull,
  Permissions,
  Timestamp,
  Told,
} from '../../../kit/http/operations/shapes.ts'
import { User } from '../../people/identity/schema.ts'
import { MergeRules } from '../../people/organizations/schema.ts'
import { DefaultLevel } from '../collections/schema.ts'

const Title = Type.String({ maxLength: 50, description: 'The name of the space' })
export const LANGUAGES =
  'en fr de es it pt pt-br ru ja zh yue ko ar hi nl pl tr sv no da fi el cs hu ro th vi id ms he uk sk bg hr lt lv et sl'.split(
    ' ',
  )
/** The character itself, or its code points in hex, joined by hyphens (1f389); answered as it was given. */
export const Emoji = Type.String({
  maxLength: 50,
  pattern:
    '^([0-9a-fA-F]{2,6}(-[0-9a-fA-F]{2,6})*|(?=.*(\\p{Extended_Pictographic}|\\p{Regional_Indicator}|\\u20e3))[\\p{Emoji}\\p{Emoji_Component}]+)$',
  description: 'An emoji, or its code points in hex joined by hyphens',
})
const Visibility = OneOf(['public', 'unlisted', 'share-link', 'visitor-auth', 'in-collection', 'private'], {
  description:
    '`in-collection` is for spaces in a collection: everyone who can open the collection can open the space',
})
const EditMode = OneOf(['live', 'locked'], { description: '`locked` refuses all edits' })
/** Any, with its script and its region where they matter: what follows has no other parts, so that browsers know it. */
export const LanguageCode = Type.String({
  pattern: '^[a-z]{2,3}(-[A-Za-z][a-z]{3})?(-([A-Za-z]{2}|[0-9]{3}))?$',
  maxLength: 12,
  description: 'Code of a language, such as `en`, `pt-br` or `zh-Hant`',
  examples: ['ar'],
})
const Language = Told(LanguageCode, 'The language that it is written in, such as `en`, `pt-br` or `fa`')
const SpaceMergeRules = Type.Union(
  [
    Type.Object({ type: OneOf(['inherit'], { description: 'The rules of the organization' }) }),
    ...MergeRules.anyOf,
  ],
  { description: 'Conditions for merging a change request' },
)

export const SPACE_ABILITIES = [
  'view',
  'access',
  'admin',
  'viewInviteLinks',
  'edit',
  'triggerGitSync',
  'comment',
  'merge',
  'review',
  'installIntegration',
] as const

/** Where the repository of a space is. */
export const GitSync = Type.Partial(
  Type.Object({
    repoName: Type.String(),
    installationProvider: OneOf(['github', 'gitlab', 'github-legacy']),
    integration: Type.String(),
    url: Type.String(),
    updatedAt: Timestamp,
  }),
)

export type Space = Static<typeof Space>
export const Space = Type.Object(
  {
    object: Type.Literal('space'),
    id: Type.String(),
    title: Type.String(),
    emoji: Type.String(),
    visibility: Visibility,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    deletedAt: Type.Optional(Timestamp),
    editMode: EditMode,
    mergeRules: Open({ examples: [{ type: 'inherit' }] }),
    urls: Type.Object({
      location: Type.String(),
      app: Type.String(),
      icon: Type.Optional(Type.String()),
    }),
    organization: Type.String(),
    parent: Type.Optional(Type.String()),
    language: Type.Optional(Type.String()),
    gitSync: Type.Optional(GitSync),
    revision: Type.String({ description: 'Id of the revision its readers see' }),
    defaultLevel: DefaultLevel,
    comments: Type.Integer({ description: 'Open comments' }),
    changeRequests: Type.Integer(),
    changeRequestsOpen: Type.Integer(),
    changeRequestsDraft: Type.Integer(),
    permissions: Permissions(SPACE_ABILITIES),
  },
  { title: 'Space' },
)

export type NewSpace = Static<typeof NewSpace>
export const NewSpace = Type.Object({
  title: Type.Optional(Title),
  emoji: Type.Optional(Told(Emoji, 'An emoji, or its code points in hex joined by hyphens; 📘, if left out')),
  parent: Type.Optional(Told(Id, 'Id of the parent collection; default: the top level')),
  language: Type.Optional(Language),
  editMode: Type.Optional(EditMode),
})

export type SpaceChanges = Static<typeof SpaceChanges>
export const SpaceChanges = Type.Partial(
  Type.Object({
    title: Title,
    emoji: Told(OrNull(Emoji), 'Shown before the name; null resets it to 📘'),
    icon: Told(OrNull(Address), 'URL of its picture; null removes it'),
    editMode: EditMode,
    visibility: Visibility,
    defaultLevel: DefaultLevel,
    language: Language,
    mergeRules: SpaceMergeRules,
  }),
)

export const ShareKey = Type.Object({
  shareKey: Type.Optional(
    Type.String({ maxLength: 100, description: 'Resolves published addresses of share-link sites' }),
  ),
})

export const OrderedPaging = Type.Object({
  ...Paging.properties,
  order: OneOf(['asc', 'desc'], { default: 'desc', description: 'Oldest or newest first' }),
})

export type SpaceOfMember = Static<typeof SpaceOfMember>
export const SpaceOfMember = Type.Object({
  permission: OneOf(['read', 'comment', 'edit', 'review', 'create', 'admin']),
  space: Space,
})

export type DeletedSpace = Static<typeof DeletedSpace>
export const DeletedSpace = Type.Object(
  {
    ...Space.properties,
    deletedBy: Type.Optional(User),
    purgedAt: Type.Optional({ ...Timestamp, description: 'When it is gone for good' }),
  },
  { title: 'DeletedSpace' },
)
