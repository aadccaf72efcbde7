// Edits that people make while an import or export is on its way.
import { chmod, mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openSyncedSpace } from '../../../test/repositories.ts'
import { readPages } from '../../repository/read-pages.ts'
import { runJob } from '../../services.ts'
import { inlineThreads, ThreadsClosed } from '../../world/threads.ts'
import { syncSpace } from './jobs.ts'

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

/** Pushes wait in a hook of the server. */
async function heldPush(repository: string) {
  const [hook, begun, released] = ['hooks/pre-receive', 'begun', 'released'].map((one) =>
    join(repository, one),
  )
  await mkdir(join(repository, 'hooks'), { recursive: true })
  await writeFile(
    `${hook}`,
    `#!/bin/sh\ntouch '${begun}'\nwhile [ ! -e '${released}' ]; do sleep 0.05; done\n`,
  )
  await chmod(`${hook}`, 0o755)
  const release = () => writeFile(`${released}`, '')
  // Also when the test fails before it does: the hook would wait for ever.
  onTestFinished(release)
  return {
    begun: () => vi.waitFor(() => stat(`${begun}`), { timeout: 120_000, interval: 20 }),
    release,
  }
}

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
    } = space
    await imports()
    const { id } = await page('Welcome')
    const says = (markdown: string) => write({ operation: 'update_page', page: id, document: { markdown } })
    await says('Ours.\n')
    await write({ operation: 'insert_page', title: 'New', document: { markdown: 'Text' } })
    const { open } = services.git
    const opening = vi.spyOn(services.git, 'open').mockImplementation(async (name) => {
      const cache = await open(name)
      const push: typeof cache.push = async (...of) => {
        opening.mockRestore()
        await cache.push(...of)
        await says('Ours, and more.\n')
        throw new ThreadsClosed()
      }
      return { ...cache, push }
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
    const { imports, exports, write, page, commit, show, services } = await openSyncedSpace({
      'README.md': '# Welcome\n',
      'use.md': '# Use\n',
    })
    await imports()
    const { open } = services.git
    let pushes = 0
    vi.spyOn(services.git, 'open').mockImplementation(async (name) => {
      const cache = await open(name)
      const push: typeof cache.push = async (...of) => {
        pushes += 1
        if (pushes < 3) await commit({ 'use.md': `# Use\n\nTheirs ${pushes}.\n` })
        return cache.push(...of)
      }
      return { ...cache, push }
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
    const { imports, services, sql, space } = await openSyncedSpace({ 'README.md': '# Welcome\n' })
    const { open } = services.git
    const isFree = vi.fn(() => sql(`select id from spaces where id = '${space.id}' for update nowait`))
    vi.spyOn(services.git, 'open').mockImplementation(async (name) => {
      const cache = await open(name)
      const describe: typeof cache.describe = async (commit) => {
        await isFree()
        return cache.describe(commit)
      }
      return { ...cache, describe }
    })
    await imports({ standalone })
    expect(isFree).toHaveBeenCalled()
  })
})

describe('a first import', () => {
  it('that may replace what was there when it began keeps what came since', async () => {
    const { imports, write, titles } = await openSyncedSpace({ 'README.md': '# Welcome\n' })
    const put = (title: string) => write({ operation: 'insert_page', title, document: { markdown: 'Mine.' } })
    await put('Early')
    const { run } = inlineThreads
    const view = vi.spyOn(inlineThreads, 'run').mockImplementation(async (task, input) => {
      if (task.name === readPages.name) {
        view.mockRestore()
        await put('Late')
      }
      return run(task, input)
    })
    await imports({ force: true })
    expect((await titles()).split(' ').sort()).toEqual(['Late', 'Welcome'])
  })
})
