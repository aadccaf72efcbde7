import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMarkdown } from '../../../markdown/parse.ts'
import { writeMarkdown } from '../../../markdown/write.ts'
import { Refusal } from '../../refusal.ts'
import { htmlPage } from './page.ts'

const make = (html: string, isWholeSite = false) =>
  htmlPage(html, { targetOf: (written) => written, isWholeSite })
const markdown = (html: string) => make(html).markdown.trimEnd()

describe('inlines', () => {
  it('have their marks, and text stays text', () => {
    expect(
      markdown(
        '<p>a<b>b</b> <i>c</i> <code>d`e</code> <del>f</del> H<sub>2</sub>O x<sup>2</sup> <kbd>K</kbd></p>',
      ),
    ).toBe('a**b** _c_ ``d`e`` ~~f~~ H<sub>2</sub>O x<sup>2</sup> <kbd>K</kbd>')
    expect(markdown('<p>* not a list, [no](link), {% no tag %}, &lt;b&gt; $$x$$</p>')).toBe(
      '\\* not a list, \\[no\\](link), {% no tag %}, \\<b> \\$\\$x\\$\\$',
    )
    expect(
      markdown('<p><span style="font-weight:700">b</span> <span style="font-style: italic">i</span></p>'),
    ).toBe('**b** _i_')
  })

  it('collapse blanks as browsers do', () => {
    expect(markdown('<p>\n a <b> b </b>\n c<br>\n d </p>')).toBe(
      'a **b** c\\\nd'.replace('**b** ', '<strong>b </strong>'),
    )
    expect(markdown('<p>x <a href="u"> y </a>z</p>')).toBe('x [y](u) z')
    expect(markdown('<p> &nbsp; </p><p></p>')).toBe('')
  })

  it('have links without what runs', () => {
    const page = htmlPage('<p><a href="javascript:x">a</a> <a href="https://e.org">b</a></p>', {
      targetOf: (written) => (written.startsWith('https:') ? written : undefined),
    })
    expect(page.markdown).toBe('a [b](https://e.org)\n')
  })
})

describe('code has its language from any highlighter', () => {
  it.each([
    ['<pre><code class="language-ts">x</code></pre>', 'ts'],
    ['<pre><code class="hljs python">x</code></pre>', 'python'],
    ['<pre class="language-none"><code>x</code></pre>', ''],
    ['<div class="highlight highlight-source-shell"><pre>x</pre></div>', 'shell'],
    ['<div class="highlight-rust notranslate"><div class="highlight"><pre>x</pre></div></div>', 'rust'],
    ['<pre data-lang="go">x</pre>', 'go'],
    ['<pre class="brush: java; toolbar: false">x</pre>', 'java'],
    ['<div class="sourceCode"><pre class="sourceCode haskell"><code>x</code></pre></div>', 'haskell'],
    [
      '<table class="highlighttable"><tr><td class="linenos"><pre>1</pre></td><td class="code"><pre>x</pre></td></tr></table>',
      '',
    ],
  ])('%s', (html, language) => {
    expect(markdown(html)).toBe(`\`\`\`${language}\nx\n\`\`\``)
  })

  it('and its lines, without their numbers', () => {
    expect(
      markdown('<pre><span class="lineno">1</span>a\n<span class="lineno">2</span>  b<br>c\n\n</pre>'),
    ).toBe('```\na\n  b\nc\n```')
    expect(markdown('<pre><code><div>a</div><div>b</div></code></pre>')).toBe('```\na\nb\n```')
    expect(markdown('<pre>```\nx\n```</pre>')).toBe('````\n```\nx\n```\n````')
  })
})

