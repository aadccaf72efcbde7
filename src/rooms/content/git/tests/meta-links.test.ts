import { describe, expect, it } from 'vitest'
import { openSyncedSpace } from '../../../../../test/repositories.ts'

const HEAD = ['---', 'metaLinks:', '  canonical: sub/b.md  # ours', 'own: x', '---', '', '# A', '', ''].join(
  '\n',
)
const FILES = {
  'README.md': '# Home\n',
  'SUMMARY.md': '* [Home](README.md)\n* [A](a.md)\n* [B](sub/b.md)\n',
  'a.md': `${HEAD}Text\n`,
  'sub/b.md': '---\nmetaLinks:\n  canonical: https://example.org/b\n---\n\n# B\n\nText\n',
}

describe('the canonical page that the front matter of a file names', () => {
  it('is read as a page or an address, and followed when the page moves', async () => {
    const space = await openSyncedSpace(FILES)
    await space.imports()
    const [a, b] = [await space.page('A'), await space.page('B')]
    expect(a.metaLinks).toEqual({ canonical: { kind: 'page', page: b.id } })
    expect(b.metaLinks).toEqual({ canonical: { kind: 'url', url: 'https://example.org/b' } })
    await space.write({ operation: 'update_page', page: b.id, slug: 'c' })
    await space.exports()
    expect(await space.show('a.md')).toBe(`${HEAD.replace('sub/b.md', 'sub/c.md')}Text\n`)
    const { report } = await space.imports({ force: true })
    expect(report.summary).toBe('Nothing changed')
  })

  it('is written where somebody set it, and only there', async () => {
    const space = await openSyncedSpace(FILES)
    const { commit } = await space.imports()
    const [home, a, b] = [await space.page('Home'), await space.page('A'), await space.page('B')]
    const update = (page: { id: string }, metaLinks: object) =>
      space.write({ operation: 'update_page', page: page.id, metaLinks })
    const address = 'https://example.org/home'
    await update(home, {
      alternates: [
        { kind: 'page', page: b.id },
        { kind: 'url', url: address },
      ],
    })
    await update(a, { canonical: { kind: 'page', page: home.id } })
    await update(b, { canonical: null })
    await space.exports()
    expect(await space.diff(commit, await space.tip())).toEqual(['M\tREADME.md', 'M\ta.md', 'M\tsub/b.md'])
    expect(await space.show('README.md')).toBe(
      `---\nmetaLinks:\n  alternates:\n    - sub/b.md\n    - ${address}\n---\n\n# Home\n`,
    )
    expect(await space.show('a.md')).toBe(`${HEAD.replace('sub/b.md', 'README.md')}Text\n`)
    expect(await space.show('sub/b.md')).toBe('# B\n\nText\n')
    const { report } = await space.imports({ force: true })
    expect(report.summary).toBe('Nothing changed')

    await update(home, { alternates: [{ kind: 'url', url: 'https://example.org/other' }] })
    await space.exports()
    expect(await space.show('README.md')).toBe(
      '---\nmetaLinks:\n  alternates:\n    - https://example.org/other\n---\n\n# Home\n',
    )
    await update(home, { alternates: [] })
    await space.exports()
    expect(await space.show('README.md')).toBe('# Home\n')
  })

  it('stays as it is written when its page is deleted', async () => {
    const space = await openSyncedSpace(FILES)
    await space.imports()
    const b = await space.page('B')
    await space.write({ operation: 'delete_page', page: b.id })
    await space.exports()
    expect(await space.show('a.md')).toBe(FILES['a.md'])
    expect((await space.page('A')).metaLinks).toEqual({ canonical: { kind: 'url', url: 'sub/b.md' } })
  })

  it('is gone with its page if no file ever named it', async () => {
    const space = await openSyncedSpace(FILES)
    await space.imports()
    const [home, b] = [await space.page('Home'), await space.page('B')]
    const named = { kind: 'page', page: b.id }
    const kept = { kind: 'url', url: 'https://example.org/home' }
    const metaLinks = { canonical: named, alternates: [named, kept] }
    await space.write({ operation: 'update_page', page: home.id, metaLinks })
    await space.write({ operation: 'delete_page', page: b.id })
    await space.exports()
    expect((await space.page('Home')).metaLinks).toEqual({ alternates: [kept] })
    expect(await space.show('README.md')).toBe(
      `---\nmetaLinks:\n  alternates:\n    - ${kept.url}\n---\n\n# Home\n`,
    )
  })

  it('is gone from a new repository too once it was removed', async () => {
    const space = await openSyncedSpace(FILES)
    await space.imports()
    const [a, b] = [await space.page('A'), await space.page('B')]
    await space.write({ operation: 'update_page', page: b.id, metaLinks: { canonical: null } })
    await space.write({ operation: 'update_page', page: a.id, title: 'Aa' })
    const name = `${space.name}-new`
    await space.git.createRepository(name)
    await space.exports({ url: space.git.urlWithCredentials(name) })
    const show = async (path: string) => String(await space.git.git(name, 'show', `refs/heads/main:${path}`))
    expect(await show('sub/b.md')).toBe('# B\n\nText\n')
    expect(await show('a.md')).toBe(`${HEAD.replace('# A', '# Aa')}Text\n`)
  })

  it('is reported where it leads to nothing', async () => {
    const space = await openSyncedSpace({ ...FILES, 'a.md': FILES['a.md'].replace('sub/b.md', 'gone.md') })
    const { report } = await space.imports()
    expect(report.problems).toMatchObject([
      { file: 'a.md', line: 3, kind: 'broken-link', message: 'The canonical page `gone.md` is not there' },
      { kind: 'unknown-key' },
    ])
  })
})
