import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildTestServices } from '../../../../test/services.ts'
import { afterCommit, beforeCommit, type Tx } from '../db.ts'

async function openNotes() {
  const { database } = (await buildTestServices()).services
  await sql`create table notes (text text primary key)`.execute(database.db)
  const note = async (db: Tx, text: string) => {
    await sql`insert into notes values (${text})`.execute(db)
  }
  const notes = async () =>
    (await sql<{ text: string }>`select text from notes order by 1`.execute(database.db)).rows.map(
      ({ text }) => text,
    )
  return { database, note, notes }
}

describe('a transaction', () => {
  it('has what is written before its commit, and only then says so', async () => {
    const { database, note, notes } = await openNotes()
    const heard: string[] = []
    const write = (text: string) =>
      database.inTransaction(async (db) => {
        beforeCommit(db, async () => {
          await note(db, `${text}, last`)
          await note(db, `${text}, very last`)
        })
        afterCommit(db, () => void heard.push(text))
        await note(db, text)
        return text
      })
    expect(await Promise.all([write('a'), write('b')])).toEqual(['a', 'b'])
    expect(await notes()).toEqual(['a', 'a, last', 'a, very last', 'b', 'b, last', 'b, very last'])
    expect(heard.sort()).toEqual(['a', 'b'])
  })

  it.each([
    ['fails', (note: (text: string) => Promise<void>) => note('twice')],
    ['fails before another', (note) => note('twice').then(() => note('more'))],
    ['can not be sent', () => Promise.reject(new Error('duplicate'))],
  ] satisfies [string, (note: (text: string) => Promise<void>) => Promise<void>][])(
    'is rolled back where what is written before its commit %s',
    async (_, last) => {
      const { database, note, notes } = await openNotes()
      const heard: string[] = []
      const writing = database.inTransaction(async (db) => {
        beforeCommit(db, () => last((text) => note(db, text)))
        afterCommit(db, () => void heard.push('committed'))
        await note(db, 'twice')
      })
      await expect(writing).rejects.toThrow('duplicate')
      expect(heard).toEqual([])
      // On the connections there are.
      for (let count = 0; count < 20; count++)
        await database.inTransaction((db) => note(db, `after ${count}`))
      expect((await notes()).filter((text) => !text.startsWith('after'))).toEqual([])
    },
  )

  it('is rolled back where its work fails, also when nothing was asked yet', async () => {
    const { database, note, notes } = await openNotes()
    const failing = (work: (db: Tx) => Promise<unknown>) =>
      database.inTransaction(async (db) => {
        await work(db)
        throw new Error('no')
      })
    await expect(failing(async () => {})).rejects.toThrow('no')
    await expect(failing((db) => note(db, 'lost'))).rejects.toThrow('no')
    await expect(failing((db) => note(db, 'lost').then(() => note(db, 'lost')))).rejects.toThrow('duplicate')
    expect(await notes()).toEqual([])
  })
})
