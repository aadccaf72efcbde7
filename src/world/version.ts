import { readFileSync, statSync } from 'node:fs'
import { ownFile } from './own-files.ts'

// The same file from src/world and from dist/program.
const manifest = JSON.parse(readFileSync(ownFile('package.json'), 'utf8'))

export const VERSION: string = manifest.version

/** Names this very build: what was derived by another one may look different. */
export const BUILD = `${VERSION}-${Math.round(statSync(new URL(import.meta.url)).mtimeMs)}`
