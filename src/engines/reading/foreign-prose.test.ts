import { describe, expect, it } from 'vitest'
import { foreignProse } from './foreign-prose.ts'

describe('Markdown of strangers', () => {
  it.each([
    ['Plain *words*\n- and   a list', 'Plain *words*\n- and   a list'],
    ['# A heading', '**A heading**'],
    ['A heading\n---', '**A heading**'],
    ['```js\nopen', '```js\nopen\n```'],
    ['# not {% include "secret" %} {{ x }}', '**not { % include "secret" %} { { x }}**'],
    ['a\n\n<!-- open', 'a\n\n\\<!-- open'],
    ['<!-- closed -->\n\nb', '<!-- closed -->\n\nb'],
    ['<pre>\n\nopen', '\\<pre>\n\nopen'],
  ])('%j is %j', (source, written) => {
    expect(foreignProse(source)).toBe(written)
  })

  it('has its limit', () => {
    expect(foreignProse('<'.repeat(1_000_000)).length).toBeLessThan(30_000)
  })
})
