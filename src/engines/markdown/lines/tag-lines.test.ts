import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMarkdown } from '../parse.ts'
import { logicalLines } from './logical-lines.ts'
import { sourceLines, textOf } from './source-line.ts'

const read = (text: string) => textOf(logicalLines(sourceLines(text)))

describe('tags that share their lines get lines of their own', () => {
  it.each([
    ['{% hint style="info" %} One. {% endhint %}', '{% hint style="info" %}\nOne.\n{% endhint %}'],
    ['{% hint %}One\ntwo.\n{% endhint %}', '{% hint %}\nOne\ntwo.\n{% endhint %}'],
    ['{% hint %}\nOne. {% endhint %} Two.', '{% hint %}\nOne.\n{% endhint %}\nTwo.'],
    ['One. {% hint %}\nTwo.\n{% endhint %}', 'One.\n{% hint %}\nTwo.\n{% endhint %}'],
    [
      '{% tabs %}{% tab title="a | b" %}\nOne.\n{% endtab %}{% endtabs %}',
      '{% tabs %}\n{% tab title="a | b" %}\nOne.\n{% endtab %}\n{% endtabs %}',
    ],
    ['See {% embed url="https://a.example" %}', 'See\n{% embed url="https://a.example" %}'],
    ['- {% hint %} One. {% endhint %}\n- Two.', '- {% hint %}\n  One.\n  {% endhint %}\n- Two.'],
    ['> 1. One. {% hint %} Two. {% endhint %}', '> 1. One.\n>    {% hint %}\n>    Two.\n>    {% endhint %}'],
    [
      '`{% hint %}` is {% hint %} One `a`. {% endhint %}',
      '`{% hint %}` is\n{% hint %}\nOne `a`.\n{% endhint %}',
    ],
    [
      '{% if a %}{% hint %} One. {% endhint %}{% endif %}',
      '{% if a %}\n{% hint %}\nOne.\n{% endhint %}\n{% endif %}',
    ],
    [
      '<details open><summary>A</summary>One.</details>\nTwo.',
      '<details open><summary>A</summary>\nOne.\n</details>\nTwo.',
    ],
    [
      '- <details>\n  <summary>A</summary>One.\n\n  two {% hint %} three {% endhint %}</details>',
      '- <details>\n  <summary>A</summary>\n  One.\n\n  two\n  {% hint %}\n  three\n  {% endhint %}\n  </details>',
    ],
    [
      '<details>\n  <summary>\n    A **b**\n  </summary>\n\n  One.\n\n</details>',
      '<details><summary>A **b**</summary>\n\n  One.\n\n</details>',
    ],
    [
      '<details>\n<summary class="c">A</summary>\n\nOne.\n\n</details>',
      '<details><summary>A</summary>\n\nOne.\n\n</details>',
    ],
    [
      '<details><summary>A</summary>One.</details><details><summary>B</summary>Two.</details><br/>',
      '<details><summary>A</summary>\nOne.\n</details>\n<details><summary>B</summary>\nTwo.\n</details>',
    ],
    ['<details>\n\nOne.\n\n</details>', '<details><summary></summary>\n\nOne.\n\n</details>'],
    [
      '<br>\n<details>\n    <summary>A</summary>\n    One.\n\n    code\n</details>',
      '<br>\n\n<details>\n<summary>A</summary>\nOne.\n\n    code\n</details>',
    ],
    [
      '> <details>\n> <summary>A\n> b</summary>\n> One.</details>',
      '> <details><summary>A b</summary>\n> One.\n> </details>',
    ],
    [
      '{% code title="a.js" %}```js\n1\n```{% endcode %}\n\nTwo.',
      '{% code title="a.js" %}\n```js\n1\n```\n{% endcode %}\n\nTwo.',
    ],
    [
      '- {% code %} ~~~\n  1\n  ~~~ {% endcode %} {% hint %} Two. {% endhint %}',
      '- {% code %}\n  ~~~\n  1\n  ~~~\n  {% endcode %}\n  {% hint %}\n  Two.\n  {% endhint %}',
    ],
    ['{% hint %} Settings | General {% endhint %}', '{% hint %}\nSettings | General\n{% endhint %}'],
    ['<b>One</b> {% hint %} two {% endhint %}', '<b>One</b>\n{% hint %}\ntwo\n{% endhint %}'],
    [
      '<https://a.example> {% hint %} two {% endhint %}',
      '<https://a.example>\n{% hint %}\ntwo\n{% endhint %}',
    ],
    ['{% hint %} One  \ntwo {% endhint %}', '{% hint %}\nOne  \ntwo\n{% endhint %}'],
    ['- `a\n- b` {% hint %} One. {% endhint %}', '- `a\n- b`\n  {% hint %}\n  One.\n  {% endhint %}'],
    ['One\n      {% hint %} two {% endhint %}', 'One\n      {% hint %}\n      two\n      {% endhint %}'],
  ])('%j', (text, lines) => {
    expect(read(text)).toBe(lines)
  })
})

