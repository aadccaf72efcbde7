import { readFileSync } from 'node:fs'
import { ownFile } from '../own-files.ts'

let common: Set<string> | undefined

/** Those of the 49,000 most common that have at least ten characters, in small letters. */
export function commonPasswords(): ReadonlySet<string> {
  common ??= new Set(readFileSync(ownFile('src/world/passwords/common-passwords.txt'), 'utf8').split('\n'))
  return common
}
