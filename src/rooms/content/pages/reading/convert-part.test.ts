import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../../../test/pages.ts'

async function openPart() {
  const space = await openSpace()
  const [home, other] = await space.write(page('Home'), page('Other'))
  const { revision } = await space.open()
  const url = `${space.url}/revisions/${revision}/page/${home.page.id}/convert`
  const me = space.as(space.admin)
  const convert = (part: object, status = 200) => me.post(url, part, status)
  return { ...space, me, part: url, convert, other: other.page.id }
}

describe('a part of a page', () => {
  it('is read from Markdown and written as Markdown, with links as they are on that page', async () => {
    const { convert, other } = await openPart()
    const { document } = await convert({
      markdown: 'See [it](other.md).\n\n{% hint style="info" %}\nSo\n{% endhint %}\n',
    })
    expect(document.nodes.map(({ type }: { type: string }) => type)).toEqual(['paragraph', 'hint'])
    expect(document.nodes[0].nodes[1].data.ref).toMatchObject({ kind: 'page', page: other })
    const { markdown } = await convert({ document })
    expect(markdown).toBe('See [it](other.md).\n\n{% hint style="info" %}\nSo\n{% endhint %}\n')
  })

  it('is rendered as readers see it, with names of what it leads to, and nothing that runs', async () => {
    const { convert } = await openPart()
    const markdown =
      '{% content-ref url="other.md" %}\n[other.md](other.md)\n{% endcontent-ref %}\n\n$$\na^2\n$$\n\n<img src="x" onerror="alert(1)"><script>alert(1)</script>\n\n[x](javascript:alert(1))\n\n{% embed url="javascript:alert(1)" %}\n'
    const { rendered } = await convert({ markdown, render: true })
    expect(rendered).toContain('Other')
    expect(rendered).toContain('<math')
    expect(rendered).not.toMatch(/<script|<[^>]* onerror=|(href|src)="javascript/i)
    expect(await convert({ markdown })).not.toHaveProperty('rendered')
    const long = await convert({ markdown: 'word '.repeat(30_000), render: true })
    expect(long).not.toHaveProperty('rendered')
  })

  it('comes from HTML with its headings, and without scripts', async () => {
    const { convert } = await openPart()
    const html =
      '<meta charset="utf-8"><h1>Top</h1><p>Some <b>bold</b> <script>alert(1)</script><a href="javascript:alert(1)">text</a></p><ul><li>one</ul><table><tr><td>a<td>b</table>'
    const { markdown, document } = await convert({ html })
    expect(markdown).toContain('# Top\n\nSome **bold** text')
    expect(JSON.stringify(document)).not.toContain('alert')
    expect(document.nodes.map(({ type }: { type: string }) => type)).toEqual([
      'heading-1',
      'paragraph',
      'list-unordered',
      'table',
    ])
    expect((await convert({ html: 'no elements' })).markdown.trim()).toBe('no elements')
    expect((await convert({ html: '' })).document.nodes).toEqual([])
  })

  it('is one thing, within bounds, and for those who may edit', async () => {
    const { convert, as, reader, stranger, part } = await openPart()
    await convert({}, 400)
    await convert({ markdown: 'a', html: 'b' }, 400)
    await convert({ document: { object: 'document', data: {}, nodes: [{ type: 5 }] } }, 400)
    await convert({ markdown: 'a'.repeat(1_000_001) }, 400)
    await as(reader).post(part, { markdown: 'a' }, 403)
    await as(stranger).post(part, { markdown: 'a' }, 404)
  })
})
