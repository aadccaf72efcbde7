// A space that somebody synchronizes right now, and a second job of it.
import { describe, expect, it } from 'vitest'
import { heldPush } from '../../../../../test/counterparts/held-push.ts'
import { openSyncedSpace } from '../../../../../test/repositories.ts'
import { runJob, startWorkers } from '../../../../services.ts'
import { syncSpace } from '../jobs.ts'

describe('a second job of a space', () => {
  it('starts no process while the first one is at work, however long that takes', async () => {
    const opened = await openSyncedSpace({ 'README.md': '# Welcome\n' })
    const { imports, write, as, admin, url, remote, git, name, services, space, sql, latest } = opened
    await imports()
    await write({ operation: 'insert_page', title: 'New', document: { markdown: 'Text' } })
    const push = await heldPush(git.folderOf(name))
    await as(admin).post(`${url}/git/export`, { ...remote, commitMessage: 'From Quire' }, 204)
    const first = runJob(services, syncSpace, { spaceId: space.id })
    await push.begun()

    const begun: string[] = []
    opened.interceptGit(({ name }, go) => {
      begun.push(name)
      return go()
    })
    const asked = git.requests.length
    const jobs = async () => (await services.queue.counts()).find(({ name }) => name === 'git.sync')
    // The job that the request sent is still waiting. What may have ended its process is done in another one.
    await startWorkers(services, async ({ name }) => void begun.push(`${name} apart`))
    await expect.poll(async () => (await jobs())?.done).toBeGreaterThan(0)
    expect(begun).toEqual([])
    expect(git.requests.length).toBe(asked)
    expect(await latest()).toMatchObject({ state: 'running' })

    // Whoever works renews the lease: it does not run out while a remote takes its time.
    const lease = `from leases where name = 'git ${space.id}'`
    await sql(
      `update leases set expires_at = clock_timestamp() + interval '1 h' where name = 'git ${space.id}'`,
    )
    const isRenewed = `select expires_at < clock_timestamp() + interval '1 min' as is_renewed ${lease}`
    await expect.poll(async () => (await sql(isRenewed)).rows).toEqual([{ isRenewed: true }])

    await push.release()
    await first
    expect(await latest()).toMatchObject({ state: 'success' })
    // It came back later, and found nothing to do.
    await expect.poll(jobs).toMatchObject({ waiting: 0, failed: 0 })
    await expect.poll(async () => (await sql(`select holder ${lease}`)).rows).toEqual([])
    expect(begun).toEqual([])
  })
})
