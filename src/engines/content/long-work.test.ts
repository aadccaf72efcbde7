import { afterEach, describe, expect, it } from 'vitest'
import { editMarkdown } from '../markdown/edit.ts'
import { linksIn, replaceTargets } from '../markdown/links.ts'
import { checkDocument } from '../markdown/model/check.ts'
import { parseMarkdown } from '../markdown/parse.ts'
import { sectionsOf } from '../markdown/sections.ts'
import { LongWork, refuseLongWork } from './long-work.ts'
import { mergeText } from './merge/text.ts'

afterEach(() => refuseLongWork(Number.POSITIVE_INFINITY))

describe('long work', () => {
  const text = 'word '.repeat(300)
  const document = parseMarkdown(text)
  const works: Record<string, () => unknown> = {
    parsing: () => parseMarkdown(text),
    editing: () => editMarkdown(text, document),
    checking: () => checkDocument(document),
    'finding links': () => linksIn(text),
    'replacing links': () => replaceTargets(text, () => undefined),
    sections: () => sectionsOf(text),
    merging: () => mergeText('', text, 'other'),
  }

  it('is a short text of many parts too', () => {
    refuseLongWork()
    expect(() => parseMarkdown('- a\n'.repeat(10_000))).toThrow(LongWork)
    expect(() => parseMarkdown(`${'word '.repeat(20)}\n\n`.repeat(350))).not.toThrow()
  })

  it('is refused also where it is more than a call takes arguments', () => {
    const nodes = Array.from({ length: 200_000 }, () => 0)
    refuseLongWork(1_000)
    expect(() => checkDocument({ nodes })).toThrow(LongWork)
  })

  it.each(Object.keys(works))('is refused where it would keep others waiting: %s', (name) => {
    const work = works[name] ?? (() => {})
    work()
    refuseLongWork(1_000)
    expect(work).toThrow(LongWork)
    refuseLongWork(100_000)
    work()
  })
})
