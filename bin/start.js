// Starts what was built, or says which command builds it.
import { existsSync } from 'node:fs'

const place = (path) => new URL(`../${path}`, import.meta.url)
const main = place('dist/program/main.js')

if (existsSync(main)) {
  // As of a module that is never done: nobody waits for the end of this one, see quire.js.
  process.exitCode = 13
  await import(main.href)
} else {
  const canBuild = existsSync(place('node_modules/rolldown'))
  const advice = canBuild ? 'run npm run build.' : 'run npm ci --include=dev, which also builds it.'
  console.error(`Quire is not built yet: ${advice}`)
  process.exitCode = 2
}
