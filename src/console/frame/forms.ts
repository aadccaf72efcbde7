// What a form sent. Files come as multipart, on the pages that take them only; all of it is small, and read whole.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalid } from '../../kit/domain/problems.ts'
import type { ConsolePage, Form, SentFile } from './page.ts'

type FileRules = NonNullable<ConsolePage['file']>

/** A comment of 20,000 letters, as browsers write letters of other scripts. */
const LARGEST_FORM = 200_000

class Multipart {
  readonly fields: ReadonlyMap<string, string>
  readonly files: ReadonlyMap<string, SentFile>
  constructor(fields: ReadonlyMap<string, string>, files: ReadonlyMap<string, SentFile>) {
    this.fields = fields
    this.files = files
  }
}

export function takeForms(scope: FastifyInstance) {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: LARGEST_FORM },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
}

/** As `takeForms`, and also what mail programs post to unsubscribe somebody, which says nothing that the address does not. */
export function takeOpenForms(scope: FastifyInstance) {
  takeForms(scope)
  scope.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: LARGEST_FORM },
    (_request, _body, done) => done(null, undefined),
  )
}

/** As `takeForms`, with a file. */
export function takeFiles(scope: FastifyInstance, { largest, ifLarger }: FileRules) {
  takeForms(scope)
  const others = scope.errorHandler
  scope.setErrorHandler((error, request, reply) => {
    if (!isTooLarge(error)) return others(error, request, reply)
    // A browser that is still sending would not hear the answer.
    request.raw.resume()
    return reply.code(303).header('location', ifLarger).send()
  })
  scope.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: largest + LARGEST_FORM },
    (request, body, done) => {
      readMultipart(request, Buffer.from(body)).then((form) => done(null, form), done)
    },
  )
}

function isTooLarge(error: unknown) {
  return error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
}

async function readMultipart({ headers }: FastifyRequest, body: Buffer) {
  const response = new Response(new Uint8Array(body), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  })
  const sent = await response.formData().catch(() => {
    throw invalid('The form is not valid')
  })
  const [fields, files] = [new Map<string, string>(), new Map<string, SentFile>()]
  for (const [name, value] of sent) {
    if (typeof value === 'string') fields.set(name, value)
    else {
      const { name: fileName, type } = value
      files.set(name, { name: fileName, type, bytes: new Uint8Array(await value.arrayBuffer()) })
    }
  }
  return new Multipart(fields, files)
}

const NOTHING: SentFile = { name: '', type: '', bytes: new Uint8Array() }

export function formOf({ body }: FastifyRequest): Form {
  if (body instanceof Multipart) {
    const { fields, files } = body
    return {
      get: (name) => fields.get(name) ?? '',
      has: (name) => fields.has(name),
      file: (name) => files.get(name) ?? NOTHING,
    }
  }
  const form = body instanceof URLSearchParams ? body : new URLSearchParams()
  return { get: (name) => form.get(name) ?? '', has: (name) => form.has(name), file: () => NOTHING }
}
