import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { LongWork } from '../../engines/content/long-work.ts'
import type { Span } from '../../world/tracing/tracing.ts'
import type { Actor, Origin, OutsideContext, ReadContext, WriteContext } from '../domain/context.ts'
import { EventStream } from '../domain/event-stream.ts'
import { JsonBytes, JsonText } from '../domain/json-text.ts'
import { invalid, isNotFound } from '../domain/problems.ts'
import { requireAbility, signedIn } from '../domain/subjects.ts'
import { retryDeadlocks } from '../storage/database/retry-deadlocks.ts'
import type { Tx } from '../storage/db.ts'
import { tagOfKept } from './answers/entity-tag.ts'
import type { EventStreams } from './answers/event-streams.ts'
import { lazily } from './answers/lazily.ts'
import { SCIM_TYPE } from './answers/scim.ts'
import { sendJsonBytes } from './answers/send-bytes.ts'
import type { cursors } from './operations/cursor.ts'
import { pruner } from './operations/known-fields.ts'
import type { Operation } from './operations/operation.ts'
import { paramsReader, routeOf } from './operations/paths.ts'
import { requireRecentSignIn } from './operations/recent-sign-in.ts'
import { requireFieldsInScope, requireScope } from './operations/scopes.ts'
import { requireStorableText } from './operations/text.ts'
import { bodyValidator, pathValidator, queryValidator } from './operations/validate.ts'
import type { Admission } from './requests/admission.ts'
import { callerOf } from './requests/auth.ts'
import { answerElsewhere, type Delegate } from './requests/delegate.ts'
import {
  claim,
  fingerprintOf,
  type IdempotentRequest,
  keep,
  readKey,
  recall,
  type StoredAnswer,
} from './requests/idempotency.ts'
import { UnreadBody } from './requests/unread-body.ts'

export type MountKit = {
  inTransaction<T>(work: (db: Tx) => Promise<T>, span?: Span | null): Promise<T>
  cursors: ReturnType<typeof cursors>
  admit: Admission
  streams: EventStreams
  /** Where work goes that would take too long here; without it, it is done here. */
  delegate?: Delegate
  outside(actor: Actor, origin: Origin): OutsideContext
  inside(db: Tx, actor: Actor, origin: Origin): WriteContext
  /** Turns a path into the address the world knows. */
  addressOf: (path: string) => string
}

/** As it is carried through the server; see trace-requests.ts. */
type TracedRequest = FastifyRequest & { span?: Span | null }

type Query = Record<string, unknown>
type Input = {
  params: Record<string, string>
  query: unknown
  body: unknown
  brought?: unknown
  cursorScope: string
}

/**
 * Gives an operation its place in the server: validate, open a transaction, find, check, run, answer. What it returns
 * makes the operation ready; without it the first request does.
 */
