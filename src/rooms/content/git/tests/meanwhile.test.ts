// Edits that people make while an import or export is on its way.
import { describe, expect, it } from 'vitest'
import { heldPush } from '../../../../../test/counterparts/held-push.ts'
import { openSyncedSpace } from '../../../../../test/repositories.ts'
import { readPages } from '../../../../engines/repository/page/read-pages.ts'
import { runJob } from '../../../../services.ts'
import { ThreadsClosed } from '../../../../world/threads/threads.ts'
import { syncSpace } from '../jobs.ts'

describe('an export', () => {
  it('tells of edits that disagree with the branch, and the next one does not overwrite it', async () => {
    const space = await openSyncedSpace({
      'README.md': '# Welcome\n\nHello.\n',
      'use.md': '# Use\n\nThus.\n',
    })
    const { imports, exports, sync, commit, write, text, show, git, name, as, admin, url } = space
    await imports()
    const [welcome, use] = (await as(admin).get(`${url}/content/pages`)).pages
    const says = (page: { id: string }, markdown: string) =>
      write({ operation: 'update_page', page: page.id, document: { markdown } })
    await says(use, 'Otherwise.\n')
    await commit({ 'README.md': '# Welcome\n\nHello from Git.\n' })

    const push = await heldPush(git.folderOf(name))
    const exporting = exports()
    await push.begun()
    await says(welcome, 'Hello from the space.\n')
    await push.release()
    const { report } = await exporting
    expect(report.conflicts).toEqual(['README.md'])
    expect(await text(welcome.id)).toBe('Hello from the space.\n')
    expect(await show('use.md')).toBe('# Use\n\nOtherwise.\n')

    const failed = await sync('export', {})
    expect(failed).toMatchObject({ state: 'failure', report: { conflicts: ['README.md'] } })
    expect(await show('README.md')).toBe('# Welcome\n\nHello from Git.\n')
    await exports({ force: true })
    expect(await show('README.md')).toBe('# Welcome\n\nHello from the space.\n')
    await exports()
  })
})

describe('an export that was pushed when the service stopped', () => {
  it('is known as our own by the next start, whatever was edited since', async () => {
    const space = await openSyncedSpace({ 'README.md': '# Welcome\n\nHello.\n' })
    const {
      imports,
      exports,
      write,
      page,
      show,
      text,
      titles,
      services,
      remote,
      as,
      admin,
      url,
      drain,
      latest,
      interceptGit,
    } = space
    await imports()
    const { id } = await page('Welcome')
    const says = (markdown: string) => write({ operation: 'update_page', page: id, document: { markdown } })
    await says('Ours.\n')
    await write({ operation: 'insert_page', title: 'New', document: { markdown: 'Text' } })
    const restart = interceptGit(async ({ name }, go) => {
      const answer = await go()
      if (name !== 'push') return answer
      restart()
      await says('Ours, and more.\n')
      throw new ThreadsClosed()
    })
    await as(admin).post(`${url}/git/export`, { ...remote, commitMessage: 'From Quire' }, 204)
    const again = () => runJob(services, syncSpace, { spaceId: space.space.id })
    await expect(again()).rejects.toThrow('closed')
    expect(await latest()).toMatchObject({ state: 'running' })
    await again()
    await drain()
    expect(await latest()).toMatchObject({ state: 'success', report: { conflicts: [] } })
    expect(await text(id)).toBe('Ours, and more.\n')
    await exports()
    expect(await show('README.md')).toBe('# Welcome\n\nOurs, and more.\n')
    expect(await titles()).toBe('Welcome New')
    const { report } = await imports({ force: true })
    expect(report.summary).toBe('Nothing changed')
  })
})

describe('a branch that moves on between fetch and push', () => {
  it('is fetched again, and gets the export on top', async () => {
    const { imports, exports, write, page, commit, show, interceptGit } = await openSyncedSpace({
      'README.md': '# Welcome\n',
      'use.md': '# Use\n',
    })
    await imports()
    let pushes = 0
    interceptGit(async ({ name }, go) => {
      if (name === 'push' && ++pushes < 3) await commit({ 'use.md': `# Use\n\nTheirs ${pushes}.\n` })
      return go()
    })
    const { id } = await page('Welcome')
    await write({ operation: 'update_page', page: id, document: { markdown: 'Ours.\n' } })
    await exports()
    expect(pushes).toBe(3)
    expect(await show('README.md')).toBe('# Welcome\n\nOurs.\n')
    expect(await show('use.md')).toBe('# Use\n\nTheirs 2.\n')
  })
})

describe('an import', () => {
  it.each([false, true])('asks git for nothing while it holds the space (alone: %s)', async (standalone) => {
    const { imports, interceptGit, sql, space } = await openSyncedSpace({ 'README.md': '# Welcome\n' })
    const asked: string[] = []
    interceptGit(async ({ name }, go) => {
      asked.push(name)
      await sql(`select id from spaces where id = '${space.id}' for update nowait`)
      return go()
    })
    await imports({ standalone })
    expect(asked).toContain('describe')
  })
})

describe('a first import', () => {
  it('that may replace what was there when it began keeps what came since', async () => {
    const { imports, write, titles, interceptTasks } = await openSyncedSpace({ 'README.md': '# Welcome\n' })
    const put = (title: string) => write({ operation: 'insert_page', title, document: { markdown: 'Mine.' } })
    await put('Early')
    const stop = interceptTasks(async ({ name }, go) => {
      if (name !== readPages.name) return go()
      stop()
      await put('Late')
      return go()
    })
    await imports({ force: true })
    expect((await titles()).split(' ').sort()).toEqual(['Late', 'Welcome'])
  })
})
