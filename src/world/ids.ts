import { randomBytes, randomFillSync } from 'node:crypto'

/** Makes names for things: ids that sort by the time they were made, and secrets nobody can guess. */
export type Ids = {
  /** 26 characters; later ids sort after earlier ones, also within a millisecond of one process. */
  next(): string
  /** 32 characters from 190 bits: for tokens, invite links and whatever else opens a door. */
  secret(): string
}

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz'
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function systemIds(now: () => number = Date.now): Ids {
  const tail = new Uint8Array(16)
  const random = randomDigits()
  let time = -1
  return {
    next() {
      const current = now()
      // A clock that stops or goes back must not break the order: increment the tail instead.
      if (current > time) {
        time = current
        for (let at = 0; at < tail.length; at++) tail[at] = random()
        // Room to count: the first digit starts in the lower half.
        tail[0] = (tail[0] ?? 0) & 15
      } else countUp(tail)
      let text = encodeTime(time)
      for (const digit of tail) text += CROCKFORD[digit]
      return text
    },
    secret: () => randomBase62(32),
  }
}

/** Digits of base 32. Drawn in bulk: asking the system for 16 bytes at a time costs more than all the rest. */
function randomDigits() {
  const pool = new Uint8Array(4096)
  let used = pool.length
  return () => {
    if (used === pool.length) {
      randomFillSync(pool)
      used = 0
    }
    return (pool[used++] ?? 0) & 31
  }
}

function countUp(digits: Uint8Array) {
  for (let at = digits.length - 1; at >= 0; at--) {
    const digit = (digits[at] ?? 0) + 1
    digits[at] = digit & 31
    if (digit < 32) return
  }
}

function encodeTime(milliseconds: number) {
  let rest = milliseconds
  let text = ''
  for (let digit = 0; digit < 10; digit++) {
    text = CROCKFORD[rest % 32] + text
    rest = Math.floor(rest / 32)
  }
  return text
}

function randomBase62(length: number) {
  let text = ''
  while (text.length < length) {
    // 248 is the largest multiple of 62 below 256: larger values would favour the first letters.
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += BASE62[byte % 62]
  }
  return text
}