export function mount(server: FastifyInstance, operation: Operation, kit: MountKit) {
  const inputReader = lazily(() => readerOf(operation, kit))
  const perform = performer(operation, kit)
  // What creates may be sent twice by a client that heard no answer.
  const isRepeatable = operation.method === 'POST' || operation.status === 201

  server.route({
    method: operation.method,
    url: routeOf(operation.path),
    config: { operation },
    bodyLimit: operation.bodyLimit,
    schema:
      operation.returns && !operation.isVerbatim && !operation.isStream
        ? { response: { [operation.status]: operation.returns } }
        : {},
    handler: async (request, reply) =>
      handle(request, reply).catch((error) => {
        if (error instanceof LongWork && kit.delegate) return answerElsewhere(request, reply, kit.delegate)
        throw error
      }),
  })

  async function handle(request: TracedRequest, reply: FastifyReply) {
    const caller = callerOf(request)
    requireScope(caller.actor, operation)
    if (operation.isSensitive)
      requireRecentSignIn(caller.actor, kit.outside(caller.actor, request).clock.now(), {
        isAboutOneself: operation.on.name === signedIn.name,
      })
    const input = inputReader()(request, reply)
    requireFieldsInScope(caller.actor, operation, input.body)
    if (!operation.writes) {
      const outcome = await perform(kit.outside(caller.actor, request), input)
      if (outcome.body instanceof EventStream) return kit.streams.send(reply, outcome.body, caller.actor)
      return answer(reply, operation, outcome)
    }
    const attempt = isRepeatable ? attemptOf(request, input.body) : undefined
    if (operation.before) {
      const ctx = kit.outside(caller.actor, request)
      const subject = await requireAbility(ctx, operation.on, input.params, operation.needs)
      // Somebody who asks again must not make us go out again.
      const earlier = attempt && (await recall(ctx.db, attempt, ctx.clock.now()))
      if (earlier) return answer(reply, operation, replayed(earlier))
      input.brought = await operation.before({ ctx, subject, ...input })
    }
    const write = () =>
      kit.inTransaction(async (db) => {
        const ctx = kit.inside(db, caller.actor, request)
        const earlier = attempt && (await claim(db, attempt, ctx.clock.now()))
        if (earlier) {
          await requireAbility(ctx, operation.on, input.params, operation.needs)
          return replayed(earlier)
        }
        const outcome = await perform(ctx, input)
        if (attempt) await keep(db, attempt, outcome)
        return outcome
      }, request.span)
    const attempts = () => retryDeadlocks(write)
    // A GET waits for nobody: what it keeps, it locks nothing for.
    const isInLine = operation.method !== 'GET'
    const outcome = await (isInLine ? kit.admit(placeOf(input.params), attempts) : attempts())
    return answer(reply, operation, outcome)
  }

  return () => void inputReader()
}

/** What a write locks: its space, else what is above it. */
function placeOf({ spaceId, collectionId, organizationId }: Input['params']) {
  return spaceId ?? collectionId ?? organizationId
}

function replayed(outcome: StoredAnswer): StoredAnswer {
  return { ...outcome, headers: { ...outcome.headers, 'idempotent-replayed': 'true' } }
}

function readerOf(operation: Operation, kit: MountKit) {
  const checkQuery = operation.query && queryValidator(operation.query)
  const checkBody = operation.body && bodyValidator(operation.body)
  const prune = operation.body && pruner(operation.body)
  // Without a limit, `page` is a field like any other.
  const isList = ['page', 'limit'].every((name) => name in propertiesOf(operation.query))
  const readParams = paramsReader(operation.path)
  const checkNames = operation.names && pathValidator(Type.Object(operation.names))

  return function readInput(request: FastifyRequest, reply: FastifyReply): Input {
    const params = readParams(request.params as Record<string, string>)
    requireStorableText(params, 'path')
    checkNames?.(params)
    const query = request.query as Query
    if (operation.isStream) query.lastEventId ??= request.headers['last-event-id']
    requireStorableText(query, 'query')
    checkQuery?.(query)
    const cursorScope = isList ? scopeOf(operation, params, query) : ''
    if (isList && typeof query.page === 'string') query.after = kit.cursors.open(cursorScope, query.page)
    if (!checkBody || !prune) return { params, query, cursorScope, body: undefined }

    if (request.body === undefined) {
      if (operation.isBodyOptional) return { params, query, cursorScope, body: {} }
      throw invalid('This operation needs a JSON body', { field: 'body' })
    }
    if (request.body instanceof UnreadBody) throw new LongWork('The body is too long')
    requireStorableText(request.body, 'body')
    checkBody(request.body)
    const ignored = prune(request.body)
    if (ignored.length > 0) reply.header('x-ignored-fields', headerList(ignored))
    if (operation.method === 'PATCH' && !operation.dialect) requireSomeChange(operation, request.body)
    return { params, query, cursorScope, body: request.body }
  }
}

/** A cursor belongs to one list with one set of filters; only the size of the pages may change on the way. */
function scopeOf(operation: Operation, params: object, query: Query) {
  const filters = Object.keys(propertiesOf(operation.query)).filter(
    (name) => name !== 'page' && name !== 'limit',
  )
  return JSON.stringify([operation.id, params, filters.map((name) => query[name] ?? null)])
}

