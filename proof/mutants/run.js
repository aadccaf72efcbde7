// Changes code in one small way after the other, and looks whether its tests notice.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { mutantsOf } from './mutations.js'

const ROOT = join(import.meta.dirname, '../..')
const LANES = 2
/** Longer than the tests take on a busy machine: what takes longer does not end. */
const PATIENCE_MS = 120_000

/** Tries `count` mutants, spread evenly over all there are, and answers those that no test noticed. */
export async function tryMutants({ sources, tests, count, say = () => {} }) {
  const all = sources
    .flatMap(filesBelow)
    .flatMap((file) => mutantsOf(readFileSync(file, 'utf8')).map((mutant) => ({ ...mutant, file })))
  const chosen = spread(all, count)
  const survivors = []
  let tried = 0
  const queue = [...chosen]
  const work = async () => {
    let lane = await openLane(tests)
    try {
      if (await isNoticed(lane)) throw new Error('The tests fail without any mutant')
      for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
        const verdict = await isNoticed(lane, mutant)
        if (verdict === false) {
          survivors.push(mutant)
          say(`not noticed: ${relative(ROOT, mutant.file)}:${mutant.line} ${mutant.text}`)
        }
        if (verdict === 'never ends') lane = await openLane(tests)
        tried += 1
        if (tried % 20 === 0) say(`${tried} of ${chosen.length}, ${survivors.length} not noticed`)
      }
    } finally {
      lane.kill('SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: LANES }, work))
  return { all: all.length, tried, survivors }
}

function filesBelow(place) {
  const path = join(ROOT, place)
  if (place.endsWith('.ts')) return [path]
  const names = readdirSync(path, { recursive: true })
  return names.filter((name) => /(?<!\.test)\.ts$/.test(name)).map((name) => join(path, name))
}

function spread(all, count) {
  if (all.length <= count) return all
  return Array.from({ length: count }, (_, at) => all[Math.floor(((at + 0.5) * all.length) / count)])
}

async function openLane(tests) {
  const lane = fork(join(import.meta.dirname, 'lane.js'), [ROOT, ...tests], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(lane, 'message')
  return lane
}

async function isNoticed(lane, mutant = null) {
  const patience = AbortSignal.timeout(PATIENCE_MS)
  lane.send(mutant)
  const answer = await once(lane, 'message', { signal: patience }).catch(() => undefined)
  if (answer) return answer[0].isKilled
  lane.kill('SIGKILL')
  return 'never ends'
}
