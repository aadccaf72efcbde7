import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../../../test/pages.ts'
import { FetchFailure } from '../../../../world/network/fetch-failure.ts'
import type { FetchOptions } from '../../../../world/network/fetcher.ts'

const MEGABYTE = 1024 * 1024

async function openFetching(size = 10) {
  const space = await openSpace()
  const { as, admin, url, services } = space
  const seen = { fetched: 0, atOnce: 0, maxBytes: 0 }
  let running = 0
  services.fetcher.fetch = async (address: string, { maxBytes = 0 }: FetchOptions = {}) => {
    seen.fetched += 1
    seen.atOnce = Math.max(seen.atOnce, ++running)
    seen.maxBytes = maxBytes
    await new Promise((resolve) => setTimeout(resolve, 5))
    running -= 1
    if (size > maxBytes) throw new FetchFailure('FETCH_TOO_LARGE', 'example.org has a larger answer')
    return { status: 200, url: address, headers: {}, body: Buffer.alloc(size), contentType: 'text/plain' }
  }
  const files = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ name: `${at}.txt`, url: `https://example.org/${at}` }))
  const insert = (counts: number[], status = 200) =>
    as(admin).post(
      `${url}/content`,
      { changes: counts.map((count) => ({ operation: 'insert_files', files: files(count) })) },
      status,
    )
  return { ...space, insert, seen }
}

describe('files that are fetched', () => {
  it('come two at a time and stay in order', async () => {
    const { insert, seen } = await openFetching()
    const { insertedFiles } = await insert([3, 4])
    expect(insertedFiles.map(({ name }: { name: string }) => name)).toEqual([
      '0.txt',
      '1.txt',
      '2.txt',
      '0 (1).txt',
      '1 (1).txt',
      '2 (1).txt',
      '3.txt',
    ])
    expect(seen).toEqual({ fetched: 7, atOnce: 2, maxBytes: 20 * MEGABYTE })
  })

  it('are at most 20 a request, which is told before the first', async () => {
    const { insert, seen } = await openFetching()
    await insert([19, 1])
    const { error } = await insert([19, 2], 400)
    expect(error.details).toEqual({ field: 'body.changes.1.files.1.url' })
    expect(error.message).toContain('at most 20 files')
    expect(seen.fetched).toBe(20)
  })

  it('have at most 20 MB each', async () => {
    const { insert } = await openFetching(20 * MEGABYTE + 1)
    const { error } = await insert([1], 413)
    expect(error.details).toEqual({ field: 'body.changes.0.files.0.url', reason: 'FETCH_TOO_LARGE' })
  })

  it('have at most 100 MB together', async () => {
    const { insert, seen } = await openFetching(20 * MEGABYTE)
    await insert([5])
    const { error } = await insert([4, 8], 413)
    expect(error.details).toEqual({ field: 'body.changes.1.files.1.url' })
    // Nothing more is asked for once it is too much.
    expect(seen.fetched).toBe(5 + 6)
  })
})

describe('files that were uploaded before', () => {
  it('are not fetched, and so not counted', async () => {
    const { as, admin, app, url, organization, insert, seen } = await openFetching()
    await insert([1])
    const uploaded = await as(admin).post(
      `${organization.url}/storage/upload`,
      { file: { name: 'a.txt', type: 'text/plain', size: 2 }, kind: 'import_file' },
      201,
    )
    const path = uploaded.url.replace('http://quire.test', '')
    await app.inject({ method: 'PUT', url: path, payload: 'hi', headers: { 'content-type': 'text/plain' } })
    const files = Array.from({ length: 20 }, () => ({ name: 'a.txt', url: uploaded.url }))
    const changes = [
      { operation: 'insert_files', files },
      { operation: 'insert_files', files },
    ]
    expect((await as(admin).post(`${url}/content`, { changes })).insertedFiles).toHaveLength(40)
    expect(seen.fetched).toBe(1)
  })
})

describe('a file that is there', () => {
  it('gets other bytes, and keeps its id, its name and what shows it', async () => {
    const { as, admin, url, write } = await openSpace()
    const text = (content: string) => Buffer.from(content).toString('base64')
    const insert = (file: object) => write({ operation: 'insert_files', files: [file] })
    await insert({ name: 'facts.txt', base64: text('old'), contentType: 'text/plain' })
    const [file] = (await as(admin).get(`${url}/content/files`)).items
    await write(page('Shows', `See [facts](/files/${file.id}).`))
    await insert({ name: 'x.csv', base64: text('new, longer'), contentType: 'text/csv', replaces: file.id })
    const { items } = await as(admin).get(`${url}/content/files`)
    expect(items).toMatchObject([{ id: file.id, name: 'facts.txt', contentType: 'text/csv', size: 11 }])
    expect(items[0].downloadURL).not.toBe(file.downloadURL)
    const missing = { name: 'x', base64: text('x'), contentType: 'text/plain', replaces: 'nowhere' }
    await as(admin).post(
      `${url}/content`,
      { changes: [{ operation: 'insert_files', files: [missing] }] },
      404,
    )
  })

  it('is deleted, once', async () => {
    const { as, admin, url, write } = await openSpace()
    await write({
      operation: 'insert_files',
      files: [{ name: 'a.txt', base64: 'aGk=', contentType: 'text/plain' }],
    })
    const [file] = (await as(admin).get(`${url}/content/files`)).items
    const remove = { changes: [{ operation: 'delete_files', files: [file.id] }] }
    await as(admin).post(`${url}/content`, remove)
    expect((await as(admin).get(`${url}/content/files`)).items).toEqual([])
    await as(admin).post(`${url}/content`, remove, 404)
  })
})
