import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { KEY, startS3, type Trouble } from '../../../test/counterparts/s3-server.ts'
import { movableClock } from '../clock.ts'
import { type Blobs, openBlobs } from './blobs.ts'
import { folderBlobs } from './folder.ts'
import { readBlobsLocation } from './location.ts'
import { memoryBlobs } from './memory.ts'
import { BlobFailure, hashOf } from './rules.ts'
import { s3Blobs } from './s3.ts'
import type { Patience } from './s3-requests.ts'

const A_DAY = 24 * 60 * 60 * 1000

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Makes a blob, or the present, two days older. */
type Age = (hash: string) => Promise<void> | void
type Open = () => Promise<{ blobs: Blobs; age: Age }>

const openMemory: Open = async () => {
  const clock = movableClock()
  return { blobs: memoryBlobs(clock), age: () => clock.advance(2 * A_DAY) }
}

async function openFolder() {
  const parent = await mkdtemp(join(tmpdir(), 'quire-blobs-'))
  closing.push(() => rm(parent, { recursive: true }))
  const root = join(parent, 'not/there/yet')
  const pathOf = (hash: string) => join(root, hash.charAt(0), hash.charAt(1), hash)
  const old = new Date(Date.now() - 2 * A_DAY)
  return {
    blobs: folderBlobs(root),
    parent,
    root,
    pathOf,
    age: (hash: string) => utimes(pathOf(hash), old, old),
  }
}

async function openS3({ answer, patience = { pause: 1 } }: { answer?: Trouble; patience?: Patience } = {}) {
  const s3 = await startS3(answer)
  closing.push(s3.close)
  const place = readBlobsLocation(s3.url('some/prefix'), {})
  if (place.kind !== 's3') throw new Error('This should have been S3')
  const age = (hash: string) => {
    const object = s3.objects.get(`some/prefix/${hash}`)
    if (object) object.lastModified = new Date(object.lastModified.getTime() - 2 * A_DAY)
  }
  return { ...s3, age, place, blobs: s3Blobs(place, patience) }
}

async function failureOf(doing: Promise<unknown>) {
  const error = await doing.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof BlobFailure))
    throw new Error('This should have been a BlobFailure', { cause: error })
  return error
}

async function bytesOf(blobs: Blobs, hash: string, start?: number, end?: number) {
  const range = start === undefined || end === undefined ? undefined : { start, end }
  const found = await blobs.get(hash, range)
  return found && { text: (await buffer(found.stream)).toString(), size: found.size }
}

async function listed(blobs: Blobs) {
  const all = new Map<string, Date>()
  for await (const { hash, keptAt } of blobs.list()) all.set(hash, keptAt)
  return all
}

