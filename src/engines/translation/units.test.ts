import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draws } from '../../../test/drawn/draws.ts'
import { firstKey, tidy, translateMarkdown, translateString, type Unit, unitsOf } from './units.ts'

const texts = (markdown: string) => unitsOf(markdown).map(({ text }) => text)

/** Translates by the source text. */
function translated(markdown: string, by: Record<string, string>) {
  const units = new Map(unitsOf(markdown).map((unit) => [unit.key, unit.text]))
  return translateMarkdown(markdown, (key) => by[units.get(key) ?? ''])
}

const PAGE = `# Install

Run \`npm i\` in [the **folder**](folder.md), then :tada: wait.
It takes {1} minutes.

{% hint style="info" %}
A *hint* for {{ name }}.
{% endhint %}

* one
* two
  * three

| Name | Value |
| ---- | ----: |
| Size | 42    |

{% tabs %}
{% tab title="Linux" %}
\`\`\`sh
# not a unit
\`\`\`
{% endtab %}
{% endtabs %}

<figure><img src="a.png" alt="A window"><figcaption><p>The window</p></figcaption></figure>

<details>

<summary>More</summary>

Inside it.

</details>

Text with a note[^1] and <code class="expression">space.vars.name</code>.

[^1]: What it means.
`

describe('units', () => {
  it('are what readers read, with placeholders for what must not be touched', () => {
    expect(texts(PAGE)).toEqual([
      'Install',
      'Run {1} in {2}the {3}folder{/3}{/2}, then {4} wait. It takes {5} minutes.',
      'A {1}hint{/1} for {2}.',
      'one',
      'two',
      'three',
      'Name',
      'Value',
      'Size',
      'Linux',
      'A window',
      'The window',
      'More',
      'Inside it.',
      'Text with a note{1} and {2}.',
      'What it means.',
    ])
  })

  it('tell translators what a placeholder stands for', () => {
    const [, unit] = unitsOf(PAGE)
    expect(unit?.placeholders).toEqual([
      { kind: 'single', shown: 'npm i' },
      { kind: 'pair', shown: 'link folder.md' },
      { kind: 'pair', shown: 'bold' },
      { kind: 'single', shown: ':tada:' },
      { kind: 'single', shown: '{1}' },
    ])
  })

  it('keep their keys when blocks move, and when a placeholder stands for something else', () => {
    const keys = (markdown: string) => unitsOf(markdown).map(({ key }) => key)
    const [a, b] = keys('See [it](a.md).\n\nOther.\n')
    expect(keys('Other.\n\nSee [it](b.md).\n')).toEqual([b, a])
    expect(keys('Other.\n\nSee [them](b.md).\n')[1]).not.toBe(a)
  })

  it('that say the same are numbered', () => {
    const [first, second, third] = unitsOf('Yes\n\nYes\n\nYes\n').map(({ key }) => key)
    expect([second, third]).toEqual([`${first}.2`, `${first}.3`])
    expect(firstKey(third ?? '')).toBe(first)
    expect(first).toMatch(/^[\w-]{16}$/)
  })

  it('are no numbers, codes or pictures alone', () => {
    expect(texts('42\n\n`code`\n\n![](a.png)\n\n:tada:\n\n```\ncode\n```\n\n$$\nx\n$$\n')).toEqual([])
  })
})

