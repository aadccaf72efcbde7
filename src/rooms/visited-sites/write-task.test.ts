import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LongWork, refuseLongWork } from '../../content/long-work.ts'
import { writeDocument } from '../../html/write-document.ts'
import { parseMarkdown } from '../../markdown/parse.ts'
import { inlineThreads, type Threads } from '../../world/threads.ts'
import { writeLongText, writeTextTask } from './write-task.ts'

const LONG = Array.from({ length: 40 }, (_, at) => `Paragraph ${at} of [many](other.md).`).join('\n\n')

/** Where tasks are done as in threads, which refuse nothing. */
const threads: Threads = {
  ...inlineThreads,
  run: async (task, input) => {
    refuseLongWork(Number.POSITIVE_INFINITY)
    return task.work(input)
  },
}

describe('a long text on a site', () => {
  beforeEach(() => refuseLongWork(500))
  afterEach(() => refuseLongWork(Number.POSITIVE_INFINITY))

  it('is written in a thread, as it would be here', async () => {
    const written = await writeLongText({ threads }, LONG)
    expect(written).toEqual(writeDocument(parseMarkdown(LONG)))
  })

  it('is left to the event loop where it is short', async () => {
    expect(await writeLongText({ threads }, 'Short.')).toBeUndefined()
  })

  it('is left to another process where visitors read different things', async () => {
    const adaptive = `${LONG}\n\n{% if visitor.claims.isPaying %}\n\nThanks.\n\n{% endif %}`
    await expect(writeLongText({ threads }, adaptive)).rejects.toThrow(LongWork)
  })

  it('is left to another process where the thread fails, and where it is too long', async () => {
    const failing: Threads = { ...threads, run: async () => Promise.reject(new Error('out of memory')) }
    await expect(writeLongText({ threads: failing }, LONG)).rejects.toThrow(LongWork)
    const asked: string[] = []
    const noting: Threads = { ...threads, run: async (task) => Promise.reject(asked.push(task.name)) }
    await expect(writeLongText({ threads: noting }, 'a'.repeat(300_000))).rejects.toThrow(LongWork)
    expect(asked).not.toContain(writeTextTask.name)
  })
})
