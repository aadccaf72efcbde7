// Texts of pages in every form that real repositories have, drawn by chance.
import fc from 'fast-check'

/** What a generator asks: it draws from fast-check, so that a run can be repeated by its seed. */
export type Chance = {
  pick<T>(from: readonly T[]): T
  upTo(most: number): number
  isOneIn(many: number): boolean
}

export function chanceFrom(draw: fc.GeneratorValue): Chance {
  const upTo = (most: number) => draw(fc.nat, { max: most })
  return {
    upTo,
    pick: (from) => {
      const [one] = from.slice(upTo(Math.max(0, from.length - 1)))
      return one as (typeof from)[number]
    },
    // Shrinks towards the plain form.
    isOneIn: (many) => draw(fc.nat, { max: many - 1 }) === many - 1,
  }
}

/** `@` stands for a link target, `%` for a picture. */
const BLOCKS = [
  'A paragraph with **bold**, __bold__, _italic_, ~~struck~~ and `code`, [a link](@), more.',
  'Lines\\\nbroken  \nin three<br>ways<br/>\nand [one](@ "Title").',
  '## Heading <a href="#heading" id="heading"></a>\n\nText under it.',
  '### Other {#other}\n\n[mention](@ "mention")',
  'Setext\n------\n\ntext',
  '* one\n* two [link](@)\n  * nested\n* [ ] open\n* [x] done',
  '- dash\n- dash\n\n+ plus',
  '1. first\n2. second\n   1. deeper\n\n1) other',
  '> quote with [link](@)\n> second\n\n> [!NOTE]\n> github',
  '```js\nconst link = "[x](page.md)"\n{% hint %}\n```',
  '````md\n```\ninner\n```\n````\n\n~~~\ntilde\n~~~',
  '* item\n\n  ```sh\n  in a list\n  ```\n\n      four spaces',
  '***\n\ntext\n\n---\n\nmore',
  '| A | B |\n| --- | :-: |\n| [x](@) | `y \\| z` |\n| 1 |  |',
  '$$\na^2 + b^2\n$$\n\nand $$c$$ inline, 5 $ and 6 $.',
  'Note[^1] and another[^b].\n\n[^1]: One [link](@).\n[^b]: Two',
  'Emoji :smile: ✅ <span data-gb-custom-inline data-tag="emoji" data-code="2705">✅</span>&#x20;',
  '<code class="expression">space.vars.name</code> and {{ not.ours }} and \\{% not a tag %\\}',
  '![alt](%)\n\n![with title](% "T")',
  '<figure><img src="%" alt=""><figcaption><p>Caption</p></figcaption></figure>',
  '<div align="center" data-with-frame="true"><figure><img src="%" alt="x" width="375"><figcaption></figcaption></figure></div>',
  '<picture><source srcset="%" media="(prefers-color-scheme: dark)"><img src="%" alt=""></picture>',
  '{% hint style="warning" icon="fire" %}\nMind [this](@).\n{% endhint %}',
  '{% tabs %}\n{% tab title="One" %}\n1 [x](@)\n{% endtab %}\n\n{% tab title="Two" icon="x" %}\n{% code title="my\\_file" overflow="wrap" lineNumbers="true" %}\n```py\nx\n```\n{% endcode %}\n{% endtab %}\n{% endtabs %}',
  '{% include "@include" %}',
  '{% columns %}\n{% column width="50%" %}\n{% content-ref url="@" %}\n[x](@)\n{% endcontent-ref %}\n{% endcolumn %}\n\n{% column %}\nr\n{% endcolumn %}\n{% endcolumns %}',
  '{% page-ref page="@" %}',
  '{% stepper %}\n{% step %}\n### First\n\n{% tabs %}\n{% tab title="a" %}\ndeep\n{% endtab %}\n{% endtabs %}\n{% endstep %}\n\n{% step %}\nsecond\n{% endstep %}\n{% endstepper %}',
  '{% embed url="https://video.example/x" fullWidth="true" %}\n\n{% embed url="https://video.example/y" %}\nCaption\n{% endembed %}',
  '{% file src="%" %}\nCaption\n{% endfile %}\n\n{% file src="%" caption="C" %}',
  '{% openapi src="%" path="/pets" method="get" %}\n[api](%)\n{% endopenapi %}',
  '{% openapi-operation spec="s" path="/a" method="post" %}\n[OpenAPI](https://x.example)\n{% endopenapi-operation %}',
  '{% openapi-schemas spec="s" schemas="A,B" grouped="true" %}\n[x](https://x.example)\n{% endopenapi-schemas %}',
  '{% openapi-webhook spec="s" name="n" method="post" %}\n[x](https://x.example)\n{% endopenapi-webhook %}',
  '{% swagger method="get" path="/x" baseUrl="https://api.example" summary="S" %}\n{% swagger-description %}\nD\n{% endswagger-description %}\n\n{% swagger-parameter in="query" name="q" type="String" required="true" %}\nP\n{% endswagger-parameter %}\n\n{% swagger-response status="200: OK" description="" %}\n```json\n{}\n```\n{% endswagger-response %}\n{% endswagger %}',
  '{% api-method method="get" host="https://api.example" path="/x" %}\n{% api-method-summary %}\nS\n{% endapi-method-summary %}\n\n{% api-method-spec %}\n{% api-method-request %}\n{% api-method-path-parameters %}\n{% api-method-parameter name="id" type="string" required=true %}\nP\n{% endapi-method-parameter %}\n{% endapi-method-path-parameters %}\n{% endapi-method-request %}\n\n{% api-method-response %}\n{% api-method-response-example httpCode=200 %}\n{% api-method-response-example-description %}\nE\n{% endapi-method-response-example-description %}\n\n```json\n{}\n```\n{% endapi-method-response-example %}\n{% endapi-method-response %}\n{% endapi-method-spec %}\n{% endapi-method %}',
  '{% updates format="full" %}\n{% update date="2026-01-31" tags="a,b" %}\n## News\n\n[x](@)\n{% endupdate %}\n{% endupdates %}',
  '{% updates format="full" %}\n\n{% update tags="a, b" date="2026-01-31" own="1" %}\n{% embed url="https://video.example/x" %}\n\n{% hint style="info" %}\n- dash\n{% endhint %}\n{% endupdate %}\n{% update date="2025-12-24" %}\n{% code title="a" %}\n```js\nx\n```\n{% endcode %}\n\n![alt](%)\n{% endupdate %}\n{% endupdates %}',
  '{% if visitor.claims.x == "y" %}\n{% hint style="info" %}\nonly some\n{% endhint %}\n{% endif %}',
  '{% prompt description="D" icon="x" defaultExpanded="partial" %}\nAsk\n{% endprompt %}',
  '{% prompt openInAIProviders="true" description="D" defaultExpanded="full" %}\n```markdown\n# Ask\n```\n{% endprompt %}',
  '{% @vendor/block url="https://x.example" formId="1" formid="2" flag %}',
  '<table data-view="cards" data-full-width="false"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover data-type="files"></th></tr></thead><tbody><tr><td><strong>A</strong></td><td><a href="@">a</a></td><td><a href="%">c</a></td></tr></tbody></table>',
  '<table><thead><tr><th width="100.5" valign="top">N</th><th data-type="select">S<select multiple><option value="i1" label="L" color="blue"></option></select></th><th data-type="checkbox">C</th></tr></thead><tbody><tr><td><ul><li>x</li></ul><kbd>K</kbd></td><td><span data-option="i1">L</span></td><td><input type="checkbox" checked></td></tr></tbody></table>',
  '<details>\n\n<summary>More <sub>2</sub><sup>3</sup></summary>\n\nHidden [x](@)\n\n</details>',
  '<pre class="language-js" data-title="t" data-overflow="wrap"><code class="lang-js">a <strong>b\n</strong>c\n</code></pre>',
  '<a href="@" class="button primary" data-icon="x">Go</a> <mark style="color:red;">red</mark> <i class="fa-x">:x:</i>',
  '<button type="button" class="button secondary" data-action="ask" data-query="Q" data-icon="gem">Ask</button>',
  '<p align="center">middle</p>\n\n<h2 align="center">big</h2>\n\n<iframe src="https://x.example"></iframe>',
  'Text with <name> and <string> placeholders, `<b>`, 日本語, עברית, and\u200bzero\u00a0width.',
  'Links: <https://x.example>, [ref][r], [empty](), [root](/x.md), [frag](#heading), [broken](broken-reference).\n\n[r]: https://x.example "T"',
  'Trailing blanks   \n\tand tabs\t\n\n\n\nmany blank lines',
]

