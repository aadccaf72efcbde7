import { signedIn } from '../../../kit/domain/subjects.ts'
import { operation } from '../../../kit/http/operations/operation.ts'
import { embedOf } from './embeds.ts'
import { Embed, EmbedQuery } from './schema.ts'

export const KNOWN =
  'Videos, designs and code of well-known services are embedded in a frame. For other pages, the title is fetched. A page that does not answer becomes a plain link.'

export const operations = [
  operation({
    id: 'getEmbedByUrl',
    route: 'GET /v1/urls/embed',
    summary: 'Find out how an address can be embedded',
    description: KNOWN,
    on: signedIn,
    needs: 'ask',
    query: EmbedQuery,
    returns: Embed,
    run: ({ ctx, query }) => embedOf(ctx, query.url),
  }),
]
