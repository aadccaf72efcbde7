import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { sideBySide } from './side-by-side.ts'

/** Does work of these sizes, and watches how much of it goes on at once. */
async function watched(sizes: number[], most: { pieces: number; bytes: number }) {
  const work = sideBySide(most)
  const seen = { pieces: 0, bytes: 0, done: 0 }
  let [pieces, held] = [0, 0]
  for (const size of sizes)
    await work.add(size, async () => {
      pieces++
      held += size
      seen.pieces = Math.max(seen.pieces, pieces)
      seen.bytes = Math.max(seen.bytes, held)
      await turn()
      pieces--
      held -= size
      seen.done++
    })
  await work.end()
  return seen
}

it('goes on in several pieces at once, and never in more', async () => {
  const sizes = Array.from({ length: 50 }, () => 1)
  expect(await watched(sizes, { pieces: 8, bytes: 1_000 })).toEqual({ pieces: 8, bytes: 8, done: 50 })
})

it('holds no more bytes at once, but for one that is larger alone', async () => {
  expect(await watched([4, 4, 4, 4], { pieces: 8, bytes: 8 })).toEqual({ pieces: 2, bytes: 8, done: 4 })
  expect(await watched([1, 20, 1, 20], { pieces: 8, bytes: 8 })).toEqual({ pieces: 1, bytes: 20, done: 4 })
})

it('ends with the first failure, and begins nothing after it', async () => {
  const work = sideBySide({ pieces: 1, bytes: 1 })
  await work.add(1, () => Promise.reject(new Error('The disk is full')))
  await expect(work.add(1, async () => expect.unreachable())).rejects.toThrow('The disk is full')
  await expect(work.end()).rejects.toThrow('The disk is full')
})
