import { describe, expect, it } from 'vitest'
import { wrongIn } from '../../../test/measures/html.ts'
import { openIcons } from '../../world/icons/icons.ts'
import type { ContentRef } from '../content/records.ts'
import type { Block, JSONDocument } from '../markdown/document.ts'
import { parseMarkdown } from '../markdown/parse.ts'
import { fillIn, refsIn } from './placeholders/fill-in.ts'
import { ENGLISH_DOCUMENT_WORDS as words } from './words.ts'
import { writeDocument } from './write-document.ts'
import type { Filling, TargetLink } from './written-document.ts'

const icons = openIcons()

const TARGETS: Record<string, TargetLink> = {
  'page.md': { href: '/guide/page', title: 'The page', description: 'What it is about', emoji: '1f4d8' },
  'a.png': { href: '/~files/abc/a.png', title: 'a.png', width: 800, height: 400 },
  'dark.png': { href: '/~files/def/dark.png', title: 'dark.png', width: 800, height: 400 },
  'log.pdf': { href: '/~files/ghi/log.pdf', title: 'log.pdf', size: 48_213, contentType: 'application/pdf' },
  'spec.yaml': { href: '/~files/jkl/spec.yaml', title: 'spec.yaml' },
}

function resolve(ref: ContentRef): TargetLink | undefined {
  return ref.kind === 'url' && Object.hasOwn(TARGETS, ref.url) ? TARGETS[ref.url] : undefined
}

function filled(document: JSONDocument, more: Partial<Filling> = {}) {
  return fillIn(writeDocument(document, { icons }), { resolve, icons, words, ...more })
}

function htmlOf(markdown: string, more: Partial<Filling> = {}): string {
  const { html } = filled(parseMarkdown(markdown), more)
  expect(wrongIn(html.text)).toEqual([])
  return html.text
}

function htmlOfBlocks(...nodes: Block[]): string {
  const { html } = filled({ object: 'document', data: {}, nodes })
  expect(wrongIn(html.text)).toEqual([])
  return html.text
}

