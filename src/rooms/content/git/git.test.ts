import { describe, expect, it } from 'vitest'
import { openSyncedSpace } from '../../../../test/repositories.ts'

const FILES = {
  'README.md': '# Welcome\n\nHello. See [install](install/README.md).\n',
  'SUMMARY.md': `# Table of contents

* [Welcome](README.md)

## First steps

* [Install](install/README.md)
  * [On a server](install/server.md "Server")
* [Status page](https://status.example.org)

## Reference

- [Options](reference/options.md)
`,
  'install/README.md':
    '---\ndescription: >-\n  How to\n  install\nicon: gear\nown: 1\n---\n\n# Install\n\nRead [on](server.md).\n\n* one\n* two\n',
  'install/server.md':
    '# On a server\r\n\r\nWindows text.\r\n\r\nSee ![shot](../.gitbook/assets/a%20b.png).\r\n',
  'reference/options.md': '# Options\nNo blank line, no final newline. [Up](../README.md)',
  'notes/hidden.md': '# Not listed\n\nKept.\n',
  '.gitbook/assets/a b.png': Buffer.from('89504e470d0a1a0a', 'hex'),
  '.gitbook/includes/note.md': '---\ntitle: A note\n---\n\nMind the gap.\n',
  '.gitbook/vars.yaml': 'version: "1.2" # current\nname: Quire\n',
  'src/code.js': 'let a\n',
}

type Outline = { id: string; title: string; path: string; type: string; hidden?: boolean; pages: Outline[] }

async function opened(files: Record<string, string | Buffer> = FILES) {
  const space = await openSyncedSpace(files)
  const { as, admin, url } = space
  const pages = async (): Promise<Outline[]> => (await as(admin).get(`${url}/content/pages`)).pages
  return { ...space, pages }
}

