import { describe, expect, it } from 'vitest'
import { parseMarkdown } from '../markdown/parse.ts'
import { decideText } from './conditional-text.ts'
import { announcementsIn } from './updates.ts'

const TEXT = `{% updates format="full" %}
{% update date="2026-01-31" tags="a, b" %}
## Quiet hours

Nobody is called at night in <code class="expression">space.vars.product</code>.

{% if visitor.claims.isBeta %}
Secret one.
{% endif %}

{% hint style="info" %}
{% if !visitor.claims.isBeta %}
Secret two.
{% endif %}
Mind the gap.
{% endhint %}
{% endupdate %}

{% update date="2026-02-31" %}
No such day.
{% endupdate %}

{% update date="someday" %}
Without a heading.

More.
{% endupdate %}
{% endupdates %}

{% if true %}
{% updates %}
{% update date="2026-02-01" %}
Secret three.
{% endupdate %}
{% endupdates %}
{% endif %}
`

describe('what a page announces', () => {
  it('is listed with titles, days, tags and text, and nothing from behind a condition', () => {
    const open = parseMarkdown(decideText(TEXT, () => false))
    const found = announcementsIn(open, { space: { product: 'Quire' } })
    expect(found).toEqual([
      {
        title: 'Quiet hours',
        anchor: 'quiet-hours',
        date: '2026-01-31',
        tags: ['a', 'b'],
        text: 'Nobody is called at night in Quire.\nMind the gap.',
      },
      { title: 'No such day.', anchor: undefined, date: undefined, tags: [], text: 'No such day.' },
      {
        title: 'Without a heading.',
        anchor: undefined,
        date: undefined,
        tags: [],
        text: 'Without a heading.\nMore.',
      },
    ])
  })
})
