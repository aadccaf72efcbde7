import { expect, it } from 'vitest'
import { archiveOf, type Packed, packed, unpack } from '../../../test/archives.ts'
import type { Answer } from '../../../test/counterparts/client.ts'
import { openTestServices } from '../../../test/services.ts'
import { SYSTEM } from '../../kit/domain/context.ts'
import { spaceNow } from '../../rooms/content/spaces/heads.ts'
import { readArchive } from './read-content.ts'
import { findSpaceOfSource, knownOf, updateFromSource } from './sources.ts'

const SOURCE = '/somewhere/docs'

async function openSource(first: Record<string, string>) {
  const h = await openTestServices()
  const { services, as, admin, organization } = h
  const filesOf = (texts: Record<string, string>): Packed =>
    new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)]))
  const organizationId = organization.id
  const options = { organizationId, title: 'Docs', source: SOURCE }
  const { space } = await unpack(services, admin, filesOf(first), options)
  const client = as(admin)
  const url = `/v1/spaces/${space.id}`
  const update = async (files: Packed, isForced = false) => {
    const ctx = services.outside(SYSTEM)
    const id = await findSpaceOfSource(ctx, organizationId, SOURCE)
    const row = id === undefined ? undefined : await spaceNow(ctx, id)
    if (!row) throw new Error('It is not known')
    const known = await knownOf(ctx, row)
    const importing = { ctx, inTransaction: services.asSystem, onProgress: () => {} }
    const read = await readArchive(importing, archiveOf(files), known)
    await services.asSystem((ctx) => updateFromSource(ctx, row.id, read, { source: SOURCE, known, isForced }))
  }
  const pages = async () => {
    const { pages } = await client.get(`${url}/content/pages`)
    return new Map<string, string>(pages.map(({ title, id }: Answer) => [title, id]))
  }
  const edit = (page: string | undefined, markdown: string) =>
    client.post(`${url}/content`, { changes: [{ operation: 'update_page', page, document: { markdown } }] })
  const textOf = async (page: string | undefined) =>
    (await client.get(`${url}/content/page/${page}?format=markdown`)).markdown
  return {
    ...h,
    client,
    url,
    space,
    filesOf,
    update: (texts: Record<string, string>, isForced?: boolean) => update(filesOf(texts), isForced),
    updateWith: update,
    pages,
    edit,
    textOf,
  }
}

it('brings what is new in a source, keeps the ids of pages, and what was edited here since', async () => {
  const { update, pages, edit, textOf } = await openSource({
    'README.md': '# Home\n\nOld.\n',
    'guide.md': '# Guide\n\nGuide.\n',
    'gone.md': '# Gone\n',
  })
  const before = await pages()
  await edit(before.get('Guide'), 'Edited here.\n')
  await update({ 'README.md': '# Home\n\nNew.\n', 'guide.md': '# Guide\n\nGuide.\n', 'more.md': '# More\n' })
  const after = await pages()
  expect([...after.keys()].sort()).toEqual(['Guide', 'Home', 'More'])
  expect(after.get('Home')).toBe(before.get('Home'))
  expect(await textOf(after.get('Home'))).toContain('New.')
  expect(await textOf(after.get('Guide'))).toContain('Edited here.')
})

it('writes no revision where nothing is new', async () => {
  const texts = { 'README.md': '# Home\n' }
  const { update, client, url } = await openSource(texts)
  const { revision } = await client.get(url)
  await update(texts)
  expect((await client.get(url)).revision).toBe(revision)
})

it('changes nothing where both sides changed the same thing, unless the source is to win', async () => {
  const { update, pages, edit, textOf } = await openSource({ 'README.md': '# Home\n\nOld.\n' })
  const home = (await pages()).get('Home')
  await edit(home, 'Edited here.\n')
  const changed = { 'README.md': '# Home\n\nEdited there.\n' }
  await expect(update(changed)).rejects.toThrow(/both changed README\.md\. Nothing was published/)
  expect(await textOf(home)).toContain('Edited here.')
  await update(changed, true)
  expect(await textOf(home)).toContain('Edited there.')
  // Told apart from there on.
  await update({ 'README.md': '# Home\n\nEdited once more.\n' })
  expect(await textOf(home)).toContain('Edited once more.')
})

it('brings a space up to date from what Quire exported', async () => {
  const { services, space, updateWith, pages, textOf } = await openSource({ 'README.md': '# Home\n\nOld.\n' })
  const files = await packed(services, space.id)
  const home = (await pages()).get('Home')
  const file = [...files.keys()].find((path) => /^readme\.md$/i.test(path)) ?? ''
  files.set(file, Buffer.from(String(files.get(file)).replace('Old.', 'Edited in the folder.')))
  await updateWith(files)
  expect([...(await pages())]).toEqual([['Home', home]])
  expect(await textOf(home)).toContain('Edited in the folder.')
})
