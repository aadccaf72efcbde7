// Long bodies are read in a thread: a specification of five megabytes would keep others waiting.
import { mostValues } from '../../../engines/content/long-work.ts'
import { LaneBusy, type Task, TaskTimeout, type Threads } from '../../../world/threads/threads.ts'
import { invalid, unavailable } from '../../domain/problems.ts'
import { hasManyValues, UnreadBody } from './unread-body.ts'

/** Bytes that are read sooner than a thread is started. */
const SHORT = 512 * 1024
const READING = { timeout: 20_000, patience: 10_000 }

type Given = { bytes: Uint8Array; most: number }
/** What is wrong is an outcome too: errors lose what they are on the way out of a thread. */
type Read = { kind: 'value'; value: unknown } | { kind: 'unread' } | { kind: 'wrong'; message: string }

export const readBodyTask: Task<Given, Read> = {
  name: 'http.read-body',
  lane: 'bodies',
  work: read,
}

/** A process that refuses no long work has nobody who waits. */
export function isLongBody(body: Uint8Array) {
  return body.length > SHORT && mostValues() < Number.POSITIVE_INFINITY
}

// For those whose texts turn out to be long work: to write megabytes anew for another process would be long work too.
const asTheyCame = new WeakMap<object, Uint8Array>()

/** What a long body was read from. */
export function bytesBefore(body: unknown): Uint8Array | undefined {
  return typeof body === 'object' && body ? asTheyCame.get(body) : undefined
}

/** An `UnreadBody` where it has more values than are worked on here. */
export async function readLongBody(bytes: Uint8Array, threads: Threads): Promise<unknown> {
  const given = { bytes, most: mostValues() }
  const outcome = await threads.run(readBodyTask, given, READING).catch((error) => {
    if (error instanceof LaneBusy || error instanceof TaskTimeout)
      throw unavailable('Too many long bodies are read; try again', 5, error)
    throw error
  })
  if (outcome.kind === 'wrong') throw invalid(outcome.message, { field: 'body' })
  if (outcome.kind === 'unread') return new UnreadBody(bytes)
  const { value } = outcome
  if (typeof value === 'object' && value) asTheyCame.set(value, bytes)
  return value
}

function read({ bytes, most }: Given): Read {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return { kind: 'wrong', message: 'The body is not valid UTF-8' }
  }
  if (hasManyValues(bytes, most)) return { kind: 'unread' }
  try {
    return { kind: 'value', value: JSON.parse(text, refuseForbidden) }
  } catch (error) {
    return { kind: 'wrong', message: `The body is not valid JSON: ${(error as Error).message.slice(0, 200)}` }
  }
}

/** Names that lead to what all objects share; the parser for short bodies refuses the same. */
function refuseForbidden(name: string, value: unknown) {
  const isShared = name === 'constructor' && typeof value === 'object' && value && 'prototype' in value
  if (name === '__proto__' || isShared) throw new SyntaxError(`"${name}" is not a valid field name`)
  return value
}
