// Passwords of ten characters and more that are known from breaches, as the first bytes of their hashes, in order. Made by
// bin/breached-passwords.js; the passwords themselves are not in this repository.
import { createHash, hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ownFile } from '../own-files.ts'

/** One of seven million passwords that are not among them looks as if it were. */
const BYTES = 5

let marks: Buffer | undefined

/** However its letters are written: small or capital. */
export function isBreached(password: string): boolean {
  marks ??= readFileSync(ownFile('src/world/passwords/breached-passwords.bin'))
  const mark = createHash('sha256').update(password.normalize('NFKC').toLowerCase()).digest()
  return isAmong(marks, mark.subarray(0, BYTES))
}

/** What services for breached passwords know a password by. */
export function breachMark(password: string): string {
  return hash('sha1', password, 'hex').toUpperCase()
}

function isAmong(all: Buffer, mark: Buffer): boolean {
  let [low, high] = [0, all.length / BYTES]
  while (low < high) {
    const middle = (low + high) >>> 1
    const order = all.compare(mark, 0, BYTES, middle * BYTES, (middle + 1) * BYTES)
    if (order === 0) return true
    if (order < 0) low = middle + 1
    else high = middle
  }
  return false
}
