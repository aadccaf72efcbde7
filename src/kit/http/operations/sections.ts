/** The parts of the API reference, in the order in which people come to need them. */
export const SECTIONS = {
  'Users and tokens':
    'Every request is made by a user, who is known by an API token. People make tokens for themselves; administrators of the installation make users and their first tokens.',
  Organizations: 'An organization is where members, teams, collections and spaces belong.',
  Spaces: 'A space is a set of pages and files with settings and permissions of its own.',
  Collections: 'A collection is a folder for spaces and for other collections.',
  'Pages and files':
    'What readers of a space see now: read it, and, where the space allows it, change it directly. Changes that others should look at first go into a change request.',
  'Change requests':
    'A change request is a proposal: a copy of the content of a space that is edited, reviewed and merged.',
  'Pages of a change request':
    'The content that a change request proposes: write it, read it, and see what it changes.',
  Reviews: 'Who is asked to look at a change request, who approves it, and who asks for changes.',
  Comments: 'What people say about spaces and change requests, with replies and reactions.',
  History:
    'Every change of content makes a revision, which never changes. Revisions are listed, read, compared and restored.',
  Search: 'Pages found by their words.',
  Sites:
    'A site publishes spaces to an audience: side by side, or in sections. It is arranged, given an audience, and published.',
  'Published sites':
    'What readers of a published site get to see, for renderers, search boxes and scripts. Most of it is read with the token that an address is resolved to.',
  'OpenAPI specifications':
    'Descriptions of APIs, kept with their versions: fetched from an address every hour, or sent as text.',
  Integrations:
    'Scripts that an organization publishes and others install: they hear what happens, answer requests, show blocks, and call this API with tokens of their own.',
  Translations:
    'A space in other languages: what is to be translated, as units, the translations, and the words of the house.',
  Links: 'What links to what, and which links lead nowhere.',
  'Imports and uploads': 'Content from elsewhere: web pages, documents, archives, exports of other services.',
  Git: 'Repositories that spaces are imported from and exported to.',
  PDF: 'Content as a book.',
  'Members and invitations': 'Who belongs to an organization, in which role, and how people come into it.',
  Teams: 'Groups of members, to give permissions to several people at once.',
  Permissions:
    'Who may do what in a collection or space. Levels are `read`, `comment`, `edit`, `review`, `create` and `admin`; each includes the ones before it.',
  'Events and webhooks':
    'What happened in an organization: listed, followed as it happens, and sent to other services.',
  System: 'The service itself.',
} as const

export type ReferenceSection = keyof typeof SECTIONS
