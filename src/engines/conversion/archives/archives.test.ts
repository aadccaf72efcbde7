import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { parseMarkdown } from '../../markdown/parse.ts'
import { writeMarkdown } from '../../markdown/write.ts'
import { convert } from '../convert.ts'
import { Refusal } from '../refusal.ts'
import type { ConversionInput } from '../sources.ts'
import type { ImportTree, Sheet } from './import-tree.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

type Contents = Record<string, string | Uint8Array>

const zip = (contents: Contents) =>
  zipSync(
    Object.fromEntries(
      Object.entries(contents).map(([path, content]) => [
        path,
        typeof content === 'string' ? strToU8(content) : new Uint8Array(content),
      ]),
    ),
  )

const from = (source: ConversionInput['source'], contents: Contents) =>
  convert({ source, bytes: zip(contents) })

const outline = (pages: readonly Sheet[]): string =>
  pages
    .map(({ title, children }) => (children.length > 0 ? `${title}[${outline(children)}]` : title))
    .join(' ')

function sheet({ pages }: ImportTree, title: string): Sheet {
  const all = (some: readonly Sheet[]): Sheet[] => some.flatMap((one) => [one, ...all(one.children)])
  const found = all(pages).find((one) => one.title === title)
  if (!found) throw new Error(`no page ${title} in ${outline(pages)}`)
  return found
}

const refused = async (tree: Promise<ImportTree>) => {
  const error = await tree.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Refusal)) throw new Error(`not refused: ${error}`)
  return { kind: error.kind, message: error.message, details: error.details }
}

describe('a zip of Markdown', () => {
  it('in folders: README is the page of its folder, 2 comes before 10', async () => {
    const tree = await from('zip', {
      'site-main/README.md': '# Welcome\n\nTo [ten](guide/10-last.md#end) and ![pic](img/a.png).\n',
      'site-main/guide/README.md': '---\ndescription: How to\nicon: book\n---\n\n# The guide\n\nText\n',
      'site-main/guide/10-last.md': 'Back [home](../README.md), [guide](./)',
      'site-main/guide/2-first.md': '![gone](../img/none.png)',
      'site-main/img/a.png': PNG,
      'site-main/img/unused.png': PNG,
      'site-main/.git/config': 'secret',
      '__MACOSX/site-main/._README.md': 'junk',
    })
    expect(outline(tree.pages)).toBe('Welcome The guide[First Last]')
    const [welcome, last] = [sheet(tree, 'Welcome'), sheet(tree, 'Last')]
    const [picture] = tree.files
    expect(welcome.markdown).toBe(`To [ten](${last.ref}#end) and ![pic](${picture?.ref}).\n`)
    expect(last.markdown).toBe(`Back [home](${welcome.ref}), [guide](${sheet(tree, 'The guide').ref})`)
    expect(sheet(tree, 'The guide')).toMatchObject({
      description: 'How to',
      icon: 'book',
      markdown: 'Text\n',
    })
    expect(tree.files.map(({ name, contentType }) => [name, contentType])).toEqual([['a.png', 'image/png']])
    expect(tree.missing).toBe(1)
  })

  it('with SUMMARY.md: its groups, its order, its titles; what it leaves out is hidden', async () => {
    const tree = await from('zip', {
      '.gitbook.yaml': 'root: ./docs/\n',
      'docs/SUMMARY.md':
        '# Table of contents\n\n* [Start](README.md)\n\n## Deep\n\n* [Two](two.md)\n  * [Three](a/three.md)\n* [Web](https://example.org)\n',
      'docs/README.md': '# Home\n\nHi\n\n{% include ".gitbook/includes/x.md" %}\n',
      'docs/two.md': '# Two\n',
      'docs/a/three.md': '![](../.gitbook/assets/a.png)',
      'docs/draft.md': '# Draft',
      'docs/.gitbook/includes/x.md': '---\ntitle: X\n---\n\nShared ![](../assets/a.png)\n',
      'docs/.gitbook/assets/a.png': PNG,
      'docs/.gitbook/assets/b.png': PNG,
    })
    expect(outline(tree.pages)).toBe('Start Deep[Two[Three] Web] Draft')
    expect(tree.pages.map(({ type, hidden }) => type ?? hidden)).toEqual([undefined, 'group', true])
    expect(sheet(tree, 'Web')).toMatchObject({ type: 'link', url: 'https://example.org' })
    expect(sheet(tree, 'Start').markdown).toBe(`Hi\n\nShared ![](${tree.files[0]?.ref})\n`)
    expect(tree.files.map(({ name }) => name)).toEqual(['a.png', 'b.png'])
  })
})