describe('text', () => {
  it('is paragraphs with marks', () => {
    expect(htmlOf('One **bold** _it_ `a<b` ~~no~~ <sup>2</sup> <kbd>K</kbd>\nline\\\nbreak')).toBe(
      '<p>One <strong>bold</strong> <em>it</em> <code>a&lt;b</code> <s>no</s> <sup>2</sup> <kbd>K</kbd> line<br>break</p>',
    )
    expect(htmlOf('<p align="center">mid</p>')).toBe('<p class="align-center">mid</p>')
    expect(htmlOf('<p align="center">**mid** [x](page.md)</p>')).toBe(
      '<p class="align-center"><strong>mid</strong> <a href="/guide/page">x</a></p>',
    )
    expect(htmlOf('<mark style="color:red;background-color:blue;">x</mark>')).toBe(
      '<p><span class="text-red on-blue badge">x</span></p>',
    )
  })

  it('has headings with anchors, below the title of the page', () => {
    const { html, outline } = filled(parseMarkdown('## One\n\n#### Deep\n\n## One\n'))
    expect(html.text).toContain('<h2 id="one">One<a class="anchor" href="#one"')
    expect(html.text).toContain('<h2 id="one-1">')
    expect(html.text).toContain('<h4 id="deep">')
    expect(outline).toEqual([
      { id: 'one', title: 'One', depth: 1 },
      { id: 'deep', title: 'Deep', depth: 3 },
      { id: 'one-1', title: 'One', depth: 1 },
    ])
    expect(htmlOf('# A\n\n## B\n')).toMatch(/<h2 id="a">.*<h3 id="b">/)
  })

  it('says how it runs where letters run from right to left', () => {
    expect(htmlOf('עברית\n\nLatin')).toBe('<p dir="auto">עברית</p><p dir="auto">Latin</p>')
  })

  it('says so of what holds texts that say it for themselves', () => {
    expect(htmlOf('> עברית')).toBe('<blockquote dir="rtl"><p dir="auto">עברית</p></blockquote>')
    expect(htmlOf('> Latin, עברית')).toContain('<blockquote dir="ltr">')
    expect(htmlOf('* עברית\n\n* Latin')).toContain('<ul dir="rtl">')
    expect(htmlOf('{% hint style="info" %}\n1. עברית\n{% endhint %}')).toContain(
      'aria-label="Note" dir="rtl"',
    )
    const table = htmlOf('| עברית | b |\n| --- | --- |\n| c | d |')
    expect(table).toContain('<table dir="rtl">')
    expect(table).toContain('<th scope="col" dir="auto">')
    expect(htmlOf('<ul><li>עברית</li></ul>')).toContain('<ul dir="rtl">')
    expect(htmlOf('<h3>עברית</h3><p>Latin</p>')).toBe('<h3 dir="auto">עברית</h3><p dir="auto">Latin</p>')
    expect(htmlOf('<table><tr><td>Latin</td><td>עברית</td></tr></table>')).toContain(
      '<table dir="ltr"><tbody><tr><td dir="auto">',
    )
    expect(htmlOf('<div>עברית</div>')).toBe('<div class="division" dir="rtl">עברית</div>')
    expect(htmlOf('<figure><img src="a.png" alt=""><figcaption>עברית</figcaption></figure>')).toContain(
      '<figcaption dir="auto">',
    )
  })

  it('runs as what is around it where it has no letter', () => {
    const table = htmlOf('| עברית | b |\n| --- | ---: |\n| 9.90 | **7** &amp; |')
    expect(table).toContain('<td>9.90</td><td class="align-right"><strong>7</strong> &amp;</td>')
    expect(htmlOf('<table><tr><td>עברית</td><td>9.90</td></tr></table>')).toContain('<td>9.90</td>')
    expect(htmlOf('<div>9.90</div>\n\nעברית')).toMatch(/^<div class="division">9.90<\/div>/)
    expect(htmlOf('9.90\n\nעברית')).toMatch(/^<p>9.90<\/p>/)
  })

  it('stands at the side that is named, whichever way it runs', () => {
    expect(htmlOf('<p align="right">עברית</p>')).toBe('<p class="align-right" dir="auto">עברית</p>')
    expect(htmlOf('<p align="left">עברית</p>')).toBe('<p class="align-left" dir="auto">עברית</p>')
    expect(htmlOf('<h2 align="right">A</h2>')).toContain('<h2 class="align-right" id="a">')
    expect(htmlOf('<div align="right">A</div>')).toBe('<div class="division align-right">A</div>')
    expect(htmlOf('<table><tr><td align="left">A</td></tr></table>')).toContain('<td class="align-left">')
  })

  it('is aligned where Markdown stands between the tags that say so', () => {
    const inCentre = (inner: string) => `<div class="division align-center">${inner}</div>`
    expect(htmlOf('<div align="center">\n\n**A**\n\n</div>\n\nB')).toBe(
      `${inCentre('<p><strong>A</strong></p>')}<p>B</p>`,
    )
    expect(htmlOf('<center>\n\nA\n\n</center>')).toBe(inCentre('<p>A</p>'))
    expect(htmlOf('<div align="center">\n<b>A</b>\n\nB\n\n<p>C</p>\n</div>')).toMatch(
      /^<div class="division align-center">\s*<b>A<\/b><p>B<\/p><p>C<\/p>\s*<\/div>$/,
    )
    expect(htmlOf('<div align="center">\n\nA\n\n<div align="right">\n\nB\n\n</div>\n\n</div>\n\nC')).toBe(
      `${inCentre('<p>A</p><div class="division align-right"><p>B</p></div>')}<p>C</p>`,
    )
    // Headings of it are headings of the page.
    expect(filled(parseMarkdown('<div align="center">\n\n## A\n\n</div>')).outline).toHaveLength(1)
    for (const alone of [
      '<div align="center">\n\nA',
      'A\n\n</div>',
      '<div align="center">\n\n> A\n>\n> </div>',
      '<div align="center">\n\nA\n\n</center>',
      '<div>\n\nA\n\n</div>',
    ])
      expect(htmlOf(alone), alone).not.toContain('<div')
    const deep = 200
    const nested = htmlOf(`${'<div align="center">\n\n'.repeat(deep)}A\n\n${'</div>\n\n'.repeat(deep)}`)
    expect(nested.split('<div').length).toBeLessThan(30)
    expect(nested).toContain('<p>A</p>')
  })

  it('has elements of HTML without the line end that follows an opening tag of code', () => {
    expect(htmlOf('<pre>\n  a\nb</pre>')).toContain('<code>  a\nb</code>')
    expect(htmlOf('<pre>\n\na</pre>')).toContain('<code>\na</code>')
  })

  it('has hints for quotes that other tools show as such', () => {
    const hint = htmlOf('> [!WARNING]\n> Mind **the** gap.\n>\n> And more.')
    expect(hint).toMatch(/^<div class="hint warning" role="note" aria-label="Warning">/)
    expect(hint).toContain('<p>Mind <strong>the</strong> gap.</p><p>And more.</p>')
    expect(htmlOf('> [!tip]\n>\n> Text.')).toMatch(/^<div class="hint success".*<p>Text\.<\/p>/)
    for (const quote of ['> [!NOTE] Text.', '> [!OTHER]\n> Text.', '> Text [!NOTE]'])
      expect(htmlOf(quote), quote).toMatch(/^<blockquote>/)
  })

  it('has links, mentions and buttons', () => {
    expect(htmlOf('[x](page.md) [y](https://x.example/?a=1&b=2) [z](mailto:a@b.example) [w](#here)')).toBe(
      '<p><a href="/guide/page">x</a> <a href="https://x.example/?a=1&amp;b=2" rel="noopener">y</a> <a href="mailto:a@b.example">z</a> <a href="#here">w</a></p>',
    )
    expect(htmlOf('[y](https://x.example)', { opensOutside: 'new-tab' })).toContain(
      'target="_blank" rel="noopener"',
    )
    expect(htmlOf('[m](page.md "mention")')).toContain(
      '<a class="mention" href="/guide/page"><span class="emoji">📘</span> The page</a>',
    )
    expect(htmlOf('<a href="page.md" class="button primary" data-icon="gear">Go</a>')).toMatch(
      /<a class="button primary" href="\/guide\/page"><svg class="icon".*<span>Go<\/span><\/a>/,
    )
  })

  it('has paragraphs and lists in the cells of pipe tables, also with Markdown between their tags', () => {
    const cell = (text: string) => /<tbody><tr><td>(.*)<\/td>/.exec(htmlOf(`| a |\n| - |\n| ${text} |`))?.[1]
    expect(cell('<p>One</p><p>**Two**</p>')).toBe('<p>One</p><p><strong>Two</strong></p>')
    expect(cell('<ul><li>`a`</li><li>[b](https://b.example)</li></ul> after')).toBe(
      '<ul><li><code>a</code></li><li><a href="https://b.example" rel="noopener">b</a></li></ul> after',
    )
    expect(cell('Text<ol class="x"><li>A<ul><li>*B*</li></ul></li><li>C</li></ol>')).toBe(
      'Text<ol><li>A<ul><li><em>B</em></li></ul></li><li>C</li></ol>',
    )
    expect(cell('<ul><li>One<li>`Two`</ul>')).toBe('<ul><li>One</li><li><code>Two</code></li></ul>')
    expect(cell('<p>One<p>**Two**<ul><li>a')).toBe('<p>One</p><p><strong>Two</strong></p><ul><li>a</li></ul>')
    expect(cell('<li>`a`</li></ul></p>')).toBe('<code>a</code>')
    expect(htmlOf('a <ul>b</ul> **c**')).not.toContain('<ul>')
  })

  it('breaks long names between their parts', () => {
    expect(htmlOf('`organizationId`, `parentOrganizationId`')).toBe(
      '<p><code>organizationId</code>, <code>parent<wbr>Organization<wbr>Id</code></p>',
    )
    expect(htmlOf('Ask path/to/some_module.withAName here')).toBe(
      '<p>Ask path/<wbr>to/<wbr>some_<wbr>module.<wbr>with<wbr>AName here</p>',
    )
    expect(htmlOf(`\`${'0'.repeat(70)}\``)).toBe(
      `<p><code>${'0'.repeat(32)}<wbr>${'0'.repeat(32)}<wbr>${'0'.repeat(6)}</code></p>`,
    )
    expect(htmlOf('Donaudampfschifffahrtsgesellschaft')).not.toContain('<wbr>')
  })

  it('has links for addresses that stand in it', () => {
    const linked = (markdown: string) =>
      [...htmlOf(markdown).matchAll(/<a href="([^"]*)" rel="noopener">(.*?)<\/a>/g)].map(([, href, words]) =>
        href === words ? href : [href, words],
      )
    expect(htmlOf('See https://example.com/x. **Or http://b.example?**')).toBe(
      '<p>See <a href="https://example.com/x" rel="noopener">https://example.com/x</a>. <strong>Or </strong><a href="http://b.example" rel="noopener"><strong>http://b.example</strong></a><strong>?</strong></p>',
    )
    for (const [text, address] of [
      ['(https://a.example/c_(d))', 'https://a.example/c_(d)'],
      ['"https://a.example/x_y_z", he said', 'https://a.example/x_y_z'],
      ['https://a.example/?q=1,2#part!', 'https://a.example/?q=1,2#part'],
      ['见https://a.example/x。好', 'https://a.example/x'],
      ['http://localhost:3000/a', 'http://localhost:3000/a'],
      ['[https://a.example/]', 'https://a.example/'],
      ['‘https://b.example/y’ ‹b›', 'https://b.example/y'],
      ['*A*: https://a.example/main/__tests__/x.ts, _b_', 'https://a.example/main/__tests__/x.ts'],
      ['https://a.example/_a_/~b_ __b__', 'https://a.example/_a_/~b'],
      ['https://a.example/a[^1]\n\n[^1]: Note', 'https://a.example/a'],
    ])
      expect(linked(text ?? ''), text).toEqual([address])
    expect(htmlOf('**See http://a.example/_b_/c** _now_')).toBe(
      '<p><strong>See </strong><a href="http://a.example/_b_/c" rel="noopener"><strong>http://a.example/_b_/c</strong></a> <em>now</em></p>',
    )
    expect(linked('www.a.example/b, and more')).toEqual([['http://www.a.example/b', 'www.a.example/b']])
    expect(linked('| a |\n| - |\n| https://a.example |')).toEqual(['https://a.example'])
    for (const text of [
      ...['`https://a.example`', '<code>https://a.example</code>', '<kbd>www.a.example</kbd>'],
      ...[
        '```\nhttps://a.example\n```',
        'https://&lt;host&gt;/x',
        'https://{host}/x',
        'https://...',
        'www.a',
      ],
      ...[
        'https://a.example/**b**/c',
        'www.a.example/__b__/c',
        'https://a.example/`b`',
        'http://a.example/<b>b</b>',
      ],
      ...['xhttps://a.example', 'ftp://a.example', 'javascript://a.example', 'a@www.a.example'],
    ])
      expect(linked(text), text).toEqual([])
    expect(htmlOf('[https://a.example](page.md)')).toBe('<p><a href="/guide/page">https://a.example</a></p>')
    expect(htmlOf('<a href="page.md">see https://a.example</a> now')).not.toContain('href="https')
  })

  it('names links that are pictures without words', () => {
    const nameOf = (markdown: string) => /<a [^>]*aria-label="([^"]*)"/.exec(htmlOf(markdown))?.[1]
    expect(nameOf('[![](a.png)](https://www.ci.example/build?branch=main#top)')).toBe('ci.example/build')
    expect(nameOf('<a href="https://ci.example/"><img src="a.png" alt=""></a> text')).toBe('ci.example')
    expect(nameOf('[![](a.png)![](dark.png)](page.md)')).toBe('The page')
    expect(nameOf('[![Build](a.png)![](dark.png)](page.md)')).toBeUndefined()
    expect(nameOf('[![](a.png) words](page.md)')).toBeUndefined()
  })

  it.each([
    'gone.md',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'vbscript:x',
    'java\tscript:x',
    '',
  ])('keeps the words of a link to %j', (url) => {
    const link = {
      object: 'inline' as const,
      type: 'link' as const,
      data: { ref: { kind: 'url' as const, url } },
    }
    const words = { object: 'text' as const, leaves: [{ object: 'leaf' as const, text: 'words', marks: [] }] }
    const html = htmlOfBlocks({ object: 'block', type: 'paragraph', nodes: [{ ...link, nodes: [words] }] })
    expect(html).toBe('<p><span class="broken-link">words</span></p>')
  })

  it('shows a mention of somebody by name', () => {
    const mention = { object: 'inline' as const, type: 'mention' as const, isVoid: true as const }
    const nodes = [
      { ...mention, data: { ref: { kind: 'user' as const, user: 'u1' } }, meta: { label: 'Maria' } },
    ]
    expect(htmlOfBlocks({ object: 'block', type: 'paragraph', nodes })).toContain(
      '<span class="mention person">@Maria</span>',
    )
  })

  it('has emoji, icons, formulas and pictures among its words', () => {
    expect(htmlOf(':tada:')).toBe('<p><span class="emoji">🎉</span></p>')
    expect(htmlOf('<i class="fa-gear">:gear:</i>')).toContain(
      '<svg class="icon" viewBox="0 0 512 512" fill="currentColor" aria-hidden="true"><path d="M',
    )
    expect(htmlOf('a <i class="fa-no-such">:no-such:</i> b')).toBe('<p>a  b</p>')
    expect(htmlOf('so $$x^2$$')).toMatch(/<p>so <math><msup>.*<\/math><\/p>/)
    expect(htmlOf('a ![alt](a.png) b')).toContain('<img src="/~files/abc/a.png" alt="alt"')
    expect(htmlOf('<code class="expression">space.vars.x</code>')).toContain(
      '<code class="expression">space.vars.x</code>',
    )
  })

  it('has notes that open by themselves, each once', () => {
    const html = htmlOf('A[^1] and B[^1] and [C[^2]](page.md).\n\n[^1]: One [x](page.md).\n[^2]: Two')
    expect(html.match(/popovertarget="note:1"/g)).toHaveLength(2)
    expect(
      html.match(
        /<div class="note" popover id="note:1"><p>One <a href="\/guide\/page">x<\/a>\.<\/p><\/div>/g,
      ),
    ).toHaveLength(1)
  })
})

