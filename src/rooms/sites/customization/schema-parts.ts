import { type Static, Type } from 'typebox'
import { Id, OneOf, OrNull, Told, Variants } from '../../../kit/http/operations/shapes.ts'
import { Emoji } from '../../content/spaces/schema.ts'
import { Condition } from '../sites/structure/schema.ts'

/** Readers' browsers follow these, so nothing that could be a script: `javascript:` and `data:` are no web addresses. */
export function WebAddress(what: string) {
  return Type.String({
    format: 'uri',
    maxLength: 2048,
    pattern: '^[Hh][Tt][Tt][Pp][Ss]?://',
    description: `A URL that begins with https:// or http://: ${what}`,
  })
}

/** Also e-mails and telephone numbers, which browsers hand on. */
const LinkAddress = Type.String({
  format: 'uri',
  maxLength: 2048,
  pattern: '^(?:[Hh][Tt][Tt][Pp][Ss]?://|[Mm][Aa][Ii][Ll][Tt][Oo]:|[Tt][Ee][Ll]:)',
  description: 'A URL that begins with https://, http://, mailto: or tel:',
})

const Color = Type.String({
  pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$',
  description: 'A colour as #346ddb or #36d',
})
export function ThemedColor(what: string) {
  return Type.Object(
    { light: Color, dark: Color },
    { description: `${what}, in the light and the dark theme` },
  )
}
export function ThemedAddress(what: string) {
  return Type.Object(
    { light: WebAddress(`${what} in the light theme`), dark: WebAddress(`${what} in the dark theme`) },
    { description: `The addresses of ${what}` },
  )
}

export const Favicon = Type.Union(
  [
    Type.Object({ icon: ThemedAddress('the image') }),
    Type.Object({ emoji: Emoji }),
    Type.Object({}, { additionalProperties: false }),
  ],
  { description: 'The favicon: an image, an emoji, or none' },
)

const Space = Told(Id, 'Id of the space that has it')
const Targets = [
  Type.Object({ kind: kind('url', 'any page of the web'), url: LinkAddress }),
  Type.Object({
    kind: kind('page', 'a page'),
    page: Told(Id, 'Id of the page'),
    space: Type.Optional(Space),
  }),
  Type.Object({
    kind: kind('anchor', 'a part of a page'),
    anchor: Type.String({ maxLength: 256, description: 'The name of the part' }),
    page: Type.Optional(Told(Id, 'Id of the page')),
    space: Type.Optional(Space),
  }),
  Type.Object({ kind: kind('file', 'a file'), file: Told(Id, 'Id of the file') }),
  Type.Object({ kind: kind('space', 'a space'), space: Told(Id, 'Id of the space') }),
  Type.Object({ kind: kind('collection', 'a collection'), collection: Told(Id, 'Id of the collection') }),
  Type.Object({ kind: kind('user', 'a person'), user: Told(Id, 'Id of the user') }),
  Type.Object({
    kind: kind('reusable-content', 'a reusable content'),
    reusableContent: Told(Id, 'Id of the reusable content'),
    space: Type.Optional(Space),
  }),
  Type.Object({ kind: kind('openapi', 'a description of an API'), spec: Told(Id, 'Its name') }),
] as const

function kind<const Word extends string>(word: Word, what: string) {
  return OneOf([word], { description: `A link to ${what}` })
}

const Target = Variants('kind', Targets, {
  title: 'CustomizationLinkTarget',
  description: 'The target of a link',
})

const ContentLink = Type.Object(
  { title: Type.String({ maxLength: 64, description: 'The text of the link' }), to: Target },
  { title: 'CustomizationContentLink', description: 'A link with its text' },
)

export type HeaderItem = Static<typeof HeaderItem>
export const HeaderItem = Type.Object(
  {
    title: Type.String({ maxLength: 128, description: 'The text of the link or menu' }),
    style: Type.Optional(
      OneOf(['link', 'button-primary', 'button-secondary'], {
        description: 'How it looks; as a link, if left out',
      }),
    ),
    to: Told(OrNull(Target), 'The target; null for a menu without one'),
    links: Type.Array(ContentLink, { maxItems: 20, description: 'The links of its menu, at most 20' }),
    condition: Type.Optional({ ...Condition, examples: ['visitor.claims.isBetaUser'] }),
  },
  { title: 'CustomizationHeaderItem', description: 'A link or a menu in the header' },
)

export const FooterGroup = Type.Object(
  {
    title: Type.String({ maxLength: 128, description: 'The heading of the group' }),
    links: Type.Array(ContentLink, { maxItems: 20, description: 'Its links, at most 20' }),
  },
  { title: 'CustomizationFooterGroup', description: 'Links under one heading in the footer' },
)

export const Announcement = Type.Object(
  {
    enabled: Type.Boolean({ description: 'Whether it is shown' }),
    message: Type.String({ minLength: 2, maxLength: 128, description: 'The text' }),
    link: Type.Optional(ContentLink),
    style: OneOf(['info', 'warning', 'danger', 'success'], { description: 'How urgent it looks' }),
  },
  { description: 'A line above every page' },
)
