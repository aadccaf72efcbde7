import { describe, expect, it } from 'vitest'
import { linksIn, replaceTargets } from './links.ts'

const FORMS: [source: string, ...found: [target: string, use: string][]][] = [
  ['[a](b.md)', ['b.md', 'link']],
  ['[a](<b c.md> "t")', ['b c.md', 'link']],
  ['[a](b\\_c\\(d.md)', ['b_c(d.md', 'link']],
  ['![a](b.png)', ['b.png', 'image']],
  ['[![a](b.png)](c.md)', ['b.png', 'image'], ['c.md', 'link']],
  ['[p](p.md "mention")', ['p.md', 'mention']],
  ['[a][r] [r]\n\n[r]: <x y.md> "t"', ['x y.md', 'link']],
  ['<https://x.example>', ['https://x.example', 'link']],
  ['<a href="a.md">b</a>', ['a.md', 'link']],
  ['<a href="a.md" class="button primary">b</a>', ['a.md', 'button']],
  ['<a data-mention href="a.md">b</a>', ['a.md', 'mention']],
  [
    '<figure><picture><source srcset="d.png" media="x"><img src="l.png"></picture></figure>',
    ['d.png', 'image'],
    ['l.png', 'image'],
  ],
  [
    '{% content-ref url="a.md" %}\n[a.md](a.md)\n{% endcontent-ref %}',
    ['a.md', 'content-ref'],
    ['a.md', 'link'],
  ],
  ['{% page-ref page="a.md" %}', ['a.md', 'content-ref']],
  ['{% file src="a.pdf" %}', ['a.pdf', 'file']],
  ['{% embed url="https://x" %}', ['https://x', 'embed']],
  ['{% include "../a.md" %}', ['../a.md', 'include']],
  [
    '{% openapi src="a.yaml" path="/" method="get" %}\n[b](c)\n{% endopenapi %}',
    ['a.yaml', 'openapi'],
    ['c', 'link'],
  ],
  [
    '| [a](b.md) | ![c](d\\|e.png) |\n| --- | --- |\n| `[x](y)` | [z](w) |',
    ['b.md', 'link'],
    ['d|e.png', 'image'],
    ['w', 'link'],
  ],
  [
    '> | [a](b.md) | [c |\n> | --- | --- |\n> | d](e.md) [f | g](h.md) | [i](j.md) |',
    ['b.md', 'link'],
    ['j.md', 'link'],
  ],
  ['| a |\n| --- |\n| [b](c.md) | [d | e](f.md) |', ['c.md', 'link'], ['f.md', 'link']],
  ['> * [a](b.md)\n>   [c](d.md)', ['b.md', 'link'], ['d.md', 'link']],
  [
    '<table><thead><tr><th>A</th></tr></thead><tbody><tr><td><a href="a&#x26;b.md">x</a></td></tr></tbody></table>',
    ['a&b.md', 'link'],
  ],
  [
    '<details>\n\n<summary><a href="s.md">s</a></summary>\n\n[a](b.md)\n\n</details>',
    ['s.md', 'link'],
    ['b.md', 'link'],
  ],
  ['[a](b.md)\r\n\r\n[c](d.md)\r\n', ['b.md', 'link'], ['d.md', 'link']],
  [
    '{% updates %}\n{% update date="x" %}\n{% file src="a.pdf" %}\n\n[a](b.md)\n{% endupdate %}\n{% endupdates %}',
    ['a.pdf', 'file'],
    ['b.md', 'link'],
  ],
  ['{% prompt description="D" %}\n[a](b.md)\n{% endprompt %}', ['b.md', 'link']],
  ['{% swagger path="/x" %}\n[a](b.md)\n{% endswagger %}', ['b.md', 'link']],
  ['[^1]\n\n[^1]: [a](b.md)', ['b.md', 'link']],
]

describe('links in a text', () => {
  it.each(FORMS)('are found in %j', (source, ...found) => {
    expect(linksIn(source).map(({ target, use }) => [target, use])).toEqual(found)
  })

  it('are not looked for in code and mathematics', () => {
    const source =
      '`[a](b)` $$[a](b)$$ \\[a](b)\n\n```\n[a](b)\n{% include "x" %}\n```\n\n    <a href="x">\n\n<!-- <a href="x"> -->'
    expect(linksIn(source)).toEqual([])
  })

  it('change nothing but the target', () => {
    for (const [source] of FORMS) {
      expect(replaceTargets(source, (target) => target)).toBe(source)
      const changed = replaceTargets(source, () => 'new (1).md')
      expect(new Set(linksIn(changed).map(({ target }) => target))).toEqual(new Set(['new (1).md']))
    }
    expect(replaceTargets('a [b](c.md#d "t") [e](f)', (target) => (target === 'f' ? 'g h' : undefined))).toBe(
      'a [b](c.md#d "t") [e](<g h>)',
    )
  })
})
