import { hash, timingSafeEqual } from 'node:crypto'

/** The stored form of a secret: enough to recognize it, useless to anyone who reads the table. */
export function hashSecret(secret: string) {
  return hash('sha256', secret, 'buffer')
}

/** Compares in constant time. */
export function isSameHash(one: Buffer, other: Buffer) {
  return one.length === other.length && timingSafeEqual(one, other)
}
