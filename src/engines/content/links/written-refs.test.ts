import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JSONDocument } from '../../markdown/document.ts'
import { mapRefs } from '../../markdown/model/refs.ts'
import { parseMarkdown } from '../../markdown/parse.ts'
import type { ContentRef } from '../records.ts'
import { targetsOf, writtenRefs } from './written-refs.ts'

const meaningOf = (target: string): ContentRef => ({
  kind: 'page',
  page: target.replace(/^\.?\/|\?.*$/g, ''),
})

function read(text: string) {
  const document = parseMarkdown(text)
  const meanings = new Map([...targetsOf(text, document)].map((target) => [target, meaningOf(target)]))
  const resolved = (document: JSONDocument) =>
    mapRefs(document, (ref) => (ref.kind === 'url' ? meaningOf(ref.url) : ref))
  return { refs: writtenRefs(document, meanings), resolved }
}

const paragraph = fc.array(fc.constantFrom('a.md', './a.md', '/a.md', 'a.md?q=1', 'b.md', './b.md?q=2'), {
  minLength: 1,
  maxLength: 4,
})
const page = fc.array(paragraph, { minLength: 1, maxLength: 6 })

describe('references in a text', () => {
  const spelt = (targets: string[][], label: (count: number) => string) => {
    let count = 0
    return targets
      .map((each) => each.map((target) => `[${label(count++)}](${target})`).join(' '))
      .join('\n\n')
  }

  it('are spelt as they were, whatever words they have', () => {
    fc.assert(
      fc.property(page, (targets) => {
        const { refs, resolved } = read(spelt(targets, () => 'here'))
        const other = resolved(parseMarkdown(spelt(targets, (count) => `w${count}`)))
        expect(refs.spellingsOf(other).map(({ target }) => target)).toEqual(targets.flat())
      }),
    )
  })

  it('are spelt as they were in whatever order, when their words tell them apart', () => {
    fc.assert(
      fc.property(page, fc.infiniteStream(fc.nat()), (targets, order) => {
        const text = spelt(targets, (count) => `w${count}`)
        const { refs, resolved } = read(text)
        const paragraphs = text.split('\n\n').map((each) => ({ each, at: order.next().value ?? 0 }))
        const shuffled = paragraphs.sort((a, b) => a.at - b.at).map(({ each }) => each)
        const kept = shuffled.slice(0, 1 + (shuffled.length >> 1)).join('\n\n')
        const wanted = [...kept.matchAll(/\]\((.*?)\)/g)].map(([, target]) => target)
        const found = refs.spellingsOf(resolved(parseMarkdown(kept)))
        expect(found.map(({ target }) => target)).toEqual(wanted)
      }),
    )
  })

  it('lend no query to a link that was not there', () => {
    const { refs, resolved } = read('[x](a.md?q=1) [y](./a.md)')
    const [key = ''] = refs.spellingsOf(resolved(parseMarkdown('[x](a.md)'))).map(({ key }) => key)
    expect(refs.usualOf(key)).toBe('./a.md')
    expect(read('[x](a.md?q=1)').refs.usualOf(key)).toBeUndefined()
  })
})