describe('blocks', () => {
  it('are lists of all kinds', () => {
    expect(htmlOf('* a\n* b\n  * c')).toBe('<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>')
    expect(htmlOf('4. a\n5. b')).toBe('<ol start="4"><li>a</li><li>b</li></ol>')
    expect(htmlOf('* a\n\n* b')).toBe('<ul><li><p>a</p></li><li><p>b</p></li></ul>')
    expect(htmlOf('* [ ] a\n* [x] b')).toBe(
      '<ul class="tasks"><li class="task"><span class="tick" role="img" aria-label="Open"></span><div>a</div></li><li class="task"><span class="tick done" role="img" aria-label="Done"></span><div>b</div></li></ul>',
    )
  })

  it('are dividers, quotes, hints', () => {
    expect(htmlOf('***')).toBe('<hr>')
    expect(htmlOf('> a\n>\n> > b')).toBe('<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote>')
    for (const style of ['info', 'success', 'warning', 'danger'])
      expect(htmlOf(`{% hint style="${style}" %}\nMind.\n{% endhint %}`)).toMatch(
        new RegExp(
          `<div class="hint ${style}" role="note" aria-label="\\w+"><span class="hint-sign"><svg.*<p>Mind.</p>`,
        ),
      )
  })

  it('are pictures with both sides, captions and a dark one', () => {
    expect(
      htmlOf('<figure><img src="a.png" alt="A" width="400"><figcaption><p>Cap</p></figcaption></figure>'),
    ).toBe(
      '<figure class="picture"><img src="/~files/abc/a.png" alt="A" width="400" height="200" decoding="async"><figcaption>Cap</figcaption></figure>',
    )
    const pair = htmlOf(
      '<figure><picture><source srcset="dark.png" media="(prefers-color-scheme: dark)"><img src="a.png" alt=""></picture></figure>',
    )
    expect(pair).toMatch(/class="only-light".*loading="lazy".*dark\.png.*class="only-dark".*loading="lazy"/)
    expect(htmlOf('![gone](gone.png)')).toContain('<span class="missing-picture">gone</span>')
    expect(
      htmlOf(
        '<div align="left" data-with-frame="true"><figure><img src="a.png" alt="" width="45%"></figure></div>',
      ),
    ).toMatch(/class="picture align-left framed[^"]*"/)
  })

  it('are files, drawings and references', () => {
    const file = htmlOf('{% file src="log.pdf" %}\nCap\n{% endfile %}')
    expect(file).toMatch(/href="\/~files\/ghi\/log.pdf" download="log.pdf".*PDF · 47 kB.*<figcaption>Cap/)
    expect(htmlOf('{% file src="log.pdf" caption="The log" %}')).toContain('<figcaption>The log</figcaption>')
    expect(htmlOf('{% content-ref url="page.md" %}\n[x](page.md)\n{% endcontent-ref %}')).toMatch(
      /<a class="page-card" href="\/guide\/page">.*The page.*What it is about/,
    )
    const card = '{% content-ref url="page.md" %}\n[x](page.md)\n{% endcontent-ref %}'
    for (const text of [`What it is\nabout.\n\n${card}`, `${card}\n\nSee **what it is about** here.`])
      expect(htmlOf(text)).not.toContain('page-card-description')
    expect(htmlOf(`Something else.\n\n${card}`)).toContain('page-card-description')
    expect(htmlOf('{% content-ref url="gone.md" %}\n[Label](gone.md)\n{% endcontent-ref %}')).toBe(
      '<div class="page-card broken-link"><span class="page-card-title">Label</span></div>',
    )
    expect(
      htmlOfBlocks({
        object: 'block',
        type: 'drawing',
        data: { ref: { kind: 'url', url: 'a.png' } },
        isVoid: true,
      }),
    ).toContain('class="picture drawing"')
    expect(htmlOf('{% @vendor/block url="https://x.example/y" %}')).toContain('vendor/block')
  })

  it('are frames for services that are known, and cards for all others', () => {
    expect(htmlOf('{% embed url="https://www.youtube.com/watch?v=abc-1&t=5" %}')).toContain(
      'src="https://www.youtube-nocookie.com/embed/abc-1?start=5"',
    )
    for (const [address, start] of [
      ['youtu.be/abc-1?t=90', '?start=90'],
      ['youtu.be/abc-1?si=x&t=1m30s', '?start=90'],
      ['www.youtube.com/watch?v=abc-1&t=1h2s', '?start=3602'],
      ['www.youtube.com/embed/abc-1?start=7', '?start=7'],
      ['youtu.be/abc-1?t=soon', ''],
      ['youtu.be/abc-1', ''],
    ])
      expect(htmlOf(`{% embed url="https://${address}" %}`)).toContain(
        `src="https://www.youtube-nocookie.com/embed/abc-1${start}"`,
      )
    expect(htmlOf('{% embed url="https://youtu.be/abc-1" caption="The talk" %}')).toMatch(
      / title="The talk".*<figcaption>The talk<\/figcaption>/,
    )
    expect(htmlOf('{% embed url="https://video.example/x" caption="The talk" %}')).toContain(
      '<span class="page-card-title">The talk</span>',
    )
    const card = htmlOf('{% embed url="https://video.example/x" %}')
    expect(card).not.toContain('iframe')
    expect(card).toContain('href="https://video.example/x"')
    expect(htmlOf('{% embed url="https://www.youtube.com.evil.example/watch?v=abc" %}')).not.toContain(
      'iframe',
    )
  })

  it('are code with colours, lines, marks and notes', () => {
    const html = htmlOf(
      '{% code title="a.js" lineNumbers="true" overflow="wrap" %}\n```js\nconst a = `x\n<y>` // z\n```\n{% endcode %}',
    )
    expect(html).toContain('<figure class="code-block numbered wrapped" data-copy-from dir="ltr">')
    expect(html).toContain('<figcaption class="code-title" dir="auto">a.js</figcaption>')
    expect(html).toContain(
      '<span class="line"><span class="hljs-keyword">const</span> a = <span class="hljs-string">`x</span>\n</span>',
    )
    expect(html).toContain(
      '<span class="line"><span class="hljs-string">&lt;y&gt;`</span> <span class="hljs-comment">// z</span></span>',
    )
    const noted = htmlOf(
      '<pre class="language-js"><code class="lang-js"><strong>let a = 1\n</strong>call(<a data-footnote-ref href="#user-content-fn-1">b, 2</a>)\n</code></pre>\n\n[^1]: note',
    )
    expect(noted).toContain('<span class="line marked"><span class="hljs-keyword">let</span>')
    expect(noted).toContain('popovertarget="note:1">b, <span class="hljs-number">2</span></button>)')
    expect(htmlOf('```nobody-knows\n<b>\n```')).toContain('<span class="line">&lt;b&gt;</span>')
  })

  it('are code with elements in it', () => {
    const html = htmlOf(
      '<pre><code>let a = <a href="https://x.example">li<em>n</em>k</a>(&#x3C;b>) <strong>c</strong>\n</code></pre>',
    )
    expect(html).toContain(
      '<span class="line">let a = <a href="https://x.example" rel="noopener">li<em>n</em>k</a>(&lt;b&gt;) <strong>c</strong></span>',
    )
  })

  it('are code of which the fence says more than its language', () => {
    const html = htmlOf('```js {1,3-4} title="a b.js" showLineNumbers\nlet a\nb\nc\nd\n```')
    expect(html).toContain('<figure class="code-block numbered" data-copy-from dir="ltr">')
    expect(html).toContain('<figcaption class="code-title" dir="auto">a b.js</figcaption>')
    expect(html).toContain(
      '<code data-language="js"><span class="line marked"><span class="hljs-keyword">let</span>',
    )
    expect(html.match(/class="line( marked)?"/g)).toEqual([
      ...['class="line marked"', 'class="line"', 'class="line marked"', 'class="line marked"'],
    ])
    expect(htmlOf("```py{2} filename='x.py'\na\nb\n```")).toMatch(
      /x\.py<\/figcaption>.*data-language="py"><span class="line">a\n<\/span><span class="line marked">b</s,
    )
    expect(htmlOf('``` py hl_lines="1" linenums="1"\na\n```')).toMatch(/numbered.*class="line marked">a</s)
    expect(htmlOf('```c++\na\n```')).toContain('data-language="c++"')
    expect(htmlOf('```mermaid {init}\na --> b\n```')).toContain('<pre class="mermaid"')
    const titled =
      '{% code title="Mine" lineNumbers="false" %}\n```js title="x" showLineNumbers\na\n```\n{% endcode %}'
    expect(htmlOf(titled)).toMatch(/^<figure class="code-block" .*>Mine<\/figcaption>/s)
  })

  it('are code whose language other tools write in their own ways', () => {
    const first = (info: string) =>
      /(numbered)?" data-copy-from dir="ltr">(?:<figcaption[^>]*>([^<]*)<.*?)?<button.*<code(?: data-language="([^"]*)")?><span class="line( marked)?">/s
        .exec(htmlOf(`\`\`\`${info}\na\nb\nc\n\`\`\``))
        ?.slice(1)
        .map((said) => said ?? '')
        .join('|')
    expect(first(' { .python .annotate hl_lines="1 3" title="a.py" }')).toBe('|a.py|python| marked')
    expect(first('{.python hl_lines="1" linenums="1"}')).toBe('numbered||python| marked')
    expect(first('{#id .python}')).toBe('||python|')
    expect(first('rust,ignore')).toBe('||rust|')
    expect(first('ts:src/foo.ts')).toBe('||ts|')
    expect(first('{r}')).toBe('||r|')
    expect(first('{r setup, echo=FALSE}')).toBe('||r|')
    expect(first('{code-block} python')).toBe('||python|')
    expect(first('js{1,3}:line-numbers')).toBe('numbered||js| marked')
    expect(first('{1,3}')).toBe('||| marked')
    expect(first('{title="a.py"}')).toBe('|||')
  })

  it('are code that is folded where it is long and said to be expandable', () => {
    const code = (attributes: string, lines: number) =>
      htmlOf(`{% code ${attributes} %}\n\`\`\`js\n${'a\n'.repeat(lines)}\`\`\`\n{% endcode %}`)
    const box = '<label class="unfold"><input type="checkbox" aria-label="Show all lines">'
    expect(code('expandable="true"', 40)).toContain(box)
    expect(htmlOf(`<pre data-expandable="true"><code>${'a\n'.repeat(40)}</code></pre>`)).toContain(box)
    expect(code('expandable="true"', 5)).not.toContain('unfold')
    expect(code('expandable="false"', 40)).not.toContain('unfold')
    expect(code('overflow="wrap"', 40)).not.toContain('unfold')
  })

  it('are diagrams and formulas, and say so', () => {
    const { html, needs } = filled(parseMarkdown('```mermaid\na --> b\n```\n\n$$\n\\frac{a}{b}\n$$'))
    expect(html.text).toContain('<pre class="mermaid" dir="ltr">a --&gt; b</pre>')
    expect(html.text).toMatch(
      /<div class="formula" tabindex="0" dir="ltr"><math display="block" class="tml-display"><mfrac>/,
    )
    expect(needs).toEqual({ mermaid: true, maths: true })
    expect(filled(parseMarkdown('a')).needs).toEqual({ mermaid: false, maths: false })
    expect(htmlOf('$$\n\\frac{a\n$$')).toContain('<code class="formula-source">\\frac{a</code>')
    expect(htmlOf('$$\n\\color{red}{x}\n$$')).toContain('<mi mathcolor="#ff0000">')
  })

  it('have titles whose Markdown is read', () => {
    const summary = (title: string) =>
      /<summary><span>(.*)<\/span><\/summary>/.exec(
        htmlOf(`<details>\n\n<summary>${title}</summary>\n\nHidden\n\n</details>`).replace(
          /<svg.*?<\/svg>/g,
          '',
        ),
      )?.[1]
    expect(summary('1. **How** `a_b` <em>x</em>')).toBe('1. <strong>How</strong> <code>a_b</code> <em>x</em>')
    expect(summary('snake_case_name, 2 * 3 * 4, [x]')).toBe('snake_case_name, 2 * 3 * 4, [x]')
    expect(summary('**&lt;name&gt;** of List&lt;T&gt;: *x*, ~~y~~')).toBe(
      '<strong>&lt;name&gt;</strong> of List&lt;T&gt;: <em>x</em>, <s>y</s>',
    )
    expect(summary('(***a***) [**b** `c*d*`](page.md) ![e](a.png)')).toMatch(
      /^\(<strong><em>a<\/em><\/strong>\) <a href="\/guide\/page"><strong>b<\/strong> <code>c\*d\*<\/code><\/a> <img .*alt="e"/,
    )
    expect(summary('[![e](a.png)](page.md)')).toMatch(/^<a href="\/guide\/page"[^>]*><img /)
    const tab = (title: string) =>
      /<span>(.*)<\/span><\/label>/.exec(
        htmlOf(`{% tabs %}\n{% tab title="${title}" %}\n1\n{% endtab %}\n{% endtabs %}`),
      )?.[1]
    expect(tab('**Bold** `code`')).toBe('Bold code')
    expect(tab('1. my_file_name')).toBe('1. my_file_name')
    expect(tab('List<String> *x*, [`a` b](c.md): ![e](f.png)')).toBe('List&lt;String&gt; x, a b: e')
    expect(htmlOf('{% prompt description="**x** __y__" %}\nz\n{% endprompt %}')).toContain(
      '<span>x __y__</span>',
    )
  })

  it('have titles of which no sign is lost that is no Markdown', () => {
    for (const title of [
      ...['__init__.py', '__main__', '_a_', 'src/**/*.ts, test/**/*.ts', '**/node_modules/**'],
      ...['*.js,*.ts', '*.log*', '*test*.js', 'a.*b.*', 's3:*,ec2:*', '* , *', 'a ** b ** c', 'a**b**c'],
      ...['2*3*4', '5*3*2 = 30', '~~', '~/a~~b~~', '``', '`a', '&amp;', ':smile: $$x$$ &copy;'],
      ...['C:\\_temp\\[x] and __main__.py', 'C:\\*.log, D:\\*', '\\*a\\*', 'all[0](x)', '[x]', '[](a.md)'],
    ]) {
      const shown = title.replaceAll('&', '&amp;')
      const attribute = title.replaceAll('\\', '\\\\')
      const html = htmlOf(
        `{% tabs %}\n{% tab title="${attribute}" %}\n1\n{% endtab %}\n{% endtabs %}\n\n<details>\n<summary>${shown}</summary>\n\n2\n\n</details>\n\n<p align="center">${shown}</p>`,
      )
      expect(html.split(`>${shown}<`).length - 1, title).toBe(3)
    }
    expect(htmlOf('{% tabs %}\n{% tab title="![](a.png)" %}\n1\n{% endtab %}\n{% endtabs %}')).toContain(
      '<span>![](a.png)</span>',
    )
  })

  it('are expandables, tabs, steps, columns, updates and prompts', () => {
    expect(htmlOf('<details>\n\n<summary>More **b**</summary>\n\nHidden\n\n</details>')).toMatch(
      /<details class="expandable" id="more-b"><summary>.*More .*<div class="expandable-body"><p>Hidden<\/p><\/div><\/details>/,
    )
    const tabs = htmlOf(
      '{% tabs %}\n{% tab title="One" %}\n1\n{% endtab %}\n\n{% tab title="Two" %}\n2\n{% endtab %}\n{% endtabs %}',
    )
    expect(tabs.match(/<input type="radio" name="tabs:1"/g)).toHaveLength(2)
    expect(tabs.match(/ checked/g)).toHaveLength(1)
    expect(tabs).toContain('<div class="tab-panel" id="two"><p>2</p></div>')
    expect(htmlOf('<details><summary>A</summary>One **two**</details>')).toMatch(
      /<details class="expandable" id="a">.*<div class="expandable-body"><p>One <strong>two<\/strong><\/p><\/div><\/details>$/,
    )
    expect(htmlOf('{% stepper %}\n{% step %}\n### First\n{% endstep %}\n{% endstepper %}')).toContain(
      '<ol class="stepper"><li class="step"><h3 id="first">',
    )
    expect(
      htmlOf(
        '{% columns %}\n{% column width="66.6%" %}\na\n{% endcolumn %}\n\n{% column %}\nb\n{% endcolumn %}\n{% endcolumns %}',
      ),
    ).toBe(
      '<div class="columns"><div class="column wide-65"><p>a</p></div><div class="column"><p>b</p></div></div>',
    )
    const updates =
      '{% updates format="full" %}\n{% update date="2026-01-31" tags="a,b" %}\n## News\n{% endupdate %}\n{% endupdates %}'
    expect(htmlOf(updates)).toContain(
      '<time class="date" datetime="2026-01-31">January 31, 2026</time><ul class="tags"><li class="tag">a</li><li class="tag">b</li></ul>',
    )
    expect(htmlOf(updates, { locale: 'de' })).toContain('31. Januar 2026')
    for (const date of ['2024-02-31', '2024-13-01', 'Spring 2024'])
      expect(htmlOf(updates.replace('2026-01-31', date))).toContain(`<span class="date">${date}</span>`)
    expect(htmlOf('{% prompt description="D" icon="gear" %}\nAsk\n{% endprompt %}')).toMatch(
      /<div class="prompt" data-copy-from>.*D.*data-copied><p>Ask/,
    )
  })

  it('are boxes for APIs', () => {
    expect(
      htmlOf('{% openapi src="spec.yaml" path="/pets" method="get" %}\n[a](spec.yaml)\n{% endopenapi %}'),
    ).toMatch(
      /<div class="api-place" id="get-pets"><span id="pets"><\/span><span id="get-\/pets"><\/span><div class="api-box"><div class="api-head"><span class="method get">GET<\/span><code class="api-path">\/pets<\/code><\/div>.*href="\/~files\/jkl\/spec.yaml">spec.yaml<\/a>/,
    )
    expect(
      htmlOf(
        '{% openapi-schemas spec="s" schemas="A,B" grouped="true" %}\n[x](https://x.example)\n{% endopenapi-schemas %}',
      ),
    ).toContain('<li><code>A</code></li><li><code>B</code></li>')
    expect(
      htmlOf(
        '{% openapi-webhook spec="s" name="n" method="post" %}\n[x](https://x.example)\n{% endopenapi-webhook %}',
      ),
    ).toContain('Webhook')
    const method =
      '{% swagger method="get" path="/x" baseUrl="https://api.example" summary="S" %}\n{% swagger-parameter in="query" name="q" type="String" required="true" %}\nP\n{% endswagger-parameter %}\n{% endswagger %}'
    expect(htmlOf(method)).toMatch(
      /https:\/\/api\.example\/x.*S.*<code>q<\/code>.*query · String.*required.*<p>P<\/p>/,
    )
  })

  it('are tables with cells of every type', () => {
    expect(htmlOf('| A | B |\n| --- | :-: |\n| [x](page.md) | y |')).toBe(
      '<div class="table" tabindex="0"><table><thead><tr><th scope="col">A</th><th scope="col" class="align-center">B</th></tr></thead><tbody><tr><td><a href="/guide/page">x</a></td><td class="align-center">y</td></tr></tbody></table></div>',
    )
    const values = {
      ...{ number: 3, checkbox: true, rating: 2, select: ['o'], files: ['log.pdf'], users: ['u'] },
      ...{
        image: { ref: { kind: 'url' as const, url: 'a.png' } },
        ref: { kind: 'url' as const, url: 'page.md' },
        text: 'plain',
      },
    }
    const title = 'T'
    const html = htmlOfBlocks({
      object: 'block',
      type: 'table',
      fragments: [],
      isVoid: true,
      data: {
        view: {
          type: 'grid',
          columns: Object.keys(values),
          columnWidths: { number: 120.4 },
          hideHeader: false,
        },
        records: { r: { orderIndex: 'a', values } },
        definition: {
          number: { id: 'number', title, type: 'number' },
          checkbox: { id: 'checkbox', title, type: 'checkbox' },
          rating: { id: 'rating', title, type: 'rating', max: 3 },
          select: {
            id: 'select',
            title,
            type: 'select',
            multiple: true,
            options: [{ value: 'o', label: 'Option', color: 'red' }],
          },
          files: { id: 'files', title, type: 'files' },
          users: { id: 'users', title, type: 'users', multiple: true },
          image: { id: 'image', title, type: 'image' },
          ref: { id: 'ref', title, type: 'content-ref' },
          text: { id: 'text', title, type: 'text', textAlignment: 'left' },
        },
      },
    })
    for (const part of [
      '<col width="120">',
      '<td class="number">3</td>',
      'class="tick done"',
      'aria-label="2 of 3"',
      '<span class="tag choice on-red">Option</span>',
      '>log.pdf</a>',
      '@u',
      '<img src="/~files/abc/a.png" alt="" class="picture-cell"',
      'The page</a>',
      '<td>plain</td>',
    ])
      expect(html).toContain(part)
  })

  it('are tables that show what does not fit the type of a column', () => {
    const columns = ['number', 'checkbox', 'rating', 'content-ref', 'image', 'files', 'users']
    const head = columns.map((type) => `<th data-type="${type}">T</th>`).join('')
    const select = '<th>S<select><option value="o" label="Open"></option></select></th>'
    const cells = [
      ...['10 GB', 'yes', '4/5', '<a href="page.md">one</a> and <a href="log.pdf">two</a>', 'none'],
      ...['<a href="page.md">one</a> and <a href="log.pdf">two</a>', '<strong>Ada</strong>', 'Free'],
    ]
    const row = cells.map((cell) => `<td>${cell}</td>`).join('')
    const html = htmlOf(
      `<table><thead><tr>${head}${select}</tr></thead><tbody><tr>${row}</tr></tbody></table>`,
    )
    const links = '<td><a href="/guide/page">one</a> and <a href="/~files/ghi/log.pdf">two</a></td>'
    expect(html).toContain(
      `<td class="number">10 GB</td><td class="align-center">yes</td><td>4/5</td>${links}<td>none</td>${links}` +
        '<td><strong>Ada</strong></td><td>Free</td>',
    )
  })

  it('are tables with numbers as they are written', () => {
    const table = (cell: string) =>
      `<table><thead><tr><th data-type="number">Price</th></tr></thead><tbody><tr><td>${cell}</td></tr></tbody></table>`
    for (const number of ['9.90', '007', '12', '-0.50', '1e3'])
      expect(htmlOf(table(number))).toContain(`<td class="number">${number}</td>`)
  })

  it('are cards', () => {
    const html = htmlOf(
      '<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover data-type="files"></th></tr></thead><tbody><tr><td><strong>A</strong></td><td><a href="page.md">a</a></td><td><a href="a.png">c</a></td></tr></tbody></table>',
    )
    expect(html).toMatch(
      /<ul class="cards"><li class="card"><div class="card-cover"><img src="\/~files\/abc\/a.png".*<strong>A<\/strong>.*<a class="cover-link" aria-label="A" href="\/guide\/page"><\/a><\/li><\/ul>/,
    )
  })

  it.each(['image', 'files'])('are cards with covers that fit as their cells of the type %s say', (type) => {
    const head = `<tr><th>A</th><th data-hidden data-card-cover data-type="${type}"></th></tr>`
    const cells = ['contain', 'fill', 'cover', 'other" onload="x'].map(
      (fit) => `<tr><td>a</td><td data-object-fit="${fit}"><a href="a.png">c</a></td></tr>`,
    )
    const html = htmlOf(
      `<table data-view="cards"><thead>${head}</thead><tbody>${cells.join('')}</tbody></table>`,
    )
    expect(html.match(/"card-cover[^"]*"/g)).toEqual([
      '"card-cover fit-contain"',
      '"card-cover fit-fill"',
      '"card-cover"',
      '"card-cover"',
    ])
  })

  it('in blocks beyond all reason lose what is around them', () => {
    const html = htmlOf(`${'> '.repeat(90)}deep`)
    expect(html.match(/<blockquote>/g)?.length).toBeLessThan(40)
    expect(html).toContain('<p>deep</p>')
  })
})

