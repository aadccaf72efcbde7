// Texts of open pages that name what is hidden in every way in which a page can name something.
import type { Canaries } from './canaries.ts'

const IF = '{% if visitor.claims.isBeta %}'
const END = '{% endif %}'

/** Parts of a page under a condition. */
export function conditionalText(canaries: Canaries): string {
  const word = (name: string) => canaries.word(name)
  const unshown = canaries.word('otherbranch', 'nobody')
  return `Openword of conditions. ${IF}${word('inline')}${END}

${IF}
A block ${word('block')}, {% include ".gitbook/includes/${word('includedfile')}.md" %}

{% include ".gitbook/includes/${word('includedfile')}.md" %}

![](.gitbook/assets/${word('blockfile')}.png)
${END}

## Open heading ${IF}${word('heading')}${END}

| Open column | ${IF}${word('column')}${END} |
| --- | --- |
| a ${IF}${word('cell')}${END} | b |

{% tabs %}
{% tab title="Open tab ${IF}${word('tabtitle')}${END}" %}
Open tab text.
{% endtab %}
{% endtabs %}

<details>

<summary>Open summary ${IF}${word('summary')}${END}</summary>

Open details.

</details>

=== "Open box"

    Open in a box. ${IF}${word('boxed')}${END}

!!! note "Open admonition"

    Open inside. ${IF}${word('admonition')}${END}

A note[^n] and [a definition][d]. Value <code class="expression">visitor.claims.isBeta ? '${word('branch')}' : 'openbranch'</code>,
<code class="expression">visitor.claims.isBeta ? space.vars.hiddenvar : ''</code>,
<code class="expression">visitor.claims.isNobody ? '${unshown}' : 'openvalue'</code>.

${IF}
[^n]: The note ${word('footnote')}
[d]: https://example.com/${word('definition')} "${word('definitiontitle')}"
${END}
`
}

/** `page` and `space` are addresses of this installation that lead to what is hidden. */
export type Hidden = { page: string; inSpace: string; space: string; file: string }

/** Links of an open page to hidden pages. The words of links are the author's, and stay; labels made of names do not. */
export function linkingText(canaries: Canaries, { page, inSpace, space, file }: Hidden): string {
  const word = (name: string) => canaries.word(name)
  const element = (name: string) => `<a href="${file}" data-mention>${word(name)}</a>`
  return `Openword of links: [open words](${file}), [with a title](${file} "open title"), a mention [${word('mention')}](${file} "mention").

## Openheading [${word('headingmention')}](${file} "mention")

{% content-ref url="${file}" %}
[${word('reflabel')}](${file})
{% endcontent-ref %}

<a href="${file}" class="button primary">Open button</a>

<section><a href="${file}">Open element</a></section>

<figure><img src="https://example.com/a.png" alt=""><figcaption><p>Open caption ${element('captionmention')}</p></figcaption></figure>

<table><thead><tr><th>Open row</th><th data-type="content-ref">Open page</th></tr></thead><tbody><tr><td>Open cell ${element('cellmention')}</td><td><a href="${file}">${word('celllabel')}</a></td></tr></tbody></table>

<table data-view="cards"><thead><tr><th>Open card</th><th data-hidden data-card-target data-type="content-ref">To</th></tr></thead><tbody><tr><td><strong>Open card</strong> ${element('cardmention')}</td><td><a href="${file}">${word('cardlabel')}</a></td></tr></tbody></table>

| Open pipes |
| --- |
| [open pipe](${file}) [${word('pipemention')}](${file} "mention") |

<details>

<summary>Open details ${element('summarymention')} [open summary](${file})</summary>

* An item [${word('itemmention')}](${file} "mention")

</details>

> A quote [by name][named], and **bold [${word('boldmention')}](${file} "mention")**.

{% hint style="info" %}
A note[^m] with [${word('hintmention')}](${file} "mention").
{% endhint %}

Addresses: [open page](${page}), [open space](${space}), [open elsewhere](${inSpace}), [${word('addressmention')}](${page} "mention"),
[${word('spacemention')}](${space} "mention"), [${word('elsewheremention')}](${inSpace} "mention").

{% content-ref url="${inSpace}" %}
[${word('elsewherelabel')}](${inSpace})
{% endcontent-ref %}

{% content-ref url="${space}" %}
[${word('spacelabel')}](${space})
{% endcontent-ref %}

<p align="center">Open aligned ${element('alignedmention')} [open aligned](${file})</p>

{% tabs %}
{% tab title="Open tab [open title](${file})" %}
Open tab.
{% endtab %}
{% endtabs %}

{% embed url="${page}" %}

Anchored [open anchor](${file}#${word('anchor')}).

[^m]: A footnote [${word('notemention')}](${file} "mention") and [open note](${file}).

[named]: ${file} "open definition"
[unused]: ${file}
`
}

/** What a page announces, for its feed. */
export function newsText(canaries: Canaries, file: string): string {
  return `{% updates format="full" %}
{% update date="2026-01-31" %}
## Open news [${canaries.word('newstitle')}](${file} "mention")

Openword of news [${canaries.word('newsmention')}](${file} "mention"). ${IF}${canaries.word('newsblock')}${END}
{% endupdate %}
{% endupdates %}
`
}

/** Reusable content that everybody reads, apart from a part of it. */
export function sharedText(canaries: Canaries, file: string): string {
  const up = `../../${file}`
  return `Openword of sharing, [open shared](${up}), [${canaries.word('sharedmention')}](${up} "mention"). ${IF}${canaries.word('sharedinline')}${END}

{% content-ref url="${up}" %}
[${canaries.word('sharedlabel')}](${up})
{% endcontent-ref %}
`
}
