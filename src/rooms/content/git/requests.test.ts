// What may be asked for, what is refused, and what is never given away.
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { openSyncedSpace } from '../../../../test/repositories.ts'
import { gitFolder } from '../../../../test/world.ts'
import { runJob } from '../../../services.ts'
import { ThreadsClosed } from '../../../world/threads/threads.ts'
import { forgetCopies, syncSpace } from './jobs.ts'

const FILES = { 'README.md': '# Welcome\n\nHello.\n' }

/** Names a commit as the tip of its branch, and has nothing of it. */
async function openBoaster(commit: string) {
  const line = (text: string) => (text.length + 4).toString(16).padStart(4, '0') + text
  const said = [
    `${line('# service=git-upload-pack\n')}0000`,
    line(`${commit} refs/heads/main\0shallow agent=git/2\n`),
    '0000',
  ]
  const asked: (string | undefined)[] = []
  const server = createServer((request, response) => {
    asked.push(request.method)
    if (request.method !== 'GET') return response.writeHead(500).end()
    response.setHeader('content-type', 'application/x-git-upload-pack-advertisement')
    response.end(said.join(''))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/docs.git`, asked, close: () => server.close() }
}

describe('a copy of a repository', () => {
  it('is not given to who only knows its name and the id of a commit', async () => {
    const { imports, sync, tip } = await openSyncedSpace(FILES)
    await imports({ repoCacheID: 'shared' })
    const boaster = await openBoaster(await tip())
    for (const standalone of [false, true]) {
      const failed = await sync('import', {
        url: boaster.url,
        repoCacheID: 'shared',
        standalone,
        force: true,
      })
      expect(failed).toMatchObject({ state: 'failure', error: expect.stringContaining('127.0.0.1') })
      expect(failed.revision).toBeUndefined()
    }
    // It was believed as far as the tip goes, and asked for the rest.
    expect(boaster.asked).toContain('POST')
    boaster.close()
  })

  it('is used again for the same address', async () => {
    const { imports, exports, write, git } = await openSyncedSpace(FILES)
    await imports({ repoCacheID: 'shared' })
    await write({ operation: 'insert_page', title: 'More', document: { markdown: 'More.' } })
    await exports({ repoCacheID: 'shared' })
    const before = git.requests.length
    await imports({ repoCacheID: 'shared' })
    const asked = git.requests.slice(before).filter(({ url }) => url.includes('upload-pack'))
    // Where the branch is, and no more: nothing was fetched that is here.
    expect(asked.length).toBeLessThanOrEqual(2)
  })
})

describe('a time', () => {
  it('far ahead is refused, and one that was applied late is passed by force', async () => {
    const { as, admin, url, remote, services, imports, commit, titles } = await openSyncedSpace(FILES)
    const now = services.clock.now().getTime()
    const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
    const problem = await as(admin).post(`${url}/git/import`, { ...remote, timestamp: at(11) }, 400)
    expect(problem.error.message).toContain('future')
    await imports({ timestamp: at(9) })
    await commit({ 'more.md': '# More\n' })
    expect((await imports({ timestamp: at(8) })).report.summary).toContain('Skipped')
    await imports({ timestamp: at(8), force: true })
    expect(await titles()).toBe('Welcome More')
  })
})

describe('an address', () => {
  it.each([
    [{ repoTreeURL: 'https://user:secret@git.example.org/docs/tree/main' }],
    [{ repoCommitURL: 'https://token@git.example.org/docs/commit' }],
    [{ gitInfo: { provider: 'github', url: 'https://user:secret@git.example.org/docs' } }],
    [{ url: 'https://git.example.org/docs.git?private_token=secret' }],
  ])('that readers see holds no credentials: %j', async (asked) => {
    const { as, admin, url, remote } = await openSyncedSpace(FILES)
    const problem = await as(admin).post(`${url}/git/import`, { ...remote, ...asked }, 400)
    expect(JSON.stringify(problem)).not.toContain('secret')
  })
})

describe('an operation that was cut short', () => {
  async function cutShort(times: number, failure: string, fail: (spaceId: string) => Promise<void>) {
    const setting = await openSyncedSpace(FILES)
    const { as, admin, url, remote, services, space, latest, interceptTasks } = setting
    const mend = interceptTasks(async (_, go) => {
      await fail(space.id)
      return go()
    })
    await as(admin).post(`${url}/git/import`, remote, 204)
    const again = () => runJob(services, syncSpace, { spaceId: space.id })
    for (let time = 1; time <= times; time++) {
      await expect(again()).rejects.toThrow(failure)
      expect((await latest()).state).toBe('running')
    }
    mend()
    await again()
    return setting
  }

  it('is done again, and given up after the third time', async () => {
    const { sql } = await openSyncedSpace(FILES)
    const { latest, drain, imports, titles } = await cutShort(3, 'was lost', async (spaceId) => {
      await sql(`delete from leases where name = 'git ${spaceId}'`)
    })
    expect(await latest()).toMatchObject({ state: 'failure', error: expect.stringContaining('3 times') })
    await drain()
    await imports()
    expect(await titles()).toBe('Welcome')
  })

  it('is done again as often as the service stops in good order', async () => {
    const { latest, titles } = await cutShort(4, 'closed', () => Promise.reject(new ThreadsClosed()))
    expect(await latest()).toMatchObject({ state: 'success' })
    expect(await titles()).toBe('Welcome')
  })
})

describe('copies of repositories', () => {
  it('go when nobody needed them for a month, and come back when somebody does', async () => {
    const { imports, commit, titles, tick, services } = await openSyncedSpace(FILES)
    const copies = () => readdirSync(gitFolder).filter((name) => /^[0-9a-f]{64}$/.test(name))
    await imports()
    tick(29)
    await runJob(services, forgetCopies, {})
    expect(copies()).not.toEqual([])
    tick(2)
    await runJob(services, forgetCopies, {})
    expect(copies()).toEqual([])
    await commit({ 'README.md': '# Again\n\nHello.\n' })
    await imports()
    expect(await titles()).toBe('Again')
  })
})