describe('an import', () => {
  it('makes the tree of the table of contents, with groups, links and pages that are not in it', async () => {
    const { imports, titles, page, as, admin, url } = await opened()
    const { report } = await imports()
    expect(await titles()).toBe(
      'Welcome First steps[Install[On a server] Status page] Reference[Options] Not listed',
    )
    expect(report.pages).toMatchObject({ created: 5, unlisted: 1, total: 5 })
    expect((await page('Not listed')).hidden).toBe(true)
    const install = await as(admin).get(`${url}/content/page/${(await page('Install')).id}?format=markdown`)
    expect(install).toMatchObject({
      description: 'How to install',
      icon: 'gear',
      path: 'first-steps/install',
      markdown: 'Read [on](server.md).\n\n* one\n* two\n',
      git: { path: 'install/README.md' },
    })
    const revision = await as(admin).get(`${url}/content`)
    expect(revision.variables).toEqual({ version: '1.2', name: 'Quire' })
    expect(revision.reusableContents).toMatchObject([{ title: 'A note' }])
    expect(revision.files).toMatchObject([{ name: 'a b.png', git: { path: '.gitbook/assets/a b.png' } }])
    expect(revision.git).toMatchObject({ ref: 'refs/heads/main', createdByService: false })
    const info = await as(admin).get(`${url}/git/info`)
    expect(info.url).not.toContain('@')
  })

  it('keeps the ids of pages that were changed, renamed by Git, or moved by the table of contents', async () => {
    const { imports, commit, page } = await opened()
    await imports()
    const before = {
      install: await page('Install'),
      server: await page('On a server'),
      options: await page('Options'),
    }
    await commit({
      'install/README.md': null,
      'setup.md': '# Install\n\nRead [on](install/server.md).\n\n* one\n* two\n* three\n',
      'reference/options.md': '# Options\n\nAll is new here, nothing is as it was.\n',
      'SUMMARY.md':
        '# Table of contents\n\n* [Welcome](README.md)\n* [Options](reference/options.md)\n  * [Install](setup.md)\n* [On a server](install/server.md)\n',
    })
    await imports()
    expect((await page('Install')).id).toBe(before.install.id)
    expect((await page('On a server')).id).toBe(before.server.id)
    expect((await page('Options')).id).toBe(before.options.id)
  })

  it('skips what is older than what was applied, and says so', async () => {
    const { imports, commit, titles } = await opened()
    await imports({ timestamp: '2026-06-02T00:00:00.000Z' })
    await commit({ 'SUMMARY.md': '* [Welcome](README.md)\n' })
    const { report } = await imports({ timestamp: '2026-06-01T00:00:00.000Z' })
    expect(report.summary).toContain('Skipped')
    expect(await titles()).toContain('Install')
    await imports({ timestamp: '2026-06-03T00:00:00.000Z' })
    // What the table of contents no longer lists is there, and hides.
    expect((await titles()).startsWith('Welcome ')).toBe(true)
  })

  it('makes a revision and nothing else when it stands alone', async () => {
    const { imports, titles, as, admin, url } = await opened()
    const { revision } = await imports({ standalone: true })
    expect(await titles()).toBe('')
    expect((await as(admin).get(`${url}/revisions/${revision}`)).pages).toHaveLength(4)
    await as(admin).get(`${url}/git/info`, 404)
  })

  it('merges what was edited in the space, and stops where both sides changed the same', async () => {
    const { imports, sync, commit, page, write, text } = await opened()
    await imports()
    const welcome = await page('Welcome')
    await write({
      operation: 'update_page',
      page: welcome.id,
      document: { markdown: 'Hello from the space.\n' },
    })
    await commit({ 'reference/options.md': '# Options\n\nFrom Git.\n' })
    await imports()
    expect(await text(welcome.id)).toBe('Hello from the space.\n')
    expect(await text((await page('Options')).id)).toBe('From Git.\n')

    await commit({ 'README.md': '# Welcome\n\nHello from Git.\n' })
    const failed = await sync('import', {})
    expect(failed).toMatchObject({ state: 'failure', report: { conflicts: ['README.md'] } })
    expect(failed.error).toContain('README.md')
    expect(await text(welcome.id)).toBe('Hello from the space.\n')
    await imports({ force: true })
    expect(await text(welcome.id)).toBe('Hello from Git.\n')
  })

  it('makes open change requests outdated, and loses nothing in them', async () => {
    const { imports, commit, page, open, edit, pull, text, as, admin, url } = await opened()
    await imports()
    const options = await page('Options')
    const { number } = await open()
    await edit(number, { operation: 'update_page', page: options.id, document: { markdown: 'Proposed.' } })
    await commit({ 'README.md': '# Welcome\n\nNew.\n' })
    await imports()
    expect((await as(admin).get(`${url}/change-requests/${number}`)).outdated).toBe(true)
    expect((await pull(number)).result).toBe('update')
    expect(await text(options.id, `${url}/change-requests/${number}/content`)).toBe('Proposed.')
  })

  it('takes the folders for the tree where there is no table of contents', async () => {
    const { imports, titles } = await opened({
      'README.md': '# Home\n',
      'b/README.md': '# Bees\n',
      'b/10.md': '# Ten\n',
      'b/2.md': '# Two\n',
      'c/deep/er.md': 'No title here.\n',
    })
    await imports()
    expect(await titles()).toBe('Home Bees[Two Ten] C[Er]')
  })
})