function requireSomeChange(operation: Operation, body: unknown) {
  if (typeof body === 'object' && body !== null && Object.keys(body).length > 0) return
  const fields = Object.keys(propertiesOf(operation.body))
  throw invalid(`The body has no changes: send at least one of ${fields.join(', ')}`, { fields })
}

function propertiesOf(shape: TSchema | undefined): object {
  return (shape as { properties?: object } | undefined)?.properties ?? {}
}

/** Header values are visible ASCII and not endless; field names come from the client. */
function headerList(names: string[]) {
  return names.map(encodeURIComponent).join(', ').slice(0, 1_000)
}

function attemptOf(request: FastifyRequest, body: unknown): IdempotentRequest | undefined {
  const key = readKey(request.headers['idempotency-key'])
  const { actor, token } = callerOf(request)
  if (!key || !token || actor.kind !== 'user') return
  return { key, token, tokenId: actor.credential.id, fingerprint: fingerprintOf(request.url, body) }
}

/** Stands for a subject that is not there to be removed. */
const NOTHING = Symbol('nothing')

function performer(operation: Operation, kit: MountKit) {
  const { on: subject, needs } = operation

  return async function perform(ctx: ReadContext, input: Input): Promise<StoredAnswer> {
    const row = await requireAbility(ctx, subject, input.params, needs).catch((problem) => {
      if (operation.removesSubject && isNotFound(problem)) return NOTHING
      throw problem
    })
    if (row === NOTHING) return { status: 204, headers: {}, body: undefined }
    const result = await operation.run({ ctx, subject: row, brought: undefined, ...input })
    return outcomeOf(operation, result, input, kit)
  }
}

function outcomeOf(operation: Operation, result: unknown, input: Input, kit: MountKit): StoredAnswer {
  if (!operation.returns) {
    // A deletion that found nothing to delete is done as well, and says so.
    const status = operation.method === 'DELETE' && result === false ? 204 : operation.status
    return { status, headers: {}, body: undefined }
  }
  const headers: Record<string, string> = {}
  if (operation.location) headers.location = kit.addressOf(operation.location(result, input.params))
  return { status: operation.status, headers, body: signNext(result, input, kit) }
}

function signNext(result: unknown, { cursorScope }: Input, kit: MountKit) {
  if (isWritten(result)) return result
  const list = result as { next?: { page: string } }
  if (!list.next) return result
  return { ...list, next: { page: kit.cursors.seal(cursorScope, list.next.page) } }
}

function isWritten(result: unknown) {
  return result instanceof JsonText || result instanceof JsonBytes || result instanceof EventStream
}

function answer(reply: FastifyReply, operation: Operation, outcome: StoredAnswer) {
  if (operation.deprecated) {
    const { since, successor } = operation.deprecated
    reply.header('deprecation', `@${Date.parse(since) / 1000}`)
    reply.header('link', `<${successor}>; rel="successor-version"`)
  }
  reply.code(outcome.status).headers(outcome.headers)
  if (outcome.body instanceof JsonText) {
    const { maxAge } = outcome.body
    // Others may not ask for it as this caller did.
    if (maxAge !== undefined) reply.header('cache-control', `private, max-age=${maxAge}`)
    if (operation.method === 'GET') reply.header('etag', tagOfKept(outcome.body))
    return reply.type('application/json; charset=utf-8').serializer(String).send(outcome.body.text)
  }
  if (outcome.body instanceof JsonBytes) return sendJsonBytes(reply, outcome.body)
  if (operation.dialect === 'scim' && operation.returns)
    return reply.type(SCIM_TYPE).serializer(JSON.stringify).send(outcome.body)
  if (operation.returns) return reply.send(outcome.body)
  // 205 has a length, of nothing; 204 must not have one. Left to itself the framework minds neither.
  return outcome.status === 205 ? reply.header('content-length', '0').send() : reply.send()
}
