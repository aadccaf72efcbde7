import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draws } from '../../../../../test/drawn/draws.ts'
import { type Chance, chanceFrom } from '../../../../../test/drawn/generated-pages.ts'
import {
  type DrawnRepository,
  drawRepository,
  type Tree,
  textIn,
} from '../../../../../test/drawn/generated-repositories.ts'
import { openSyncedSpace } from '../../../../../test/repositories.ts'
import { folderBelow } from '../../../../engines/content/draft/refile.ts'
import { blocksOf } from '../../../../engines/markdown/edit.ts'
import { splitPage } from '../../../../engines/repository/page/page-file.ts'

// Generated repositories on a real Git server, through the API. Few, since each takes seconds, but each with everything.

function holds(runs: number, check: (chance: Chance) => Promise<void>) {
  const property = fc.asyncProperty(fc.gen(), (draw) => check(chanceFrom(draw)))
  return fc.assert(property, { numRuns: draws(runs), endOnFailure: true })
}

type Space = Awaited<ReturnType<typeof openSyncedSpace>>
type Page = {
  hidden?: boolean

  id: string
  title: string
  path: string
  type: string
  git?: { path: string; oid: string }
  pages?: Page[]
}

async function synced({ tree, directory }: DrawnRepository) {
  const space = await openSyncedSpace()
  const commit = await space.commitTree(tree)
  const options = directory === '' ? {} : { repoProjectDirectory: directory }
  return {
    ...space,
    first: commit,
    imports: (more = {}) => space.imports({ ...options, ...more }),
    exports: (more = {}) => space.exports({ ...options, ...more }),
    attempt: (direction: 'import' | 'export', more = {}) => space.sync(direction, { ...options, ...more }),
  }
}

async function pagesOf({ as, admin, url }: Pick<Space, 'as' | 'admin' | 'url'>) {
  const flat = (pages: Page[]): Page[] => pages.flatMap((page) => [page, ...flat(page.pages ?? [])])
  return flat((await as(admin).get(`${url}/content/pages`)).pages)
}

async function documentsOf(space: Pick<Space, 'as' | 'admin' | 'url'>) {
  return (await pagesOf(space)).filter(({ type }) => type === 'document')
}

/** Ids by the files of pages. */
async function idsOf(space: Pick<Space, 'as' | 'admin' | 'url'>) {
  return new Map((await documentsOf(space)).map(({ id, git }) => [git?.path ?? '', id]))
}

describe('identity', () => {
  it('holds for an import, for a second one, and for a history that goes on or is rewritten', async () => {
    await holds(3, async (chance) => {
      const drawn = drawRepository(chance)
      const space = await synced(drawn)
      const { imports, exports, tip, tree, commitTree, first } = space
      await imports()
      await exports()
      expect(await tip()).toBe(first)
      await exports({ force: true })
      expect(await tree(await tip())).toBe(await tree(first))
      const before = await idsOf(space)

      const later = grown(chance, drawn)
      const second = await commitTree(later.tree, chance.pick(['on top', 'alone']))
      await imports()
      await exports({ force: true })
      expect(await tree(await tip())).toBe(await tree(second))
      const after = await idsOf(space)
      for (const [file, id] of before) {
        const now = later.renamed.get(file) ?? file
        if (!later.deleted.has(file)) expect(after.get(now), `the page of ${file}`).toBe(id)
      }
    })
  })
})

/** The repository after a day's work in Git: a page renamed and edited, one deleted, one changed, a new one. */
function grown(chance: Chance, { tree, prefix, listed, summaryFile }: DrawnRepository) {
  const next: Tree = new Map(tree)
  const movable = listed.filter(
    (file) => file !== 'README.md' && (textIn(tree, prefix + file) ?? '').length > 80,
  )
  const [renamed, deleted] = [new Map<string, string>(), new Set<string>()]
  const write = (file: string, text: string) =>
    next.set(prefix + file, { mode: '100644', bytes: Buffer.from(text) })
  const [one, other] = [chance.pick(movable), chance.pick(movable)]
  const home = textIn(tree, `${prefix}README.md`) ?? ''
  if (one) {
    next.delete(prefix + one)
    write('moved/by git.md', `${textIn(tree, prefix + one)}\n.`)
    renamed.set(one, 'moved/by git.md')
  }
  if (other && other !== one) {
    next.delete(prefix + other)
    deleted.add(other)
  }
  write('README.md', `${home}\n\nGrown.\n`)
  write('new from git.md', '# New from Git\n\nAll new.\n')
  const summary = textIn(tree, prefix + summaryFile) ?? ''
  write(summaryFile, `${summary}\n* [New from Git](</new from git.md>)\n`)
  return { tree: next, renamed, deleted }
}