const DAMAGE = [
  '{% endhint %}',
  '{% tabs %}\n{% tab title="x" %}\nnever closed',
  '{% embed url="https://x.example" %}\n\n{% hint style="info" %}\na\n{% endhint %}',
  '{% update date="2026-01-31" %}\nwithout updates\n{% endupdate %}',
  '{% updates format="full" %}\n{% update date="2026-01-31" %}\nnever closed\n{% endupdates %}',
  "{% unknown a=1 b='2' %}\n\ntext",
  '[missing](not-there.md) ![missing](not-there.png)',
  '```\nthis fence is never closed',
]

const HEADS = [
  '',
  '',
  '---\ndescription: Plain\n---\n\n',
  '---\ndescription: >-\n  Folded over\n  two lines\nicon: gear\n---\n\n',
  "---\nhidden: false\nnoIndex: true\ndescription: 'it''s'\nown_key: [1, 2]\n---\n",
  '---\nlayout:\n  width: wide\n  title:\n    visible: true\n  tags:\n    visible: false\nmetaLinks:\n  alternates:\n    - https://x.example\n---\n\n',
  '---\n# a comment\ncover: broken-reference\ncoverY: 0\ntags:\n  - tag: a\n    primary: true\n---\n\n',
  '---\nvars:\n  name: value\nif: visitor.claims.x\nemoji: 1f600\n---\n\n',
  '---\nhidden: true\nayout: x\n---\n\n',
  '---\n---\n\n',
  '---\n- not\n- a map\n---\n\n',
  '---\nbroken: [\n---\n\n',
]