describe('callouts', () => {
  it.each([
    [
      '<div class="markdown-alert markdown-alert-caution"><p class="markdown-alert-title">Caution</p><p>x</p></div>',
      'danger',
    ],
    [
      '<div class="theme-admonition theme-admonition-tip alert alert--success"><div class="admonitionHeading_a">tip</div><div class="admonitionContent_b"><p>x</p></div></div>',
      'success',
    ],
    ['<div class="admonition warning"><p class="admonition-title">Warning</p><p>x</p></div>', 'warning'],
    ['<div class="custom-block danger"><p class="custom-block-title">DANGER</p><p>x</p></div>', 'danger'],
    ['<div class="alert alert-info" role="alert">x</div>', 'info'],
    [
      '<aside class="starlight-aside starlight-aside--note"><p class="starlight-aside__title">Note</p><div class="starlight-aside__content"><p>x</p></div></aside>',
      'info',
    ],
    ['<div class="notecard warning"><p>x</p></div>', 'warning'],
    [
      '<div class="panelMacro"><table class="tipMacro"><tr><td><img src="i.png"></td><td><p>x</p></td></tr></table></div>',
      'success',
    ],
  ])('%s', (html, style) => {
    expect(markdown(html)).toBe(`{% hint style="${style}" %}\nx\n{% endhint %}`)
  })

  it('keep a title of their own', () => {
    expect(
      markdown('<div class="admonition note"><p class="admonition-title">Mind the gap</p><p>x</p></div>'),
    ).toBe('{% hint style="info" %}\n**Mind the gap**\n\nx\n{% endhint %}')
  })
})

describe('blocks', () => {
  it('lists in lists, also where they are malformed, and tasks', () => {
    expect(markdown('<ul><li>a<ol><li>b<li>c</ol></li><ul><li>d</li></ul></ul>')).toBe(
      '* a\n\n  1. b\n  2. c\n\n  * d',
    )
    expect(
      markdown(
        '<ul><li><input type="checkbox" checked> a</li><li><label><input type="checkbox"> b</label></li></ul>',
      ),
    ).toBe('* [x] a\n* [ ] b')
    expect(markdown('<dl><dt>Term</dt><dd>Meaning</dd></dl>')).toBe('* **Term**\n\n  Meaning')
  })

  it('lists beside each other that are one, and those that are not', () => {
    expect(markdown('<ul><li>a</li></ul>\n<ul><li>b</li></ul>')).toBe('* a\n* b')
    expect(
      markdown('<ol><li>a</li><li>b</li></ol><!-- x --><ol start="3"><li>c</li></ol><ol><li>d</li></ol>'),
    ).toBe('1. a\n2. b\n3. c\n\n1) d')
    expect(markdown('<ul><li>a</li></ul>x<ul><li>b</li></ul>')).toBe('* a\n\nx\n\n* b')
  })

  it('tables, those with merged cells as HTML', () => {
    expect(
      markdown(
        '<table><thead><tr><th>a</th><th style="text-align:center">b|c</th></tr></thead><tr><td>1<br>2</td><td><code>x</code></td></tr></table>',
      ),
    ).toBe('| a | b\\|c |\n| --- | :---: |\n| 1<br>2 | `x` |')
    expect(
      markdown(
        '<table><tr><th colspan="2">a &lt; b</th></tr><tr><td>1</td><td><a href="u">2</a></td></tr></table>',
      ),
    ).toBe(
      '<table><thead><tr><th colspan="2">a &#x3C; b</th></tr></thead><tbody><tr><td>1</td><td><a href="u">2</a></td></tr></tbody></table>',
    )
    expect(markdown('<table><tr><td>layout</td></tr></table>')).toBe('layout')
    const nested = markdown(
      '<table><tr><th>h</th><th>i</th></tr><tr><td><table><tr><td>x</td><td>y</td></tr></table></td><td><img src="p.png"></td></tr></table>',
    )
    expect(nested).toContain('<p>x</p><p>y</p>')
    expect(nested).toContain('<img src="p.png" alt="">')
  })

  it('figures, films, formulas, details', () => {
    expect(
      markdown(
        '<figure><a href="big.png"><img src="a.png" alt="A" width="300"></a><figcaption>Cap <b>b</b></figcaption></figure>',
      ),
    ).toBe(
      '<figure><img src="a.png" alt="A" width="300"><figcaption><p>Cap <strong>b</strong></p></figcaption></figure>',
    )
    expect(markdown('<iframe src="https://player.vimeo.com/video/12?x"></iframe>')).toBe(
      '{% embed url="https://vimeo.com/12" %}',
    )
    expect(
      markdown(
        '<p>x <script type="math/tex">a^2</script></p><script type="math/tex; mode=display">b</script>',
      ),
    ).toBe('x $$a^2$$\n\n$$\nb\n$$')
    expect(markdown('<details><summary>S <b>b</b></summary>x</details>')).toBe(
      '<details>\n\n<summary>S <strong>b</strong></summary>\n\nx\n\n</details>',
    )
  })

  it('footnotes of any kind, without the way back', () => {
    const pandoc =
      '<p>a<a href="#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a></p><section class="footnotes"><hr><ol><li id="fn1"><p>Note.<a href="#fnref1" class="footnote-back">↩︎</a></p></li></ol></section>'
    expect(markdown(pandoc)).toBe('a[^1]\n\n[^1]: Note.')
    // A footnote that calls itself does not go round for ever.
    expect(
      markdown(
        '<p>a<sup><a href="#fn1" id="r1">1</a></sup></p><ol><li id="fn1">Note<sup><a href="#fn1">1</a></sup> <a href="#r1">↩</a></li></ol>',
      ),
    ).toContain('[^1]: Note')
  })

  it('nothing of what is hidden or only for browsers', () => {
    expect(
      markdown(
        '<style>p{}</style><script>x</script><nav>n</nav><p hidden>h</p><p style="display:none">d</p><h2>T <a class="headerlink" href="#t">¶</a></h2><template>t</template><p>x</p>',
      ),
    ).toBe('## T\n\nx')
  })
})