describe('another repository', () => {
  it('gets the tree that was imported, and the edits that were made since', async () => {
    await holds(3, async (chance) => {
      const drawn = drawRepository(chance)
      const space = await synced(drawn)
      const { git, name, first, remote } = space
      const treeIn = async (repository: string, commit = 'refs/heads/main') =>
        String(await git.git(repository, 'rev-parse', `${commit}:${drawn.directory}`)).trim()
      const elsewhere = async (suffix: string) => {
        await git.createRepository(`${name}-${suffix}`)
        await space.exports({ url: git.urlWithCredentials(`${name}-${suffix}`) })
        return treeIn(`${name}-${suffix}`)
      }
      await space.imports()
      expect(await elsewhere('one')).toBe(await treeIn(name, first))

      const { git: file } = chance.pick(await documentsOf(space))
      const edit = async (space: Pick<Space, 'as' | 'admin' | 'url' | 'write'>) => {
        const page = (await idsOf(space)).get(file?.path ?? '')
        const document = { markdown: 'Edited here.\n' }
        await space.write({ operation: 'update_page', page, document, title: 'Named anew' })
      }
      await edit(space)
      const edited = await elsewhere('two')
      expect(await elsewhere('three')).toBe(edited)
      // The same as a patch on the commit itself.
      const other = await synced(drawn)
      await other.imports({ url: remote.url })
      await edit(other)
      await other.exports({ url: remote.url })
      expect(edited).toBe(await treeIn(name))
    })
  })
})

describe('locality', () => {
  it('holds for a block edited as Markdown or as a document, whatever stands around it', async () => {
    await holds(2, async (chance) => {
      const space = await synced(drawRepository(chance))
      await space.imports()
      for (let count = 0; count < 4; count++) await editBlock(chance, space)
    })
  })
})

async function editBlock(chance: Chance, space: Awaited<ReturnType<typeof synced>>) {
  const { as, admin, url, write, exports, tip, diff, git, name } = space
  const page = chance.pick(await documentsOf(space))
  const { markdown } = await as(admin).get(`${url}/content/page/${page.id}?format=markdown`)
  const blocks = blocksOf(markdown)
  const at = chance.upTo(Math.max(0, blocks.length - 1))
  const block = blocks[at]
  if (!block) return
  const edited = `Edited ${chance.upTo(1000)}.`
  const before = await tip()
  const file = page.git?.path ?? ''
  if (chance.isOneIn(2)) {
    const document = { markdown: markdown.slice(0, block.from) + edited + markdown.slice(block.to) }
    await write({ operation: 'update_page', page: page.id, document })
  } else {
    const { document } = await as(admin).get(`${url}/content/page/${page.id}?format=document`)
    const leaves = [{ object: 'leaf', text: edited, marks: [] }]
    document.nodes[at] = { object: 'block', type: 'paragraph', nodes: [{ object: 'text', leaves }] }
    await write({ operation: 'update_page', page: page.id, document: { document } })
  }
  await exports()
  const after = await tip()
  const [changed = '', ...others] = await diff(before, after)
  expect([changed.slice(0, 2), changed.endsWith(file), others]).toEqual(['M\t', true, []])
  const path = changed.slice(2)
  const bytes = async (commit: string) => Buffer.from(await git.git(name, 'show', `${commit}:${path}`))
  const [then, now] = [(await bytes(before)).toString(), (await bytes(after)).toString()]
  const { head, body } = splitPage(then)
  expect(now.startsWith(head + body.slice(0, block.from))).toBe(true)
  expect(now.endsWith(body.slice(block.to).trimStart())).toBe(true)
  expect(now.slice(head.length + block.from)).toContain(edited)
  expect(/\n$/.test(now)).toBe(/\n$/.test(then))
}

describe('a sequence of edits', () => {
  it('leaves a repository that a fresh space reads as the same pages, and that exports as it is', async () => {
    await holds(2, async (chance) => {
      const drawn = drawRepository(chance)
      const space = await synced(drawn)
      await space.imports()
      for (const change of [retitle, insert, addFile, rename, remove]) {
        const before = await space.tip()
        const allowed = await change(chance, space, drawn)
        await space.exports()
        const changed = (await space.diff(before, await space.tip())).map((line) => line.split('\t'))
        expect(changed.filter(([how, path]) => !allowed(how ?? '', path ?? '', drawn.prefix))).toEqual([])
      }
      const { as, admin } = space
      const { report } = await space.imports({ force: true })
      expect(report.summary).toBe('Nothing changed')
      const tip = await space.tip()
      await space.exports({ force: true })
      expect(await space.tree(await space.tip())).toBe(await space.tree(tip))
      const fresh = await freshSpace(space, drawn.directory)
      expect(await outlineOf({ as, admin, url: fresh })).toEqual(await outlineOf(space))
    })
  })
})

