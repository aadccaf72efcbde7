import { hash, timingSafeEqual } from 'node:crypto'

/** What is kept of a secret: enough to know it again, useless to whoever reads the table. */
export function hashSecret(secret: string) {
  return hash('sha256', secret, 'buffer')
}

/** Compares in a time that tells nothing about where the difference lies. */
export function isSameHash(one: Buffer, other: Buffer) {
  return one.length === other.length && timingSafeEqual(one, other)
}