describe.each<[string, Open]>([
  ['memory', openMemory],
  ['a folder', openFolder],
  ['S3', openS3],
])('blobs in %s', (_, open) => {
  it('come back as they went in', async () => {
    const { blobs } = await open()
    for (const bytes of [Buffer.from('hello'), Buffer.alloc(0), randomBytes(5_000_000)]) {
      const hash = await blobs.put(bytes)
      expect(hash).toBe(createHash('sha256').update(bytes).digest('base64url'))
      expect(await blobs.has(hash)).toBe(true)
      expect((await blobs.read(hash))?.equals(bytes)).toBe(true)
      const found = await blobs.get(hash)
      expect(found?.size).toBe(bytes.length)
      expect(found && (await buffer(found.stream)).equals(bytes)).toBe(true)
    }
  })

  it('come from streams as well, whatever their size', async () => {
    const { blobs } = await open()
    for (const size of [0, 5, 5_000_000, 9_000_000]) {
      const bytes = randomBytes(size)
      const stream = Readable.from(bytes.length > 0 ? cut(bytes) : [])
      const kept = await blobs.putStream(stream, { maxBytes: size })
      expect(kept).toEqual({ hash: hashOf(bytes), size })
      expect((await blobs.read(kept.hash))?.equals(bytes)).toBe(true)
    }
  })

  it('are not changed by what happens to the bytes afterwards', async () => {
    const { blobs } = await open()
    const bytes = Buffer.from('hello')
    const hash = await blobs.put(bytes)
    bytes.fill(0)
    ;(await blobs.read(hash))?.fill(0)
    expect((await blobs.read(hash))?.toString()).toBe('hello')
  })

  it('give ranges, with the size of the whole', async () => {
    const { blobs } = await open()
    const hash = await blobs.put(Buffer.from('0123456789'))
    expect(await bytesOf(blobs, hash, 0, 0)).toEqual({ text: '0', size: 10 })
    expect(await bytesOf(blobs, hash, 2, 5)).toEqual({ text: '2345', size: 10 })
    expect(await bytesOf(blobs, hash, 8, 100)).toEqual({ text: '89', size: 10 })
    expect(await bytesOf(blobs, hash, 7, Number.POSITIVE_INFINITY)).toEqual({ text: '789', size: 10 })
    expect(await bytesOf(blobs, hash, 10, 12)).toEqual({ text: '', size: 10 })
    expect(await bytesOf(blobs, hash, 3, 2)).toEqual({ text: '', size: 10 })
    const empty = await blobs.put(Buffer.alloc(0))
    expect(await bytesOf(blobs, empty, 0, 9)).toEqual({ text: '', size: 0 })
    expect(await bytesOf(blobs, empty, 0, -1)).toEqual({ text: '', size: 0 })
    for (const [start, end] of [[-1, 5] as const, [0.5, 2] as const, [0, Number.NaN] as const])
      await expect(blobs.get(hash, { start, end })).rejects.toThrow(RangeError)
  })

  it('are not there under a hash that nobody put', async () => {
    const { blobs } = await open()
    await blobs.put(Buffer.from('something else'))
    const unknown = hashOf(Buffer.from('never put'))
    expect(await blobs.has(unknown)).toBe(false)
    expect(await blobs.get(unknown)).toBeUndefined()
    expect(await blobs.get(unknown, { start: 0, end: 1 })).toBeUndefined()
    expect(await blobs.get(unknown, { start: 1, end: 0 })).toBeUndefined()
    expect(await blobs.read(unknown)).toBeUndefined()
    await blobs.delete(unknown)
  })

  it('have no other names than hashes', async () => {
    const { blobs } = await open()
    const hash = await blobs.put(Buffer.from('hello'))
    const hostile = [
      '',
      '.',
      '..',
      '../../x',
      '/etc/passwd',
      '..%2f..%2fx',
      `${hash}\n`,
      `${hash}/`,
      `../${hash}`,
    ]
    for (const name of [
      ...hostile,
      `${hash.slice(1)}\0`,
      `${hash.slice(3)}/..`,
      `${hash}?x`,
      'é'.repeat(43),
    ]) {
      expect(await blobs.has(name)).toBe(false)
      expect(await blobs.get(name)).toBeUndefined()
      expect(await blobs.read(name)).toBeUndefined()
      await blobs.delete(name)
    }
    expect(await blobs.has(hash)).toBe(true)
  })

  it('may be put many times at once', async () => {
    const { blobs } = await open()
    const bytes = randomBytes(100_000)
    const puts = Array.from({ length: 20 }, (_, at) =>
      at % 2 ? blobs.put(bytes) : blobs.putStream(Readable.from(cut(bytes)), { maxBytes: 100_000 }),
    )
    await Promise.all(puts)
    expect([...(await listed(blobs)).keys()]).toEqual([hashOf(bytes)])
    expect((await blobs.read(hashOf(bytes)))?.equals(bytes)).toBe(true)
  })

  it('refuse a stream that is too large and leave nothing behind', async () => {
    const { blobs } = await open()
    for (const size of [11, 10_000_000]) {
      const stream = Readable.from(cut(randomBytes(size)))
      const failure = await failureOf(blobs.putStream(stream, { maxBytes: size - 1 }))
      expect(failure).toMatchObject({ code: 'BLOB_TOO_LARGE', details: { maxBytes: size - 1 } })
      expect(stream.destroyed).toBe(true)
    }
    expect(await listed(blobs)).toEqual(new Map())
  })

  it('keep nothing of a stream that breaks', async () => {
    const { blobs } = await open()
    async function* breaking() {
      yield Buffer.from('the first half')
      throw new Error('The line went dead')
    }
    await expect(blobs.putStream(breaking(), { maxBytes: 100 })).rejects.toThrow('The line went dead')
    expect(await listed(blobs)).toEqual(new Map())
  })

  it('are listed until they are deleted, also while listing', async () => {
    const { blobs } = await open()
    const before = Date.now()
    const hashes = await Promise.all([...'abcde'].map((letter) => blobs.put(Buffer.from(letter))))
    const all = await listed(blobs)
    expect([...all.keys()].sort()).toEqual(hashes.sort())
    // File systems and S3 count in their own ticks.
    for (const keptAt of all.values()) expect(Math.abs(keptAt.getTime() - before)).toBeLessThan(10_000)
    for await (const { hash } of blobs.list()) if (hash !== hashes[2]) await blobs.delete(hash)
    expect([...(await listed(blobs)).keys()]).toEqual([hashes[2]])
    expect(await blobs.has(hashes[0] ?? '')).toBe(false)
    expect(await blobs.read(hashes[0] ?? '')).toBeUndefined()
  })

  it('count as new when they are put again', async () => {
    const { blobs, age } = await open()
    const bytes = Buffer.from('hello')
    const again = [() => blobs.put(bytes), () => blobs.putStream(Readable.from([bytes]), { maxBytes: 5 })]
    for (const putAgain of again) {
      const hash = await blobs.put(bytes)
      await age(hash)
      const old = (await listed(blobs)).get(hash)
      await putAgain()
      const fresh = (await listed(blobs)).get(hash)
      expect(Number(fresh) - Number(old)).toBeGreaterThan(A_DAY)
    }
  })
})

