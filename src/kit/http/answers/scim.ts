// How SCIM says what is wrong (RFC 7644, section 3.12), and what its answers are called.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ProblemDetails } from '../../domain/problems.ts'
import type { Operation } from '../operations/operation.ts'

export const SCIM_TYPE = 'application/scim+json; charset=utf-8'

export function isScim({ routeOptions }: FastifyRequest) {
  const config = routeOptions?.config as { operation?: Operation } | undefined
  return config?.operation?.dialect === 'scim'
}

/** A problem may name the kind of its fault; of what the kit refuses it follows from the status. */
export function sendScimError(
  reply: FastifyReply,
  status: number,
  detail: string,
  details: ProblemDetails = {},
) {
  const { scimType = status === 400 ? 'invalidValue' : undefined } = details
  return reply
    .code(status)
    .type(SCIM_TYPE)
    .serializer(JSON.stringify)
    .send({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(status),
      scimType,
      detail,
    })
}
