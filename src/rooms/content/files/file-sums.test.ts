// How large the files of spaces are, as an administrator is told.
import { describe, expect, it } from 'vitest'
import { openSpace, page, spaceMaker } from '../../../../test/pages.ts'
import { makeAdministrator } from '../../../../test/services.ts'
import { catchUpIndexes } from '../spaces/indexes/jobs.ts'
import { fileSums } from './file-sums.ts'

const file = (name: string, text: string) => ({
  ...{ name, contentType: 'text/plain' },
  base64: Buffer.from(text).toString('base64'),
})
const insert = (...files: object[]) => ({ operation: 'insert_files', files })

async function openSums() {
  const opened = await openSpace()
  const { as, admin, sql, organization, drain, services } = opened
  await sql(`update users set is_administrator = true where id = '${admin.id}'`)
  const use = async (person = admin) => {
    await drain()
    return (await as(person).get('/v1/storage')).files
  }
  type Held = { id?: string; files: number; bytes: number }
  const held = async (person = admin) => {
    const { organizations }: { organizations: Held[] } = await use(person)
    return organizations.find(({ id }) => id === organization.id)
  }
  return { ...opened, held, use, administrator: () => makeAdministrator(services) }
}

describe('what files take', () => {
  it('follows the content of all spaces of an organization, and counts the same bytes once', async () => {
    const { write, held, as, admin, organization, url } = await openSums()
    expect(await held()).toBeUndefined()
    await write(insert(file('a.txt', 'ten bytes!'), file('b.txt', 'ten bytes!'), file('c.txt', 'five.')))
    await spaceMaker(as(admin), organization)('Other', insert(file('d.txt', 'seven..')))
    expect(await held()).toMatchObject({ files: 4, bytes: 22 })
    await write(page('Nothing new'))
    expect(await held()).toMatchObject({ files: 4, bytes: 22 })
    const { items } = await as(admin).get(`${url}/content/files`)
    const { id } = items.find(({ name }: { name: string }) => name === 'c.txt')
    await write({ operation: 'delete_files', files: [id] })
    expect(await held()).toMatchObject({ files: 3, bytes: 17 })
  })

  it('names no organization that the administrator is not in', async () => {
    const { write, held, use, administrator } = await openSums()
    await write(insert(file('a.txt', 'ten bytes!')))
    const outsider = await administrator()
    expect(await held(outsider)).toBeUndefined()
    const { organizations, bytes } = await use(outsider)
    expect(organizations).toEqual([{ files: expect.any(Number), bytes }])
    expect(bytes).toBe((await use()).bytes)
  })

  it('is made up for where it was never counted', async () => {
    const { write, held, sql, space, services } = await openSums()
    await write(insert(file('a.txt', 'ten bytes!')))
    expect(await held()).toMatchObject({ bytes: 10 })
    await sql(`delete from file_sums where space_id = '${space.id}'`)
    expect(await held()).toBeUndefined()
    await services.asSystem((ctx) => ctx.enqueue(catchUpIndexes([fileSums]), {}))
    expect(await held()).toMatchObject({ bytes: 10 })
  })
})
