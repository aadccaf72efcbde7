import { describe, expect, it } from 'vitest'
import { readPdf } from '../../../test/measures/pdf.ts'
import type { ContentRef } from '../content/records.ts'
import { emojiOf } from '../html/emoji-names.ts'
import { safeUrl } from '../html/safe-url.ts'
import type { JSONDocument } from '../markdown/document.ts'
import { mapRefs } from '../markdown/model/refs.ts'
import { parseMarkdown } from '../markdown/parse.ts'
import type { BookDetails, BookLibrary, BookPage } from './book.ts'
import { charactersOf } from './cmap.ts'
import { type Printed, print, refusalOf, soundOf } from './compile.ts'
import { coverage, coverageOf, fontFiles } from './fonts.ts'
import { languageOf, rightToLeft } from './scripts.ts'
import { openBook } from './write-book.ts'
import { cutLongWords } from './writing/long-words.ts'
import { isTame, nestingOf, translate } from './writing/maths.ts'
import { fitting, pictureFormat } from './writing/pictures.ts'
import { isSign } from './writing/signs.ts'
import { columnsTaken, laidOut } from './writing/spans.ts'
import { nameOf, openInk } from './writing/typst-escape.ts'

const DETAILS: BookDetails = {
  title: 'Guide',
  date: '2026-11-15',
  version: 'abc123',
  address: 'http://quire.test/s/guide',
  hasFront: true,
}
const LIBRARY: BookLibrary = {
  page: () => undefined,
  file: () => undefined,
  reusable: () => undefined,
  addressOf: () => undefined,
}

type Extra = Partial<BookPage> & { title: string; markdown: string }

const pageOf = ({ markdown, ...page }: Extra, at: number): BookPage => ({
  id: `page${at}`,
  kind: 'document',
  depth: 0,
  address: `http://quire.test/s/guide/page${at}`,
  document: parseMarkdown(markdown),
  ...page,
})

function write(pages: BookPage[], library: Partial<BookLibrary> = {}, details: Partial<BookDetails> = {}) {
  const book = openBook({ ...DETAILS, ...details }, { ...LIBRARY, ...library }, { coverage: coverage() })
  for (const page of pages) book.add(page)
  return book.finish()
}

async function printed(
  pages: BookPage[],
  library: Partial<BookLibrary> = {},
  images = new Map<string, Uint8Array>(),
) {
  const book = write(pages, library)
  const given = [...images].map(([id, bytes]) => [id, { bytes, pixels: 1 }] as const)
  const out = (await print({ ...book, images: new Map(given) })) as Printed
  return { ...readPdf(out.pdf), warnings: [...book.warnings, ...out.warnings] }
}