/** The target of a link and of a picture as a page spells it, and the include it brings in. */
export type Targets = { link: () => string; picture: () => string; include: () => string }

export function drawPage(chance: Chance, title: string, targets: Targets): string {
  if (chance.isOneIn(40)) return ''
  const head = chance.pick(HEADS)
  const heading = headingFor(chance, title)
  const mark = chance.isOneIn(30) ? '\ufeff' : ''
  return withEnds(chance, mark + head + heading + drawBody(chance, targets))
}

function headingFor(chance: Chance, title: string) {
  if (chance.isOneIn(12)) return ''
  if (chance.isOneIn(20)) return `${title}\n===\n\n`
  const anchor = chance.isOneIn(12) ? ' <a href="#top" id="top"></a>' : ''
  return `# ${title}${anchor}\n${chance.isOneIn(10) ? '' : '\n'}`
}

/** As Markdown on a line of its own. */
export function titleSource(title: string) {
  return title.replaceAll(/[_*[\]()~\\]/g, '\\$&').replace(/^(\d+)\./, '$1\\.')
}

export function drawBody(chance: Chance, targets: Targets) {
  const blocks: string[] = []
  for (let count = 1 + chance.upTo(4); count > 0; count--) blocks.push(chance.pick(BLOCKS))
  if (chance.isOneIn(8)) blocks.push(chance.pick(DAMAGE))
  return `${blocks.map((block) => filled(block, targets)).join('\n\n')}\n`
}

function filled(block: string, { link, picture, include }: Targets) {
  return block.replaceAll(/@include|(?<=[("])@(?=[)" ])|(?<=[("])%(?=[)" ])/g, (slot) =>
    slot === '@include' ? include() : slot === '@' ? link() : picture(),
  )
}

function withEnds(chance: Chance, text: string) {
  const ended = chance.isOneIn(8) ? text.replace(/\n$/, '') : chance.isOneIn(8) ? `${text}\n` : text
  if (chance.isOneIn(15)) return ended.replaceAll('\n', '\r\n')
  return chance.isOneIn(25) ? ended.replace('\n\n', '\r\n\n') : ended
}

/** Every form once, for those who look at all of them. */
export const ALL_BLOCKS: readonly string[] = [...BLOCKS, ...DAMAGE].map((block) =>
  filled(block, { link: () => 'page.md', picture: () => 'a.png', include: () => 'note.md' }),
)
export const ALL_HEADS: readonly string[] = HEADS
