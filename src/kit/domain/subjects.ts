import type { ReadContext } from './context.ts'
import { forbidden, notFound } from './problems.ts'

/** What a caller may do with one thing. `view` decides whether it exists for them at all. */
export type Abilities<Name extends string = string> = Record<Name | 'view', boolean>

/**
 * What an operation is about: how path parameters find one row, always scoped by its parents, and what the
 * caller may do with it. The same `abilities` guard the door and fill the resource's `permissions`.
 */
export type Subject<Params, Row, Name extends string> = {
  name: string
  /** How the thing is called in an error; defaults to the name. */
  find: (ctx: ReadContext, params: Params) => Promise<Row | undefined> | Row | undefined
  abilities: (row: Row, ctx: ReadContext) => Abilities<Name>
  /** Whether a caller without a token may ask at all. */
  isPublic?: boolean
}

/** The abilities that the API returns; the others are only checked. */
export function printed<const Name extends string>(abilities: Record<Name, boolean>, names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, abilities[name]])) as Record<Name, boolean>
}

export function subject<Params, Row, Name extends string>(definition: Subject<Params, Row, Name>) {
  return definition
}

/**
 * Finds a thing and checks what the caller may do with it: 404 when they may not even see it, else 403. The kit does
 * this for the subject of an operation; a verb, for something that a body names.
 */
export async function requireAbility<Params, Row, Name extends string>(
  ctx: ReadContext,
  subject: Subject<Params, Row, Name>,
  params: Params,
  needs: NoInfer<Name> | 'view',
): Promise<Row> {
  const row = await subject.find(ctx, params)
  if (row === undefined) throw notFound(subject.name)
  const can = subject.abilities(row, ctx)
  if (!can.view) throw notFound(subject.name)
  if (can[needs]) return row
  throw forbidden(`You do not have the permission "${needs}" on this ${subject.name}`, {
    on: subject.name,
    needs,
  })
}

/** The subject of operations that everyone may call, with or without a token. */
export const anyone = subject({
  name: 'anyone',
  isPublic: true,
  find: () => true as const,
  abilities: () => ({ view: true, ask: true }),
})

/** The subject of operations that need a token and nothing more. */
export const signedIn = subject({
  name: 'signed-in user',
  find: (ctx) => (ctx.actor.kind === 'user' ? ctx.actor : undefined),
  abilities: () => ({ view: true, ask: true }),
})

/** This installation of Quire; its administrators manage users and their tokens. */
export const instance = subject({
  name: 'instance',
  find: (ctx) => ctx.actor,
  abilities: (actor) => ({ view: true, administrate: actor.isAdministrator }),
})