describe('blobs in a folder', () => {
  it('are nobody else’s business', async () => {
    const { blobs, root, pathOf } = await openFolder()
    const hash = await blobs.put(Buffer.from('hello'))
    expect((await stat(pathOf(hash))).mode & 0o777).toBe(0o600)
    const folders = [
      root,
      join(root, 'tmp'),
      join(root, hash.charAt(0)),
      join(root, hash.slice(0, 2).split('').join('/')),
    ]
    for (const folder of folders) expect((await stat(folder)).mode & 0o777).toBe(0o700)
  })

  it('leave no temporary files, and in time remove those of a killed process', async () => {
    const { blobs, root } = await openFolder()
    await blobs.put(Buffer.from('hello'))
    await failureOf(blobs.putStream(Readable.from([Buffer.from('too long')]), { maxBytes: 3 }))
    expect(await readdir(join(root, 'tmp'))).toEqual([])
    for (const name of ['old', 'young']) await writeFile(join(root, 'tmp', name), 'half')
    const old = new Date(Date.now() - 2 * A_DAY)
    await utimes(join(root, 'tmp', 'old'), old, old)
    expect((await listed(blobs)).size).toBe(1)
    expect(await readdir(join(root, 'tmp'))).toEqual(['young'])
  })

  it('are written anew when the file was cut off', async () => {
    const { blobs, pathOf } = await openFolder()
    const hash = await blobs.put(Buffer.from('hello'))
    await writeFile(pathOf(hash), 'he')
    await blobs.put(Buffer.from('hello'))
    expect((await blobs.read(hash))?.toString()).toBe('hello')
  })

  it('survive what else lies around there', async () => {
    const { blobs, root } = await openFolder()
    expect(await listed(blobs)).toEqual(new Map())
    await blobs.put(Buffer.from('hello'))
    await writeFile(join(root, 'README'), '')
    await writeFile(join(root, '~'), '')
    expect((await listed(blobs)).size).toBe(1)
  })

  it('open at the configured place, and touch it only when used', async () => {
    const { parent } = await openFolder()
    const folder = join(parent, 'configured')
    const blobs = openBlobs({ kind: 'folder', folder })
    expect(existsSync(folder)).toBe(false)
    await blobs.put(Buffer.from('hello'))
    expect(existsSync(folder)).toBe(true)
  })
})

