import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { convert } from '../convert.ts'
import { Refusal } from '../refusal.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const zip = (contents: Record<string, string | Uint8Array>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(contents).map(([path, content]) => [
        path,
        typeof content === 'string' ? strToU8(content) : new Uint8Array(content),
      ]),
    ),
  )

describe('a Word document', () => {
  const docx = (body: string, more: Record<string, string | Uint8Array> = {}) =>
    zip({
      '[Content_Types].xml':
        '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      '_rels/.rels':
        '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
      'word/_rels/document.xml.rels':
        '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId5" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/a.png"/></Relationships>',
      'word/media/a.png': PNG,
      'word/styles.xml':
        '<?xml version="1.0"?><w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style><w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/></w:style><w:style w:type="paragraph" w:styleId="Code"><w:name w:val="Source Code"/></w:style></w:styles>',
      'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><w:body>${body}</w:body></w:document>`,
      ...more,
    })
  const paragraph = (text: string, style = '', run = '') =>
    `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r>${run && `<w:rPr>${run}</w:rPr>`}<w:t>${text}</w:t></w:r></w:p>`
  const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`

  it('has headings, marks, code, tables and its images', async () => {
    const picture =
      '<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="p" descr="A dot"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="rId5"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>'
    const tree = await convert({
      source: 'docx',
      name: 'my-report.docx',
      bytes: docx(
        [
          paragraph('The report', 'Title'),
          paragraph('Part *one*', 'H2'),
          paragraph('strong', '', '<w:b/>'),
          paragraph('a = 1', 'Code'),
          paragraph('b = 2', 'Code'),
          `<w:tbl><w:tr>${cell('A')}${cell('B')}</w:tr><w:tr>${cell('1')}${cell('2')}</w:tr></w:tbl>`,
          picture,
        ].join(''),
      ),
    })
    const [page] = tree.pages
    expect(page?.title).toBe('The report')
    expect(page?.markdown).toBe(
      [
        '## Part \\*one\\*',
        '**strong**',
        '```\na = 1\nb = 2\n```',
        '<table data-header-hidden><thead><tr><th></th><th></th></tr></thead><tbody><tr><td>A</td><td>B</td></tr><tr><td>1</td><td>2</td></tr></tbody></table>',
        `![A dot](${tree.files[0]?.ref})\n`,
      ].join('\n\n'),
    )
    expect(tree.files[0]).toMatchObject({ contentType: 'image/png', bytes: new Uint8Array(PNG) })
  })

  const markdownOf = async (body: string, more = {}) =>
    (await convert({ source: 'docx', bytes: docx(body, more) })).pages[0]?.markdown

  it('has its equations as formulas', async () => {
    const run = (text: string) => `<m:r><w:rPr/><m:t>${text}</m:t></m:r>`
    const fraction = `<m:f><m:num>${run('a+1')}</m:num><m:den>${run('2')}</m:den></m:f>`
    const power = `<m:sSup><m:e>${run('x')}</m:e><m:sup>${run('2')}</m:sup></m:sSup>`
    const index = `<m:sSub><m:e>${run('y')}</m:e><m:sub>${run('i')}</m:sub></m:sSub>`
    const root = `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e>${run('3')}</m:e></m:rad>`
    const cube = `<m:rad><m:deg>${run('3')}</m:deg><m:e>${run('z')}</m:e></m:rad>`
    const sum = `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${run('i=0')}</m:sub><m:sup>${run('n')}</m:sup><m:e>${index}</m:e></m:nary>`
    const braces = `<m:d><m:dPr><m:begChr m:val="{"/><m:endChr m:val="}"/></m:dPr><m:e>${run('50%')}</m:e></m:d>`
    const sine = `<m:func><m:fName>${run('sin')}</m:fName><m:e>${run('x')}</m:e></m:func>`
    const math = (content: string) => `<m:oMath>${content}</m:oMath>`
    const alone = (content: string) => `<w:p><m:oMathPara><m:oMath>${content}</m:oMath></m:oMathPara></w:p>`
    expect(
      await markdownOf(
        `<w:p><w:r><w:t xml:space="preserve">So </w:t></w:r>${math(fraction)}<w:r><w:t xml:space="preserve"> and </w:t></w:r>${math(power + index)}${math(run('b &lt; c'))}</w:p>${alone(sum + root + cube)}${alone(braces + sine)}`,
      ),
    ).toBe(
      [
        String.raw`So $$\frac{a+1}{2}$$ and $$x^{2}y_{i}$$$$b < c$$`,
        String.raw`$$
\sum_{i=0}^{n}{y_{i}}\sqrt{3}\sqrt[3]{z}
$$`,
        String.raw`$$
\left\{50\%\right\}\sin{x}
$$
`,
      ].join('\n\n'),
    )
  })

  it('goes on counting in a list that was interrupted', async () => {
    const item = (text: string, id: number, level = 0) =>
      `<w:p><w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
    const level = (number: number) =>
      `<w:lvl w:ilvl="${number}"><w:start w:val="1"/><w:numFmt w:val="decimal"/></w:lvl>`
    const numbering = `<?xml version="1.0"?><w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:abstractNum w:abstractNumId="0">${level(0)}${level(1)}</w:abstractNum><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="5"/><w:numFmt w:val="decimal"/><w:pStyle w:val="ListNumber"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num></w:numbering>`
    const rels =
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/numbering" Target="numbering.xml"/></Relationships>'
    expect(
      await markdownOf(
        [
          item('one', 1),
          item('inner', 1, 1),
          item('two', 1),
          paragraph('between'),
          item('three', 1),
          item('inner', 1, 1),
          paragraph('again'),
          item('five', 2),
          paragraph('six', 'ListNumber'),
          paragraph('once more'),
          paragraph('seven', 'ListNumber'),
        ].join(''),
        { 'word/numbering.xml': numbering, 'word/_rels/document.xml.rels': rels },
      ),
    ).toBe(
      '1. one\n   1. inner\n2. two\n\nbetween\n\n3. three\n   1. inner\n\nagain\n\n5. five\n6. six\n\nonce more\n\n7. seven\n',
    )
  })

  it('names pictures by what they are', async () => {
    const { files } = await convert({
      source: 'html',
      bytes: strToU8(`<p><img src="data:image/x-emf;base64,${PNG.toString('base64')}"></p>`),
    })
    expect(files).toMatchObject([{ name: 'image.emf' }])
  })

  const refused = (bytes: Uint8Array) =>
    convert({ source: 'docx', bytes }).then(
      () => undefined,
      (error: unknown) => (error instanceof Refusal ? error : undefined),
    )

  it('that is damaged is refused', async () => {
    expect(await refused(docx('<w:p>').subarray(0, 900))).toMatchObject({ kind: 'invalid' })
  })

  it.each(['word/document.xml', '_rels/.rels', '.hidden'])(
    'that is a bomb in %s is refused',
    async (path) => {
      expect(await refused(docx('', { [path]: new Uint8Array(3 * 1024 * 1024) }))).toMatchObject({
        kind: 'too_large',
        details: { limit: 'ratio' },
      })
    },
  )
})
