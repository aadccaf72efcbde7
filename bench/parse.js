// How many documents of 20 KB the Markdown parser reads in a second, on one core. The document holds every block type.

import { pathToFileURL } from 'node:url'
import { parseMarkdown } from '../dist/program/bench.js'

const EVERY_BLOCK = `# Title

A paragraph with **bold**, _italic_, \`code\`, ~~struck~~, <mark style="color:red;">colour</mark>, H<sub>2</sub>O,
a [link](page.md), a mention [page.md](page.md "mention"), :smile:, $$a_b$$, ![image](a.png) and a note[^1].

## Lists <a href="#lists" id="lists"></a>

* one
  * nested
* two

1. first
2. second

* [ ] open
* [x] done

***

> A quote
>
> of two paragraphs

{% hint style="info" %}
A hint with a [link](other.md).
{% endhint %}

{% if visitor.claims.unsigned.beta == true %}
Shown to some
{% endif %}

<figure><img src=".gitbook/assets/a (1).png" alt="A" width="375"><figcaption><p>Caption</p></figcaption></figure>

<img src="drawing.svg" alt="" class="gitbook-drawing">

{% file src="a.pdf" %}

{% embed url="https://video.example/1" %}

{% code title="a.js" lineNumbers="true" %}
\`\`\`js
const answer = 42
console.log(answer)
\`\`\`
{% endcode %}

$$
x = \\frac{a}{b}
$$

<details>

<summary>More</summary>

The body of it

</details>

{% tabs %}
{% tab title="One" %}
First
{% endtab %}

{% tab title="Two" %}
Second
{% endtab %}
{% endtabs %}

| Name | Value |
| --- | ---: |
| a | 1 |
| b | 2 |

<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td><strong>Card</strong></td><td><a href="a.md">a.md</a></td></tr></tbody></table>

{% openapi src="api.yaml" path="/pets" method="get" %}
[api.yaml](api.yaml)
{% endopenapi %}

{% openapi-operation spec="pets" path="/pets" method="post" %}
[api](https://api.example)
{% endopenapi-operation %}

{% openapi-schemas spec="pets" schemas="Pet" grouped="true" %}
[api](https://api.example)
{% endopenapi-schemas %}

{% openapi-webhook spec="pets" name="born" method="post" %}
[api](https://api.example)
{% endopenapi-webhook %}

{% content-ref url="page.md" %}
[page.md](page.md)
{% endcontent-ref %}

{% @vendor/form id="1" %}

{% include "../.gitbook/includes/a.md" %}

{% stepper %}
{% step %}
### Step

Do this
{% endstep %}
{% endstepper %}

{% columns %}
{% column width="50%" %}
Left
{% endcolumn %}

{% column %}
Right
{% endcolumn %}
{% endcolumns %}

`

const SIZE = 20 * 1024

/** Documents a second, and milliseconds for one. */
export function measureParsing(seconds = 3) {
  const note = '[^1]: The note\n'
  const document =
    EVERY_BLOCK.repeat(Math.ceil(SIZE / EVERY_BLOCK.length)).slice(0, SIZE - note.length) + note
  for (let warm = 0; warm < 100; warm++) parseMarkdown(document)
  const started = performance.now()
  let count = 0
  while (performance.now() - started < seconds * 1000) {
    parseMarkdown(document)
    count++
  }
  const elapsed = performance.now() - started
  return { documentsPerSecond: Math.round((count * 1000) / elapsed), milliseconds: elapsed / count }
}

const GOAL = 100

export function describeParsing({ documentsPerSecond, milliseconds }) {
  const told = documentsPerSecond >= GOAL ? 'reached' : 'MISSED'
  return `\nParsing: ${documentsPerSecond} documents of 20 KB a second, ${milliseconds.toFixed(1)} ms each (goal ${GOAL}, ${told})`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.log(describeParsing(measureParsing()))
