import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { buildTestServices, furnish } from '../../../test/services.ts'
import { isDiskFull } from '../storage/database/failures.ts'

async function openOnDisk() {
  const built = await buildTestServices()
  const setting = await furnish(built)
  const { db } = built.services.database
  const fill = async () => {
    await sql`create function fail_as_full() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
      db,
    )
    for (const table of ['teams', 'instance_settings'])
      await sql`create trigger full_disk before insert on ${sql.table(table)}
        execute function fail_as_full()`.execute(db)
  }
  const free = () => sql`drop function fail_as_full cascade`.execute(db)
  const readiness = () => built.app.inject('/readyz')
  return { ...setting, fill, free, readiness }
}

it('answers writes 507 on a full disk, is not ready meanwhile, and reads on', async () => {
  const { as, admin, organization, fill, free, readiness } = await openOnDisk()
  expect((await readiness()).statusCode).toBe(200)
  await fill()
  const refused = await as(admin).send('PUT', `${organization.url}/teams`, { title: 'Writers' })
  expect(refused.statusCode).toBe(507)
  expect(refused.json().error.message).toContain('disk of the server is full')
  expect(refused.headers['retry-after']).toBe('30')
  const hindered = await readiness()
  expect(hindered.statusCode).toBe(503)
  expect(hindered.json().error.message).toBe('The disk is full: reads work, writes do not')
  await as(admin).get(organization.url, 200)
  await free()
  expect((await readiness()).statusCode).toBe(200)
  await as(admin).put(`${organization.url}/teams`, { title: 'Writers' }, 201)
})

it('notices a full disk that no request has met yet', async () => {
  const { fill, readiness, tick } = await openOnDisk()
  expect((await readiness()).statusCode).toBe(200)
  await fill()
  await tick(1)
  expect((await readiness()).statusCode).toBe(503)
})

it('knows a full disk by the files that did not fit', () => {
  const failure = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  expect(isDiskFull(failure)).toBe(true)
  expect(isDiskFull(new Error('Put failed', { cause: failure }))).toBe(true)
  expect(isDiskFull(Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT' }))).toBe(false)
})
