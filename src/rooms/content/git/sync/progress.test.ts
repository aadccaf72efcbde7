import { describe, expect, it } from 'vitest'
import { openSyncedSpace } from '../../../../../test/repositories.ts'
import { SYSTEM } from '../../../../kit/domain/context.ts'
import { openLog } from '../../../../world/log/log.ts'
import { findNextOperation } from '../store.ts'
import { progressOf } from './progress.ts'

async function openOperation() {
  const { as, admin, url, remote, services, space, sql } = await openSyncedSpace({
    'README.md': '# Welcome\n',
  })
  await as(admin).post(`${url}/git/import`, remote, 204)
  const find = () => findNextOperation(services.database.db, space.id)
  const operation = await find()
  if (!operation) throw new Error('There is no operation')
  const logged: string[] = []
  const log = openLog('info', { write: (line) => void logged.push(line) })
  return { progress: progressOf(services.outside(SYSTEM, { log }), operation), find, logged, sql }
}

describe('progress', () => {
  it('never goes back to a stage that is over, however long its last write took', async () => {
    const { progress, find, sql } = await openOperation()
    // The first statement waits before it touches the row, and the ones behind it do not.
    await sql('create sequence git_writes')
    await sql(`create function late() returns trigger language plpgsql as
      $$ begin if nextval('git_writes') = 1 then perform pg_sleep(0.5); end if; return null; end $$`)
    await sql(
      'create trigger late before update on git_operations for each statement execute function late()',
    )
    const fetched = progress.reach(100)
    await progress.begin('config_check')
    await fetched
    expect(await find()).toMatchObject({ stage: 'config_check', tasksDone: 0 })
    await sql('drop trigger late on git_operations')
  })

  it('that can not be written down is logged, and keeps nobody from the work', async () => {
    const { progress, find, logged, sql } = await openOperation()
    await sql('alter table git_operations rename to git_operations_away')
    await progress.reach(50)
    await sql('alter table git_operations_away rename to git_operations')
    expect(logged).toEqual([expect.stringContaining('progress')])
    await progress.begin('config_check')
    expect(await find()).toMatchObject({ stage: 'config_check' })
  })
})
