import { readFileSync } from 'node:fs'

// The same file from src/world and from dist/program.
const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

export const VERSION: string = manifest.version
