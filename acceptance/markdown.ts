/** A page with every block and inline there is; it wants a file `pixel.png`. */
export const RICH_MARKDOWN = `# First <a href="#first" id="first"></a>

Text with **bold**, _italic_, \`code\`, ~~strike~~, <kbd>Ctrl</kbd>, H<sub>2</sub>O, x<sup>2</sup>,
<mark style="color:red;">red</mark>, <mark style="background-color:$info;">info</mark>, a [link](https://example.org),
a mention [home.md](home.md "mention"), <https://example.org>, maths $$a^2$$, :tada:, <i class="fa-rocket">:rocket:</i>,
<code class="expression">space.vars.name</code>, <a href="https://example.org" class="button primary">Go</a>,
<img src="pixel.png" alt="inline" data-size="line"> and a note[^1].\\
After a hard break.

## Second

### Third

#### Fourth

* One
  * Deeper
* Two

3. Three
4. Four

* [ ] To do
* [x] Done

> Quoted
>
> twice

***

\`\`\`js
const plain = 1
\`\`\`

{% code title="a.ts" overflow="wrap" lineNumbers="true" fullWidth="true" %}
\`\`\`ts
const titled: number = 2
\`\`\`
{% endcode %}

\`\`\`mermaid
graph TD; A-->B
\`\`\`

{% hint style="info" %}
Info
{% endhint %}

{% hint style="warning" %}
Warning

* with a list
{% endhint %}

{% hint style="danger" %}
Danger
{% endhint %}

{% hint style="success" %}
Success
{% endhint %}

{% tabs %}
{% tab title="One" %}
In one

{% code title="b.sh" %}
\`\`\`sh
true
\`\`\`
{% endcode %}
{% endtab %}

{% tab title="Two" %}
In two
{% endtab %}
{% endtabs %}

{% stepper %}
{% step %}
### Step one

Do it.
{% endstep %}

{% step %}
Just text.
{% endstep %}
{% endstepper %}

{% columns %}
{% column width="25%" %}
Left
{% endcolumn %}

{% column %}
Right
{% endcolumn %}
{% endcolumns %}

<details>

<summary>Title</summary>

Body

</details>

<figure><img src="pixel.png" alt="A pixel" width="100"><figcaption><p>One <strong>pixel</strong></p></figcaption></figure>

<div align="left" data-full-width="true"><figure><picture><source srcset="pixel.png" media="(prefers-color-scheme: dark)"><img src="pixel.png" alt=""></picture><figcaption></figcaption></figure></div>

![plain](pixel.png)

{% embed url="https://example.org/video" %}

{% embed url="https://example.org/video" %}
With a caption
{% endembed %}

{% file src="pixel.png" %}
A file
{% endfile %}

{% content-ref url="home.md" %}
[home.md](home.md)
{% endcontent-ref %}

{% content-ref url="https://example.org" %}
[example](https://example.org)
{% endcontent-ref %}

$$
\\int_0^1 x
$$

| Name | Value |
| ---- | ----: |
| a    |     1 |
| **b** | [2](https://example.org) |

<table data-view="cards" data-full-width="true"><thead><tr><th></th><th data-type="checkbox"></th><th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover data-type="files"></th><th data-type="rating" data-max="5"></th></tr></thead><tbody><tr><td><strong>Card</strong></td><td>true</td><td><a href="home.md">home.md</a></td><td><a href="pixel.png">pixel.png</a></td><td>3</td></tr></tbody></table>

<table><thead><tr><th width="120">A</th><th data-type="select">B<select><option value="x1" label="One" color="blue"></option></select></th><th data-type="number">C</th><th data-type="image">D</th></tr></thead><tbody><tr><td>1</td><td><span data-option="x1">One</span></td><td>5</td><td><a href="pixel.png">pixel.png</a></td></tr></tbody></table>

{% openapi src="https://example.org/openapi.json" path="/pets" method="get" %}
[https://example.org/openapi.json](https://example.org/openapi.json)
{% endopenapi %}

{% openapi-operation spec="pets" path="/pets" method="get" %}
[pets](https://example.org/openapi.json)
{% endopenapi-operation %}

{% openapi-schemas spec="pets" schemas="Pet" grouped="true" %}
[pets](https://example.org/openapi.json)
{% endopenapi-schemas %}

{% openapi-webhook spec="pets" name="born" method="post" %}
[pets](https://example.org/openapi.json)
{% endopenapi-webhook %}

{% if visitor.claims.beta %}
Only for some.
{% endif %}

{% updates format="full" %}
{% update date="2026-01-31" tags="a,b" %}
## News

Text
{% endupdate %}
{% endupdates %}

{% @vendor/block url="https://example.org" %}

{% include "missing.md" %}

{% unknown key="value" %}
Kept
{% endunknown %}

<iframe src="https://example.org"></iframe>

[^1]: The note.
`
