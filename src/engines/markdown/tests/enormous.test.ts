import { describe, expect, it } from 'vitest'
import { draws } from '../../../../test/drawn/draws.ts'
import type { Block } from '../document.ts'
import { editMarkdown } from '../edit.ts'
import { linksIn } from '../links.ts'
import { childrenOf, fragmentsOf } from '../nodes.ts'
import { parseMarkdown } from '../parse.ts'

const MEGABYTE = 1_000_000

function filled(piece: string, length = MEGABYTE) {
  return piece.repeat(Math.ceil(length / piece.length))
}

function countBlocks(blocks: readonly Block[]): number {
  let count = 0
  for (const block of blocks) {
    count += 1 + countBlocks(childrenOf(block))
    for (const { nodes } of fragmentsOf(block)) count += countBlocks(nodes)
  }
  return count
}

/** Each takes seconds: an ordinary run has two of them, `npm run fuzz` all. */
const SMALL_BLOCKS: Record<string, string> = {
  rows: 'a|b\n',
  'items of items': '- - - a\n',
  ...(draws(1) > 1 && { items: '- a\n', paragraphs: 'a\n\n', headings: '# a\n', quotes: '> a\n\n' }),
}

describe('a text of more blocks than fit into memory', () => {
  it.each(Object.entries(SMALL_BLOCKS))('is kept whole, its end as text: %s', (what, piece) => {
    const source = (what === 'rows' ? 'a|b\n-|-\n' : '') + filled(piece, 2 * MEGABYTE)
    const { nodes } = parseMarkdown(source)
    expect(countBlocks(nodes)).toBeLessThan(65_000)
    const kept = nodes.at(-1)?.meta?.markdown ?? ''
    expect(kept.length).toBeGreaterThan(MEGABYTE / 2)
    expect(source.trimEnd().endsWith(kept.trimEnd())).toBe(true)
  })

  it('keeps its bytes when a block is edited', () => {
    const source = `# Title\n\n${filled('a\n\n', MEGABYTE / 5)}`
    const document = parseMarkdown(source)
    expect(editMarkdown(source, { ...document, nodes: document.nodes.slice(1) })).toBe(source.slice(9))
  })

  it('has links to its end', () => {
    const links = linksIn(filled('[a](b.md)\n\n', 2 * MEGABYTE))
    expect(links).toHaveLength(Math.ceil((2 * MEGABYTE) / 11))
  })
})

describe('a line of more signs than fit into memory', () => {
  it('is kept as it is', () => {
    const line = filled('*a* ').trim()
    const source = `# Title\n\n${line}\n`
    const document = parseMarkdown(source)
    expect(JSON.stringify(document).length).toBeLessThan(3 * source.length)
    expect(editMarkdown(source, { ...document, nodes: document.nodes.slice(1) })).toBe(`${line}\n`)
  })
})

describe('elements nobody closes', () => {
  it.each(['<div>', '<p>', '<table>', '<b>', '<table><tr><td>', '<ul><li>', '<details>'])(
    'are text, however many: %j',
    (open) => {
      const source = filled(open)
      const document = parseMarkdown(source)
      expect(editMarkdown(source, document)).toBe(source)
    },
  )

  it('have names of any length', () => {
    const code = filled('1f468-').slice(0, -1)
    const source = `a <span data-gb-custom-inline data-tag="emoji" data-code="${code}">x</span>\n`
    expect(editMarkdown(source, parseMarkdown(source))).toBe(source)
  })
})

describe('a footnote', () => {
  it('is not copied for every call when that would fill the memory', () => {
    const source = `${filled('[^1] ')}\n\n[^1]: ${filled('b ')}\n`
    const document = parseMarkdown(source)
    expect(JSON.stringify(document).length).toBeLessThan(40 * MEGABYTE)
    expect(editMarkdown(source, document)).toBe(source)
  })
})
