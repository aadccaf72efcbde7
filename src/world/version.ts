import { readFileSync } from 'node:fs'

// One step up from src and from dist alike.
const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

export const VERSION: string = manifest.version
