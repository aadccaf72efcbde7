import type { FastifyRequest } from 'fastify'
import { Problem } from '../../domain/problems.ts'

const MOST_BYTES = 64 * 1024

/** A body that is read before anything else looks at the request. `what` names it in the error for a body that is too large. */
export async function readSmallBody({ raw, headers }: FastifyRequest, what: string): Promise<string> {
  const tooLarge = () => new Problem('too_large', `${what} has at most ${MOST_BYTES / 1024} KB`)
  if (Number(headers['content-length'] ?? 0) > MOST_BYTES) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of raw) {
    size += chunk.length
    if (size > MOST_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
