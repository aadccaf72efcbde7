/** The parts of the API reference, in the order in which people come to need them. */
export const SECTIONS = {
  'Users and tokens':
    'Every request is authenticated as a user by an API token. Users create their own tokens; administrators of the installation create users and their first tokens.',
  Accounts:
    'How people sign in with a browser: their passwords and sessions, and what administrators do about them.',
  Organizations: 'An organization contains members, teams, collections and spaces.',
  Spaces: 'A space is a set of pages and files with its own settings and permissions.',
  Collections: 'A collection is a folder for spaces and for other collections.',
  'Pages and files':
    'The current content of a space: read it and, if the space allows it, edit it directly. To have changes reviewed first, use a change request.',
  'Change requests':
    'A change request is a proposal: a copy of the content of a space to edit, review and merge.',
  'Pages of a change request': 'The content of a change request: write it, read it, and list its changes.',
  Reviews: 'Request reviews of a change request, approve it, or request changes.',
  Comments: 'Comments on spaces and change requests, with replies and reactions.',
  Notifications:
    'What people are told of, in an inbox and by e-mail: review requests, mentions, replies, conflicts and failures.',
  Activity:
    'What you work on: pages that you opened lately, everything you can find by its name, and who else is there.',
  History:
    'Every change of content creates an immutable revision. List, read, compare and restore revisions.',
  Search: 'Full-text search of pages.',
  Sites: 'A site publishes spaces to an audience, side by side or in sections.',
  'Published sites':
    'The content of published sites, for renderers, search boxes and scripts. Most operations need the token that resolving a URL returns.',
  'OpenAPI specifications':
    'Descriptions of APIs, kept with their versions: fetched from an address every hour, or sent as text.',
  Integrations:
    'Integrations are scripts that one organization publishes and others install. They receive events, answer requests, render blocks, and call this API with their own tokens.',
  Translations:
    'Translate a space into other languages: the units to translate, their translations, and the glossary.',
  Links: 'What links to what, and which links lead nowhere.',
  'Imports and uploads': 'Content from elsewhere: web pages, documents, archives, exports of other services.',
  Git: 'Repositories that spaces are imported from and exported to.',
  PDF: 'Content as a book.',
  'Members and invitations': 'Who belongs to an organization, in which role, and how people come into it.',
  'Single sign-on':
    'Identity providers of an organization, by SAML 2.0 and OpenID Connect. With `sso` an organization is there only for members who signed in with one of them.',
  Provisioning:
    'Okta, Microsoft Entra and other directories say by SCIM 2.0 (RFC 7644) who belongs to an organization and to its teams. The base URL is `/scim/v2/orgs/{organizationId}`; the bearer token is made by an admin of the organization.',
  Teams: 'Groups of members, to give permissions to several people at once.',
  Permissions:
    'Who may do what in a collection or space. Levels are `read`, `comment`, `edit`, `review`, `create` and `admin`; each includes the ones before it.',
  'Events and webhooks':
    'What happened in an organization: listed, followed as it happens, and sent to other services.',
  System: 'The service itself.',
} as const

export type ReferenceSection = keyof typeof SECTIONS