describe('a translated text', () => {
  it('changes where it is translated and nowhere else', () => {
    const out = translated(PAGE, {
      two: 'zwei',
      Size: 'Größe',
      Linux: 'Linux (de)',
      'The window': 'Das Fenster',
      'What it means.': 'Was es heißt.',
    })
    expect(out).toBe(
      PAGE.replace('* two', '* zwei')
        .replace('| Size | 42    |', '| Größe | 42    |')
        .replace('title="Linux"', 'title="Linux (de)"')
        .replace('The window', 'Das Fenster')
        .replace('What it means.', 'Was es heißt.'),
    )
  })

  it('has placeholders where the translation puts them', () => {
    const source = 'Run `npm i` in [the **folder**](folder.md).\n'
    const out = translated(source, {
      'Run {1} in {2}the {3}folder{/3}{/2}.': 'In {2}dem {3}Ordner{/3}{/2} {1} ausführen.',
    })
    expect(out).toBe('In [dem **Ordner**](folder.md) `npm i` ausführen.\n')
  })

  it('can not become structure', () => {
    const out = translated('One.\n\nTwo.\n', { 'One.': '# No heading\n\n* [x](y) `z` <b> {% hint %}' })
    expect(texts(out)).toEqual(['# No heading * [x](y) `z` <b> {1}', 'Two.'])
  })

  it('keeps the anchors of headings, so that links go on leading to them', () => {
    const out = translated('## Install it\n\nSee [above](#install-it).\n', { 'Install it': 'Einrichten' })
    expect(out).toContain('## Einrichten <a href="#install-it" id="install-it"></a>\n')
  })

  it('stays the source where a translation does not fit it', () => {
    expect(translated('Run `a`.\n', { 'Run {1}.': 'Nichts.' })).toBe('Run `a`.\n')
  })

  it('may be a title', () => {
    expect(translateString('About {{ name }}', () => 'Über {1}')).toBe('Über {{ name }}')
    expect(translateString('42', () => 'no')).toBe('42')
  })
})

const PIECES = [
  'Some words',
  ' and **bold *both* marks**',
  ' `code {1}`',
  ' [a link](x.md "t")',
  ' [**b**](#a)',
  ' ~~gone~~',
  ' <mark style="color:red;">red</mark>',
  ' ![alt](a.png)',
  ' {2} {{ x }} {% y %}',
  ' <kbd>Ctrl</kbd>',
  ' $$x$$',
  ' a\\\n b',
  '\nnext line',
  ' é 日本 😀',
  ' \\* & &lt; <br>',
  ' n[^1]',
  ' <a href="x" class="button primary">Go</a>',
]
const BLOCKS = ['', '# ', '### ', '> ', '* ', '1. ', '* [ ] ', '  * ']
const line = fc
  .tuple(fc.constantFrom(...BLOCKS), fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 5 }))
  .map(([start, pieces]) => {
    const body = pieces.join('').trim()
    return start.includes('#') ? start + body.replace(/\\?\n/g, ' ') : start + body.replaceAll('\n', '\n    ')
  })
const table = fc
  .array(fc.constantFrom('a', '**b** c', '`d`', '[e](f.md)', '1', ''), { minLength: 4, maxLength: 4 })
  .map(([a, b, c, d]) => `| ${a} | ${b} |\n| --- | :-: |\n| ${c} | ${d} |`)
const framed = line.map((text) => `{% hint style="info" %}\n${text}\n{% endhint %}`)
const page = fc
  .array(fc.oneof(line, table, framed), { minLength: 1, maxLength: 6 })
  .map((blocks) => `${blocks.join('\n\n')}\n\n[^1]: A note.\n`)

const marked = (text: string) =>
  text.replace(/(\{\/?\d+\})|\p{L}+/gu, (word, sign) => sign ?? `ü${word.toUpperCase()}`)
const byKey = (units: readonly Unit[]) => new Map(units.map(({ key, text }) => [key, text]))

describe('for any text', () => {
  it('translations that are the source change no byte', () => {
    fc.assert(
      fc.property(page, (markdown) => {
        const units = byKey(unitsOf(markdown))
        expect(translateMarkdown(markdown, (key) => units.get(key))).toBe(markdown)
      }),
      { numRuns: draws(200) },
    )
  })

  it('what was put in is read again as it was', () => {
    fc.assert(
      fc.property(page, (markdown) => {
        const units = unitsOf(markdown)
        const known = byKey(units)
        const out = translateMarkdown(markdown, (key) => marked(known.get(key) ?? ''))
        expect(unitsOf(out).map(({ text }) => text)).toEqual(
          units.map(({ text }) => tidy(text, marked(text))),
        )
      }),
      { numRuns: draws(50) },
    )
  })
})
