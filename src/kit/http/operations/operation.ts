import { type Static, type TSchema, Type } from 'typebox'
import type { OutsideContext, ReadContext, WriteContext } from '../../domain/context.ts'
import type { EventStream } from '../../domain/event-stream.ts'
import type { JsonBytes, JsonText } from '../../domain/json-text.ts'
import type { Subject } from '../../domain/subjects.ts'
import type { CursorPosition, PageOfRows } from '../../storage/page.ts'
import type { OwnRefusal } from './refusals.ts'
import type { ReferenceSection } from './sections.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The names in braces of a route literal. */
type ParamNames<Route extends string> = Route extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never
type Params<Route extends string> = { [Name in ParamNames<Route>]: string }

type Shaped<Shape> = Shape extends TSchema ? Static<Shape> : undefined
/** A query that takes `page` and `limit` reaches `run` with the cursor opened. */
type QueryOf<Shape> = Shape extends TSchema
  ? Static<Shape> extends { limit: number }
    ? Omit<Static<Shape>, 'page'> & { after?: CursorPosition }
    : Static<Shape>
  : undefined
/** Without a shape nothing is said on success; false from a deletion means there was nothing to delete. */
type Answer<Shape> = Shape extends TSchema
  ? Static<Shape> | JsonText<Static<Shape>> | JsonBytes<Static<Shape>> | EventStream
  : unknown

export type Call<Context, Row, P, Q, B> = { ctx: Context; subject: Row; params: P; query: Q; body: B }
/** A GET reads, and everything else is a transaction, unless it says otherwise. */
type ContextOf<Route, Writes> = Writes extends true
  ? WriteContext
  : Writes extends false
    ? OutsideContext
    : Route extends `GET ${string}`
      ? OutsideContext
      : WriteContext
/** What `before` brought along. */
type Brought<T> = { brought: T }

/** An operation as the kit sees it; `operation()` has checked that its parts fit together. */
/** SCIM has a media type and errors of its own (RFC 7644), and is for the tokens of directories alone. */
export type Dialect = 'scim'

export type Operation = {
  id: string
  method: Method
  path: string
  summary: string
  description?: string
  section?: ReferenceSection
  on: Subject<Record<string, string>, unknown, string>
  needs: string
  access?: string
  forVisitors: boolean
  isSensitive: boolean
  dialect?: Dialect
  names?: Record<string, TSchema>
  query?: TSchema
  body?: TSchema
  /** A body may be left out entirely. */
  isBodyOptional: boolean
  isVerbatim: boolean
  isStream: boolean
  removesSubject: boolean
  status: number
  returns?: TSchema
  refuses?: Refusals
  example?: unknown
  deprecated?: Deprecation
  location?: (answer: unknown, params: Record<string, string>) => string
  bodyLimit?: number
  writes: boolean
  before?: (call: Call<OutsideContext, unknown, Record<string, string>, unknown, unknown>) => Promise<unknown>
  run: (
    call: Call<ReadContext, unknown, Record<string, string>, unknown, unknown> & Brought<unknown>,
  ) => Promise<unknown> | unknown
}

/** Why an operation may refuse, by status; a sentence each, without a full stop. */
export type Refusals = Partial<Record<OwnRefusal, string>>

export type Deprecation = {
  /** The day it was announced, as in 2026-11-15. */
  since: string
  /** Path of the operation to use instead. */
  successor: string
}

/**
 * Declares an operation: what can be asked, by whom, in which shape, and the one expression that does it.
 * The compiler holds the parts together: `on` must find its parameters in the route, `needs` must be one of its
 * abilities, `run` must return what `returns` promises.
 */
export function operation<
  const Route extends `${Method} /${string}`,
  Row,
  Name extends string,
  Query extends TSchema | undefined = undefined,
  Body extends TSchema | undefined = undefined,
  Returns extends TSchema | undefined = undefined,
  Found = undefined,
  const Writes extends boolean | undefined = undefined,
