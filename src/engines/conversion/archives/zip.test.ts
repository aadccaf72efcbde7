import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { MOST_LEVELS } from '../../content/draft/depth.ts'
import { convert } from '../convert.ts'
import { Refusal } from '../refusal.ts'
import type { Sheet } from './import-tree.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const packed = (contents: Record<string, string | Uint8Array>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(contents).map(([path, content]) => [
        path,
        typeof content === 'string' ? strToU8(content) : new Uint8Array(content),
      ]),
    ),
  )

const from = (contents: Record<string, string | Uint8Array>) =>
  convert({ source: 'zip', bytes: packed(contents) })

describe('includes', () => {
  it('are texts of their pages, also inside each other, but not in code', async () => {
    const code = '```\n{% include ".gitbook/includes/a.md" %}\n```'
    const { pages, files, left } = await from({
      'README.md': `# Home\n\n${code}\n\n{% include ".gitbook/includes/a.md" %}\n\n* item\n\n  {% include ".gitbook/includes/b.md" %}\n`,
      'other.md': '# Other',
      '.gitbook/includes/a.md': '---\ntitle: A\n---\n\nIn a\n\n{% include "b.md" %}\n',
      '.gitbook/includes/b.md': 'In b, [other](../../other.md)\n\nMore\n',
    })
    const link = `[other](${pages[1]?.ref})`
    expect(pages[0]?.markdown).toBe(
      `${code}\n\nIn a\n\nIn b, ${link}\n\nMore\n\n* item\n\n  In b, ${link}\n\n  More\n`,
    )
    expect(files).toEqual([])
    expect(left).toBe(0)
  })

  it('that hold themselves end, those without end are refused', async () => {
    const circle = await from({
      'a.md': '{% include "inc/b.md" %}\n',
      'inc/b.md': 'B\n\n{% include "c.md" %}\n',
      'inc/c.md': 'C\n\n{% include "b.md" %}\n',
    })
    expect(circle.pages[0]?.markdown.trim()).toBe('B\n\nC')
    const levels = Array.from({ length: 12 }, (_, at) => [
      `${at}.md`,
      `Text\n\n${`{% include "${at + 1}.md" %}\n\n`.repeat(20)}`,
    ])
    const error = await from(Object.fromEntries(levels)).catch((reason: unknown) => reason)
    expect(error instanceof Refusal && error.kind).toBe('too_large')
  })
})

describe('a page', () => {
  it('has what its head says, its cover included', async () => {
    const { pages, files } = await from({
      'a.md':
        '---\ncover: .gitbook/assets/c.png\ncoverY: 10\nicon: book\nhidden: true\nnoIndex: true\nif: visitor.claims.x\n---\n\n# A\n',
      'b.md': '---\ncover: broken-reference\n---\n\n# B\n',
      '.gitbook/assets/c.png': PNG,
    })
    expect(pages[0]).toMatchObject({
      cover: files[0]?.ref,
      icon: 'book',
      hidden: true,
      noIndex: true,
      condition: 'visitor.claims.x',
    })
    expect(pages[1]?.cover).toBeUndefined()
  })

  it('that is listed twice is there once', async () => {
    const { pages } = await from({
      'SUMMARY.md': '* [One](one.md)\n* [Again](one.md#part)\n  * [Two](two.md)\n* [None](none.md)\n',
      'one.md': '# One',
      'two.md': '# Two',
    })
    expect(pages.map(({ title, children }) => [title, children.length])).toEqual([
      ['One', 0],
      ['Two', 0],
      ['None', 0],
    ])
  })
})

