import type { FastifyInstance } from 'fastify'
import type { ReadContext } from '../../../kit/domain/context.ts'
import { notFound } from '../../../kit/domain/problems.ts'
import { metadataPath, samlServiceOf } from '../../../rooms/people/sso/addresses.ts'
import { findProvider } from '../../../rooms/people/sso/store-providers.ts'
import { serviceMetadata } from '../../../world/saml/metadata.ts'

/** What a SAML provider reads of us. It has no secrets, and tells nobody of which organization it is. */
export function serveSamlMetadata(server: FastifyInstance, ctx: () => ReadContext) {
  server.get(metadataPath(':provider'), async (request, reply) => {
    const { provider: id = '' } = request.params as Record<string, string>
    const { links, db } = ctx()
    if ((await findProvider(db, id))?.kind !== 'saml') throw notFound('provider')
    return reply
      .type('application/samlmetadata+xml; charset=utf-8')
      .header('content-disposition', 'attachment; filename="quire-metadata.xml"')
      .send(serviceMetadata(samlServiceOf(links, id)))
  })
}