type Allowed = (how: string, path: string, prefix: string) => boolean
type Step = (chance: Chance, space: Space, drawn: DrawnRepository) => Promise<Allowed>

const isSummary = (path: string) => /(SUMMARY|CONTENTS)\.md$/.test(path)

async function somePage(chance: Chance, space: Space, { listed }: DrawnRepository) {
  const pages = (await documentsOf(space)).filter(
    ({ git }) => listed.includes(git?.path ?? '') && git?.path !== 'README.md',
  )
  return chance.pick(pages) ?? chance.pick(await documentsOf(space))
}

const retitle: Step = async (chance, space, drawn) => {
  const page = await somePage(chance, space, drawn)
  await space.write({ operation: 'update_page', page: page.id, title: 'Told _anew_' })
  return (how, path, prefix) => how === 'M' && (isSummary(path) || path === prefix + page.git?.path)
}

const insert: Step = async (chance, space, drawn) => {
  const page = await somePage(chance, space, drawn)
  await space.write({
    operation: 'insert_page',
    title: 'Added',
    into: page.id,
    document: { markdown: 'Text' },
  })
  return (how, path) => (how === 'M' && isSummary(path)) || (how === 'A' && path.endsWith('added.md'))
}

const addFile: Step = async (chance, space, drawn) => {
  const page = await somePage(chance, space, drawn)
  const markdown = `${await space.text(page.id)}\n\n![new](new)\n`
  const file = { name: 'new picture.png', ref: 'new', contentType: 'image/png', base64: 'iVBORw0KGgo=' }
  await space.write(
    { operation: 'insert_files', files: [file] },
    { operation: 'update_page', page: page.id, document: { markdown } },
  )
  return (how, path, prefix) =>
    (how === 'M' && path === prefix + page.git?.path) ||
    (how === 'A' && path === `${prefix}.gitbook/assets/new picture.png`)
}

const rename: Step = async (chance, space, drawn) => {
  const page = await somePage(chance, space, drawn)
  const file = page.git?.path ?? ''
  await space.write({ operation: 'update_page', page: page.id, slug: 'named-anew' })
  return (how, path, prefix) => {
    if (how === 'A') return path.includes('named-anew')
    // Files below a page that is not listed go along: nothing else says that their pages stand below it.
    const isBelow = !drawn.listed.includes(file) && path.startsWith(`${prefix}${folderBelow(file)}/`)
    if (how === 'D') return path === prefix + file || isBelow
    return isSummary(path) || (drawn.links.get(path.slice(prefix.length))?.has(file) ?? false)
  }
}

const remove: Step = async (chance, space, drawn) => {
  const page = await somePage(chance, space, drawn)
  await space.write({ operation: 'delete_page', page: page.id })
  return (how, path) => how === 'D' || (how === 'M' && isSummary(path))
}

async function freshSpace({ as, admin, organization, remote, drain }: Space, directory: string) {
  const { id } = await as(admin).post(`${organization.url}/spaces`, { title: 'Fresh' }, 201)
  const url = `/v1/spaces/${id}`
  await as(admin).post(`${url}/git/import`, { ...remote, repoProjectDirectory: directory }, 204)
  await drain()
  return url
}

/** Pages with their titles, files and texts, in order; those that are not listed by their files. */
async function outlineOf(space: Pick<Space, 'as' | 'admin' | 'url'>) {
  const { as, admin, url } = space
  const [lines, unlisted]: [string[], string[]] = [[], []]
  for (const { id, title, type, git, hidden } of await pagesOf(space)) {
    const at = `${url}/content/page/${id}?format=markdown`
    const text = type === 'document' ? (await as(admin).get(at)).markdown : ''
    ;(hidden ? unlisted : lines).push(JSON.stringify([type, title, git?.path, text]))
  }
  return [...lines, ...unlisted.sort()]
}