describe('a zip of an exported site', () => {
  it('has the main part of each page, links between them, and images', async () => {
    const tree = await from('zip', {
      'index.html':
        '<title>Home</title><nav>Menu</nav><main><h1>Home</h1><p>Go to <a href="docs/setup.html#Step-1">setup</a></p></main><footer>(c)</footer>',
      'docs/setup.html':
        '<html><body><main><h1>Setup</h1><h2 id="Step-1">First</h2><img src="../i/a.png"></main></body></html>',
      'i/a.png': PNG,
      'style.css': 'p{}',
    })
    expect(outline(tree.pages)).toBe('Home Docs[Setup]')
    expect(sheet(tree, 'Home').markdown).toBe(`Go to [setup](${sheet(tree, 'Setup').ref}#step-1)\n`)
    expect(sheet(tree, 'Setup').markdown).toContain('## First <a href="#step-1" id="step-1"></a>')
    expect(tree.files).toHaveLength(1)
  })
})

describe('an export of Notion', () => {
  const id = (letter: string) => letter.repeat(32)

  it('as Markdown: ids go, folders are the tree, databases are tables, asides are hints', async () => {
    const inner = zip({
      [`Team ${id('a')}.md`]: `# Team\n\n<aside>\n💡 Read this\n\n</aside>\n\nSee [Plan](Team/Plan%20${id('b')}.md) and $a^2$, $5.\n`,
      [`Team/Plan ${id('b')}.md`]: '# Plan\n\n![i](image.png)\n',
      'Team/image.png': PNG,
      [`Team/Tasks ${id('c')}.csv`]: '\ufeffName,Note\nOne,"a, ""b"" | c"\nTwo,x\n',
      [`Team/Tasks ${id('c')}_all.csv`]: 'Name,Note\nTwo,x\n',
      [`Team/Tasks ${id('c')}/One ${id('d')}.md`]: '# One\n\nRow\n',
    })
    const tree = await from('notion', { 'Export-1234-Part-1.zip': inner })
    expect(outline(tree.pages)).toBe('Team[Plan Tasks[One]]')
    expect(sheet(tree, 'Team').markdown).toBe(
      `{% hint style="info" %}\nRead this\n{% endhint %}\n\nSee [Plan](${sheet(tree, 'Plan').ref}) and $$a^2$$, $5.\n`,
    )
    expect(sheet(tree, 'Tasks').markdown).toBe(
      `| Name | Note |\n| --- | --- |\n| [One](${sheet(tree, 'One').ref}) | a, "b" \\| c |\n| Two | x |\n`,
    )
    expect(tree.files).toHaveLength(1)
  })

  it('as HTML: icon, callout, toggle, to-do, equation, columns', async () => {
    const tree = await from('notion', {
      [`Page ${id('a')}.html`]: `<html><head><title>Page</title></head><body><article class="page sans"><header><div class="page-header-icon"><span class="icon">🚀</span></div><h1 class="page-title">Page</h1></header><div class="page-body">
<figure class="callout"><div style="font-size:1.5em"><span class="icon">💡</span></div><div style="width:100%"><p>Mind this</p></div></figure>
<ul class="toggle"><li><details open=""><summary>More</summary><p>inside</p></details></li></ul>
<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">done</span></li><li><div class="checkbox checkbox-off"></div> <span>open</span></li></ul>
<figure class="equation"><div><span class="katex-display"><span class="katex"><span class="katex-mathml"><math><semantics><mi>e</mi><annotation encoding="application/x-tex">e=mc^2</annotation></semantics></math></span></span></span></div></figure>
<pre class="code"><code class="language-JavaScript">let a</code></pre>
<div class="column-list"><div class="column"><p>L</p></div><div class="column"><p>R</p></div></div>
</div></article></body></html>`,
    })
    const [page] = tree.pages
    expect(page).toMatchObject({ title: 'Page', emoji: '🚀' })
    expect(page?.markdown).toBe(
      [
        '{% hint style="info" %}\nMind this\n{% endhint %}',
        '<details>\n\n<summary>More</summary>\n\ninside\n\n</details>',
        '* [x] done\n* [ ] open',
        '$$\ne=mc^2\n$$',
        '```javascript\nlet a\n```',
        '{% columns %}\n{% column %}\nL\n{% endcolumn %}\n\n{% column %}\nR\n{% endcolumn %}\n{% endcolumns %}\n',
      ].join('\n\n'),
    )
  })

  it('as HTML: items that are lists of their own are one list, the cover is the cover', async () => {
    const tree = await from('notion', {
      [`Page ${id('a')}.html`]: `<html><body><article class="page sans"><header><img class="page-cover-image" src="Page/cover.png"/><h1 class="page-title">Page</h1></header><div class="page-body">
<ol type="1" class="numbered-list" start="1"><li>one<ul class="bulleted-list"><li>in</li></ul>
<ul class="bulleted-list"><li>side</li></ul></li></ol>
<ol type="1" class="numbered-list" start="2"><li>two</li></ol>
<ul class="bulleted-list"><li>a</li></ul><ul class="bulleted-list"><li>b</li></ul>
<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> done</li></ul>
</div></article></body></html>`,
      'Page/cover.png': PNG,
    })
    expect(tree.pages[0]).toMatchObject({
      cover: tree.files[0]?.ref,
      markdown: '1. one\n   * in\n   * side\n2. two\n\n* a\n* b\n\n- [x] done\n',
    })
  })
})

