import fc from 'fast-check'
import { expect, it } from 'vitest'
import { draws } from '../../../test/drawn/draws.ts'
import { ALL_BLOCKS, chanceFrom, drawBody } from '../../../test/drawn/generated-pages.ts'
import { shownText, wrongIn } from '../../../test/measures/html.ts'
import { openIcons } from '../../world/icons/icons.ts'
import type { JSONDocument } from '../markdown/document.ts'
import { parseMarkdown } from '../markdown/parse.ts'
import { fillIn } from './placeholders/fill-in.ts'
import { ENGLISH_DOCUMENT_WORDS } from './words.ts'
import { writeDocument } from './write-document.ts'
import type { TargetLink } from './written-document.ts'

// Whatever strangers write: the page is whole, and nothing of it is theirs but words and addresses.

const icons = openIcons()

const HOSTILE = [
  '"><canary onload=canary()>',
  "' onmouseover='canary()",
  '</code></pre></p><script>canary()</script>',
  '<img src=x onerror=canary()>',
  'javascript:canary()',
  ' java\nscript:canary()',
  'data:text/html,<script>canary()</script>',
  '//canary.example',
  '--><svg onload=canary()>',
  '&lt;script&gt;canary()&lt;/script&gt;',
  '\u0000<\u0000script>',
  '{% canary %}',
  '\\class{canary}{x} \\href{javascript:canary()}{y} \\text{</math><script>}',
  '../../../../etc/canary',
  '__proto__',
  'constructor',
]
const hostile = fc.constantFrom(...HOSTILE)

function written(document: JSONDocument, answer: TargetLink | undefined): string {
  const { html } = fillIn(writeDocument(document, { icons }), {
    resolve: () => answer,
    include: () => writeDocument(parseMarkdown('## Included\n\n[x](y.md)')),
    icons,
    words: ENGLISH_DOCUMENT_WORDS,
  })
  return html.text
}

it('is whole and harmless for every page', () => {
  fc.assert(
    fc.property(fc.gen(), hostile, (draw, evil) => {
      const targets = { link: () => 'page.md', picture: () => 'a.png', include: () => 'note.md' }
      const text = drawBody(chanceFrom(draw), targets)
      const html = written(parseMarkdown(text), {
        href: '/x',
        title: evil,
        description: evil,
      })
      expect(wrongIn(html)).toEqual([])
    }),
    { numRuns: draws(150) },
  )
})

/** What says what a node is stays; every other text is replaced. */
const KEPT = new Set(['object', 'type', 'kind', 'fragment', 'unit', 'style'])

function poisoned(value: unknown, evil: () => string): unknown {
  if (Array.isArray(value)) return value.map((one) => poisoned(one, evil))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (typeof inner === 'string') return [name, KEPT.has(name) ? inner : evil()]
      return [name, poisoned(inner, evil)]
    }),
  )
}

it('lets nothing through from any field of any block', () => {
  const documents = ALL_BLOCKS.map((text) => parseMarkdown(text))
  fc.assert(
    fc.property(fc.gen(), fc.constantFrom(...documents), hostile, (draw, document, other) => {
      const evil = () => draw(fc.constantFrom, ...HOSTILE)
      const html = written(poisoned(document, evil) as JSONDocument, {
        href: other,
        title: other,
        icon: other,
        emoji: other,
      })
      expect(wrongIn(html)).toEqual([])
    }),
    { numRuns: draws(400) },
  )
})

it('shows no tags of the source', () => {
  for (const text of ALL_BLOCKS) {
    if (text.includes('```') || text.includes('\\{%')) continue
    expect(shownText(written(parseMarkdown(text), undefined))).not.toContain('{%')
  }
})
