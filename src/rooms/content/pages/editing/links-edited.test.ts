import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../../../test/pages.ts'
import { openSyncedSpace } from '../../../../../test/repositories.ts'
import { linksIn } from '../../../../engines/markdown/links.ts'

const files = ['a b.png', 'a (1).png'].map((name) => ({
  name,
  base64: 'eA==',
  contentType: 'image/png',
}))

/** A page with this text, among others to link to, and a way to edit it as a document. */
async function openPage(markdown: string) {
  const h = await openSpace()
  await h.as(h.admin).post(`${h.url}/content`, { changes: [{ operation: 'insert_files', files }] })
  const [, , { page: made }] = await h.write(
    page('C'),
    page('Sub dir', 'x', { slug: 'd' }),
    page('A', markdown),
  )
  return {
    ...h,
    async edited(change: (json: string) => string, isBare = false) {
      const { document } = await h.as(h.admin).get(`${h.url}/content/page/${made.id}?format=document`)
      const json = JSON.stringify(document, (name, value) =>
        isBare && /^(meta|key)$/.test(name) ? undefined : value,
      )
      const sent = JSON.parse(change(json))
      await h.write({ operation: 'update_page', page: made.id, document: { document: sent } })
      return h.text(made.id)
    },
  }
}

const cards = (cells: string[]) =>
  `<table data-view="cards"><thead><tr><th></th><th data-type="files"></th><th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover data-type="image">Cover</th></tr></thead><tbody>${cells.join('')}</tbody></table>\n`
const card = (text: string) =>
  `<tr><td>${text}</td><td><a href=".gitbook/assets/a (1).png">a (1).png</a></td><td><a href="./c.md">c.md</a></td><td><a href=".gitbook/assets/a%20b.png">a b.png</a></td></tr>`
const other = (text: string) =>
  `<tr><td>${text}</td><td><a href=".gitbook/assets/a%20(1).png">it</a></td><td><a href="c.md?tab=2">c</a></td><td><a href=".gitbook/assets/a b.png">a b</a></td></tr>`

const CASES: [string, string][] = [
  ['what leads out of the space', '[x](<../../A B/>) [y](../x%E2%80%A6.md) [z](../ü%20/) text\n'],
  ['the query of a target', 'See [x](c.md) and [y](c.md?tab=2) and text.\n'],
  ['one of several spellings', '[x](./c.md) [y](c.md) [z](/c.md) text\n'],
  ['places on a page', '[x](./c.md#one) [y](c.md#one) [z](c.md?q=1#one) [v](#here) text\n'],
  ['blanks and their codes', '![](<.gitbook/assets/a b.png>) ![x](.gitbook/assets/a%20b.png) text\n'],
  [
    'what is in a figure',
    '<figure><img src=".gitbook/assets/a (1).png" alt=""><figcaption><p>text</p></figcaption></figure>\n',
  ],
  [
    'pictures in figures',
    '<div><figure><img src=".gitbook/assets/a (1).png" alt=""><figcaption><p>text</p></figcaption></figure> <figure><picture><source srcset=".gitbook/assets/a%20(1).png" media="(prefers-color-scheme: dark)"><img src=".gitbook/assets/a%20%281%29.png" alt=""></picture><figcaption></figcaption></figure></div>\n',
  ],
  ['other cells', cards([card('text'), other('more')])],
  [
    'links in cells of text',
    cards([card('text'), other('<a href="./c.md">x</a> <a href="c.md?a=1&b=2">y</a>')]),
  ],
  [
    'mentions and buttons',
    '[c.md](./c.md "mention") [C](c.md "mention") <a href="/c.md" class="button primary">Go</a> text\n',
  ],
]

const NESTED = (block: string) =>
  `* one\n\n  ${block}\n* two\n\n{% hint style="info" %}\n${block.replace('text', 'again')}\n{% endhint %}\n`
const FIGURE =
  '<figure><img src=".gitbook/assets/a (1).png" alt=""><figcaption><p>text</p></figcaption></figure>'

const inWords = (from: string, to: string) => (json: string) =>
  json.replace(new RegExp(`(?<="text":"[^"]*)${from}(?=[^"]*")`), to)

