// node bench/scripts.js [--calls 500], after npm run build
// A small script in workerd: its first call, warm calls one after the other, and many at once.
import { parseArgs } from 'node:util'
import { fakeFetcher, systemScripts } from '../dist/program/bench.js'

const SCRIPT = `export default {
  async fetch(request) {
    const event = JSON.parse((await request.formData()).get('event'))
    console.log('got', event.type)
    return new Response('OK')
  },
}`

const { values } = parseArgs({ options: { calls: { type: 'string', default: '500' } } })
const scripts = systemScripts({ fetcher: fakeFetcher({}) })
const call = (key) =>
  scripts.call(
    { key, text: async () => SCRIPT },
    { event: { eventId: 'event', type: 'site_view' }, environment: { secrets: {} } },
  )

// The first of all looks for the program too.
await call('warm-up')
const starts = []
for (let round = 0; round < 5; round++) starts.push(await timed(() => call(`start ${round}`)))
const warm = []
for (let round = 0; round < Number(values.calls); round++) warm.push(await timed(() => call('warm-up')))
const together = await timed(() => Promise.all(Array.from({ length: 90 }, () => call('warm-up'))))
await scripts.close()

console.log(`first call of a script   ${told(starts, 0.5)} ms`)
console.log(`warm call, median        ${told(warm, 0.5)} ms`)
console.log(`warm call, 99 of 100     ${told(warm, 0.99)} ms`)
console.log(`90 calls at once         ${together.toFixed(1)} ms`)

async function timed(work) {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function told(times, share) {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) * share)].toFixed(1)
}
