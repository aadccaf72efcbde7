// What is common to everything that is merged by id: it may exist or not on each side, and its fields merge one by one.
import { isDeepStrictEqual } from 'node:util'
import type { GitBlob } from '../records.ts'
import { mergeText } from './text.ts'
import type { Conflict, Sides } from './types.ts'

export type Clash = Pick<Conflict, 'field' | 'base' | 'ours' | 'theirs'>

export type MergedRecord<T> = {
  /** As it stands if it stays. Made here, so it may be written to. */
  value: T
  /** One side deleted it, the other left it alone. */
  isLeaving: boolean
  /** A text that is on neither side. */
  text?: string
  clashes: Clash[]
}

export type MergedRecords<T> = Map<string, MergedRecord<T>>

/** What becomes of one record; nothing of one that neither side has. Fields in `apart` stay as ours and never count. */
export function mergeRecord<T extends object>(
  sides: Sides<T>,
  apart: ReadonlySet<string>,
  texts: Sides<string> = {},
): MergedRecord<T> | undefined {
  const { base, ours, theirs } = sides
  if (ours && theirs) return mergeBody(mergeFields({ base, ours, theirs }, apart), texts)
  const kept = ours ?? theirs
  if (!kept) return undefined
  const isLeaving = base !== undefined && isSame(base, kept, apart)
  const isClashing = base !== undefined && !isLeaving
  return { value: { ...kept }, isLeaving, clashes: isClashing ? [clashOf('existence', sides)] : [] }
}

function mergeFields<T extends object>(
  { base, ours, theirs }: { base?: T; ours: T; theirs: T },
  apart: ReadonlySet<string>,
): MergedRecord<T> {
  const value = { ...ours }
  const clashes: Clash[] = []
  for (const key of keysOf(ours, theirs)) {
    if (apart.has(key)) continue
    const sides = { base: base?.[key], ours: ours[key], theirs: theirs[key] }
    const winner = winnerOf(sides)
    if (winner === 'theirs') assignField(value, theirs, key)
    if (winner !== 'nobody') continue
    const blob = isBlob(sides.ours) && isBlob(sides.theirs) ? mergeBlob(sides as Sides<GitBlob>) : undefined
    if (blob) Object.assign(value, { [key]: blob })
    else clashes.push(clashOf(key, sides))
  }
  return { value, isLeaving: false, clashes }
}

/** One side moved the file, the other brought new bytes from the repository: both can be had. */
function mergeBlob({ base, ours, theirs }: Sides<GitBlob>): GitBlob | undefined {
  const winner = winnerOf({ base: base?.path, ours: ours?.path, theirs: theirs?.path })
  const path = winner === 'nobody' ? undefined : (winner === 'ours' ? ours : theirs)?.path
  const bytes = theirs?.oid === base?.oid ? ours : theirs
  return path === undefined || bytes === undefined ? undefined : { ...bytes, path }
}

function isBlob(value: unknown): value is GitBlob {
  return typeof value === 'object' && value !== null && 'oid' in value && 'path' in value
}

/** Who is followed when one side at most made a change of its own. */
export function winnerOf({ base, ours, theirs }: Sides<unknown>) {
  if (isDeepStrictEqual(ours, theirs) || isDeepStrictEqual(base, theirs)) return 'ours'
  return isDeepStrictEqual(base, ours) ? 'theirs' : 'nobody'
}

export function clashOf(field: string, { base = null, ours = null, theirs = null }: Sides<unknown>): Clash {
  return { field, base, ours, theirs }
}

/** Two bodies at odds may still merge line by line; then there is no conflict left. */
function mergeBody<T>(outcome: MergedRecord<T>, { base = '', ours, theirs }: Sides<string>): MergedRecord<T> {
  const isDisputed = outcome.clashes.some(({ field }) => field === 'body')
  if (!isDisputed || ours === undefined || theirs === undefined) return outcome
  const { text, isClean } = mergeText(base, ours, theirs)
  const clashes = isClean ? outcome.clashes.filter(({ field }) => field !== 'body') : outcome.clashes
  return { ...outcome, clashes, ...(text !== ours && { text }) }
}

/** What must be written to bring ours to the outcome. */
export function changesOf<T extends object>(
  outcomes: MergedRecords<T>,
  sides: Map<string, Sides<T>>,
  apart: ReadonlySet<string>,
) {
  const changes = new Map<string, T | null>()
  for (const [id, { value, isLeaving, text }] of outcomes) {
    const ours = sides.get(id)?.ours
    if (isLeaving && ours) changes.set(id, null)
    if (isLeaving) continue
    if (!ours || text !== undefined || !isSame(ours, value, apart)) changes.set(id, value)
  }
  return changes
}

export function textsOf(outcomes: MergedRecords<unknown>) {
  const texts = new Map<string, string>()
  for (const [id, { text }] of outcomes) if (text !== undefined) texts.set(id, text)
  return texts
}

export function conflictsOf(kind: Conflict['kind'], outcomes: MergedRecords<unknown>): Conflict[] {
  return [...outcomes].flatMap(([id, { clashes }]) => clashes.map((clash) => ({ kind, id, ...clash })))
}

function isSame<T extends object>(a: T, b: T, apart: ReadonlySet<string>) {
  return keysOf(a, b).every((key) => apart.has(key) || isDeepStrictEqual(a[key], b[key]))
}

function keysOf<T extends object>(a: T, b: T) {
  const isKey = (key: string): key is Extract<keyof T, string> => key in a || key in b
  return Object.keys({ ...a, ...b }).filter(isKey)
}

function assignField<T extends object, K extends keyof T>(into: T, from: T, key: K) {
  if (key in from) into[key] = from[key]
  else Reflect.deleteProperty(into, key)
}
