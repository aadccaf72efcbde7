import type { Card } from '../../engines/pdf/card.ts'
import type { OutsideContext } from '../../kit/domain/context.ts'
import { unavailable } from '../../kit/domain/problems.ts'
import { LaneBusy, type Task, TaskTimeout } from '../../world/threads/threads.ts'

/** Only the process that draws loads what it takes. */
export const drawCardTask: Task<Card, Uint8Array> = {
  name: 'card.draw',
  lane: 'pictures',
  isApart: true,
  work: async (card) => (await import('../../engines/pdf/draw-card.ts')).drawCard(card),
  isUsedUp: async () => (await import('../../engines/pdf/draw-card.ts')).isUsedUp(),
}

/** Milliseconds. With the start of a process it takes two seconds, afterwards a tenth of one. */
const LONGEST = 30_000
const PATIENCE = 10_000

export async function drawInThread({ threads }: OutsideContext, card: Card): Promise<Uint8Array> {
  try {
    return await threads.run(drawCardTask, card, { timeout: LONGEST, patience: PATIENCE })
  } catch (error) {
    if (error instanceof LaneBusy || error instanceof TaskTimeout)
      throw unavailable('Too many pictures are being drawn; try again', 30, error)
    throw error
  }
}
