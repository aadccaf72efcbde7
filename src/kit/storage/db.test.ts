import { sql as statement } from 'kysely'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { buildTestServices, furnish } from '../../../test/services.ts'
import { runJob } from '../../services.ts'
import { job } from '../domain/jobs.ts'

const timeout = statement`show statement_timeout`

describe('statements that were prepared before a migration', () => {
  it('are prepared anew: reads go on, a write is at most told to come again', async () => {
    const { as, admin, organization, sql } = await furnish(await buildTestServices())
    const rename = (title: string) => as(admin).send('PATCH', organization.url, { title })
    for (let count = 0; count < 10; count++) await as(admin).get(organization.url)
    expect((await rename('Before')).statusCode).toBe(200)
    await sql('alter table organizations add column added_by_a_newer_release text')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => as(admin).send('GET', organization.url)),
    )
    expect(answers.map((answer) => answer.statusCode)).toEqual(answers.map(() => 200))
    await sql('alter table organizations add column and_another text')
    const first = await rename('After')
    expect([200, 503]).toContain(first.statusCode)
    expect((await rename('After')).json()).toMatchObject({ title: 'After' })
  })
})

describe('statements', () => {
  it('have half a minute while somebody waits for them, and longer in a job', async () => {
    const { services, sql } = await furnish(await buildTestServices())
    const told: unknown[] = []
    const tell = job({
      name: 'tell',
      payload: Type.Object({}),
      run: async ({ db }) => void told.push(...(await timeout.execute(db)).rows),
    })
    await runJob(services, tell, {})
    expect(told).toEqual([{ statementTimeout: '5min' }])
    expect((await sql('show statement_timeout')).rows).toEqual([{ statementTimeout: '30s' }])
  })

  it('are prepared when they are used again and again, not each for itself', async () => {
    const { services } = await furnish(await buildTestServices())
    const texts: string[] = []
    const ask = job({
      name: 'ask',
      payload: Type.Object({}),
      async run({ db }) {
        for (let count = 0; count < 20; count++)
          await statement`select ${count}::int as ${statement.ref(`varying_${count}`)}`.execute(db)
        for (let count = 0; count < 3; count++) await statement`select ${count}::int as steady`.execute(db)
        const prepared = statement<{ statement: string }>`select statement from pg_prepared_statements`
        for (const row of (await prepared.execute(db)).rows) texts.push(row.statement)
      },
    })
    await runJob(services, ask, {})
    expect(texts.filter((text) => text.includes('steady'))).toHaveLength(1)
    expect(texts.filter((text) => text.includes('varying'))).toEqual([])
  })
})
