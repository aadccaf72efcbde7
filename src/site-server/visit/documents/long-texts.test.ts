import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestServices } from '../../../../test/services.ts'
import { LongWork, refuseLongWork } from '../../../engines/content/long-work.ts'
import { writeDocument } from '../../../engines/html/write-document.ts'
import { parseMarkdown } from '../../../engines/markdown/parse.ts'
import { SYSTEM } from '../../../kit/domain/context.ts'
import { runJob } from '../../../services.ts'
import { inlineThreads, type Threads } from '../../../world/threads/threads.ts'
import { forgetWrittenTexts } from '../jobs.ts'
import { openLongWriter } from './long-texts.ts'

const LONG = Array.from({ length: 40 }, (_, at) => `Paragraph ${at} of [many](other.md).`).join('\n\n')
const ADAPTIVE = `${LONG}\n\nFor <code class="expression">visitor.claims.name</code>.`
const REFUSED_HERE = 500

/** A writer whose tasks are done as in threads, which refuse nothing; and what was done. */
async function openWriter(work?: Threads['run']) {
  const { services, tick } = await openTestServices()
  const done: string[] = []
  const run: Threads['run'] = async (task, input, options) => {
    done.push(task.name)
    if (work) return work(task, input, options)
    refuseLongWork(Number.POSITIVE_INFINITY)
    const output = await task.work(input)
    refuseLongWork(REFUSED_HERE)
    return output
  }
  const tools = () => ({ ...services.outside(SYSTEM), threads: { ...inlineThreads, run } })
  const body = randomUUID()
  const open = () => {
    const writeLong = openLongWriter(tools)
    return (text: string, isRightToLeft = false) => writeLong({ body, text, isRightToLeft })
  }
  return { open, write: open(), done, tick, services }
}

describe('a long text on a site', () => {
  beforeEach(() => refuseLongWork(REFUSED_HERE))
  afterEach(() => refuseLongWork(Number.POSITIVE_INFINITY))

  it('is written in a thread, as it would be here', async () => {
    const { write } = await openWriter()
    const written = await write(LONG)
    refuseLongWork(Number.POSITIVE_INFINITY)
    expect(written).toEqual(writeDocument(parseMarkdown(LONG)))
  })

  it('is written once for all who ask meanwhile, and not again after a restart', async () => {
    const { open, write, done } = await openWriter()
    const all = await Promise.all(Array.from({ length: 5 }, () => write(LONG)))
    expect(done).toEqual(['site.write-text'])
    const restarted = open()
    expect(await restarted(LONG)).toEqual(all[0])
    expect(done).toHaveLength(1)
    await restarted(LONG, true)
    expect(done).toHaveLength(2)
  })

  it('is kept by the process that does long work too', async () => {
    const { open, done } = await openWriter()
    const text = LONG.repeat(40)
    refuseLongWork(Number.POSITIVE_INFINITY)
    const written = await open()(text)
    expect(written).toEqual(writeDocument(parseMarkdown(text)))
    refuseLongWork(REFUSED_HERE)
    expect(await open()(text)).toEqual(written)
    expect(done).toEqual([])
  })

  it('is forgotten when nobody has read it for a month', async () => {
    const { open, done, tick, services } = await openWriter()
    const forget = () => runJob(services, forgetWrittenTexts, {})
    await open()(LONG)
    tick(20)
    await open()(LONG)
    tick(20)
    await forget()
    await open()(LONG)
    expect(done).toHaveLength(1)
    tick(31)
    await forget()
    await open()(LONG)
    expect(done).toHaveLength(2)
  })

  it('is left to the event loop where it is short', async () => {
    const { write } = await openWriter()
    expect(await write('Short.')).toBeUndefined()
  })

  it('is left to another process where visitors read different things, which keeps none of them', async () => {
    const { write } = await openWriter()
    await expect(write(ADAPTIVE)).rejects.toThrow(LongWork)
    refuseLongWork(Number.POSITIVE_INFINITY)
    expect(await write(ADAPTIVE.repeat(40))).toBeUndefined()
  })

  it('is left to another process where the thread fails, which is tried again by the next', async () => {
    const { write, done } = await openWriter(async () => Promise.reject(new Error('out of memory')))
    await expect(write(LONG)).rejects.toThrow(LongWork)
    await expect(write(LONG)).rejects.toThrow(LongWork)
    expect(done).toHaveLength(2)
  })

  it('is left to another process where it is too long', async () => {
    const { write, done } = await openWriter()
    await expect(write('a'.repeat(300_000))).rejects.toThrow(LongWork)
    expect(done).toEqual([])
  })
})