const flat = (text: string) => text.replace(/\s+/g, '')
const whole = ({ pages }: { pages: string[] }) => flat(pages.join(''))
const printedText = async (markdown: string) => printed([pageOf({ title: 'Page', markdown }, 0)])

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('text of strangers', () => {
  it.each([
    '#read("/etc/passwd")',
    '#import "@preview/cetz:0.3.1"',
    'a \\" b \\\\ c " d \\u{41} \\n',
    '"; panic(); "',
    '#{ while true {} }',
    '$x$ *bold* _it_ `raw` <label> @ref = heading // comment /* open',
    '}])#(',
  ])('comes out as text: %s', async (hostile) => {
    const document = parseMarkdown('x')
    const text = { object: 'text' as const, leaves: [{ object: 'leaf' as const, text: hostile, marks: [] }] }
    const everywhere: JSONDocument = {
      ...document,
      nodes: [
        { object: 'block' as const, type: 'paragraph' as const, nodes: [text] },
        {
          object: 'block' as const,
          type: 'heading-2' as const,
          nodes: [text],
          data: {},
          meta: { id: hostile },
        },
        {
          object: 'block' as const,
          type: 'code' as const,
          data: { title: hostile, syntax: hostile },
          nodes: [{ object: 'block' as const, type: 'code-line' as const, nodes: [text], data: {} }],
        },
      ],
    }
    const page = {
      ...pageOf({ title: hostile, markdown: '' }, 0),
      description: hostile,
      document: everywhere,
    }
    const pdf = await printed([page])
    expect(pdf.warnings).toEqual([])
    // Title, description, paragraph, heading, title of the code, the code.
    expect(whole(pdf).split(flat(hostile)).length - 1).toBeGreaterThanOrEqual(6)
  })

  it('is never evaluated, not even as a formula', async () => {
    for (const bad of ['x #read("a")', '$ y', 'a // b', 'a /* b', '"open', 'a `b`', 'a \\'])
      expect(isTame(bad), bad).toBe(false)
    expect(isTame('a^2 + "text # $" \\# x')).toBe(true)
    const { pages, warnings } = await printedText(
      '$$\\operatorname{#read("/etc/passwd")}$$ and $$#panic()$$ and $$\\text{#panic()}$$',
    )
    expect(warnings).toEqual(['Formulas that could not be set: 1'])
    expect(flat(pages.join(''))).toContain('#panic()')
  })

  it('leads only to addresses that may be followed', () => {
    expect(safeUrl('https://example.org/a')).toBe('https://example.org/a')
    expect(safeUrl('mailto:a@example.org')).toBe('mailto:a@example.org')
    for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', '', 'a.md'])
      expect(safeUrl(url), url).toBe('')
  })

  it('may lie in any number of other blocks', async () => {
    const deep = `${'> '.repeat(90)}bottom\n\n${Array.from({ length: 40 }, (_, at) => `${'  '.repeat(at)}* item${at}`).join('\n')}`
    const pdf = await printedText(deep)
    expect(pdf.warnings).toEqual([])
    expect(whole(pdf)).toContain('bottom')
    expect(whole(pdf)).toContain('item39')
  })
})

describe('characters', () => {
  it('without a glyph are told, and printed by their numbers', async () => {
    const pdf = await printedText('Cuneiform \u{12000} and `code \u{1D372}` in between')
    expect(pdf.warnings).toEqual(['Characters that could not be shown: U+12000, U+1D372'])
    expect(whole(pdf)).toContain('Cuneiform[U+12000]and')
    expect(flat(pdf.pages.at(-1) ?? '')).toContain(
      flat('Characters that could not be shown: U+12000, U+1D372'),
    )
  })

  it('of many scripts are shown', async () => {
    const text = '中文 日本語のかな 한국어 العربية עברית ไทย हिन्दी Ελληνικά Кириллица Tiếng Việt → ✓ ∀ €'
    const pdf = await printedText(`${text} 🎉 👩‍👩‍👧 🇩🇪 ☀️`)
    expect(pdf.warnings).toEqual([])
    for (const word of ['中文', '日本語のかな', '한국어', 'Ελληνικά', 'Кириллица', '→', '€'])
      expect(whole(pdf)).toContain(word)
  })

  it('that only an upright font has are set upright in every kind of text', async () => {
    const markdown = 'Plain ✗ **bold ✗** *slanted ✗ ➜* ***both ☐*** `code ✗`\n\n## Title ✗'
    const { source } = write([pageOf({ title: 'Page', markdown }, 0)])
    for (const expected of ['"Plain ";sign("✗")', 'emph({"slanted ";emph(sign("✗"));" ";emph(sign("➜"))})'])
      expect(source).toContain(expected)
    const pdf = await printedText(markdown)
    expect(pdf.warnings).toEqual([])
    expect(whole(pdf).split('✗').length - 1).toBe(5)
  })

  it('that only an upright font has are known', () => {
    const upright = fontFiles().find((file) => file.endsWith('DejaVuSansMono.ttf')) ?? ''
    const [shown, everywhere] = [coverageOf(charactersOf(upright)), coverage()]
    for (let code = 0x2600; code < 0x27c0; code++) {
      const name = nameOf(code)
      if (isSign(String.fromCodePoint(code))) expect(shown.has(code), name).toBe(true)
      else if (shown.has(code)) expect(everywhere.has(code), name).toBe(true)
    }
  })

  it('are known by the fonts they come from', () => {
    const fonts = coverage()
    for (const known of 'aß中の한عאไह🎉→∑') expect(fonts.has(known.codePointAt(0) ?? 0), known).toBe(true)
    expect(fonts.has(0x12000)).toBe(false)
    const ink = openInk(coverageOf([[0x20, 0x7e]]))
    expect(ink.literal('a"b\\c\u0000d\u200d中')).toBe('"a\\"b\\\\cd\u200d[U+4E2D]"')
    expect([...ink.missing]).toEqual([0x4e2d])
  })

  it('tell the language of a text and its direction', () => {
    expect(languageOf('Plain words')).toBe('en')
    expect(languageOf('会议指南。本页是《Meetings》的中文版')).toBe('zh')
    expect(languageOf('このページは「Principles」の日本語版です')).toBe('ja')
    expect(languageOf('이 문서는 한국어판입니다')).toBe('ko')
    expect(languageOf('هذه الصفحة هي النسخة العربية')).toBe('ar')
    expect(rightToLeft('12 عربي abc')).toBe('ar')
    expect(rightToLeft('«שלום»')).toBe('he')
    expect(rightToLeft('abc عربي')).toBeUndefined()
  })

  it('of emoji come by number or by name', () => {
    expect(emojiOf('2705')).toBe('✅')
    expect(emojiOf('1f469-200d-1f680')).toBe('👩‍🚀')
    expect(emojiOf('tada')).toBe('🎉')
    expect(emojiOf('no-such-name')).toBe(':no-such-name:')
  })
})