describe('files that come to nothing', () => {
  it('are counted, unless they only serve the pages', async () => {
    const { left, missing } = await from({
      'SUMMARY.md': '* [One](one.md)\n',
      '.gitbook.yaml': 'root: ./\n',
      'one.md': '# One\n\n![](used.png)',
      'used.png': PNG,
      'unused.pdf': '%PDF',
      'table.csv': 'a,b',
      'inner.zip': packed({ 'x.md': 'x' }),
      'style.css': 'p{}',
      'site.js': '1',
      '.git/config': 'x',
    })
    expect({ left, missing }).toEqual({ left: 3, missing: 0 })
  })

  it('links of a file system are among them, and what another of the same name replaces', async () => {
    const bytes = zipSync({
      'a.md': strToU8('# A'),
      'link.md': [strToU8('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }],
    })
    const twice = Buffer.from(zipSync({ 'a.md': strToU8('# A'), 'b.md': strToU8('# B') }))
    for (let at = twice.indexOf('b.md'); at >= 0; at = twice.indexOf('b.md')) twice.write('a.md', at)
    const linked = await convert({ source: 'zip', bytes })
    expect(linked.pages.map(({ title }) => title)).toEqual(['A'])
    expect(linked.left).toBe(1)
    const { pages, left } = await convert({ source: 'zip', bytes: twice })
    expect(pages.map(({ title }) => title)).toEqual(['B'])
    expect(left).toBe(1)
  })
})

describe('an archive', () => {
  it('has names in UTF-8 whether it says so or not, else in the letters of DOS', async () => {
    const bytes = (name: string | Uint8Array) => {
      const raw = typeof name === 'string' ? strToU8(name) : name
      const placeholder = 'x'.repeat(raw.length)
      const made = Buffer.from(zipSync({ [`${placeholder}.md`]: strToU8('x') }))
      for (let at = made.indexOf(placeholder); at >= 0; at = made.indexOf(placeholder)) made.set(raw, at)
      return made
    }
    const titleOf = async (name: string | Uint8Array) =>
      (await convert({ source: 'zip', bytes: bytes(name) })).pages[0]?.title
    expect(await titleOf('Übersicht')).toBe('Übersicht')
    expect(await titleOf(new Uint8Array([0x9a, 0x62, 0x65, 0x72]))).toBe('Über')
  })

  it('that holds a Word document is still an archive', async () => {
    const word = zipSync(
      { '[Content_Types].xml': strToU8('x'), 'word/document.xml': strToU8('x') },
      { level: 0 },
    )
    const bytes = zipSync({ 'a.md': strToU8('# A'), 'a.docx': [word, { level: 0 }] })
    expect(await convert({ source: 'zip', bytes })).toMatchObject({ pages: [{ title: 'A' }], left: 1 })
  })
})

describe('a page of an exported site', () => {
  it('has links from its base, where that is a path', async () => {
    const { pages } = await from({
      'a/one.html':
        '<html><head><base href="../"></head><body><p><a href="b/two.html">two</a></p></body></html>',
      'b/two.html':
        '<html><head><base href="https://example.org/"></head><body><p><a href="../a/one.html">one</a></p></body></html>',
    })
    const [one, two] = pages.flatMap(({ children }) => children)
    expect(one?.markdown).toBe(`[two](${two?.ref})\n`)
    expect(two?.markdown).toBe(`[one](${one?.ref})\n`)
  })
})

describe('folders in each other', () => {
  const deep = (levels: number) => Array.from({ length: levels }, (_, at) => `f${at + 1}`).join('/')
  const levelsIn = (pages: Sheet[]): number =>
    pages.length === 0 ? 0 : 1 + Math.max(...pages.map(({ children }) => levelsIn(children)))

  it('are pages as deep as pages may stand, and what is deeper stands there too and is told', async () => {
    const { pages, raised } = await from({ [`${deep(40)}/last.md`]: '# Last\n', 'a/b.md': '# B\n' })
    expect(levelsIn(pages)).toBe(MOST_LEVELS)
    expect(raised).toContain('Last')
    expect((await from({ [`${deep(MOST_LEVELS - 1)}/last.md`]: '# Last\n' })).raised).toEqual([])
  })

  it('may be more than anybody can walk down', async () => {
    const path = `${'f/'.repeat(20_000)}last.md`
    expect(levelsIn((await from({ [path]: '# Last\n', 'a.md': '# A\n' })).pages)).toBe(MOST_LEVELS)
    expect((await from({ [path]: '# Last\n' })).pages).toHaveLength(1)
  })
})