describe('an export of Confluence', () => {
  it('has emoticons as signs, and anchors as they are written', async () => {
    const tree = await from('confluence', {
      'Home_1.html':
        '<body><div id="main-content"><p><img class="emoticon emoticon-tick" alt="(tick)" src="images/icons/emoticons/check.svg"> Done <img class="emoticon" alt="(team)" src="images/icons/emoticons/team.png"> <img class="emoticon" data-emoji-fallback="🚀" alt=":rocket:" src="r.png"> <a href="Child_2.html#Child-Sec">go</a></p></div></body>',
      'Child_2.html': '<body><div id="main-content"><h2 id="Child-Sec">Section</h2><p>x</p></div></body>',
      'images/icons/emoticons/check.svg': '<svg/>',
    })
    expect(sheet(tree, 'Home 1').markdown).toBe(
      `✅ Done (team) 🚀 [go](${sheet(tree, 'Child 2').ref}#child-sec)\n`,
    )
    expect(sheet(tree, 'Child 2').markdown).toContain('id="child-sec"')
    expect(tree).toMatchObject({ files: [], missing: 0, left: 0 })
  })

  it('has the tree of its index, macros as blocks, attachments by their names', async () => {
    const tree = await from('confluence', {
      'DOC/index.html':
        '<html><body><div id="content"><table><tr><th>Name</th><td>Docs</td></tr></table><h2>Available Pages:</h2><ul><li><a href="Home_1.html">Home</a><ul><li><a href="Install_2.html">Install</a></li></ul></li></ul></div></body></html>',
      'DOC/Home_1.html': `<html><head><title>Docs : Home</title></head><body><div id="breadcrumb-section">x</div><h1 id="title-heading"><span id="title-text"> Docs : Home </span></h1><div class="page-metadata">Created by x</div><div id="main-content" class="wiki-content group">
<div class="confluence-information-macro confluence-information-macro-note"><span class="aui-icon"></span><div class="confluence-information-macro-body"><p>Careful</p></div></div>
<div class="code panel pdl"><div class="codeHeader panelHeader pdl"><b>Run.java</b></div><div class="codeContent panelContent pdl"><pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: java; gutter: false" data-theme="Confluence">int a;</pre></div></div>
<div id="expander-1" class="expand-container"><div class="expand-control"><span class="expand-control-text">Click</span></div><div class="expand-content"><p>hidden text</p></div></div>
<ul class="inline-task-list"><li data-inline-task-id="1" class="checked"><span>done</span></li><li data-inline-task-id="2"><span>open</span></li></ul>
<p><span class="status-macro aui-lozenge aui-lozenge-success">OK</span> <a href="Install_2.html">Next</a> <img class="confluence-embedded-image" src="attachments/1/10.png" data-linked-resource-default-alias="shot.png"></p></div>
<div class="pageSection group"><div class="pageSectionHeader"><h2 id="attachments" class="pageSectionTitle">Attachments:</h2></div><div class="greybox"><a href="attachments/1/11.pdf">manual.pdf</a></div></div></body></html>`,
      'DOC/Install_2.html':
        '<html><body><span id="title-text">Docs : Install</span><div id="main-content"><p>x</p></div></body></html>',
      'DOC/attachments/1/10.png': PNG,
      'DOC/attachments/1/11.pdf': '%PDF-1.4',
    })
    expect(outline(tree.pages)).toBe('Home[Install]')
    expect(tree.files.map(({ name }) => name).sort()).toEqual(['manual.pdf', 'shot.png'])
    const ref = (name: string) => tree.files.find((file) => file.name === name)?.ref
    expect(sheet(tree, 'Home').markdown).toBe(
      [
        '{% hint style="warning" %}\nCareful\n{% endhint %}',
        '{% code title="Run.java" %}\n```java\nint a;\n```\n{% endcode %}',
        '<details>\n\n<summary>Click</summary>\n\nhidden text\n\n</details>',
        '* [x] done\n* [ ] open',
        `<mark style="color:green;">OK</mark> [Next](${sheet(tree, 'Install').ref}) ![](${ref('shot.png')})`,
        '## Attachments',
        `* [manual.pdf](${ref('manual.pdf')})\n`,
      ].join('\n\n'),
    )
  })
})

