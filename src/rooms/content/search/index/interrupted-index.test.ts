// A service that closes while pages are indexed.
import { describe, expect, it } from 'vitest'
import { openShelf } from '../../../../../test/shelf.ts'
import { startWorkers } from '../../../../services.ts'
import { ThreadsClosed } from '../../../../world/threads/threads.ts'
import { cutPages } from './cut-pages.ts'

describe('an index that was interrupted', () => {
  it('is made later, and its job has not failed', async () => {
    const { as, admin, url, titles, services, interceptTasks, warnings } = await openShelf()
    let interrupted = 0
    interceptTasks(({ name }, go) => {
      if (name !== cutPages.name || interrupted > 0) return go()
      interrupted += 1
      return Promise.reject(new ThreadsClosed())
    })
    const page = { operation: 'insert_page', title: 'Kept', document: { markdown: 'whimbrel' } }
    await as(admin).post(`${url}/content`, { changes: [page] }, 200)
    await startWorkers(services, async () => {})
    await expect.poll(() => titles('whimbrel')).toEqual(['Kept'])
    expect(interrupted).toBe(1)
    const job = (await services.queue.counts()).find(({ name }) => name === 'search.index')
    expect(job).toMatchObject({ failed: 0 })
    expect(warnings()).toEqual([])
  })
})
