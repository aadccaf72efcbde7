import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testConnection } from '../../../../test/database.ts'
import { openSyncedSpace } from '../../../../test/repositories.ts'
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
    const applied = await migrate({ ...(await testConnection()), database: database ?? '' })
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

describe('a database of 0.3.3', () => {
  it('knows where its spaces lie in their branches, also those whose export was interrupted', async () => {
    const space = await openSyncedSpace({ 'docs/README.md': '# Home\n' })
    await space.imports({ repoProjectDirectory: 'docs' })
    const database = await space.services.asSystem(async ({ db }) => {
      await sql`update git_operations set pushing = '{"commitId": "x"}'`.execute(db)
      await sql`alter table git_syncs drop column prefix`.execute(db)
      await sql`delete from schema_migrations where name like '019%'`.execute(db)
      return (await sql<{ name: string }>`select current_database() as name`.execute(db)).rows[0]?.name
    })
    await migrate({ ...(await testConnection()), database: database ?? '' })
    const { rows } = await space.sql(
      "select git_syncs.prefix, pushing from git_syncs join git_operations using (space_id) where directory = 'docs'",
    )
    expect(rows).toEqual([{ prefix: 'docs/', pushing: { commitId: 'x', prefix: 'docs/' } }])
  })
})