describe('an export', () => {
  it('makes no commit when nothing was edited, and the same tree when forced', async () => {
    const { imports, exports, tip, tree } = await opened()
    const { commit } = await imports()
    await exports()
    expect(await tip()).toBe(commit)
    await exports({ force: true })
    expect(await tip()).not.toBe(commit)
    expect(await tree(await tip())).toBe(await tree(commit))
    await imports()
    await exports()
    expect(await tree(await tip())).toBe(await tree(commit))
  })

  const SERVER = FILES['install/server.md']

  async function edited(changes: (space: Awaited<ReturnType<typeof opened>>) => Promise<object[]>) {
    const space = await opened()
    const { commit } = await space.imports()
    await space.write(...(await changes(space)))
    await space.exports()
    const tip = await space.tip()
    const before = (path: string) => space.git.git(space.name, 'show', `${commit}:${path}`)
    return { ...space, changed: await space.diff(commit, tip), before }
  }

  it('changes the one block that was edited, and keeps line ends', async () => {
    const { changed, show } = await edited(async ({ page }) => [
      {
        operation: 'update_page',
        page: (await page('On a server')).id,
        document: { markdown: SERVER.split('\r\n').slice(2).join('\n').replace('Windows', 'Edited') },
      },
    ])
    expect(changed).toEqual(['M\tinstall/server.md'])
    expect(await show('install/server.md')).toBe(SERVER.replace('Windows', 'Edited'))
  })

  it('changes only lines of the frontmatter for a description', async () => {
    const { changed, show } = await edited(async ({ page }) => [
      { operation: 'update_page', page: (await page('Install')).id, description: 'Another one' },
    ])
    expect(changed).toEqual(['M\tinstall/README.md'])
    expect((await show('install/README.md')).replace(/description:[^\n]*\n( {2}[^\n]*\n)*/, '')).toBe(
      FILES['install/README.md'].replace(/description:[^\n]*\n( {2}[^\n]*\n)*/, ''),
    )
    expect(await show('install/README.md')).toContain('Another one')
  })

  it('changes the page and its one line for a title', async () => {
    const { changed, show } = await edited(async ({ page }) => [
      { operation: 'update_page', page: (await page('On a server')).id, title: 'On [a] machine' },
    ])
    expect(changed).toEqual(['M\tSUMMARY.md', 'M\tinstall/server.md'])
    expect(await show('SUMMARY.md')).toBe(
      FILES['SUMMARY.md'].replace('[On a server]', '[On \\[a\\] machine]'),
    )
    expect(await show('install/server.md')).toBe(SERVER.replace('# On a server', '# On \\[a\\] machine'))
  })

  it('moves the file, its line, its own links and those that lead to it', async () => {
    const { changed, show } = await edited(async ({ page }) => [
      {
        operation: 'update_page',
        page: (await page('On a server')).id,
        into: (await page('Reference')).id,
        at: 0,
      },
    ])
    expect(changed).toEqual([
      'M\tSUMMARY.md',
      'M\tinstall/README.md',
      'D\tinstall/server.md',
      'A\treference/server.md',
    ])
    expect(await show('SUMMARY.md')).toBe(
      FILES['SUMMARY.md']
        .replace('  * [On a server](install/server.md "Server")\n', '')
        .replace('- [Options]', '* [On a server](reference/server.md "Server")\n- [Options]'),
    )
    expect(await show('install/README.md')).toBe(
      FILES['install/README.md'].replace('server.md', '../reference/server.md'),
    )
    expect(await show('reference/server.md')).toBe(SERVER)
  })

  it('adds a file and a line for a page', async () => {
    const { changed, show } = await edited(async ({ page }) => [
      {
        operation: 'insert_page',
        title: 'Uninstall',
        into: (await page('Install')).id,
        document: { markdown: 'Just delete it.' },
      },
    ])
    expect(changed).toEqual(['M\tSUMMARY.md', 'A\tinstall/uninstall.md'])
    expect(await show('install/uninstall.md')).toBe('# Uninstall\n\nJust delete it.\n')
    expect(await show('SUMMARY.md')).toBe(
      FILES['SUMMARY.md'].replace('"Server")\n', '"Server")\n  * [Uninstall](install/uninstall.md)\n'),
    )
  })

  it('deletes a page and its line', async () => {
    const { changed, show } = await edited(async ({ page }) => [
      { operation: 'delete_page', page: (await page('Options')).id },
    ])
    expect(changed).toEqual(['M\tSUMMARY.md', 'D\treference/options.md'])
    expect(await show('SUMMARY.md')).toBe(
      FILES['SUMMARY.md'].replace('- [Options](reference/options.md)\n', ''),
    )
  })

  it('adds a file that was inserted', async () => {
    const { changed, show } = await edited(async ({ page }) => [
      {
        operation: 'insert_files',
        files: [
          {
            name: 'c.txt',
            ref: 'c',
            contentType: 'text/plain',
            base64: Buffer.from('see').toString('base64'),
          },
        ],
      },
      {
        operation: 'update_page',
        page: (await page('Welcome')).id,
        document: { markdown: 'Hello. See [install](install/README.md).\n\n![c](c)\n' },
      },
    ])
    expect(changed).toEqual(['A\t.gitbook/assets/c.txt', 'M\tREADME.md'])
    expect(await show('README.md')).toBe(`${FILES['README.md']}\n![c](.gitbook/assets/c.txt)\n`)
  })

  it('merges a branch that moved on, and brings what came there into the space', async () => {
    const { imports, exports, commit, write, page, text, show } = await opened()
    await imports()
    const [welcome, options] = [await page('Welcome'), await page('Options')]
    await write({ operation: 'update_page', page: welcome.id, document: { markdown: 'From the space.\n' } })
    await commit({ 'reference/options.md': '# Options\n\nFrom Git.\n' })
    await exports()
    expect(await show('README.md')).toBe('# Welcome\n\nFrom the space.\n')
    expect(await show('reference/options.md')).toBe('# Options\n\nFrom Git.\n')
    expect(await text(options.id)).toBe('From Git.\n')
  })

  it('pushes nothing where both changed the same, unless it is forced', async () => {
    const { imports, exports, sync, commit, write, page, show, tip } = await opened()
    await imports()
    const welcome = await page('Welcome')
    await write({ operation: 'update_page', page: welcome.id, document: { markdown: 'From the space.\n' } })
    const theirs = await commit({ 'README.md': '# Welcome\n\nFrom Git.\n', 'new.txt': 'x' })
    const failed = await sync('export', {})
    expect(failed).toMatchObject({ state: 'failure', report: { conflicts: ['README.md'] } })
    expect(await tip()).toBe(theirs)
    await exports({ force: true })
    expect(await show('README.md')).toBe('# Welcome\n\nFrom the space.\n')
    expect(await show('new.txt')).toBe('x')
  })

  it('fills an empty repository, which imports as the same space', async () => {
    const { write, exports, imports, show, titles, tip, tree } = await openSyncedSpace()
    const [{ page: a }] = await write(
      { operation: 'insert_page', title: 'Home', document: { markdown: 'Hi [b](b).' }, ref: 'a' },
      { operation: 'insert_page', title: 'Group', type: 'group', ref: 'g' },
      { operation: 'insert_page', title: 'Below', into: 'g', ref: 'b', document: { markdown: 'Text' } },
    )
    await write({ operation: 'update_page', page: a.id, document: { markdown: 'Hi [b](group/below.md).' } })
    await exports()
    expect(await show('SUMMARY.md')).toBe(
      '# Table of contents\n\n* [Home](home.md)\n\n## Group\n\n* [Below](group/below.md)\n',
    )
    const before = await tree(await tip())
    await imports()
    expect(await titles()).toBe('Home Group[Below]')
    await exports({ force: true })
    expect(await tree(await tip())).toBe(before)
  })

  it('says what the server of the repository refused', async () => {
    const { imports, sync, write, git, page } = await opened()
    await imports()
    const welcome = await page('Welcome')
    await write({ operation: 'update_page', page: welcome.id, document: { markdown: 'New.\n' } })
    git.refuse('expired')
    expect(await sync('export', {})).toMatchObject({ state: 'failure' })
    git.accept()
    await git.refuse('push-protected')
    const failed = await sync('export', {})
    expect(failed.error).toContain('protected')
  })
})

describe('credentials', () => {
  it('are in no table, no answer and no job, also before the job runs', async () => {
    const { as, admin, url, remote, git, sql, drain, latest } = await opened()
    const { password } = git.credentials
    const secret = encodeURIComponent(password)
    await as(admin).post(`${url}/git/import`, remote, 204)
    const dump = async () => {
      const { rows } = await sql<{ name: string }>(
        `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
      )
      const texts = await Promise.all(
        rows.map(async ({ name }) => JSON.stringify((await sql(`select * from ${name}`)).rows)),
      )
      return texts.join('\n')
    }
    for (const when of ['waiting', 'done']) {
      const text = await dump()
      expect(text, when).not.toContain(password)
      expect(text, when).not.toContain(secret)
      if (when === 'waiting') await drain()
    }
    expect(JSON.stringify(await latest())).not.toContain(secret)
  })
})