describe('blocks', () => {
  it('of updates are entries with a date and labels', async () => {
    const pdf = await printedText(
      '{% updates format="full" %}\n{% update date="2026-01-31" tags="fixed, new things" %}\n## News\n\nText\n{% endupdate %}\n\n{% update date="2025-12-24" %}\nOlder\n{% endupdate %}\n{% endupdates %}',
    )
    expect(pdf.warnings).toEqual([])
    expect(whole(pdf)).toContain('2026-01-31fixednewthingsNewsText2025-12-24Older')
    expect(whole(pdf)).not.toContain('{%')
  })

  it('of prompts have their description above them', async () => {
    const pdf = await printedText(
      '{% prompt description="Sum it up" icon="x" %}\n```md\nRead it\n```\n{% endprompt %}\n\n{% prompt %}\nBare\n{% endprompt %}',
    )
    expect(pdf.warnings).toEqual([])
    expect(whole(pdf)).toContain('SumitupReaditPromptBare')
  })

  it('of old API descriptions tell what they describe', async () => {
    const pdf = await printedText(
      '{% swagger method="get" path="/x" baseUrl="https://api.example" summary="Gets it" %}\n{% swagger-parameter in="query" name="q" required="true" %}\nP\n{% endswagger-parameter %}\n{% endswagger %}\n\n{% api-method host="https://old.example" path="/y" %}\n{% api-method-spec %}\n{% api-method-response-example httpCode=200 %}\nE\n{% endapi-method-response-example %}\n{% endapi-method-spec %}\n{% endapi-method %}',
    )
    expect(pdf.warnings).toEqual([])
    expect(whole(pdf)).toContain('GEThttps://api.example/xGetsitquery·q·requiredP')
    expect(whole(pdf)).toContain('https://old.example/y200E')
    expect(whole(pdf)).not.toContain('{%')
  })
})

describe('long words', () => {
  it('are parted where a reader would, and stay as they are when copied', async () => {
    const pieces = (text: string, longest: number) => cutLongWords(text, longest).map((one) => one.join('|'))
    expect(pieces('see https://example.org/some/path_of-it/README.md?x=1 there', 40)).toEqual([
      'see ',
      'https://|example.|org/|some/|path_|of-|it/|README.|md?|x=1',
      ' there',
    ])
    expect(pieces('a connectionTimeoutMillis b', 14)).toEqual(['a ', 'connection|Timeout|Millis', ' b'])
    expect(pieces('internationalization', 14)).toEqual(['internationalization'])
    expect(pieces('x'.repeat(42), 40)).toEqual(['xxxxxxxxxx|xxxxxxxxxx|xxxxxxxxxx|xxxxxxxxxxxx'])
    for (const untouched of ['中'.repeat(90), 'ไ'.repeat(90), 'ع'.repeat(90)])
      expect(cutLongWords(untouched, 40)).toEqual([[untouched]])
    const word = 'abcdefghij'.repeat(12)
    const pdf = await printedText(`${word}\n\n| A |\n| --- |\n| \`${word}\` |\n\n## ${word}`)
    expect(pdf.warnings).toEqual([])
    expect(whole(pdf).split(word).length - 1).toBe(3)
    expect(pdf.pages.join('')).not.toContain('\u200b')
  })
})

