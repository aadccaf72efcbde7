import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../../../test/pages.ts'

const row = (cell: string) =>
  `<table><thead><tr><th data-type="files">Files</th></tr></thead><tbody><tr><td>${cell}</td></tr></tbody></table>\n`
const link = (target: string) => `<a href="${target}">${target}</a>`

describe('a file in a cell of a table', () => {
  it('is an id in the document, and a target in the text again', async () => {
    const { as, admin, url, write, text } = await openSpace()
    const files = [{ name: 'plan.pdf', base64: 'eA==', contentType: 'application/pdf' }]
    const { insertedFiles } = await as(admin).post(`${url}/content`, {
      changes: [{ operation: 'insert_files', files }],
    })
    const [{ id }] = insertedFiles
    const source = row(link('.gitbook/assets/plan.pdf') + link('https://x.example/a.pdf'))
    const [{ page: made }] = await write(page('A', source))
    const { document } = await as(admin).get(`${url}/content/page/${made.id}?format=document`)
    expect(document.nodes[0].data.records.r1.values.c1).toEqual([id, 'https://x.example/a.pdf'])
    const [{ page: copy }] = await write({ operation: 'insert_page', title: 'B', document: { document } })
    expect(await text(copy.id)).toBe(source)
    document.nodes[0].data.records.r1.values.c1.pop()
    await write({ operation: 'update_page', page: made.id, document: { document } })
    expect(await text(made.id)).toBe(row(link('.gitbook/assets/plan.pdf')))
  })
})
