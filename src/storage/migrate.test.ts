import { sql } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import { openSyncedSpace } from '../../test/repositories.ts'
import { migrate } from './migrate.ts'

describe('a database of 0.3.0', () => {
  it('keeps what its spaces agreed on with their branches, and makes PDFs', async () => {
    const space = await openSyncedSpace({ 'README.md': '# Home\n', 'use.md': '# Use\n', 'old.md': '# Old\n' })
    await space.imports()
    const database = await space.services.asSystem(async ({ db }) => {
      await sql`update git_syncs set url = '', ref = ''`.execute(db)
      await sql`alter table pdfs drop column failed_at`.execute(db)
      await sql`delete from schema_migrations where name like '012%'`.execute(db)
      return (await sql<{ name: string }>`select current_database() as name`.execute(db)).rows[0]?.name
    })
    const applied = await migrate({ ...inject('connection'), database: database ?? '' })
    expect(applied).toEqual(['012-earlier-agreements.sql'])

    const [, old, use] = (await space.as(space.admin).get(`${space.url}/content/pages`)).pages
    await space.write(
      { operation: 'update_page', page: use.id, document: { markdown: 'Ours.' } },
      { operation: 'delete_page', page: old.id },
    )
    await space.commit({ 'README.md': '# Home\n\nTheirs.\n' })
    await space.exports()
    expect(await space.show('use.md')).toBe('# Use\n\nOurs.\n')
    expect(await space.titles()).toBe('Home Use')
    await space.as(space.admin).get(`${space.url}/pdf`)
  })
})