describe('source without a meaning', () => {
  it('is written anew where it is harmless', () => {
    expect(
      htmlOf(
        '<div onclick="x()"><p style="a">hi <b>b</b><script>alert(1)</script></p><img src="a.png" onerror="x"></div>',
      ),
    ).toMatch(
      /^<div class="division"><p>hi <b>b<\/b><\/p><img src="\/~files\/abc\/a.png" alt="" class="picture-inline"[^>]*><\/div>$/,
    )
    expect(htmlOf('<iframe src="https://player.vimeo.com/video/123"></iframe>')).toContain(
      'src="https://player.vimeo.com/video/123?dnt=1"',
    )
    expect(
      htmlOf('<table><tr><th>h</th><td colspan="2"><a href="javascript:x">a</a></td></tr></table>'),
    ).toContain('<tr><th>h</th><td colspan="2"><span class="broken-link">a</span></td></tr>')
    expect(htmlOf('a <u>b</u> <span style="x">c</span> <!-- d --> <name> </i> <b>e')).toBe(
      '<p>a <u>b</u> c  &lt;name&gt;  <b>e</b></p>',
    )
  })

  it('is not shown where it is a tag', () => {
    expect(htmlOf('{% unknown a=1 %}\n\ntext\n\n{% endhint %}')).toBe('<p>text</p>')
  })
})

