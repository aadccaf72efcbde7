import { describe, expect, it } from 'vitest'
import type { JSONDocument } from '../document.ts'
import { parseMarkdown } from '../parse.ts'
import { publicDocument } from '../public-document.ts'
import { writeMarkdown } from '../write.ts'

/** Sources that come back byte for byte, by the kind of block they are about. */
const CANONICAL: Record<string, string[]> = {
  paragraphs: [
    'One line.',
    'Two lines\nof one paragraph.',
    'A hard\\\nbreak.',
    'Escaped \\*stars\\*, \\[brackets\\], \\`ticks\\` and \\<b>.',
    '\\# no heading\n\\- no item\n1\\. no number\n\\> no quote',
    'snake_case and a&b and 2 < 3',
    '&#x20;blanks at the edges&#x20;',
    '<p align="center">in the <strong>middle</strong></p>',
    'A placeholder <name> and <u>an element nobody knows</u>.',
    '\\{% hint %}',
  ],
  headings: [
    '# One',
    '## Two',
    '### Three',
    '#### Four',
    '###### Six',
    '## Anchored <a href="#name" id="name"></a>',
    '## Anchored {#Name}',
    '## **Bold** and `code`',
    '<h2 align="center">Middle</h2>',
  ],
  lists: [
    '* a\n* b',
    '* a\n\n* b',
    '1. a\n2. b',
    '5. a\n6. b',
    '* a\n  * b\n    * c\n* d',
    '1. a\n\n   more\n\n   ```js\n   code\n   ```',
    '* [ ] open\n* [x] done',
    '* [ ] open\n* no box',
    '* a\n\n- b',
    '* a\n\n  {% hint style="info" %}\n  inside\n  {% endhint %}',
    '* > quote',
    '* ---',
  ],
  'quotes and rules': ['> a', '> a\n>\n> b', '> > deep', '***', '> * a\n> * b'],
  hints: [
    '{% hint style="info" %}\nText\n{% endhint %}',
    '{% hint style="tip" %}\nAn old name\n{% endhint %}',
    '{% hint style=\'warning\' icon="bolt" %}\nText\n{% endhint %}',
    '{% hint style="danger" %}\n* a\n\n```\ncode\n```\n{% endhint %}',
    '{% if visitor.claims.x == "y" %}\nShown\n{% endif %}',
  ],
  images: [
    '![alt](src.png)',
    '![alt](<with blank.png> "Title")',
    '<figure><img src="a (1).png" alt=""><figcaption></figcaption></figure>',
    '<figure><img src="a.png" alt="A" width="375"><figcaption><p>Cap <strong>b</strong></p></figcaption></figure>',
    '<figure><img src="a.png" data-x="1" alt=""></figure>',
    '<div align="left"><figure><img src="a.png" alt=""><figcaption></figcaption></figure></div>',
    '<div data-full-width="false"><figure><img src="a.png" alt=""><figcaption></figcaption></figure></div>',
    '<div><figure><img src="a.png" alt=""><figcaption></figcaption></figure> <figure><img src="b.png" alt=""><figcaption></figcaption></figure></div>',
    '<figure><picture><source srcset="d.png" media="(prefers-color-scheme: dark)"><img src="l.png" alt=""></picture><figcaption></figcaption></figure>',
    '<img src="x.svg" alt="" class="gitbook-drawing">',
    '<img src="x.svg" width="12.50">',
  ],
  'files and embeds': [
    '{% file src=".gitbook/assets/a.pdf" %}',
    '{% file src="a.pdf" caption="C" %}\nCaption\n{% endfile %}',
    '{% embed url="https://v.example/x" %}',
    '{% embed url="https://v.example/x" fullWidth="true" %}\nCaption\n{% endembed %}',
  ],
  code: [
    '```js\nconst a = 1\n```',
    '```\n```',
    '```\n\n```',
    '````md\n```js\n```\n````',
    '{% code title="a.js" overflow="wrap" lineNumbers="true" %}\n```js\nx\n```\n{% endcode %}',
    '{% code lineNumbers=true expandable="true" title="my\\_file" %}\n```\nx\n```\n{% endcode %}',
    '<pre class="language-js"><code class="lang-js"><strong>hi &#x3C;b>\n</strong>two <em>em</em>\n</code></pre>',
    '<pre data-x="1"><code>plain\n\nlines\n</code></pre>',
    '```\n{% hint style="info" %}\n```',
  ],
  maths: ['$$\na = b\n\nc\n$$', 'inline $$a_b$$ here', 'costs \\$\\$ or $5'],
  expandables: [
    '<details>\n\n<summary>Title <code>x</code></summary>\n\nBody\n\n* list\n\n</details>',
    '<details open>\n\n<summary>T</summary>\n\n<details>\n\n<summary>Inner</summary>\n\nB\n\n</details>\n\n</details>',
  ],
  'tabs, steppers, columns': [
    '{% tabs %}\n{% tab title="One" %}\n1\n{% endtab %}\n\n{% tab title="Two" icon="x" %}\n{% hint style="info" %}\n2\n{% endhint %}\n{% endtab %}\n{% endtabs %}',
    '{% stepper %}\n{% step %}\n### A\n\ntext\n{% endstep %}\n\n{% step %}\ntwo\n{% endstep %}\n{% endstepper %}',
    '{% columns %}\n{% column width="50%" %}\nl\n{% endcolumn %}\n\n{% column %}\nr\n{% endcolumn %}\n{% endcolumns %}',
    '{% columns %}\n{% column width="33.33333333333334%" %}\nl\n{% endcolumn %}\n{% endcolumns %}',
  ],
  tables: [
    '| A | B `c` |\n| --- | :---: |\n| x \\| y | **b**<br>c |\n|  | z |',
    '<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td><strong>A</strong></td><td><a href="a.md">a.md</a></td></tr></tbody></table>',
    '<table data-header-hidden data-full-width="true"><thead><tr><th width="100.5" align="center">N</th><th data-type="checkbox">C</th></tr></thead><tbody><tr><td align="center">a<br>b</td><td><input type="checkbox" checked></td></tr></tbody></table>',
    '<table><thead><tr><th data-type="select">S<select><option value="id1" label="L" color="blue"></option></select></th></tr></thead><tbody><tr><td><span data-option="id1">L</span></td></tr></tbody></table>',
    '<table><thead><tr><th>A</th></tr></thead><tbody><tr><td><ul><li>x</li><li>y</li></ul></td></tr><tr><td valign="top" style="x">&#x3C;name></td></tr></tbody></table>',
    '<table data-view="cards" data-card-size="medium"><thead><tr><th data-card-cover data-type="image">I</th></tr></thead><tbody><tr><td data-object-fit="contain"><a href="i.png">i</a></td></tr></tbody></table>',
    '<table><thead><tr><th data-type="rating" data-max="3">R</th><th data-type="number">N</th></tr></thead><tbody><tr><td>2</td><td>1.5</td></tr></tbody></table>',
    '<table><thead><tr><th data-type="number">N</th><th data-type="files">F</th></tr></thead><tbody><tr><td>10 GB</td><td><a href="a.md">a</a> and <a href="b.md">b</a></td></tr></tbody></table>',
  ],
  'API descriptions': [
    '{% openapi src="api.yaml" path="/pets" method="get" %}\n[api.yaml](api.yaml)\n{% endopenapi %}',
    '{% openapi-operation spec="s" path="/a" method="post" %}\n[OpenAPI](https://x.example)\n{% endopenapi-operation %}',
    '{% openapi-schemas spec="s" schemas="A,B" grouped="true" %}\n[x](y)\n{% endopenapi-schemas %}',
    '{% openapi-webhook spec="s" name="n" method="post" %}\n[x](y)\n{% endopenapi-webhook %}',
    '{% swagger src="api.yaml" path="/x" method="get" %}\n[api.yaml](api.yaml)\n{% endswagger %}',
  ],
  'old API descriptions': [
    '{% swagger method="get" path="/x" baseUrl="https://api.example" summary="S" %}\n{% swagger-description %}\nD\n{% endswagger-description %}\n\n{% swagger-parameter in="query" name="q" type="String" required="true" %}\nP\n{% endswagger-parameter %}\n\n{% swagger-response status="200: OK" description="" %}\n```json\n{}\n```\n{% endswagger-response %}\n{% endswagger %}',
    '{% swagger method="get" %}\nonly text\n{% endswagger %}',
    '{% swagger method="get" %}\n{% endswagger %}',
    '{% api-method method="get" host="https://api.example" path="/x/:id" %}\n{% api-method-summary %}\nS\n{% endapi-method-summary %}\n\n{% api-method-description %}\nD\n{% endapi-method-description %}\n\n{% api-method-spec %}\n{% api-method-request %}\n{% api-method-path-parameters %}\n{% api-method-parameter name="id" type="string" required=true %}\nP\n{% endapi-method-parameter %}\n{% endapi-method-path-parameters %}\n\n{% api-method-form-data-parameters %}\n{% api-method-parameter name="f" type="string" required %}\n{% endapi-method-parameter %}\n{% endapi-method-form-data-parameters %}\n{% endapi-method-request %}\n\n{% api-method-response %}\n{% api-method-response-example httpCode=200 %}\n{% api-method-response-example-description %}\nE\n{% endapi-method-response-example-description %}\n\n```json\n{}\n```\n{% endapi-method-response-example %}\n{% endapi-method-response %}\n{% endapi-method-spec %}\n{% endapi-method %}',
  ],
  'updates and prompts': [
    '{% updates format="full" %}\n{% update date="2026-01-31" tags="a,b" %}\n## News\n\n{% embed url="https://v.example" %}\n\n{% hint style="info" %}\nMind\n{% endhint %}\n\n{% code title="a.js" %}\n```js\nx\n```\n{% endcode %}\n{% endupdate %}\n\n{% update date="2025-12-24" %}\nOlder\n{% endupdate %}\n{% endupdates %}',
    '{% updates %}\n{% update tags="a, b" date=\'someday\' own="1" %}\nText\n{% endupdate %}\n{% endupdates %}',
    '{% updates own="1" format="full" %}\n{% update tags="" %}\n{% endupdate %}\n{% endupdates %}',
    '* a\n\n  {% updates %}\n  {% update date="2026-01-31" %}\n  in a list\n  {% endupdate %}\n  {% endupdates %}',
    '{% prompt description="Say \\"hi\\"" icon="x" defaultExpanded="partial" openInAIProviders="true" %}\n```markdown\n# Ask\n```\n{% endprompt %}',
    '{% prompt openInAIProviders="false" description="D" defaultExpanded="full" %}\nAny\n\n* block\n{% endprompt %}',
  ],
  references: [
    '{% content-ref url="page.md" %}\n[page.md](page.md)\n{% endcontent-ref %}',
    '{% content-ref url="folder/" %}\n[Another text](folder/)\n{% endcontent-ref %}',
    '{% page-ref page="old.md" %}',
    '{% include "../.gitbook/includes/a.md" %}',
    '{% @vendor/block url="https://x.example" formId="1" formid="2" flag %}',
  ],
  marks: [
    '**bold** _italic_ `code` ~~struck~~ **_both_**',
    '<kbd>Ctrl</kbd> H<sub>2</sub>O x<sup>2</sup>',
    '<mark style="color:red;">red</mark> <mark style="color:blue;background-color:yellow;">both</mark> <mark style="background-color:$info;">info</mark>',
    '**bold [link](a.md) `code` :smile: more**',
    'in<strong>side </strong>word',
    '``a`b`` and ` `',
  ],
  inlines: [
    '[text](page.md) [titled](page.md "Title") <https://x.example>',
    '[page.md](page.md "mention") [Name](page.md "mention")',
    '<a href="go.md" class="button primary" data-icon="rocket">Go</a>',
    '<a href="x.md" target="_blank">kept</a>',
    ':smile: <i class="fa-house">:house:</i> <span data-gb-custom-inline data-tag="emoji" data-code="2705">✅</span>',
    '<code class="expression">space.vars.name</code> text',
    'an ![image](a.png) and <img src="b.png" alt="" data-size="line">',
    '[![alt](a.png)](b.md)',
    'Word[^1] and [words](#user-content-fn-b)[^b].\n\n[^1]: One **bold** note.\n\n[^b]: Another\n\n    with two paragraphs',
    '[](empty.md) [a]() [b](<a b.md>) [c](a\\(b)',
  ],
  'what nobody knows': [
    '{% update date="2026-01-31" tags="a" %}\n\nwithout updates around it\n\n{% endupdate %}',
    '{% updates format="full" %}\n\n{% update date="2026-01-31" %}\n\nnever closed\n\n{% endupdates %}',
    '{% updates format="full" %}\n\ntext where an update belongs\n\n{% endupdates %}',
    '{% updates %}\n\n{% endupdates %}',
    '{% swagger-parameter name="never closed" %}',
    '{% endhint %}',
    '{% hint style="info" %}\n\nnever closed',
    '{% tabs %}\n\ntext where a tab belongs\n\n{% tab title="x" %}\n\na\n\n{% endtab %}\n\n{% endtabs %}',
    '<iframe src="x" allowfullscreen></iframe>',
    '<!-- a comment -->',
    '<div class="x">\n\nText\n\n</div>',
    '{% unknown a=1 %}',
    'text\n\n[label]: https://x.example "Title"',
  ],
}