describe('an export of Google Docs', () => {
  const html = `<html><head><style type="text/css">.c1{font-weight:700}.c2{font-style:italic;color:#000}.c3{font-family:"Roboto Mono"}</style></head><body class="doc-content"><p class="title"><span>The plan</span></p>
<p class="c0"><span class="c1">bold</span><span> </span><span class="c2">slanted</span><span class="c3">code()</span> <a href="https://www.google.com/url?q=https://example.org/a?b%3D1&amp;sa=D">out</a><sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup><sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup></p>
<ul class="c4 lst-kix_abc-0 start"><li><span>one</span></li></ul><ul class="c4 lst-kix_abc-1 start"><li><span>below</span></li></ul><ul class="c4 lst-kix_abc-0"><li><span>two</span></li></ul>
<p><span style="overflow:hidden"><img alt="" src="images/image1.png"></span></p>
<hr><div><p class="c5"><a href="#ftnt_ref1" id="ftnt1">[1]</a><span>&nbsp;The footnote</span></p></div>
<div class="c6"><p class="c0"><a href="#cmnt_ref1" id="cmnt1">[a]</a><span>A comment</span></p></div></body></html>`

  it('has styles as marks, lists in lists, straight links, footnotes, no comments', async () => {
    const tree = await from('google-docs', { 'Theplan.html': html, 'images/image1.png': PNG })
    const [page] = tree.pages
    expect(page?.title).toBe('The plan')
    expect(page?.markdown).toBe(
      [
        '**bold** _slanted_`code()` [out](https://example.org/a?b=1)[^1]',
        '* one\n  * below\n* two',
        `![](${tree.files[0]?.ref})`,
        '***',
        '[^1]: The footnote\n',
      ].join('\n\n'),
    )
    const alone = await convert({ source: 'google-docs', bytes: strToU8(html) })
    expect(alone.missing).toBe(1)
  })
})

describe('a wiki of GitHub', () => {
  it('has Home first, the order of the sidebar, and its links', async () => {
    const tree = await from('github-wiki', {
      'wiki-main/_Sidebar.md': '* [[Home]]\n* [[Getting-Started]]\n  * [Advanced use](Advanced)\n',
      'wiki-main/_Footer.md': 'foot',
      'wiki-main/Advanced.md': '[back](Home#top)',
      'wiki-main/Another-Page.md': '# Something else\n\nx',
      'wiki-main/Getting-Started.md': '# Getting Started\n\n[[images/a.png|alt=A]] `[[no link]]`',
      'wiki-main/Home.md': '[[Getting Started]], [[text|Advanced]], [[Advanced|words]]',
      'wiki-main/images/a.png': PNG,
    })
    expect(outline(tree.pages)).toBe('Home Getting Started[Advanced] Another Page')
    const ref = (title: string) => sheet(tree, title).ref
    expect(sheet(tree, 'Home').markdown).toBe(
      `[Getting Started](<${ref('Getting Started')}>), [text](<${ref('Advanced')}>), [words](<${ref('Advanced')}>)`,
    )
    expect(sheet(tree, 'Advanced').markdown).toBe(`[back](${ref('Home')}#top)`)
    expect(sheet(tree, 'Getting Started').markdown).toBe(`![A](<${tree.files[0]?.ref}>) \`[[no link]]\``)
    expect(sheet(tree, 'Another Page').markdown).toBe('# Something else\n\nx')
  })
})

