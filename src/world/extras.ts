// Packages that are large and that not everybody needs: whoever does adds them.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { ownFile } from './own-files.ts'

const { resolve } = createRequire(import.meta.url)

/** In the versions that this release was tested with. */
const versions: Record<string, string> = JSON.parse(
  readFileSync(ownFile('package.json'), 'utf8'),
).peerDependencies

export function isInstalled(name: string) {
  try {
    resolve(`${name}/package.json`)
    return true
  } catch {
    return false
  }
}

export function commandToAdd(names: readonly string[]) {
  return `npm install ${names.map((name) => `${name}@${versions[name]}`).join(' ')}`
}