describe('what is no tag of a block stays where it is', () => {
  it.each([
    '```\n{% hint %} One. {% endhint %}\n```',
    '- ```\n  {% hint %} One. {% endhint %}\n  ```',
    '    {% hint %} One. {% endhint %}',
    '`{% hint %} One. {% endhint %}`',
    '``a\n{% hint %} ` {% endhint %}``',
    '<!-- {% hint %} One. {% endhint %} -->',
    '<!--\n{% hint %} One. {% endhint %}\n-->',
    '<pre>\n{% hint %} One. {% endhint %}\n</pre>',
    '<table><tr><td>{% hint %} One. {% endhint %}</td></tr></table>',
    'a | b\n--- | ---\nc | {% hint %} One. {% endhint %}',
    '\\{% hint %} One. {% endhint %}',
    'Begin with {% hint %} and write on.',
    'End with {% endhint %} and be done.',
    'One {% if a %} two {% endif %} {% hints %} three {% endhints %}',
    '```\n<details><summary>A</summary>One.</details>\n```',
    '`<details><summary>A</summary>One.</details>`',
    'Words</details> and <details><summary>A</summary>One.</details>',
    '<details>\n<summary>A</summary>\n\nOne.\n\n</details>',
    '* {% hint %}\n  One.\n  {% endhint %}',
    '- item\n\n      {% hint %} One. {% endhint %}',
    '- item\n\n      <details><summary>A</summary>One.</details>',
    '> quote\n>\n>     {% hint %} One. {% endhint %}',
    '-     {% hint %} One. {% endhint %}',
    '<div align="center">\n<details><summary>A</summary>One.</details>\n</div>',
    '<table><tr><td>\n<details><summary>A</summary>One.</details>\n</td></tr></table>',
    '<details>\nNobody ends it.',
    '<details><summary>A One.</details>',
    '<details>\n<summary>A</summary>\n\n```\n<details>One.</details>\n```\n\n</details>',
    '````\n{% code %}```js\n```{% endcode %}\n````',
    '    {% code %}```js\n    ```{% endcode %}',
    '> -     {% code %}```js',
    '```\n```{% endcode %}\n```',
    'See the {% embed %} tag and the {% file %} tag.',
    'See <code>{% hint %} One. {% endhint %}</code> and <kbd class="a">{% embed url="b" %}</kbd>.',
    '{% hint %} One. {% endhint %} | b\n--- | ---',
    '| {% hint %} One. {% endhint %}',
    '[^1]: {% hint %} One. {% endhint %}',
  ])('%j', (text) => {
    expect(read(text)).toBe(text)
  })
})

it('any mixture of them is read, and no word is lost', () => {
  const piece = fc.constantFrom(
    ...[
      '{% hint %}',
      '{% endhint %}',
      '{% tabs %}',
      '{% tab %}',
      '{% endtab %}',
      '{% endtabs %}',
      '{% code %}',
    ],
    ...[
      '{% endcode %}',
      '{% embed url="a" %}',
      ' word ',
      '\n',
      '\n\n',
      '`',
      '```\n',
      '- ',
      '> ',
      '    ',
      '|',
      '<!--',
      '<code>',
      '</code>',
      '<br/>',
    ],
    ...['<details>', '<summary>a</summary>', '<summary>', '</summary>', '</details>'],
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('')
      const words = (of: string) => of.match(/\bword\b/g)?.length ?? 0
      expect(words(read(text))).toBe(words(text))
      parseMarkdown(text)
    }),
  )
})

it.each([
  ['{% hint %} '.repeat(50_000)],
  [`${'{% hint %} '.repeat(20_000)}${'{% endtab %} '.repeat(20_000)}`],
  [`${'> '.repeat(50_000)}${'{% hint %}{% endhint %}'.repeat(5_000)}`],
  [`{% hint %} x {% endhint %} ${Array.from({ length: 500 }, (_, at) => '`'.repeat(at)).join(' ')}`],
  [`{% hint %} x {% endhint %} ${'<!-- '.repeat(50_000)}`],
  ['<details><summary>'.repeat(30_000)],
  ['<details>\n x</details>'.repeat(30_000)],
  ['<details><summary>a</summary>x</details>'.repeat(20_000)],
  [`{% hint %} x {% endhint %} ${'<code><kbd>'.repeat(30_000)}`],
  [`{% hint${' '.repeat(200_000)}{% endhint %} x`],
])('comes to an end, whatever its length, and makes little more of it', (text) => {
  expect(read(text).length).toBeLessThan(text.length * 3)
})
