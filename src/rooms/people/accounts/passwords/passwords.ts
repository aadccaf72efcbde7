import type { OutsideContext, WriteContext } from '../../../../kit/domain/context.ts'
import { invalid, unavailable } from '../../../../kit/domain/problems.ts'
import { LaneBusy } from '../../../../world/threads/threads.ts'
import { isKnownToBreachService } from './breach-service.ts'
import { hashPasswordTask, verifyPasswordTask } from './hash-task.ts'
import { faultOf, LONGEST, normalized, type PasswordFault, SHORTEST } from './password-rules.ts'
import { deletePassword, findPassword, upsertPassword } from './store-passwords.ts'

const FAULTS: Record<PasswordFault, string> = {
  'too-short': `must have at least ${SHORTEST} characters`,
  'too-long': `must have at most ${LONGEST} characters`,
  breached: 'is known from data breaches: choose another one',
  'like-email': 'must not be your e-mail address',
  'like-product': 'must not be the name of this product',
}

/** How long somebody may wait for a hash before they are asked to try again. */
const PATIENCE = 20_000

/** A hash of nothing that anybody knows: to compare with it takes as long as with a real one. */
const NOBODYS =
  '$argon2id$v=19$m=19456,t=2,p=1$wmh83/U7cZetpt2rungqUg$bsFhyM3KMsfs/wfll968pUZiGf/a266qGrWgdfMMAhQ'

/** Hashed before a transaction opens, so that nothing is locked meanwhile. */
export type HashedPassword = { hash: string }

export async function hashPassword(
  ctx: OutsideContext,
  password: string,
  email: string,
  field = 'body.password',
): Promise<HashedPassword> {
  const fault = await faultIn(ctx, password, email)
  if (fault) throw invalid(`${field} ${FAULTS[fault]}`, { field, fault })
  return {
    hash: await inLane(ctx, () =>
      ctx.threads.run(hashPasswordTask, normalized(password), { patience: PATIENCE }),
    ),
  }
}

async function faultIn(ctx: OutsideContext, password: string, email: string) {
  const fault = faultOf(password, email)
  if (fault) return fault
  return (await isKnownToBreachService(ctx, normalized(password))) ? 'breached' : undefined
}

/** Compared with something in any case: how long it takes tells nothing about who exists. */
export async function checkPassword(ctx: OutsideContext, userId: string | undefined, password: string) {
  const stored = userId === undefined ? undefined : await findPassword(ctx.db, userId)
  const text = normalized(password.slice(0, 4 * LONGEST))
  const { isRight, upgraded } = await inLane(ctx, () =>
    ctx.threads.run(
      verifyPasswordTask,
      { password: text, hash: stored?.hash ?? NOBODYS },
      { patience: PATIENCE },
    ),
  )
  if (!stored || !isRight) return undefined
  return { upgraded: upgraded === undefined ? undefined : { hash: upgraded } }
}

export async function hasPassword(ctx: Pick<OutsideContext, 'db'>, userId: string) {
  return (await findPassword(ctx.db, userId)) !== undefined
}

/** As it was hashed before. A new one is an event; one that is only hashed anew is not. */
export async function keepPassword(ctx: WriteContext, userId: string, { hash }: HashedPassword) {
  await upsertPassword(ctx.db, { userId, hash, changedAt: ctx.clock.now() })
  await ctx.emit('user.password_changed', { userId })
}

export async function keepUpgradedPassword(ctx: WriteContext, userId: string, { hash }: HashedPassword) {
  const stored = await findPassword(ctx.db, userId)
  if (stored) await upsertPassword(ctx.db, { ...stored, hash })
}

export async function removePassword(ctx: WriteContext, userId: string) {
  await deletePassword(ctx.db, userId)
}

async function inLane<T>(ctx: OutsideContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof LaneBusy) throw unavailable('Too many people sign in at this moment', 5, error)
    ctx.log.error({ err: error }, 'A password was not hashed')
    throw error
  }
}
