import { describe, expect, it } from 'vitest'
import type { TreeEntry } from '../../../world/git/git.ts'
import { pagesNaming } from './overdue-pages.ts'

const pictures = (count: number) => Array.from({ length: count }, (_, at) => `img/picture${at}of.png`)

function repository(texts: Record<string, string>) {
  const read: string[] = []
  const entries = Object.keys(texts).map((path): [string, TreeEntry] => [
    path,
    { mode: '100644', oid: path, path, isText: true, size: 1 },
  ])
  const cache = {
    list: async () => [],
    async readBlobs(oids: Iterable<string>, onBlob: (oid: string, bytes: Buffer) => void | Promise<void>) {
      for (const oid of oids) {
        read.push(oid)
        await onBlob(oid, Buffer.from(texts[oid] ?? ''))
      }
    },
  }
  return { cache, files: new Map(entries), read }
}

describe('pages that may name a file that came', () => {
  it('are those where a part of its name stands', async () => {
    const texts = {
      'a.md': '![A](<img/my picture7of.png>)',
      'b.md': 'Nothing.',
      'c.md': '![](picture8of%20.png)',
    }
    const naming = await pagesNaming(repository(texts), Object.keys(texts), pictures(9))
    expect([...naming]).toEqual(['a.md', 'c.md'])
  })

  it('are looked for with pauses, also within a long one', async () => {
    const text = 'picture after picture, and no name '.repeat(20_000)
    let turns = 0
    let isDone = false
    const count = () => {
      turns += 1
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    await pagesNaming(repository({ 'a.md': text }), ['a.md'], pictures(500))
    isDone = true
    expect(turns).toBeGreaterThan(2)
  })

  it('are all of them where very many came: to read them is work for threads, to look through them is not', async () => {
    const texts = { 'a.md': 'Nothing.', 'b.md': 'Nothing.', 'c.md': 'Nothing.' }
    const asked = repository(texts)
    expect([...(await pagesNaming(asked, ['a.md', 'b.md'], pictures(5_000)))]).toEqual(['a.md', 'b.md'])
    expect(asked.read).toEqual([])
  })
})
