// The table of contents. Each room may know the rooms above it, never the ones below.
import type { Room } from './http/room.ts'
import { operations as changeRequests } from './rooms/change-requests/operations.ts'
import { operations as changeRequestContent } from './rooms/change-requests/operations-content.ts'
import { operations as collections } from './rooms/collections/operations.ts'
import { operations as commentsOnChangeRequests } from './rooms/comments/operations-change-request.ts'
import { operations as commentsOnSpaces } from './rooms/comments/operations-space.ts'
import { catchUpLinks, followLinks } from './rooms/content/jobs.ts'
import { operations as content } from './rooms/content/operations.ts'
import { forgetUploads, sweepBlobs } from './rooms/files/jobs.ts'
import { operations as files } from './rooms/files/operations.ts'
import { forgetCopies, forgetOperations, resumeSyncs, syncSpace } from './rooms/git/jobs.ts'
import { operations as git } from './rooms/git/operations.ts'
import { operations as grantsOnCollections } from './rooms/grants/operations-collection.ts'
import { operations as grantsOnSpaces } from './rooms/grants/operations-space.ts'
import { operations as history } from './rooms/history/operations.ts'
import { operations as identity } from './rooms/identity/operations.ts'
import { operations as imports } from './rooms/imports/operations.ts'
import { operations as joining } from './rooms/joining/operations.ts'
import { operations as links } from './rooms/links/operations.ts'
import { operations as members } from './rooms/members/operations.ts'
import { operations as organizations } from './rooms/organizations/operations.ts'
import { forgetPdfs, printPdf } from './rooms/pdf/jobs.ts'
import { operations as pdf } from './rooms/pdf/operations.ts'
import { operations as reviews } from './rooms/reviews/operations.ts'
import { sweepNodes } from './rooms/revisions/jobs.ts'
import { catchUp, followContent } from './rooms/search/jobs.ts'
import { operations as search } from './rooms/search/operations.ts'
import { purgeOverdueSpaces, purgeSpaces } from './rooms/spaces/jobs.ts'
import { operations as spaces } from './rooms/spaces/operations.ts'
import { operations as system } from './rooms/system/operations.ts'
import { operations as teams } from './rooms/teams/operations.ts'
import { operations as transfers } from './rooms/transfers/operations.ts'

export const rooms: Room[] = [
  { name: 'system', about: 'The service itself.', operations: system },
  { name: 'identity', about: 'People and the API tokens they come with.', operations: identity },
  { name: 'organizations', about: 'Organizations and their settings.', operations: organizations },
  { name: 'members', about: 'Who belongs to an organization, and in which role.', operations: members },
  { name: 'teams', about: 'Groups of members.', operations: teams },
  { name: 'collections', about: 'Folders for spaces and collections.', operations: collections },
  {
    name: 'revisions',
    about: 'Immutable states of content, made of nodes that they share.',
    operations: [],
    jobs: [sweepNodes],
  },
  {
    name: 'spaces',
    about: 'Containers of pages and files.',
    operations: spaces,
    jobs: [purgeSpaces, purgeOverdueSpaces],
  },
  {
    name: 'grants',
    about: 'Who was given a level on a collection or space.',
    operations: [...grantsOnCollections, ...grantsOnSpaces],
  },
  {
    name: 'files',
    about: 'Files on their way in.',
    operations: files,
    jobs: [forgetUploads, sweepBlobs],
  },
  {
    name: 'content',
    about: 'The pages and files of a space, as its readers see them and as they were.',
    operations: content,
    jobs: [followLinks, catchUpLinks],
    listens: [{ to: 'space.content_changed', job: followLinks.name, isOnceASpace: true }],
  },
  {
    name: 'change-requests',
    about: 'Proposed changes: edited, reviewed, merged.',
    operations: [...changeRequests, ...changeRequestContent],
  },
  {
    name: 'history',
    about: 'Who changed what and when: listed, compared, restored.',
    operations: history,
  },
  { name: 'imports', about: 'Content from elsewhere.', operations: imports },
  {
    name: 'comments',
    about: 'What people say about spaces and change requests.',
    operations: [...commentsOnSpaces, ...commentsOnChangeRequests],
  },
  { name: 'reviews', about: 'Who approves a change request, and who asks for changes.', operations: reviews },
  {
    name: 'search',
    about: 'Finding pages by their words.',
    operations: search,
    jobs: [followContent, catchUp],
    listens: [{ to: 'space.content_changed', job: followContent.name, isOnceASpace: true }],
  },
  {
    name: 'git',
    about: 'Repositories that spaces are imported from and exported to.',
    operations: git,
    jobs: [syncSpace, resumeSyncs, forgetOperations, forgetCopies],
  },
  { name: 'links', about: 'What links to what, and what leads nowhere.', operations: links },
  { name: 'archives', about: 'Spaces as folders and zip files that people take along.', operations: [] },
  { name: 'pdf', about: 'Content as a book.', operations: pdf, jobs: [printPdf, forgetPdfs] },
  { name: 'joining', about: 'How people come into an organization.', operations: joining },
  { name: 'transfers', about: 'Content that gets another organization.', operations: transfers },
]
