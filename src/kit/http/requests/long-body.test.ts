import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { refuseLongWork } from '../../../engines/content/long-work.ts'
import { inlineThreads } from '../../../world/threads/threads.ts'
import { bytesBefore, isLongBody, readLongBody } from './long-body.ts'
import { hasManyValues, UnreadBody } from './unread-body.ts'

const read = (text: string | Buffer) => readLongBody(Buffer.from(text as string), inlineThreads)
/** Signs that stand before values, in a text that has marks of its own. */
const SIGNS = '[{"a\\": ["b", 1, {}]}, "\\\\"] '.repeat(1000)

describe('long bodies', () => {
  // A hundred values.
  beforeEach(() => refuseLongWork(2000))
  afterEach(() => refuseLongWork(Number.POSITIVE_INFINITY))

  it('are those that would keep others waiting, where others wait', () => {
    const body = Buffer.alloc(600_000)
    expect([isLongBody(body), isLongBody(body.subarray(0, 1000))]).toEqual([true, false])
    refuseLongWork(Number.POSITIVE_INFINITY)
    expect(isLongBody(body)).toBe(false)
  })

  it('are read when they have few values, whatever stands in their texts', async () => {
    const body = { source: { text: SIGNS }, [SIGNS]: null, constructor: 'of houses' }
    expect(await read(JSON.stringify(body))).toEqual(body)
    expect(await read(JSON.stringify(body, null, 2))).toEqual(body)
  })

  it('are known as they came, for those who send them on', async () => {
    const text = JSON.stringify({ text: SIGNS }, null, 2)
    expect(bytesBefore(await read(text))).toEqual(Buffer.from(text))
    expect([bytesBefore({ text: SIGNS }), bytesBefore(await read('"a"')), bytesBefore(null)]).toEqual([
      ...[undefined, undefined, undefined],
    ])
  })

  it('go on as they came when they have many', async () => {
    const text = JSON.stringify({ text: SIGNS, values: Array.from({ length: 200 }, (_, at) => `${at}"\\`) })
    expect(await read(text)).toEqual(new UnreadBody(Buffer.from(text)))
  })

  it('that are no JSON, no UTF-8, or name what all objects share are refused in words', async () => {
    const refused = (message: RegExp) => ({ kind: 'invalid', message: expect.stringMatching(message) })
    await expect(read('{"text": "')).rejects.toMatchObject(refused(/^The body is not valid JSON: /))
    await expect(read(Buffer.from([34, 0xff, 34]))).rejects.toMatchObject(
      refused(/^The body is not valid UTF-8/),
    )
    for (const name of ['"__proto__": {}', '"\\u005f_proto__": 1', '"constructor": {"prototype": {}}'])
      await expect(read(`{"deep": [{${name}}]}`)).rejects.toMatchObject(refused(/not a valid field name/))
  })
})

describe('values of a body', () => {
  const isMany = (value: unknown) => hasManyValues(Buffer.from(JSON.stringify(value)), 100)

  it('are counted outside of texts', () => {
    expect([isMany('['.repeat(500)), isMany(SIGNS), isMany({ [SIGNS]: SIGNS })]).toEqual([
      false,
      false,
      false,
    ])
    expect(isMany(Array(102).fill('\\'))).toBe(true)
    expect(isMany(Array(90).fill(SIGNS))).toBe(false)
    expect(isMany(Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`"${at}`, ']'])))).toBe(true)
  })
})
