// How long a condition takes that was read before, in microseconds of a core, whoever else is busy: those that people
// write, and a long one.

import { pathToFileURL } from 'node:url'
import { isMet, readCondition } from '../dist/program/bench.js'

const claims = {
  plan: 'pro',
  seats: 12,
  isBeta: false,
  roles: ['reader', 'editor', 'admin'],
  country: 'AT',
  unsigned: { product: 'docs' },
  ...Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`claim${at}`, `value ${at}`])),
}
const scope = { visitor: { claims }, space: { vars: { version: '2.1' } }, page: { vars: {} } }

/** None is decided before its end. */
const comparisons = (count) =>
  Array.from({ length: count }, (_, at) => `visitor.claims.claim${at} === "value ${at}"`).join(' && ')

const CONDITIONS = [
  { name: 'a claim', text: 'visitor.claims.isBeta', goal: 4 },
  { name: 'a comparison', text: 'visitor.claims.plan === "pro"', goal: 4 },
  { name: 'one of a list', text: '"admin" in visitor.claims.roles || visitor.claims.seats > 100', goal: 4 },
  { name: '20 comparisons', text: comparisons(20), goal: 20 },
]

const ROUND = 1_000

/** By name, the median of rounds of a thousand. */
export function measureConditions(seconds = 1) {
  return CONDITIONS.map(({ name, text, goal }) => {
    const rounds = []
    const until = performance.now() + seconds * 1000
    // The first fifth only warms up.
    while (performance.now() < until || rounds.length < 5) rounds.push(round(text))
    const counted = rounds.slice(Math.ceil(rounds.length / 5)).sort((a, b) => a - b)
    return { name, goal, microseconds: counted[Math.floor(counted.length / 2)] }
  })
}

function round(text) {
  const before = process.cpuUsage()
  for (let count = 0; count < ROUND; count++) {
    const read = readCondition(text)
    if (read.kind !== 'tree') throw new Error(read.error.message)
    isMet(read.tree, scope)
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / ROUND
}

export function describeConditions(measured) {
  const lines = measured.map(({ name, goal, microseconds }) => {
    const told = microseconds <= goal ? 'reached' : 'MISSED'
    return `  ${name}: ${microseconds.toFixed(1)} µs (goal ${goal}, ${told})`
  })
  return ['\nConditions:', ...lines].join('\n')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.log(describeConditions(measureConditions()))