describe('lists', () => {
  it('of tasks and other things show which are done', () => {
    const { source } = write([
      pageOf(
        { title: 'Page', markdown: '* [ ] todo\n* [x] done\n* plain\n\ntext\n\n1. [x] first\n2. second' },
        0,
      ),
    ])
    expect(source).toContain('tasks(0.75em,(false,"todo"),(true,"done"),(none,"plain"))')
    expect(source).toContain('{tick(true);h(6pt);"first"},"second")')
  })

  it('keep their marks however deep they are', () => {
    const markdown = Array.from({ length: 14 }, (_, at) => `${'  '.repeat(at)}* item${at}`).join('\n')
    const { source } = write([pageOf({ title: 'Page', markdown }, 0)])
    expect(source).toContain('par({bullet;h(6pt);"item13"})')
  })
})

describe('footnotes', () => {
  it('that are used again are printed once', async () => {
    const pdf = await printedText('One[^a], two[^b], again[^a].\n\n[^a]: First note\n[^b]: Second note')
    expect(pdf.warnings).toEqual([])
    expect(whole(pdf)).toContain('One1,two2,again1.')
    expect(whole(pdf).split('Firstnote').length - 1).toBe(1)
  })
})

describe('code', () => {
  const fence = (lines: string[]) => `\`\`\`js\n${lines.join('\n')}\n\`\`\``

  it('of any length is printed, with colours as far as they take no time', async () => {
    const lines = Array.from({ length: 1_600 }, (_, at) => (at % 90 === 89 ? '' : `call(${at})`))
    const long = write([pageOf({ title: 'Page', markdown: fence(lines) }, 0)]).source
    expect(long).toContain('code-block("text","call(0)')
    expect(long).toMatch(/starts:\(0,179,\d/)
    const short = write([pageOf({ title: 'Page', markdown: fence(lines.slice(0, 300)) }, 0)]).source
    expect(short).toContain('code-block("js","call(0)')
    const pdf = await printedText(fence(lines))
    for (const at of [0, 178, 180, 1_599]) expect(whole(pdf)).toContain(`call(${at})`)
  })

  it('has colours up to so much in a book', () => {
    const lines = Array.from({ length: 900 }, (_, at) => `${'x'.repeat(50)}(${at})`)
    const markdown = Array.from({ length: 12 }, () => fence(lines)).join('\n\n')
    const { source } = write([pageOf({ title: 'Page', markdown }, 0)])
    expect(source.match(/code-block\("js"/g)).toHaveLength(8)
    expect(source.match(/code-block\("text"/g)).toHaveLength(4)
  })

  it('keeps its numbers and its marks over all of its pieces', async () => {
    const markdown = `{% code lineNumbers="true" %}\n${fence(Array.from({ length: 450 }, (_, at) => `a${at}`))}\n{% endcode %}`
    const pdf = await printedText(markdown)
    expect(whole(pdf)).toContain('200a199')
    expect(whole(pdf)).toContain('201a200')
    expect(whole(pdf)).toContain('450a449')
  })
})

describe('tables', () => {
  const html = (head: string, ...rows: string[]) =>
    `<table><thead><tr>${head}</tr></thead><tbody>${rows.map((row) => `<tr>${row}</tr>`).join('')}</tbody></table>`

  it('have cells that reach over several columns and rows', () => {
    const { source } = write([
      pageOf(
        {
          title: 'Page',
          markdown: html(
            '<th>A</th><th>B</th><th>C</th>',
            '<td rowspan="2">one</td><td colspan="2">two</td>',
            '<td>three</td><td>four</td>',
            '<td>five</td><td></td><td>six</td>',
          ),
        },
        0,
      ),
    ])
    expect(source).toContain(
      '("A","B","C",),table.cell(colspan:1,rowspan:2,"one"),table.cell(colspan:2,rowspan:1,"two"),"three","four","five",[],"six")',
    )
  })

  it('show what does not fit the type of a column', () => {
    const markdown = html(
      '<th data-type="number">N</th><th data-type="rating">R</th>',
      '<td>10 GB</td><td>4/5</td>',
    )
    const { source } = write([pageOf({ title: 'Page', markdown }, 0)])
    expect(source).toContain('("N","R",),"10 GB","4/5")')
  })

  it('of any shape are tables on paper', async () => {
    const markdown = `${html('<th>A</th><th>B</th>', '<td rowspan="9">one</td><td>two</td>', '<td>three</td><td colspan="5">four</td>')}

<table><thead><tr><th colspan="2" rowspan="7">Both</th></tr></thead><tbody><tr><td>left</td><td>right</td></tr></tbody></table>

<table><tr><td colspan="2">top</td></tr><tr><th>name</th><td><ul><li>item</li></ul></td></tr></table>`
    const { source } = write([pageOf({ title: 'Page', markdown }, 0)])
    // One is where the template tells how they look.
    expect(source.match(/data-table\(/g)).toHaveLength(4)
    const pdf = await printedText(markdown)
    expect(pdf.warnings).toEqual([])
    expect(whole(pdf)).toContain('ABtwoonethreefourBothleftrighttopname•item')
  })

  it('lay no cell on another one', () => {
    const cell = (body: string, across = 1, down = 1) => ({ body, across, down })
    const rows = [[cell('a'), cell('b', 1, 3)], [cell('c', 4)], [cell('d', 1, 1000), cell('e')]]
    expect(columnsTaken(rows)).toBe(3)
    expect(laidOut(rows, 3)).toEqual(['a', 'table.cell(colspan:1,rowspan:3,b)', '[]', 'c', '[]', 'd', 'e'])
  })
})

describe('a book', () => {
  const linking = (markdown: string, refs: Record<string, ContentRef>) =>
    mapRefs(parseMarkdown(markdown), (ref) => (ref.kind === 'url' ? (refs[ref.url] ?? ref) : ref))

  it('has links within it, and addresses for what is not in it', async () => {
    const document = linking('[one](a) [two](b) [three](c) [four](d) [five](https://example.org/x)', {
      a: { kind: 'page', page: 'page1' },
      b: { kind: 'anchor', page: 'page1', anchor: 'deep' },
      c: { kind: 'anchor', page: 'page1', anchor: 'nowhere' },
      d: { kind: 'page', page: 'other' },
    })
    const pdf = await printed(
      [
        { ...pageOf({ title: 'First', markdown: '' }, 0), document },
        pageOf({ title: 'Second', markdown: '## Deep\n\nText\n\n## Deep\n\nAgain', depth: 1 }, 1),
      ],
      {
        page: (id) =>
          id === 'other' ? { title: 'Other', address: 'http://quire.test/s/guide/other' } : undefined,
      },
    )
    expect(pdf.warnings).toEqual([])
    // The table of contents leads to headings, the text to places.
    expect(pdf.places).toEqual(expect.arrayContaining(['p:page1', 'a:page1#deep']))
    expect(pdf.urls).toEqual(
      expect.arrayContaining(['https://example.org/x', 'http://quire.test/s/guide/other']),
    )
    expect(pdf.bookmarks).toEqual(['First', 'Second', 'Deep', 'Deep'])
    expect(pdf).toMatchObject({ isTagged: true, language: 'en' })
    expect(flat(pdf.pages[0] ?? '')).toContain('Guide15November2026Versionabc123')
    expect(flat(pdf.pages[1] ?? '')).toMatch(/^ContentsFirst.*3Second.*4/)
  })

  it('keeps groups above the pages in them, and links to elsewhere at its end', async () => {
    const group = {
      ...pageOf({ title: 'Group', markdown: '' }, 0),
      kind: 'group' as const,
      document: undefined,
    }
    const link: BookPage = {
      ...group,
      id: 'link',
      kind: 'link',
      title: 'Status',
      target: { kind: 'url', url: 'https://status.example.org' },
    }
    const pdf = await printed([group, pageOf({ title: 'In it', markdown: 'x', depth: 1 }, 1), link])
    expect(flat(pdf.pages[2] ?? '')).toMatch(/GROUPInit/)
    expect(pdf.urls).toContain('https://status.example.org')
  })

  it('includes reusable content, also such that includes itself', async () => {
    const document = mapRefs(parseMarkdown('{% include "note.md" %}'), () => ({
      kind: 'reusable-content',
      reusableContent: 'note',
    }))
    const note = { ...document, nodes: [...parseMarkdown('## Shared').nodes, ...document.nodes] }
    const page = {
      ...pageOf({ title: 'Page', markdown: '' }, 0),
      document: { ...document, nodes: [...document.nodes, ...document.nodes] },
    }
    const pdf = await printed([page], { reusable: () => note })
    expect(pdf.warnings).toEqual([])
    expect(whole(pdf).split('Shared').length - 1).toBe(2)
  })

  it('survives pictures and formulas that are broken', async () => {
    const markdown =
      '![a](a.png) ![b](b.png)\n\n<img src="c.png" alt="third">\n\n$$\n\\frac{1}{2} \\notacommand{x}\n$$\n\n$$a^2$$'
    const document = mapRefs(parseMarkdown(markdown), (ref) =>
      ref.kind === 'url' ? { kind: 'file', file: ref.url.slice(0, 1) } : ref,
    )
    const images = new Map<string, Uint8Array>([
      ['a', PIXEL],
      ['b', PIXEL.subarray(0, 40)],
      ['c', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g>')],
      ['d', Buffer.from('no picture')],
    ])
    const pdf = await printed([{ ...pageOf({ title: 'Page', markdown: '' }, 0), document }], {}, images)
    expect(pdf.pages).toHaveLength(3)
    expect(pdf.warnings.join('\n')).toContain('The file b is a damaged picture')
    expect(pdf.warnings.join('\n')).toContain('The file c is a damaged picture')
    expect(pdf.warnings.join('\n')).toContain('The file d is not a printable picture')
    expect(pdf.warnings.join('\n')).not.toContain('The file a')
    // Also on paper, where it is missing and at the end.
    expect(whole(pdf)).toContain('thirdPicturenotshown:itsfileisdamaged')
    expect(whole(pdf)).toContain('Picturesthatcouldnotbeprinted:b(itsfileisdamaged),c(itsfileisdamaged)')
  })

  it('names files that it does not have by their addresses, with their captions', async () => {
    const markdown =
      '{% file src="https://example.org/a%20b.zip?x=1" %}\n\n{% file src="lost.pdf" %}\nGone *since*.\n{% endfile %}\n\n{% embed url="https://example.org/talk" caption="The talk" %}\n'
    const pdf = await printed([pageOf({ title: 'Files', markdown }, 0)])
    expect(whole(pdf)).toContain('ab.zipZIP')
    expect(whole(pdf)).toContain('lost.pdfPDFGonesince.')
    expect(whole(pdf)).toContain('Thetalkhttps://example.org/talk')
    expect(pdf.urls).toContain('https://example.org/a%20b.zip?x=1')
  })

  it('tells which pictures are not in it, and why', async () => {
    const files = 'avif bmp gone'.split(' ')
    const document = mapRefs(
      parseMarkdown(
        `${files.map((name) => `![Of ${name}](${name})`).join('\n\n')}\n\n![Lost](../lost.png)\n\nIn <img src="../lost.png" alt="a line" data-size="line"> of text`,
      ),
      (ref) => (ref.kind === 'url' && files.includes(ref.url) ? { kind: 'file', file: ref.url } : ref),
    )
    const pdf = await printed(
      [{ ...pageOf({ title: 'Page', markdown: '' }, 0), document }],
      { file: (id) => ({ name: `${id}.picture`, size: 1, contentType: 'image/x' }) },
      new Map([
        ['avif', Buffer.from('\0\0\0\x20ftypavif', 'latin1')],
        ['bmp', Buffer.from('BM\0\0\0\0', 'latin1')],
      ]),
    )
    expect(whole(pdf)).toContain('OfavifPicturenotshown:AVIFisaformatthatcannotbeprinted')
    expect(whole(pdf)).toContain('OfgonePicturenotshown:itsfileismissing')
    expect(whole(pdf)).toContain('LostPicturenotfound')
    expect(whole(pdf)).toContain('In[aline–picturenotfound]oftext')
    expect(whole(pdf)).not.toContain('elsewhere')
    expect(whole(pdf)).toContain(
      'notbeprinted:avif.picture(AVIFisaformatthatcannotbeprinted),bmp.picture(BMP',
    )
  })

  it('has as many pictures as there is memory for', () => {
    const picture = (pixels: number) => ({ bytes: new Uint8Array(10), pixels })
    const images = new Map([
      ['one', picture(1_000_000)],
      ['huge', picture(9_000_000)],
      ['two', picture(1_000_000)],
    ])
    const { fit, leftOut } = fitting(images, 20_000_000)
    expect([...fit.keys()]).toEqual(['one', 'two'])
    expect([...leftOut.keys()]).toEqual(['huge'])
  })

  it('is refused before it takes more memory than there is', () => {
    const megabyte = 1024 * 1024
    expect(refusalOf(100_000, 2000 * megabyte)).toBeUndefined()
    expect(refusalOf(2 * megabyte, 1000 * megabyte)).toMatch(/needs 1190 MB of memory, and 1000 MB are free/)
    expect(refusalOf(4 * megabyte, 64_000 * megabyte)).toMatch(/too much for one PDF/)
  })
})

describe('parts', () => {
  it('tells pictures by their bytes', () => {
    expect(pictureFormat(PIXEL)).toBe('png')
    expect(pictureFormat(Buffer.from('<?xml version="1.0"?>\n<!-- a -->\n<svg width="1">'))).toBe('svg')
    expect(pictureFormat(Buffer.from('GIF89a…'))).toBe('gif')
    expect(pictureFormat(Buffer.from('<html><svg>'))).toBeUndefined()
    expect(pictureFormat(Buffer.from(''))).toBeUndefined()
  })

  it('translates formulas', () => {
    expect(translate('\\frac{a}{b}')).toBe('a/b')
    expect(translate('d \\approx 3.57 \\sqrt{h}')).toContain('sqrt(h)')
    expect(translate('\\lVert z \\rVert')).not.toContain('Vert')
    expect(translate('\\frac{')).toBe('')
  })

  it('shows formulas that are nested too deep as they were written', () => {
    const nested = (depth: number, around: (inner: string) => string) =>
      Array.from({ length: depth }).reduce<string>(around, 'x')
    for (const around of [
      (inner: string) => `\\frac{${inner}}{2}`,
      (inner: string) => `\\frac ${inner} 2`,
      (inner: string) => `\\sqrt ${inner}`,
      (inner: string) => `\\overline\\binom{${inner}}{2}`,
    ]) {
      expect(translate(nested(4, around))).not.toBe('')
      expect(translate(nested(200, around))).toBe('')
    }
    const brackets = (depth: number) => nested(depth, (inner) => `(${inner})`)
    expect(translate(brackets(60))).not.toBe('')
    expect(translate(brackets(61))).toBe('')
    expect(nestingOf('\\alpha\\beta\\gamma\\delta + \\sqrt\\sqrt{x} + {}')).toBe(2)
  })

  it('finds what is sound by halves', () => {
    const asked: number[] = []
    const sound = soundOf([1, 2, 3, 4, 5, 6, 7, 8], (some) => {
      asked.push(some.length)
      return !some.includes(6)
    })
    expect(sound).toEqual([1, 2, 3, 4, 5, 7, 8])
    expect(asked.length).toBeLessThan(8)
  })
})
