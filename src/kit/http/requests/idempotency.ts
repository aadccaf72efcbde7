import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import { job } from '../../domain/jobs.ts'
import { JsonText } from '../../domain/json-text.ts'
import { conflict, invalid } from '../../domain/problems.ts'
import type { Db, Tx } from '../../storage/db.ts'
import { deleteKeysBefore, findKey, insertKey, updateKey } from '../../storage/idempotency-keys.ts'

const KEPT_FOR = 24 * 60 * 60 * 1000

/** What a request was answered, as it is kept and sent again. */
export type StoredAnswer = { status: number; headers: Record<string, string>; body: unknown }

/** One request that carries an Idempotency-Key. The bearer token opens what was kept for it. */
export type IdempotentRequest = { key: string; tokenId: string; token: string; fingerprint: Buffer }

export function readKey(header: string | string[] | undefined) {
  if (header === undefined) return
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(header)) {
    throw invalid('Idempotency-Key must be 1 to 255 visible characters', { field: 'Idempotency-Key' })
  }
  return header
}

export function fingerprintOf(url: string, body: unknown) {
  return createHash('sha256')
    .update(`${url}\n${JSON.stringify(body)}`)
    .digest()
}

/**
 * Claims the key in the transaction of the request. A second request with the same key waits at the unique index
 * until the first one ends: then it finds the answer here, or, when the first one failed, goes ahead itself.
 */
export async function claim(
  db: Tx,
  attempt: IdempotentRequest,
  now: Date,
): Promise<StoredAnswer | undefined> {
  const isFirst = await insertKey(db, attempt, now, new Date(now.getTime() - KEPT_FOR))
  return isFirst ? undefined : recall(db, attempt, now)
}

/** What an earlier request with this key was answered, as far as is known without waiting. */
export async function recall(
  db: Db,
  attempt: IdempotentRequest,
  now: Date,
): Promise<StoredAnswer | undefined> {
  const kept = await findKey(db, attempt)
  if (!kept || kept.createdAt.getTime() < now.getTime() - KEPT_FOR) return
  if (!kept.fingerprint.equals(attempt.fingerprint)) {
    throw conflict('This Idempotency-Key was used for a different request; take a new one', {
      key: attempt.key,
    })
  }
  if (kept.status && kept.answer) {
    return { status: kept.status, headers: kept.headers ?? {}, body: open(kept.answer, attempt) }
  }
}

export function keep(db: Tx, attempt: IdempotentRequest, { status, headers, body }: StoredAnswer) {
  return updateKey(db, attempt, { status, headers: JSON.stringify(headers), answer: seal(body, attempt) })
}

/** Expired keys are never answered from; this only gives their room back. */
export const sweepIdempotencyKeys = job({
  name: 'idempotency.sweep',
  payload: Type.Object({}),
  at: { minute: 17 },
  run: (ctx) => deleteKeysBefore(ctx.db, new Date(ctx.clock.now().getTime() - KEPT_FOR)),
})

// Answers may hold secrets (a new token is shown once). They are kept encrypted under the caller's own token, of
// which we have only a hash: a reader of the table cannot read them.
function seal(body: unknown, attempt: IdempotentRequest) {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(attempt), nonce)
  const json = body instanceof JsonText ? body.text : JSON.stringify(body ?? null)
  const text = Buffer.concat([cipher.update(json), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

function open(sealed: Buffer, attempt: IdempotentRequest): unknown {
  const decipher = createDecipheriv('aes-256-gcm', keyFor(attempt), sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return JSON.parse(Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString())
}

function keyFor({ token, key }: IdempotentRequest) {
  return Buffer.from(hkdfSync('sha256', token, key, 'quire idempotent answer', 32))
}
