import { ListOf, listOf, operation, Paging } from '../../../kit/http/operations/operation.ts'
import { glossary, glossaryEntry } from './access.ts'
import { changeGlossary } from './glossary.ts'
import { presentGlossaryEntry } from './present.ts'
import { GlossaryChanges, GlossaryEntry } from './schema.ts'
import { listGlossary } from './store.ts'

export const operations = [
  operation({
    id: 'listGlossaryEntries',
    route: 'GET /v1/orgs/{organizationId}/translations-glossary',
    summary: 'List the glossary of an organization',
    on: glossary,
    needs: 'view',
    query: Paging,
    returns: ListOf(GlossaryEntry),
    run: async ({ ctx, subject: organization, query }) =>
      listOf(await listGlossary(ctx.db, organization.id, query), (row) =>
        presentGlossaryEntry(row, ctx.links),
      ),
  }),
  operation({
    id: 'updateGlossaryEntries',
    route: 'PUT /v1/orgs/{organizationId}/translations-glossary',
    summary: 'Change the glossary of an organization',
    description: 'Translation providers receive the terms and their translations.',
    on: glossary,
    needs: 'edit',
    body: GlossaryChanges,
    example: {
      operations: [{ type: 'insert', translations: { en: 'change request', de: 'Änderungsantrag' } }],
    },
    refuses: { 409: 'The glossary has reached the limit of entries' },
    run: ({ ctx, subject: organization, body }) => changeGlossary(ctx, organization.id, body.operations),
  }),
  operation({
    id: 'getGlossaryEntry',
    route: 'GET /v1/orgs/{organizationId}/translations-glossary/{glossaryEntryId}',
    summary: 'Get an entry of the glossary',
    on: glossaryEntry,
    needs: 'view',
    returns: GlossaryEntry,
    run: ({ ctx, subject: entry }) => presentGlossaryEntry(entry, ctx.links),
  }),
]
