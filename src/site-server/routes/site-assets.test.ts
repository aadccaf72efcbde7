import { describe, expect, it } from 'vitest'
import { fillIn } from '../../engines/html/placeholders/fill-in.ts'
import { ENGLISH_DOCUMENT_WORDS as words } from '../../engines/html/words.ts'
import { writeDocument } from '../../engines/html/write-document.ts'
import { parseMarkdown } from '../../engines/markdown/parse.ts'
import { builtInFont, fontFiles } from '../../engines/site/look/fonts.ts'
import { classesOfSheets, stylesFor } from '../../engines/site/look/page-styles.ts'
import { SiteCustomizationSettings } from '../../rooms/sites/customization/schema.ts'
import { openSiteAssets } from './site-assets.ts'
import { fontBytes, otherLettersOf } from './site-fonts.ts'

const { styles } = openSiteAssets().below('')

function sheetsFor(html: string) {
  return stylesFor(html, styles)
    .map((href) => href.split('/').at(-1))
    .filter((name) => name !== 'content.css' && name !== 'site.css')
}

function sheetsOf(markdown: string) {
  const document = writeDocument(parseMarkdown(markdown))
  return sheetsFor(
    fillIn(document, { resolve: () => ({ href: '/x', title: 'X', size: 1 }), words }).html.text,
  )
}

describe('fonts', () => {
  it('come for every name of the settings that may be passed on', async () => {
    const { font, monospaceFont } = SiteCustomizationSettings.properties.styling.properties
    const names = [font, monospaceFont].flatMap(({ anyOf: [named] }) => ('enum' in named ? named.enum : []))
    expect(names.length).toBeGreaterThan(20)
    for (const name of names) {
      const known = builtInFont(name)
      if (!known) {
        expect(name).toBe('ABCFavorit')
        continue
      }
      for (const file of fontFiles(known, 'latin'))
        expect((await fontBytes(file.name))?.subarray(0, 4).toString(), file.name).toBe('wOF2')
      expect(otherLettersOf(`${known.files}.css`)).toContain(`"${known.family}"`)
    }
  })

  it('are nothing but the files of fonts', () => {
    for (const name of [
      'inter-latin-wght-normal.woff',
      'inter-..-wght-normal.woff2',
      'inter-latin-400-normal.woff2',
    ])
      expect(fontBytes(name)).toBeUndefined()
    expect(otherLettersOf('unicode.css')).toBeUndefined()
  })
})

describe('style sheets of a page', () => {
  it.each([
    ['Text, `code` and [links](https://example.org).\n\n## Heading\n\n* one\n\n| a |\n| - |\n| b |', []],
    ['{% hint style="info" %}\nNote.\n{% endhint %}\n\n- [x] done\n\n> Said.\n\n![](a.png)', []],
    ['```js\nconst a = 1\n```', ['code.css']],
    ['```\nplain\n```', ['code.css']],
    ['```mermaid\nflowchart\n```', ['code.css']],
    ['<details>\n\n<summary>Why?</summary>\n\nSo.\n\n</details>', ['boxes.css']],
    ['{% tabs %}\n{% tab title="A" %}\nText.\n{% endtab %}\n{% endtabs %}', ['boxes.css']],
    ['{% stepper %}\n{% step %}\n### One\n{% endstep %}\n{% endstepper %}', ['boxes.css']],
    ['{% columns %}\n{% column width="50%" %}\nLeft.\n{% endcolumn %}\n{% endcolumns %}', ['boxes.css']],
    ['{% updates %}\n{% update date="2026-11-01" %}\nNew.\n{% endupdate %}\n{% endupdates %}', ['boxes.css']],
    ['{% content-ref url="a.md" %}\n[a](a.md)\n{% endcontent-ref %}', ['cards.css']],
    ['{% file src="a.pdf" %}', ['cards.css']],
    ['{% embed url="https://www.youtube.com/watch?v=abcdefghijk" %}', ['cards.css']],
    [
      '<table data-view="cards"><thead><tr><th></th></tr></thead><tbody><tr><td>One</td></tr></tbody></table>',
      ['cards.css'],
    ],
    ['<figure><img src="a.png" alt="" width="50%"></figure>', ['boxes.css']],
    ['$$\na^2\n$$', ['rare.css']],
    ['<mark style="color:red;">x</mark>', ['rare.css']],
  ])('%j asks for %j', (markdown, expected) => {
    expect(sheetsOf(markdown)).toEqual(expected)
  })

  it('come in the order in which they apply', () => {
    expect(
      sheetsFor('<p class="message"> <div class="announcement"> <pre class="mermaid"> <p class="on-red">'),
    ).toEqual(['code.css', 'rare.css', 'banners.css', 'other-pages.css'])
  })

  it('are known by the classes that only they name', () => {
    const sheets = new Map([
      [
        'one',
        '/* .no */ .a > .b:hover { color: url(x.png) } @media (max-width: 1.5rem) { .c { top: 0.5rem } }',
      ],
      ['two', '.a .d, .e:not(.f) { margin: 0 }'],
    ])
    expect(classesOfSheets(sheets)).toEqual(
      new Map([
        ['one', new Set(['b', 'c'])],
        ['two', new Set(['d', 'e', 'f'])],
      ]),
    )
  })
})