describe('anchors in the text', () => {
  const idsOf = (html: string) => [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)

  it.each([
    ['an element alone', '<a id="x"></a>\n\ntext'],
    ['an old name', 'a <a name="x"></a>b'],
    ['words', 'a <span id="x">b</span>'],
    ['before a heading', '<a id="x"></a>\n# H'],
    ['an item', '- one\n- <a id="x"></a>two'],
    ['a cell', '| a |\n| - |\n| <a id="x"></a>b |'],
    ['a paragraph', '<p id="x">a</p>'],
    ['a block', '<div id="x"><p>a</p></div>'],
    ['a block around Markdown', '<div id="x">\n\na\n\n</div>'],
    ['a heading', '<h2 id="x">a</h2>'],
    ['an item of a list of elements', '<section><ul><li id="x">a</li></ul></section>'],
    ['a cell of a table of elements', '<table><tr><th id="x">h</th><td>a</td></tr></table>'],
  ])('are led to: %s', (_, markdown) => {
    expect(idsOf(htmlOf(markdown))).toContain('x')
  })

  it('show nothing of themselves', () => {
    expect(htmlOf('<a id="x"></a>\n\ntext')).toBe('<span id="x"></span><p>text</p>')
    expect(htmlOf('a <a id="x"></a>b')).toBe('<p>a <span id="x"></span>b</p>')
  })

  it('leave headings theirs, and are there once', () => {
    const html = htmlOf('<a id="one"></a><a id="two"></a>\n\n## One\n\n<p id="two">a</p>\n\n## One')
    expect(idsOf(html)).toEqual(['two', 'one', 'one-1'])
    expect(html).toContain('<h2 id="one">')
  })

  it('take the place of nothing that is ours', () => {
    const html = htmlOf(
      'a <a id="page:content"></a><a id="tabs:1"></a><a id="b c"></a><a id="&quot;><i>"></a>b',
    )
    expect(idsOf(html).filter((id) => id?.includes(':') || id?.includes(' '))).toEqual([])
  })
})

