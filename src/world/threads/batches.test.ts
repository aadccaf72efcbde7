import { expect, it } from 'vitest'
import { inBatches } from './batches.ts'

it('batches keep the order, and what is long is alone', () => {
  const texts = ['a', 'b'.repeat(400_000), 'c'.repeat(200_000), 'd'.repeat(900_000), 'e']
  const batches = [...inBatches(texts, (text) => text.length)]
  expect(batches.map((batch) => batch.map((text) => text[0]).join(''))).toEqual(['ab', 'c', 'd', 'e'])
  expect([...inBatches([], () => 1)]).toEqual([])
})