describe('an edit of a document', () => {
  it.each([...CASES, ['a figure inside something', NESTED(FIGURE)]])('keeps %s', async (_, markdown) => {
    const { edited } = await openPage(markdown)
    expect(await edited(inWords('text', 'word'))).toBe(markdown.replace('text', 'word'))
  })

  it.each(CASES)('keeps the targets where it comes without our notes: %s', async (_, markdown) => {
    const { edited } = await openPage(markdown)
    const targets = (text: string) => linksIn(text).map(({ target }) => target)
    expect(targets(await edited(inWords('text', 'word'), true))).toEqual(targets(markdown))
  })

  it('keeps the spelling of each link when others go, get other words or come', async () => {
    const source = '[x](./c.md) [y](c.md?tab=2) [z](/c.md) text\n\n[v](<./c.md>)\n'
    const { edited } = await openPage(source)
    const gone = await edited((json) => {
      const document = JSON.parse(json)
      const [first] = document.nodes
      const copy = structuredClone(first.nodes.find(({ type }: { type: string }) => type === 'link'))
      copy.nodes[0].leaves[0].text = 'new'
      first.nodes = [
        ...first.nodes.filter((node: object) => !JSON.stringify(node).includes('"text":"x"')),
        copy,
      ]
      return inWords('z', 'other')(JSON.stringify(document))
    })
    expect(gone).toContain('[y](c.md?tab=2) [other](/c.md) text[new](./c.md)')
    const swapped = await edited((json) => {
      const document = JSON.parse(json)
      document.nodes.reverse()
      return inWords('text', 'word')(JSON.stringify(document))
    })
    expect(swapped).toMatch(/^\[v\]\(<\.\/c\.md>\)\n/)
    expect(swapped).toContain('[y](c.md?tab=2) [other](/c.md) word[new](./c.md)')
  })

  it('keeps the spelling of links on a page that moves with it, as far as they lead there', async () => {
    const { as, admin, url, write, text } = await openPage(
      '[x](/c.md?tab=2) [y](c.md) [n](../../no.md) text\n\n[z](/c.md)\n',
    )
    const [, folder, moving] = (await as(admin).get(`${url}/content/pages`)).pages
    const { document } = await as(admin).get(`${url}/content/page/${moving.id}?format=document`)
    const sent = JSON.parse(inWords('text', 'word')(JSON.stringify(document)))
    await write({ operation: 'update_page', page: moving.id, into: folder.id, document: { document: sent } })
    expect(await text(moving.id)).toBe(
      '[x](/c.md?tab=2) [y](../c.md) [n](../../../no.md) word\n\n[z](/c.md)\n',
    )
  })

  it('keeps the spelling of links out of the space on a page that gets another name', async () => {
    const source = '[x](<../../A B/>) [y](../x%E2%80%A6.md) text\n'
    const { as, admin, url, write, text } = await openPage(source)
    const [, , renamed] = (await as(admin).get(`${url}/content/pages`)).pages
    await write({ operation: 'update_page', page: renamed.id, slug: 'other' })
    expect(await text(renamed.id)).toBe(source)
  })

  it('knows a page again of which a client says that it is in this space', async () => {
    const source = '[x](./c.md) [y](c.md?tab=2) [z](#here) text\n'
    const { edited, space } = await openPage(source)
    const edit = (json: string) =>
      inWords('text', 'word')(json.replaceAll('"kind":"page"', `"kind":"page","space":"${space.id}"`))
    expect(await edited(edit)).toBe(source.replace('text', 'word'))
  })

  it('keeps what came from a repository, blanks and brackets included', async () => {
    const body = [
      FIGURE.replaceAll('.gitbook', '../.gitbook'),
      '<table data-view="cards"><thead><tr><th></th><th data-type="files"></th><th data-type="content-ref"></th></tr></thead><tbody><tr><td>more</td><td><a href="../.gitbook/assets/a (1).png">a (1).png</a></td><td><a href="sub dir/b.md">b.md</a></td></tr></tbody></table>',
    ].join('\n\n')
    const space = await openSyncedSpace({
      'README.md': '# Home\n',
      'SUMMARY.md': '* [Home](README.md)\n* [A](d/a.md)\n* [B](<d/sub dir/b.md>)\n',
      'd/a.md': `# A\n\n${body}\n`,
      'd/sub dir/b.md': '# B\n',
      '.gitbook/assets/a (1).png': 'x',
    })
    await space.imports()
    const { id } = await space.page('A')
    const { document } = await space.as(space.admin).get(`${space.url}/content/page/${id}?format=document`)
    const sent = JSON.parse(inWords('more', 'less')(inWords('text', 'word')(JSON.stringify(document))))
    await space.write({ operation: 'update_page', page: id, document: { document: sent } })
    await space.exports()
    expect(await space.show('d/a.md')).toBe(
      `# A\n\n${body.replace('text', 'word').replace('more', 'less')}\n`,
    )
  })
})
