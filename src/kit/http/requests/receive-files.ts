import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { invalid, notFound, Problem } from '../../domain/problems.ts'
import { errorBody } from '../answers/errors.ts'
import { essenceOf } from '../answers/file-headers.ts'
import { requireStorableText } from '../operations/text.ts'

/** What the address of an upload says. */
export type UploadAddress = { organizationId: string; key: string; expires: number }

/** What was said about a file before it came. */
export type PromisedFile = { organizationId: string; key: string; contentType: string; size: number }

export type UploadKit = {
  /** What is to come to this address; undefined when we did not give it out, or too long ago. */
  findPromised(address: UploadAddress, signature: string): Promise<PromisedFile | undefined>
  /** Takes the bytes: as many as were promised, or it is a problem. */
  receive(promised: PromisedFile, bytes: AsyncIterable<Uint8Array>): Promise<void>
}

/** Takes files of any type. The rule that bodies are JSON holds everywhere else, hence the scope. */
export function receiveFiles(server: FastifyInstance, kit: UploadKit) {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body))
    scope.put('/uploads/:organizationId/:key', (request, reply) => takeFile(request, reply, kit))
  })
}

async function takeFile(request: FastifyRequest, reply: FastifyReply, kit: UploadKit) {
  const { signature, ...address } = readAddress(request)
  const promised = await kit.findPromised(address, signature)
  if (!promised) throw notFound('upload')
  if (essenceOf(request.headers['content-type']) !== essenceOf(promised.contentType)) {
    const message = `This upload was announced as ${promised.contentType}: send that as Content-Type`
    return reply.code(415).send(errorBody(415, message, request.id, { contentType: promised.contentType }))
  }
  requireLength(request.headers['content-length'], promised)
  try {
    await kit.receive(promised, chunksOf(request))
  } finally {
    // What is left of a body nobody wants is let through: a client that is still sending would not hear the answer.
    request.raw.resume()
  }
  return reply.code(204).send()
}

function readAddress(request: FastifyRequest) {
  requireStorableText(request.params, 'path')
  const { organizationId = '', key = '' } = request.params as Record<string, string | undefined>
  const { expires, signature } = request.query as Record<string, unknown>
  return {
    organizationId,
    key,
    expires: typeof expires === 'string' ? Number(expires) : Number.NaN,
    signature: typeof signature === 'string' ? signature : '',
  }
}

/** Refuses what can be refused before it is sent. A body without a length is measured while it comes. */
function requireLength(header: string | undefined, { size }: PromisedFile) {
  const length = Number(header ?? size)
  if (length > size) throw new Problem('too_large', `This upload was announced with ${size} bytes`, { size })
  if (length < size)
    throw invalid(`This upload was announced with ${size} bytes, not ${length}`, { size, sent: length })
}

/** A body to read. To stop half way leaves its connection open, so that there is a way to say why. */
async function* chunksOf({ body }: FastifyRequest): AsyncGenerator<Uint8Array> {
  if (!body) return
  try {
    yield* (body as Readable).iterator({ destroyOnReturn: false })
  } catch {
    throw invalid('The connection broke before the whole file had come')
  }
}
