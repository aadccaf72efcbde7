import { ListOf, listOf, operation } from '../../../kit/http/operations/operation.ts'
import { organization } from '../../people/organizations/access.ts'
import { openStream } from './event-stream.ts'
import { readLog } from './log.ts'
import { presentEvent } from './present.ts'
import { Event, EventFilter, StreamQuery } from './schema.ts'

export const operations = [
  operation({
    id: 'listOrganizationEvents',
    route: 'GET /v1/orgs/{organizationId}/events',
    summary: 'List what happened in an organization',
    description:
      'The audit log, newest first: who did what, when, by which request. Events are kept for a year, unless configured otherwise.',
    on: organization,
    needs: 'admin',
    query: EventFilter,
    returns: ListOf(Event),
    run: async ({ ctx, subject, query }) => listOf(await readLog(ctx, subject.id, query), presentEvent),
  }),
  operation({
    id: 'streamOrganizationEvents',
    route: 'GET /v1/orgs/{organizationId}/events/stream',
    summary: 'Follow what happens in an organization',
    description:
      'Server-sent events, each an `Event` with its type and id, as they happen. To miss nothing, reconnect with the id of the last event. You receive only events about resources that you can see; admins of the organization receive all.',
    on: organization,
    needs: 'view',
    query: StreamQuery,
    isStream: true,
    returns: Event,
    refuses: { 503: 'Too many streams are open' },
    run: ({ ctx, subject, query }) => openStream(ctx, subject.id, query),
  }),
]