describe('a page of the web', () => {
  it('is its densest part, with its own title', () => {
    const page = make(
      '<title>Install - Site</title><header><a href="/">Site</a></header><div class="sidebar"><a href="a">many</a> <a href="b">links</a></div><div id="content"><h1>Installing</h1><p>First, do what must be done before.</p></div><aside>ads</aside><div class="cookie-consent">Agree?</div>',
      true,
    )
    expect(page).toEqual({
      title: 'Installing',
      description: undefined,
      markdown: 'First, do what must be done before.\n',
    })
    expect(make('<title>Only this | Site</title><p>x</p>', true).title).toBe('Only this')
  })
})

describe('hostile HTML ends', () => {
  const isBounded = (html: string) => {
    try {
      return make(html, true).markdown.length >= 0
    } catch (error) {
      if (error instanceof Refusal) return true
      throw error
    }
  }

  it.each([
    ['deep', '<div>'.repeat(1_900)],
    ['too deep', '<b>'.repeat(100_000)],
    ['lists', '<ul><li>'.repeat(900)],
    ['tables', '<table><tr><td>'.repeat(600)],
    ['captions', '<figure><div><figcaption>'.repeat(600)],
    ['details', '<details><summary>'.repeat(900)],
    ['closing tags', '</p>'.repeat(200_000)],
    ['brackets', '<'.repeat(500_000)],
    ['notes', '<a href="#a" id="a">1</a>'.repeat(20_000)],
    [
      'anchors',
      `<div>${Array.from({ length: 20_000 }, (_, at) => `<a id="x${at}" href="#x${at + 1}">1</a>`).join('')}</div>`,
    ],
    ['attributes', `<p ${'a="b" '.repeat(100_000)}>x</p>`],
    ['a long word', `<p>${'x'.repeat(1_500_000)}</p>`],
    ['comments', '<!--'.repeat(300_000)],
    ['katex', '<span class="katex">'.repeat(1_500)],
  ])('%s', (_, html) => {
    expect(isBounded(html)).toBe(true)
  })

  const leaf = fc.oneof(
    fc.string(),
    fc.constantFrom('<br>', '<img src="a.png">', '<hr>', ' ', '&nbsp;', '*', '_x_', '|'),
  )
  const names = [
    'p',
    'div',
    'b',
    'i',
    'code',
    'a',
    'ul',
    'ol',
    'li',
    'table',
    'tr',
    'td',
    'th',
    'pre',
    'blockquote',
    'h2',
    'details',
    'summary',
    'figure',
    'sup',
    'dl',
    'dd',
  ]
  const { tree } = fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      leaf,
      fc
        .tuple(fc.constantFrom(...names), fc.array(tie('tree'), { maxLength: 4 }), fc.boolean())
        .map(([name, inner, isClosed]) => `<${name}>${inner.join('')}${isClosed ? `</${name}>` : ''}`),
    ),
  }))

  it('whatever it is, what is written is read as the same again', () => {
    fc.assert(
      fc.property(tree, (html) => {
        const written = make(html).markdown
        expect(writeMarkdown(parseMarkdown(written))).toBe(written)
      }),
      { numRuns: 1000 },
    )
  })
})
