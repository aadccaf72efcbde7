import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../../../test/pages.ts'
import { openSyncedSpace } from '../../../../../test/repositories.ts'

const ids = (made: { page: { id: string } }[]) => made.map(({ page }) => page.id)

const LINKS = [
  '[x](./c.md)',
  '[y](c.md)',
  '[z](/c.md)',
  '[s](<sub dir/b.md>) [t](sub%20dir/b.md)',
  '[one](#one) [two](#two) [q](c.md?tab=2) [r](c.md?tab=2#top)',
  '<a href="c.md?a=1&b=2">raw</a> <a href=c.md>bare</a>',
  '| a | b |\n| - | - |\n| [x](./c.md) | [y](c.md) |',
]
const text = (first: string, last: string, links = LINKS) => `${[first, ...links, last].join('\n\n')}\n`

describe('links in a text that two sides edited', () => {
  it('keep their characters on lines that nobody touched', async () => {
    const files = {
      'README.md': '# Home\n',
      'SUMMARY.md': '* [Home](README.md)\n* [A](a.md)\n* [B](<sub dir/b.md>)\n* [C](c.md)\n',
      'a.md': `# A\n\n${text('One.', 'Two.')}`,
      'c.md': '# C\n',
      'sub dir/b.md': '# B\n',
    }
    const space = await openSyncedSpace(files)
    await space.imports()
    const a = await space.page('A')
    const markdown = (await space.text(a.id)).replace('One.', 'One, edited.')
    await space.write({ operation: 'update_page', page: a.id, document: { markdown } })
    await space.commit({ 'a.md': files['a.md'].replace('Two.', 'Two, edited.') })
    await space.imports()
    expect(await space.text(a.id)).toContain(text('One, edited.', 'Two, edited.'))
    await space.exports()
    expect(await space.show('a.md')).toBe(`# A\n\n${text('One, edited.', 'Two, edited.')}`)
  })

  it('keep what one side made of their spelling alone', async () => {
    const h = await openSpace()
    const [a = ''] = ids(await h.write(page('A', 'One.\n\n[x](/c.md)\n\n[y](./c.md)\n'), page('C')))
    await h.open()
    await h.edit(1, {
      operation: 'update_page',
      page: a,
      document: { markdown: 'One.\n\n[x](c.md)\n\n[y](./c.md)\n' },
    })
    await h.write({
      operation: 'update_page',
      page: a,
      document: { markdown: 'Two.\n\n[x](/c.md)\n\n[y](./c.md)\n' },
    })
    expect((await h.merge(1)).result).toBe('merge')
    expect(await h.text(a)).toBe('Two.\n\n[x](c.md)\n\n[y](./c.md)\n')
  })

  it('follow what moved on one side, in lines of either', async () => {
    const h = await openSpace()
    const before = 'One.\n\n[x](./c.md) [y](c.md#top)\n\n[d](d.md) [e](./d.md)\n\nTwo.\n'
    const [a = '', c = ''] = ids(await h.write(page('A', before), page('C'), page('D')))
    await h.open()
    await h.edit(1, { operation: 'update_page', page: c, slug: 'c2' })
    const markdown = `${before.replace('One.', 'One, edited.')}\n[again](c.md)\n`
    await h.write({ operation: 'update_page', page: a, document: { markdown } })
    const here = await h.text(a, `${h.url}/change-requests/1/content`)
    await h.edit(1, {
      operation: 'update_page',
      page: a,
      document: { markdown: here.replace('Two.', 'Two, edited.') },
    })
    expect((await h.merge(1)).result).toBe('merge')
    expect(await h.text(a)).toBe(
      'One, edited.\n\n[x](c2.md) [y](c2.md#top)\n\n[d](d.md) [e](./d.md)\n\nTwo, edited.\n\n[again](c2.md)\n',
    )
  })

  it('do not set sides at odds that put in the same line, which a move made them spell in two ways', async () => {
    const h = await openSpace()
    const [a = '', c = ''] = ids(await h.write(page('A', 'One.\n\nTwo.\n'), page('C')))
    await h.open()
    await h.edit(1, { operation: 'update_page', page: c, slug: 'c2' })
    const put = (markdown: string) => ({ operation: 'update_page', page: a, document: { markdown } })
    await h.edit(1, put('One.\n\nTwo.\n\n[new](c2.md)\n'))
    await h.write(put('One, edited.\n\nTwo.\n\n[new](c.md)\n'))
    expect((await h.merge(1)).result).toBe('merge')
    expect(await h.text(a)).toBe('One, edited.\n\nTwo.\n\n[new](c2.md)\n')
  })

  it('leave no names behind in what the other side made code, nor take a text for one', async () => {
    const h = await openSpace()
    const put = (markdown: string) => ({ operation: 'update_page', page: a, document: { markdown } })
    const [a = ''] = ids(await h.write(page('A', 'quire-link:0\n\n1\n\n2\n\n3\n'), page('C')))
    await h.open()
    await h.edit(1, put('quire-link:0\n\n1\n\n2\n\n[c](c.md)\n\n3\n'))
    await h.write(put('quire-link:0\n\n```\n1\n\n2\n\n3\n```\n'))
    expect((await h.merge(1)).result).toBe('merge')
    expect(await h.text(a)).toBe('quire-link:0\n\n```\n1\n\n2\n\n[c](c.md)\n\n3\n```\n')
  })
})
