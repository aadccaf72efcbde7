import type { Ctx } from './context.ts'

/** What a caller may do with one thing. `view` decides whether it exists for them at all. */
export type Abilities<Name extends string = string> = Record<Name | 'view', boolean>

/**
 * What an operation is about: how path parameters find one row, always scoped by its parents, and what the
 * caller may do with it. The same `abilities` guard the door and fill the resource's `permissions`.
 */
export type Subject<Params, Row, Name extends string> = {
  name: string
  /** How the thing is called in an error; defaults to the name. */
  find: (ctx: Ctx, params: Params) => Promise<Row | undefined> | Row | undefined
  abilities: (row: Row, ctx: Ctx) => Abilities<Name>
  /** Whether a caller without a token may ask at all. */
  isPublic?: boolean
}

export function subject<Params, Row, Name extends string>(definition: Subject<Params, Row, Name>) {
  return definition
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