>(definition: {
  id: string
  /** Method and path as in the API document, braces included, in full: so that it can be searched. */
  route: Route
  summary: string
  description?: string
  /** Where people look for it in the reference, if not where the rest of its room is. */
  section?: ReferenceSection
  on: Subject<Params<Route>, Row, Name>
  needs: NoInfer<Name> | 'view'
  /** Who may, in words for the reference, where the verb asks for more than the ability. */
  access?: string
  /** The token of a published site may call it too, for the content that its visitor can read. */
  forVisitors?: boolean
  /** Security and administration: a browser must have signed in within the hour. */
  isSensitive?: boolean
  /** What it speaks instead of our own JSON. */
  dialect?: Dialect
  /** Shapes of the parts of the path by which the caller names something new; decoded, as the rest of the path. */
  names?: { [Param in ParamNames<NoInfer<Route>>]?: TSchema }
  query?: Query
  body?: Body
  isBodyOptional?: boolean
  /** The answer leaves as `run` gave it: for trees and documents, whose shape would cost more to follow than to write. */
  isVerbatim?: boolean
  /** The answer is an `EventStream` of what `returns` says. */
  isStream?: boolean
  /** A deletion of the subject itself: where there is none to be seen, there is nothing left to do. */
  removesSubject?: boolean
  status?: 200 | 201 | 204 | 205
  returns?: Returns
  /** What it may answer beside what the kit answers for all; an answer of a test that is not declared fails it. */
  refuses?: Refusals
  /** A body to try it with, shown in the document; checked against the shape by the tests. */
  example?: NoInfer<Shaped<Body>>
  deprecated?: Deprecation
  /** Path of what a 201 created. */
  location?: (answer: NoInfer<Shaped<Returns>>, params: Params<NoInfer<Route>>) => string
  /** Bytes a body may have, where that is not what it is elsewhere. */
  bodyLimit?: number
  /** True of a GET that also keeps something: it runs in a transaction. False of a question too long for an address. */
  writes?: Writes
  /**
   * What must reach the network first, done for those who may, and before the transaction opens: nothing waits for a
   * stranger's server while it holds a lock.
   */
  before?: (call: Call<OutsideContext, Row, Params<Route>, QueryOf<Query>, Shaped<Body>>) => Promise<Found>
  run: (
    call: Call<ContextOf<NoInfer<Route>, NoInfer<Writes>>, Row, Params<Route>, QueryOf<Query>, Shaped<Body>> &
      Brought<NoInfer<Found>>,
  ) => Promise<Answer<NoInfer<Returns>>> | Answer<NoInfer<Returns>>
}): Operation {
  const { route, ...rest } = definition
  const [method, path] = route.split(' ')
  const status = definition.status ?? (definition.returns ? 200 : 204)
  return {
    isBodyOptional: false,
    isVerbatim: false,
    isStream: false,
    removesSubject: false,
    forVisitors: false,
    isSensitive: false,
    writes: method !== 'GET',
    ...rest,
    method,
    path,
    status,
  } as Operation
}

/** The query of every list. */
export const Paging = Type.Object({
  page: Type.Optional(Type.String({ description: 'Cursor: `next.page` of the previous page' })),
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 50, description: 'Items a page' }),
})

export type ListOf<Shape extends TSchema> = ReturnType<typeof ListOf<Shape>>
export function ListOf<Shape extends TSchema>(items: Shape) {
  return Type.Object({
    next: Type.Optional(Type.Object({ page: Type.String() }, { description: 'Absent on the last page' })),
    count: Type.Integer({ description: 'Number of items in this answer' }),
    items: Type.Array(items),
  })
}

/** A page of rows as the list envelope. The kit signs the cursor when the answer leaves. */
export function listOf<Row, Item>(page: PageOfRows<Row>, present: (row: Row) => Item) {
  const list = { count: page.rows.length, items: page.rows.map(present) }
  return page.next ? { ...list, next: { page: JSON.stringify(page.next) } } : list
}
