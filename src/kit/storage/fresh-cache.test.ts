import { describe, expect, it } from 'vitest'
import { type CacheKind, openFreshCache } from './fresh-cache.ts'

const COUNT: CacheKind<number> = { name: 'count' }

function openCounted() {
  let isSure = true
  let stored = 1
  let loads = 0
  const cache = openFreshCache({ isSure: () => isSure })
  const load = async (follows = ['a']) => {
    loads++
    return { value: stored, follows, bytes: 1 }
  }
  return {
    ...cache,
    load,
    read: (key = 'k', from: () => ReturnType<typeof load> = load) => cache.read(COUNT, key, from),
    store: (value: number) => {
      stored = value
    },
    doubt: (is: boolean) => {
      isSure = !is
    },
    loads: () => loads,
  }
}

it('tells what was so last, whatever changed, and never takes it for what is so', async () => {
  const { read, last, keepLast, forget, doubtAll, loads } = openCounted()
  expect(last(COUNT, 'k')).toBeUndefined()
  keepLast(COUNT, 'k', { value: 7, bytes: 1 })
  forget(['a', 'k'])
  doubtAll()
  expect(last(COUNT, 'k')).toBe(7)
  expect(await read()).toBe(1)
  expect(loads()).toBe(1)
})

describe('what is kept', () => {
  it('is read once, until something changes that it follows from', async () => {
    const { read, forget, store, loads } = openCounted()
    expect([await read(), await read()]).toEqual([1, 1])
    expect(loads()).toBe(1)
    store(2)
    forget(['b'])
    expect(await read()).toBe(1)
    forget(['b', 'a'])
    expect(await read()).toBe(2)
    expect(loads()).toBe(2)
  })

  it('is read once by all who ask at the same time', async () => {
    const { read, loads } = openCounted()
    await Promise.all([read(), read(), read('other')])
    expect(loads()).toBe(2)
  })

  it('is not what was read before a change and came after it', async () => {
    const { read, load, forget, store } = openCounted()
    let arrive = () => {}
    const onItsWay = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const early = read('k', async () => {
      const loaded = await load()
      await onItsWay
      return loaded
    })
    store(2)
    forget(['a'])
    // Whoever asks after the change does not wait for the old answer either.
    expect(await read()).toBe(2)
    arrive()
    expect(await early).toBe(1)
    expect(await read()).toBe(2)
  })

  it('is not used while changes may go unheard, and gone after that', async () => {
    const { read, doubt, store, doubtAll, loads } = openCounted()
    await read()
    store(2)
    doubt(true)
    expect(await read()).toBe(2)
    expect(await read()).toBe(2)
    expect(loads()).toBe(3)
    doubtAll()
    doubt(false)
    expect(await read()).toBe(2)
    expect(loads()).toBe(4)
  })

  it('is better than nothing while the database is away, as it was read last', async () => {
    const { read, doubt, doubtAll, store, forget } = openCounted()
    const away = () =>
      Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' }))
    await expect(read('k', away)).rejects.toThrow('refused')
    await read()
    doubt(true)
    doubtAll()
    expect(await read('k', away)).toBe(1)
    store(2)
    await read()
    expect(await read('k', away)).toBe(2)
    await expect(read('k', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    forget(['a'])
    await expect(read('k', away)).rejects.toThrow('refused')
  })

  it('is no failure: the next one who asks tries again', async () => {
    const { read } = openCounted()
    await expect(read('k', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await read()).toBe(1)
  })

  it('is bounded in bytes', async () => {
    const cache = openFreshCache({ isSure: () => true })
    let loads = 0
    const read = (key: string) =>
      cache.read(COUNT, key, async () => ({ value: loads++, follows: ['a'], bytes: 40 * 1024 * 1024 }))
    await read('one')
    await read('two')
    await read('one')
    expect(loads).toBe(3)
  })
})