describe('reusable content', () => {
  const include = (id: string): Block => ({
    object: 'block',
    type: 'reusable-content',
    isVoid: true,
    data: { ref: { kind: 'reusable-content', reusableContent: id } },
  })
  const document = (...nodes: Block[]): JSONDocument => ({ object: 'document', data: {}, nodes })
  const heading = parseMarkdown('## Same\n\n[x](page.md)').nodes

  it('is put in with its headings, and gives way to the ids of the page', () => {
    const inner = writeDocument(document(...heading))
    const page = document(include('a'), ...heading, include('a'))
    const { html, outline } = filled(page, { include: () => inner })
    expect(wrongIn(html.text)).toEqual([])
    expect(outline.map(({ id }) => id)).toEqual(['same-1', 'same', 'same-2'])
    expect(html.text.match(/<a href="\/guide\/page">x<\/a>/g)).toHaveLength(3)
  })

  it('ends where it would hold itself, and where it would be endless', () => {
    const itself = writeDocument(document(...heading, include('a')))
    expect(filled(document(include('a')), { include: () => itself }).outline).toHaveLength(1)
    const many = Array.from({ length: 30 }, (_, at) => include(`${at}`))
    const wide = writeDocument(document(...heading, ...many))
    expect(filled(document(...many), { include: () => wide }).outline.length).toBeLessThanOrEqual(500)
  })

  it('is not shown where there is none', () => {
    expect(htmlOfBlocks(include('gone'))).toBe('')
  })
})

