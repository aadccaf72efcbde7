// Argon2id, in a thread of its own lane: a hash takes a tenth of a second of processor by design.
import { hashSync, verifySync } from '@node-rs/argon2'
import type { Task } from '../../../../world/threads/threads.ts'

/** The second recommendation of OWASP: 19 MiB, two passes, one thread. Stored with every hash. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const CURRENT = `$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`

export const hashPasswordTask: Task<string, string> = {
  name: 'accounts.hash-password',
  lane: 'passwords',
  work: (password) => hashSync(password, PARAMETERS),
}

export type Verification = {
  isRight: boolean /** A hash with today's parameters, where the stored one has others. */
  upgraded?: string
}

export const verifyPasswordTask: Task<{ password: string; hash: string }, Verification> = {
  name: 'accounts.verify-password',
  lane: 'passwords',
  work: ({ password, hash }) => {
    if (!verifySync(hash, password)) return { isRight: false }
    return hash.includes(CURRENT)
      ? { isRight: true }
      : { isRight: true, upgraded: hashSync(password, PARAMETERS) }
  },
}
