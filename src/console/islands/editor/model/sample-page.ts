/** A page with something of everything, spelt as people spell it and not as we would. */
export const SAMPLE = `# Setup guide
Some  text with *stars*, __bold__ and a
line that goes on, \`code\` and [a link](https://example.org "Title").

Setext heading
--------------

*   one
*   two with **bold**
    - nested _deep_
    - second

    and a paragraph

+ plus
+ list

3) three
4) four

- [ ] open
- [x] done

> quoted
> text
>
> - with a list

{% hint style="warning" %}
Mind the **gap**.

1. first
2. second
{% endhint %}

~~~js {% code title="x" %}
const a = 1
~~~

\`\`\`\`python
def f():
    return 1

f()
\`\`\`\`

* * *

| a | b |
|---|:-:|
| 1 | 2 |

<details><summary>More</summary>

Inside it.

</details>

{% tabs %}
{% tab title="Linux" %}
apt install
{% endtab %}
{% tab title="Mac" %}
brew install
{% endtab %}
{% endtabs %}

{% stepper %}
{% step %}
### Step one
Do it.
{% endstep %}
{% step %}
### Step two
Done.
{% endstep %}
{% endstepper %}

{% columns %}
{% column %}
Left
{% endcolumn %}
{% column width="30%" %}
Right
{% endcolumn %}
{% endcolumns %}

<figure><img src="https://example.org/a.png" alt="A picture" width="300"><figcaption><p>A caption</p></figcaption></figure>

![Bare](https://example.org/b.png)

{% embed url="https://example.org/video" %}

$$
a^2 + b^2
$$

Inline $$x$$ and :smile: and <T> raw and <mark style="color:red;">colour</mark> text.

<custom-tag>what is this</custom-tag>

End of the page, without a line end.`
