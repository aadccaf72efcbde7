#!/usr/bin/env node
import { existsSync } from 'node:fs'

const main = new URL('../dist/program/main.js', import.meta.url)
if (!existsSync(main)) {
  console.error('Quire is not built yet: run `npm ci`, or `npm run build` after a change.')
  process.exit(2)
}
await import(main.href)
