// node bench/browser.js URL … [--browser /usr/bin/chromium] [--rounds 9]
// Pages as a browser comes by them, each in a fresh window: when something is seen first, how much moves after that, and the
// longest time in which the browser could do nothing else. The middle one of several rounds counts; the longest task is
// the longest of all.
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'

const { values, positionals: addresses } = parseArgs({
  allowPositionals: true,
  options: { browser: { type: 'string' }, rounds: { type: 'string', default: '9' } },
})
if (addresses.length === 0) {
  console.error('Name pages of a running site: node bench/browser.js http://127.0.0.1:3000/sites/docs/')
  process.exit(2)
}

const WATCH = `
  window.seen = { paint: 0, shift: 0, longest: 0 }
  const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.paint = startTime
  })
  watch('layout-shift', ({ value }) => (seen.shift += value))
  watch('longtask', ({ duration }) => (seen.longest = Math.max(seen.longest, duration)))
`
const LONGEST_TASK = 50
/** A reader's browser is open already. One that has just opened a window loads pages of its own on the same cores. */
const SETTLING_MS = 1_500

const browser = await chromium.launch({
  executablePath: values.browser ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  for (const address of addresses) {
    const rounds = []
    for (let round = 0; round < Number(values.rounds); round++) rounds.push(await visit(address))
    const middle = (of) => rounds.map(of).sort((a, b) => a - b)[Math.floor(rounds.length / 2)]
    const shift = Math.max(...rounds.map((seen) => seen.shift))
    const longest = Math.max(...rounds.map((seen) => seen.longest))
    const letters = rounds[0]?.letters ?? 0
    console.log(
      `${address}: ${(letters / 1000).toFixed(1)} KB, first contentful paint ${middle((seen) => seen.paint).toFixed(0)} ms, layout shift ${shift} (goal 0), longest task ${longest ? `${longest.toFixed(0)} ms` : `below ${LONGEST_TASK} ms`} (goal ${LONGEST_TASK})`,
    )
    if (shift > 0) process.exitCode = 1
  }
} finally {
  await browser.close()
}

async function visit(address) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(WATCH)
  await page.waitForTimeout(SETTLING_MS)
  const response = await page.goto(address, { waitUntil: 'networkidle' })
  const letters = (await response.body()).length
  await page.mouse.wheel(0, 20_000)
  await page.waitForTimeout(200)
  const seen = await page.evaluate('seen')
  await context.close()
  return { ...seen, letters }
}