/** Sources that are written in another way, which must mean the same. */
const OTHERS = [
  '{% updates format="full" %}\n\n{% update date="2026-01-31" %}\n\nNews\n\n{% endupdate %}\n\n{% endupdates %}',
  '- a\n- b',
  '+ a',
  'Title\n=====',
  '__bold__ *italic*',
  '    indented code\n\n    more',
  '~~~\ncode\n~~~',
  'two  \nspaces',
  'a<br>b',
  '[ref][r] and [r]\n\n[r]: https://x.example "T"',
  '{% tabs %}{% tab title="x" %}one line{% endtab %}{% endtabs %}',
  '{% embed url="a" %}\n\n{% hint style="info" %}\nb\n{% endhint %}\n\n{% embed url="c" %}\nd\n{% endembed %}',
  '```\nnever closed\n{% endhint %}',
  '* a\n\n\n  b\n* c',
  '1) a\n2) b',
  '| a |\n|---|\n| b',
  '|a|b|\n|-|-|\n|1|2|3|',
  'a\r\nb\r\n\r\n* c\r\n',
  '<details><summary>T</summary>\nBody\n</details>',
  '<table>\n<tr><td>no head</td></tr>\n</table>',
  '<figure><img src="a"></figure> <figure><img src="b"></figure>',
  'a **b**c _d_e ~~f~~g',
  '**a `b` c**d',
  '<b>a <i>b</b> c</i>',
  '<br>\n\n<br>text<br>',
  '*a **b** c*',
  '> a\nlazy',
  '&lt;b&gt; &amp;amp; &copy;',
  '\u0000 \u00a0 \u200b',
  '',
  '\n\n',
]

describe('reading what was written', () => {
  for (const [family, sources] of Object.entries(CANONICAL)) {
    it.each(sources)(`gives ${family} back as they were: %j`, (source) => {
      expect(writeMarkdown(parseMarkdown(source))).toBe(`${source}\n`)
      expectSame(source)
    })
  }

  it.each(OTHERS)('says the same of %j', expectSame)

  it('holds for everything at once', () => {
    const all = Object.values(CANONICAL).flat().join('\n\n')
    expectSame(all)
  })
})

function expectSame(source: string): void {
  for (const read of [parseMarkdown, (text: string) => publicDocument(parseMarkdown(text))]) {
    const first = read(source)
    const written = writeMarkdown(first)
    const second = read(written)
    expect(withoutKeys(second)).toEqual(withoutKeys(first))
    expect(writeMarkdown(second)).toBe(written)
  }
}

function withoutKeys(document: JSONDocument): unknown {
  return JSON.parse(JSON.stringify(document, (name, value: unknown) => (name === 'key' ? undefined : value)))
}
