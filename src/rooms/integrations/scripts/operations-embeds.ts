// How an address is shown in a space, also where an integration draws it: so it is here, and not with other embeds.
import { operation } from '../../../kit/http/operations/operation.ts'
import { KNOWN } from '../../content/embeds/operations.ts'
import { Embed, EmbedQuery } from '../../content/embeds/schema.ts'
import { space } from '../../content/spaces/access.ts'
import { embedIn } from './blocks/embed-url.ts'

export const operations = [
  operation({
    id: 'getEmbedByUrlInSpace',
    route: 'GET /v1/spaces/{spaceId}/embed',
    summary: 'Find out how an address can be embedded in a space',
    description: `What an integration that works there has a block for is drawn by that. ${KNOWN} For visitors of a site nothing is fetched.`,
    section: 'Links',
    on: space,
    needs: 'view',
    forVisitors: true,
    query: EmbedQuery,
    returns: Embed,
    run: ({ ctx, subject: space, query }) => embedIn(ctx, space, query.url),
  }),
]
