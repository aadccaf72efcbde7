import { describe, expect, it } from 'vitest'
import type { Block, JSONDocument } from './document.ts'
import { inlinesOf, inlineText } from './nodes.ts'
import { parseMarkdown } from './parse.ts'
import { publicDocument } from './public-document.ts'
import { writeMarkdown } from './write.ts'

const LOG = `{% updates format="full" %}
{% update tags="a, b" date="2026-01-31" own=1 %}
# One

{% prompt icon='x' %}
Ask
{% endprompt %}
{% endupdate %}
{% update date="2025-12-24" %}
Old
{% endupdate %}
{% endupdates %}
`

function lines({ nodes }: JSONDocument): string[] {
  return nodes.map((block) => `${block.type}: ${inlineText(inlinesOf(block))}`)
}

describe('the public document', () => {
  it('has the tags of our own blocks as they are written, and what they hold beside them', () => {
    expect(lines(publicDocument(parseMarkdown(LOG)))).toEqual([
      'paragraph: {% updates format="full" %}',
      'paragraph: {% update tags="a, b" date="2026-01-31" own=1 %}',
      'heading-1: One',
      "paragraph: {% prompt icon='x' %}",
      'paragraph: Ask',
      'paragraph: {% endprompt %}',
      'paragraph: {% endupdate %}',
      'paragraph: {% update date="2025-12-24" %}',
      'paragraph: Old',
      'paragraph: {% endupdate %}',
      'paragraph: {% endupdates %}',
    ])
  })

  it('has them wherever they are', () => {
    const inside = [
      '* a\n\n  ',
      '{% hint style="info" %}\n',
      '<details>\n\n<summary>A</summary>\n\n',
      '[^1]\n\n[^1]: ',
    ]
    for (const before of inside) {
      const after = before.startsWith('{%')
        ? '\n{% endhint %}'
        : before.startsWith('<')
          ? '\n\n</details>'
          : ''
      const indent = before.startsWith('*') ? '  ' : before.startsWith('[') ? '    ' : ''
      const text = `${before}${['{% prompt %}', 'Ask', '{% endprompt %}'].join(`\n${indent}`)}${after}\n`
      expect(JSON.stringify(parseMarkdown(text))).toContain('"type":"prompt"')
      expect(JSON.stringify(publicDocument(parseMarkdown(text)))).not.toContain('"type":"prompt"')
    }
  })

  it('is the document itself where there is nothing to change, and so is its own public document', () => {
    const plain = parseMarkdown('# A\n\n* b\n')
    expect(publicDocument(plain)).toBe(plain)
    const shown = publicDocument(parseMarkdown(LOG))
    expect(publicDocument(shown)).toBe(shown)
  })

  it('gives each block a key of its own', () => {
    const keys: (string | undefined)[] = []
    const visit = ({ key, ...block }: Block) => {
      keys.push(key)
      if (block.type === 'list-unordered') for (const item of block.nodes) visit(item)
    }
    for (const block of publicDocument(parseMarkdown(`{% endupdate %}\n\n${LOG}`)).nodes) visit(block)
    expect(keys).not.toContain(undefined)
    expect(new Set(keys).size).toBe(keys.length)
    expect(publicDocument(parseMarkdown(LOG, { hasKeys: false })).nodes[0]?.key).toBeUndefined()
  })

  it('is read as the same when it is written', () => {
    const shown = publicDocument(parseMarkdown(LOG))
    const again = publicDocument(parseMarkdown(writeMarkdown(shown)))
    expect(lines(again)).toEqual(lines(shown))
  })
})