it('tells which references are open', () => {
  const written = writeDocument(
    parseMarkdown('[a](page.md) [b](page.md)\n\n[![c](a.png)](x.md)\n\n{% file src="log.pdf" %}'),
  )
  expect(refsIn(written).map((ref) => ref.kind === 'url' && ref.url)).toEqual([
    'page.md',
    'x.md',
    'a.png',
    'log.pdf',
  ])
  expect(JSON.parse(JSON.stringify(written))).toEqual(written)
})

it('writes anchors as text, whatever they are', () => {
  const heading = parseMarkdown('## A').nodes[0]
  const evil = { ...heading, meta: { id: '"><script>' } } as Block
  const { html, outline } = filled({ object: 'document', data: {}, nodes: [evil] })
  expect(wrongIn(html.text)).toEqual([])
  expect(html.text).toContain('id="&quot;&gt;&lt;script&gt;"')
  expect(outline[0]?.id).toBe('"><script>')
})

it.each([
  ['a word', 'a'.repeat(300)],
  ['blanks', `a${'\n '.repeat(300)}b`],
  ['a line', 'a '.repeat(600)],
  ['code', 'let a = 1\n'.repeat(7000)],
])('writes %s that is too long without colours', (_, code) => {
  expect(htmlOf(`\`\`\`js\nlet b = 2\n\`\`\``)).toContain('hljs-')
  expect(htmlOf(`\`\`\`js\nlet b = 2\n${code}\n\`\`\``)).not.toContain('hljs-')
})

it('gives colours to long code in pieces', () => {
  const lines = Array.from({ length: 800 }, (_, at) => (at % 7 === 0 ? '' : `let a${at} = "b"`))
  const html = htmlOf(`\`\`\`js\n${lines.join('\n')}\n\`\`\``)
  expect(html.match(/class="line"/g)).toHaveLength(800)
  expect(html.match(/<span class="hljs-keyword">let<\/span>/g)).toHaveLength(
    lines.filter((line) => line !== '').length,
  )
})
