import { describe, expect, it } from 'vitest'
import { memoryNodes, NO_NODE_CACHE } from '../../../../../test/drawn/memory-nodes.ts'
import { visitorAudience } from '../../../../engines/reading/audience.ts'
import { filledText } from './reader-texts.ts'

const root = { pages: null, top: null, files: null, reusables: null, paths: null, variables: {} }
const ctx = { nodeCache: NO_NODE_CACHE }

function readBy(claims: Record<string, unknown>, text: string) {
  const reading = { view: { root, nodes: memoryNodes() }, audience: visitorAudience(claims) }
  return filledText(ctx, reading, { text, body: null })
}

describe('a text that a visitor reads', () => {
  const SECRET = '{% if visitor.claims.isBeta %}secret{% endif %}'

  // As Markdown these are code, in which nothing is a condition; on pages they are boxes, in which it is one.
  it.each([
    ['a tab', `=== "Linux"\n\n    Open. ${SECRET}\n`],
    ['an admonition', `!!! note "Note"\n\n    Open. ${SECRET}\n`],
    ['an admonition that folds', `??? note "Note"\n\n    Open.\n\n    ${SECRET}\n`],
  ])('hides what conditions hide in %s of other tools', (_, text) => {
    expect(readBy({}, text)).toContain('Open.')
    expect(readBy({}, text)).not.toMatch(/secret|isBeta/)
    expect(readBy({ isBeta: true }, text)).toContain('secret')
    expect(readBy({ isBeta: true }, text)).not.toContain('isBeta')
  })

  it('stays as it is written where nothing in it is hidden from anybody', () => {
    const text = '=== "Linux"\n\n    Open *and* __more__.\n\n    ```\n    {% if x %}\n    ```\n'
    expect(readBy({}, text)).toBe(text)
  })
})
