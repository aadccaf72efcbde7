import { describe, expect, it } from 'vitest'
import { parseMarkdown } from './parse.ts'
import { plainText, previewOf, sectionsOf } from './sections.ts'

describe('sections', () => {
  it('are found of a name that does not end', () => {
    const [section] = sectionsOf(`<div>\n<${'a'.repeat(400_000)}\n</div>`)
    expect(section?.body).toContain('aaa')
  })

  it('go from heading to heading and hold plain text', () => {
    const source =
      'Before **all**\n\n# One\n\n`code` [link](x.md)\n\n```\nlet a\n```\n\n{% tabs %}\n{% tab title="Tab" %}\n## Two\n\n| H |\n| --- |\n| cell |\n{% endtab %}\n{% endtabs %}\n\n{% unknown %}\n\n<div>kept</div>'
    expect(sectionsOf(source)).toEqual([
      { id: '', title: '', body: 'Before all' },
      { id: 'one', title: 'One', body: 'code link\nlet a\nTab' },
      { id: 'two', title: 'Two', body: 'H\ncell\nkept' },
    ])
    expect(sectionsOf('# Only')).toEqual([{ id: 'only', title: 'Only', body: '' }])
    expect(sectionsOf('')).toEqual([])
  })

  it('hold what updates, prompts and old API descriptions say about themselves', () => {
    const source =
      '{% updates format="full" %}\n{% update date="2026-01-31" tags="a, b" %}\n## News\n\nText\n{% endupdate %}\n{% endupdates %}\n\n{% prompt description="Ask it" icon="x" %}\nprompt\n{% endprompt %}\n\n{% swagger method="get" path="/x" summary="S" %}\n{% swagger-response status="200" description="" %}\nok\n{% endswagger-response %}\n{% endswagger %}'
    expect(sectionsOf(source)).toEqual([
      { id: '', title: '', body: '2026-01-31 a b' },
      { id: 'news', title: 'News', body: 'Text\nAsk it\nprompt\nget /x S\n200\nok' },
    ])
  })

  it('hold titles as they are shown, also those of code', () => {
    const tabs = '{% tabs %}\n{% tab title="`__init__.py`" %}\n1\n{% endtab %}\n{% endtabs %}'
    const details = '<details>\n<summary>**How** [to](a.md)</summary>\n\n*2*\n\n</details>'
    const code = '{% code title="jackdaw.txt" %}\n```js\n3\n```\n{% endcode %}\n\n```js title="x.js"\n4\n```'
    const [section] = sectionsOf(`${tabs}\n\n${details}\n\n<p align="center">**mid** 5*3*2</p>\n\n${code}`)
    expect(section?.body.split('\n')).toEqual([
      ...['__init__.py', '1', 'How to', '2', 'mid 5*3*2', 'jackdaw.txt', '3', 'x.js', '4'],
    ])
  })

  it('has a preview for a block at any depth', () => {
    const document = parseMarkdown(`{% hint style="info" %}\n* item\n\n${'long '.repeat(60)}\n{% endhint %}`)
    const [hint] = document.nodes
    const inner = hint?.type === 'hint' ? hint.nodes : []
    expect(previewOf(document, inner[0]?.key ?? '')).toBe('item')
    expect(previewOf(document, inner[1]?.key ?? '')).toHaveLength(150)
    expect(previewOf(document, 'nobody')).toBeUndefined()
    expect(plainText(parseMarkdown('# A\n\nb'))).toBe('A\nb')
  })
})