describe('both sides edited', () => {
  it('meets in an export where they changed different things, and nowhere else', async () => {
    await holds(1, async (chance) => {
      const drawn = drawRepository(chance)
      const { prefix } = drawn
      const space = await synced(drawn)
      const { write, tip, show, text, commit, attempt } = space
      await space.imports()
      const home = (await idsOf(space)).get('README.md') ?? ''
      await commit({
        [`${prefix}beside.md`]: '# Beside\n\nOne.\n\nTwo.\n',
        [`${prefix}README.md`]: '# Home\n\nOne.\n\nTwo.\n',
      })
      await space.imports()
      const edit = (markdown: string) =>
        write({ operation: 'update_page', page: home, document: { markdown } })

      await edit('One of ours.\n\nTwo.\n')
      await write({ operation: 'update_page', page: home, icon: 'gear' })
      await commit({
        [`${prefix}README.md`]: '---\ndescription: Theirs\n---\n\n# Home\n\nOne.\n\nTwo of theirs.\n',
        [`${prefix}beside.md`]: '# Beside\n\nOther.\n',
        [`${prefix}.gitbook/vars.yaml`]: 'theirs: yes\n',
      })
      await space.exports()
      const met = '# Home\n\nOne of ours.\n\nTwo of theirs.\n'
      expect(await show(`${prefix}README.md`)).toBe(`---\ndescription: Theirs\nicon: gear\n---\n\n${met}`)
      expect(await show(`${prefix}beside.md`)).toBe('# Beside\n\nOther.\n')
      expect(await text(home)).toBe('One of ours.\n\nTwo of theirs.\n')
      const { variables } = await space.as(space.admin).get(`${space.url}/content`)
      expect(variables).toEqual({ theirs: 'yes' })

      await edit('Ours alone.\n')
      const theirs = await commit({ [`${prefix}README.md`]: '# Home\n\nTheirs alone.\n' })
      for (const direction of ['export', 'import'] as const) {
        const failed = await attempt(direction)
        expect(failed).toMatchObject({ state: 'failure', report: { conflicts: ['README.md'] } })
        expect(failed.error).toContain('README.md')
        expect(await tip()).toBe(theirs)
        expect(await text(home)).toBe('Ours alone.\n')
      }
      if (chance.isOneIn(2)) {
        await space.exports({ force: true })
        expect(await show(`${prefix}README.md`)).toContain('Ours alone.')
      } else {
        await space.imports({ force: true })
        expect(await text(home)).toBe('Theirs alone.\n')
      }
    })
  })
})

describe('damage', () => {
  it('stops nothing, changes nothing, and is told by kind', async () => {
    const damaged: Record<string, string | Buffer> = {
      '.gitbook.yaml':
        'roof: ./\nroot: ../out\nredirects:\n  gone: not/there.md\n  a: README.md\n  a: README.md\n',
      'SUMMARY.md': '* [Home](README.md)\n* [Gone](gone.md)\n* [Out](../out.md)\n* [Bad](bad.md)\n',
      'README.md':
        '# Home\n\n[x](nowhere.md) ![y](nowhere.png)\n\n{% endhint %}\n\n{% what is="this" %}\n\n{% tabs %}\n',
      'bad.md': '---\nicon: [\n---\n\n# Bad\n\n```\nnever closed\n',
      'odd.md': '---\nown: 1\nhidden: perhaps\nicon: a\nicon: b\n---\n\n# Odd\n\n<!-- open\n',
      'latin.md': Buffer.from('# Latin\n\ncaf\xe9\n', 'latin1'),
      '.gitbook/vars.yaml': 'just text\n',
      '.gitbook/includes/broken.md': '---\ntitle: T\n---\n\n{% hint style="info" %}\n',
    }
    const { imports, exports, tip, tree } = await openSyncedSpace(damaged)
    const { report, commit } = await imports()
    expect(Object.keys(report.counts).sort()).toEqual([
      'broken-frontmatter',
      'broken-link',
      'broken-variables',
      'dead-redirect',
      'duplicate-key',
      'missing-file',
      'missing-page',
      'not-utf8',
      'outside-root',
      'unclosed-code',
      'unclosed-comment',
      'unclosed-tag',
      'unknown-key',
      'unknown-tag',
      'unopened-tag',
      'wrong-value',
    ])
    const told = (kind: string) => report.problems.find((problem: { kind: string }) => problem.kind === kind)
    expect(told('missing-page')).toMatchObject({ file: 'SUMMARY.md', line: 2 })
    expect(told('unopened-tag')).toMatchObject({ file: 'README.md', line: 5 })
    expect(told('unclosed-code')).toMatchObject({ file: 'bad.md', line: 7 })
    await exports({ force: true })
    expect(await tree(await tip())).toBe(await tree(commit))
  })

  it('of a page that is not UTF-8 stays where it is when another line is edited', async () => {
    const latin = Buffer.from('# Latin\n\ncaf\xe9\n\nsecond\n', 'latin1')
    const space = await openSyncedSpace({ 'README.md': '# Home\n', 'latin.md': latin })
    await space.imports()
    const id = (await idsOf(space)).get('latin.md') ?? ''
    const markdown = (await space.text(id)).replace('second', 'edited')
    await space.write({ operation: 'update_page', page: id, document: { markdown } })
    await space.exports()
    const { oid } = (await documentsOf(space)).find((page) => page.id === id)?.git ?? {}
    expect(oid).toBe(await wanted())

    async function wanted() {
      const edited = Buffer.from('# Latin\n\ncaf\xe9\n\nedited\n', 'latin1')
      return (await space.git.gitWith(space.name, edited, 'hash-object', '--stdin')).trim()
    }
  })
})