describe('blobs in S3', () => {
  it('open at the configured place', async () => {
    const { place, objects } = await openS3()
    const hash = await openBlobs(place).put(Buffer.from('hello'))
    expect([...objects.keys()]).toEqual([`some/prefix/${hash}`])
  })

  it('list only what is theirs', async () => {
    const { blobs, objects } = await openS3()
    const hash = await blobs.put(Buffer.from('hello'))
    for (const key of ['notes.txt', `some/prefix/old/${hash}`, 'some/prefix/a&b', `some/prefixed${hash}`])
      objects.set(key, { bytes: Buffer.alloc(0), lastModified: new Date() })
    expect([...(await listed(blobs)).keys()]).toEqual([hash])
  })

  it('try again when the store has a moment of weakness', async () => {
    for (const trouble of ['busy', 'hangs up', 'silent'] as const) {
      const isSilent = trouble === 'silent'
      // Silence is waited for, and so that a busy machine is not taken for it, longer than one stands still.
      const times = isSilent ? 1 : 2
      let left = times
      const { blobs } = await openS3({
        answer: () => (left-- > 0 ? trouble : undefined),
        patience: { pause: 1, ...(isSilent && { timeout: 1_000 }) },
      })
      const bytes = randomBytes(isSilent ? 5 : 9_000_000)
      const { hash } = await blobs.putStream(Readable.from(cut(bytes)), { maxBytes: 9_000_000 })
      left = times
      expect((await blobs.read(hash))?.equals(bytes)).toBe(true)
      left = times
      expect((await listed(blobs)).size).toBe(1)
    }
  })

  it('give up in the end, and say what the store said', async () => {
    let asked = 0
    const { blobs, host } = await openS3({
      answer: () => {
        asked += 1
        return 'busy'
      },
    })
    const failure = await failureOf(blobs.put(Buffer.from('hello')))
    expect(failure).toMatchObject({ code: 'BLOB_STORE_ERROR', details: { status: 503, reason: 'SlowDown' } })
    expect(failure.message).toBe(`The blob store ${host} answered 503 SlowDown`)
    expect(asked).toBe(4)
  })

  it('fail when nobody answers', async () => {
    const { blobs, close } = await openS3()
    await close()
    const failure = await failureOf(blobs.read(hashOf(Buffer.from('hello'))))
    expect(failure.message).toMatch(/^The blob store 127\.0\.0\.1:\d+ gave no answer \(ECONNREFUSED\)$/)
    expect(failure.details.status).toBeUndefined()
  })

  it('fail when the store takes too long', async () => {
    const { blobs, host } = await openS3({ answer: () => 'silent', patience: { pause: 1, timeout: 50 } })
    const failure = await failureOf(blobs.read(hashOf(Buffer.from('hello'))))
    expect(failure.message).toBe(`The blob store ${host} did not answer in time`)
  })

  it('fail at once, and never show the secret, when the credentials are wrong', async () => {
    const { place } = await openS3()
    const wrong = readBlobsLocation(`s3://${KEY}:hunter2@bucket?endpoint=${place.endpoint}`, {})
    const failure = await failureOf(openBlobs(wrong).put(Buffer.from('hello')))
    expect(failure.details).toMatchObject({ status: 403, reason: 'SignatureDoesNotMatch' })
    expect(inspect(failure, { depth: 9, showHidden: true })).not.toContain('hunter2')
  })

  it('do not take a missing bucket for missing blobs', async () => {
    const { blobs } = await openS3({ answer: () => 'no bucket' })
    const hash = hashOf(Buffer.from('hello'))
    const ways = [
      () => blobs.get(hash),
      () => blobs.read(hash),
      () => blobs.delete(hash),
      () => listed(blobs),
    ]
    for (const way of ways) expect((await failureOf(way())).details.reason).toBe('NoSuchBucket')
  })

  it('follow no redirects', async () => {
    const { blobs } = await openS3({ answer: () => 'elsewhere' })
    expect((await failureOf(blobs.has(hashOf(Buffer.from('hello'))))).details.status).toBe(307)
  })

  it.each(['half', 'half, then silent'] as const)(
    'tell the reader that the store sent %s',
    async (trouble) => {
      let isIll = false
      const answer = () => (isIll ? trouble : undefined)
      const { blobs, place } = await openS3({ answer, patience: { pause: 1, timeout: 100 } })
      const hash = await openBlobs(place).put(randomBytes(1_000_000))
      isIll = true
      await expect(blobs.get(hash).then((found) => found && buffer(found.stream))).rejects.toThrow()
      await expect(failureOf(blobs.read(hash))).resolves.toMatchObject({ code: 'BLOB_STORE_ERROR' })
    },
  )

  it('let the reader of a stream take all the time it wants', async () => {
    const { blobs, place } = await openS3({ patience: { pause: 1, timeout: 1_000 } })
    const read = async (size: number) => {
      const found = await blobs.get(await openBlobs(place).put(randomBytes(size)))
      await sleep(2_500)
      return found && (await buffer(found.stream)).length
    }
    const sizes = [0, 5, 5_000_000]
    expect(await Promise.all(sizes.map(read))).toEqual(sizes)
  })

  it('use few connections, and give back those of streams that nobody wants', async () => {
    const { blobs, connections } = await openS3()
    const hash = await blobs.put(randomBytes(5_000_000))
    for (let round = 0; round < 10; round++) {
      await blobs.put(Buffer.from(`${round}`))
      await blobs.has(hash)
      await blobs.has(hashOf(Buffer.from('never put')))
      await blobs.read(hashOf(Buffer.from('never put')))
      await bytesOf(blobs, hash, 0, 9)
      await blobs.delete(hashOf(Buffer.from(`${round}`)))
    }
    expect(connections.all).toBeLessThan(5)
    for (let round = 0; round < 3; round++) (await blobs.get(hash))?.stream.destroy()
    await expect.poll(() => connections.open).toBeLessThan(5)
  })
})

function* cut(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}