describe('hostile archives', () => {
  it('are told which limit they meet', async () => {
    const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`${at}.md`, 'x']))
    expect(await refused(from('zip', many))).toMatchObject({
      kind: 'too_large',
      details: { limit: 'entries' },
    })
    const pages = Object.fromEntries(Array.from({ length: 5_001 }, (_, at) => [`${at}.md`, 'x']))
    expect(await refused(from('zip', pages))).toMatchObject({ kind: 'too_large', details: { pages: 5001 } })
    const large = zipSync({ 'a.md': [new Uint8Array(21 * 1024 * 1024), { level: 0 }] })
    expect(await refused(convert({ source: 'zip', bytes: large }))).toMatchObject({
      kind: 'too_large',
      details: { limit: 'entryBytes' },
    })
    expect(await refused(from('zip', { 'a.md': 'x '.repeat(1024 * 1024 + 1) }))).toMatchObject({
      kind: 'too_large',
    })
  })

  it('with lies about sizes end in a refusal', async () => {
    const bytes = zip({ 'a.md': 'hello '.repeat(1000) })
    const view = new DataView(bytes.buffer)
    // The size of the entry in the directory at the end.
    const at = Buffer.from(bytes).indexOf(Buffer.from([0x50, 0x4b, 1, 2]))
    view.setUint32(at + 24, 10, true)
    expect(await refused(convert({ source: 'zip', bytes }))).toMatchObject({ kind: 'invalid' })
  })

  it('that climb stay inside', async () => {
    const tree = await from('zip', {
      '../../etc/passwd.md': 'a',
      '/abs/b.md': 'b',
      'c.md': 'c',
      '.hidden.md': 'x',
    })
    expect(outline(tree.pages)).toBe('Abs[B] C Etc[Passwd]')
  })

  it('that are encrypted are refused by name', async () => {
    const bytes = zip({ 'secret.md': 'x' })
    const at = Buffer.from(bytes).indexOf(Buffer.from([0x50, 0x4b, 1, 2]))
    bytes[at + 8] = (bytes[at + 8] ?? 0) | 1
    expect((await refused(convert({ source: 'zip', bytes }))).message).toContain('secret.md')
  })

  it('of the wrong kind say what was found and what would be right', async () => {
    const page = strToU8('<!doctype html><p>x')
    expect(await refused(convert({ source: 'markdown', bytes: page }))).toMatchObject({
      kind: 'invalid',
      message:
        'it is an HTML page, which source markdown does not take; the source for that is html or website',
      details: { found: 'html' },
    })
    for (const source of ['html', 'docx', 'notion', 'website'] as const)
      expect((await refused(convert({ source, bytes: strToU8('%PDF-1.7') }))).message).toContain('a PDF file')
    expect((await refused(from('docx', { 'a.md': 'x' }))).message).toContain('zip')
    expect((await refused(convert({ source: 'html', bytes: strToU8('just words') }))).message).toContain(
      'markdown',
    )
    expect((await refused(from('zip', { 'a.txt': 'x' }))).message).toContain('no page')
    expect((await refused(convert({ source: 'zip', bytes: new Uint8Array() }))).message).toContain('empty')
  })
})

it('what is written is read again as the same', async () => {
  const html = `<p>a*b_c <b>x</b>y</p><ul><li><p>one</p><pre><code class="language-sh">x</code></pre></li></ul>
<table><thead><tr><th>h|h</th></tr></thead><tbody><tr><td>a | b<ul><li>x</li></ul></td><td><img src="data:image/png;base64,AAAA"></td></tr></tbody></table>
<blockquote><p>q</p><div class="alert alert-danger">No</div></blockquote>`
  const { pages } = await convert({ source: 'html', bytes: strToU8(html) })
  const markdown = pages[0]?.markdown ?? ''
  expect(writeMarkdown(parseMarkdown(markdown))).toBe(markdown)
})
