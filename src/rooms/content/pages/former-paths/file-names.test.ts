// Pages of a repository have the names of their files as addresses, and addresses that were made of them otherwise lead there.
import { describe, expect, it } from 'vitest'
import { openSyncedSpace } from '../../../../../test/repositories.ts'
import { openDraft } from '../../../../engines/content/draft/draft.ts'
import type { WriteContext } from '../../../../kit/domain/context.ts'
import { lockSpace, moveHead } from '../../spaces/heads.ts'
import { openNodes, openView, writeRevision } from '../../spaces/revisions/revisions.ts'

const FILES = {
  'README.md': '# Home\n',
  'SUMMARY.md':
    '* [Home](README.md)\n* [One](one_two.md)\n* [Below](a_folder/README.md)\n  * [V](a_folder/v1.2.md)\n* [Upper](API_Keys.md)\n',
  'one_two.md': '# One\n\n[v](a_folder/v1.2.md)\n',
  'a_folder/README.md': '# Below\n',
  'a_folder/v1.2.md': '# V\n\n[one](../one_two.md)\n',
  'API_Keys.md': '# Upper\n',
}

type Space = Awaited<ReturnType<typeof openSyncedSpace>>
type Listed = { id: string; path: string; pages?: Listed[] }

async function openImported() {
  const space = await openSyncedSpace(FILES)
  await space.imports()
  const { as, admin, organization, url } = space
  const client = as(admin)
  const site = { title: 'Docs', visibility: 'public', spaces: [space.space.id] }
  const { id } = await client.post(`${organization.url}/sites`, site, 201)
  const { urls } = await client.post(`${organization.url}/sites/${id}/publish`)
  const home = new URL(urls.published).pathname.replace(/\/$/, '')
  async function visit(path: string) {
    const answer = await as().send('GET', `${home}/${path}`, undefined)
    if (answer.statusCode !== 301) return answer.statusCode
    return `301 ${String(answer.headers.location).slice(home.length + 1)}`
  }
  const paths = async () => {
    const flat = (pages: Listed[]): Listed[] => pages.flatMap((page) => [page, ...flat(page.pages ?? [])])
    return flat((await client.get(`${url}/content/pages`)).pages).map(({ path }) => path)
  }
  return { ...space, client, visit, paths }
}

describe('a page that came from a file', () => {
  it('has its name as address, whatever signs are in it', async () => {
    const { paths, visit } = await openImported()
    expect(await paths()).toEqual(['home', 'one_two', 'a_folder', 'a_folder/v1.2', 'api_keys'])
    expect(await visit('one_two')).toBe(200)
    expect(await visit('a_folder/v1.2')).toBe(200)
    expect(await visit('a_folder/v1.2.md')).toBe(200)
  })

  it('is found under a name that differs in signs and case only', async () => {
    const { visit, write, drain } = await openImported()
    expect(await visit('one-two')).toBe('301 one_two')
    expect(await visit('One_Two')).toBe('301 one_two')
    expect(await visit('a-folder/v1-2')).toBe('301 a_folder/v1.2')
    expect(await visit('API_Keys')).toBe('301 api_keys')
    expect(await visit('one-two.md')).toBe('301 one_two.md')
    expect(await visit('one')).toBe(404)
    await write({ operation: 'insert_page', title: 'One two', document: { markdown: 'Mine' } })
    await drain()
    expect(await visit('one-two')).toBe(200)
  })

  it('keeps its slug when an edit sends it back', async () => {
    const { client, url, write, paths, exports, name, git } = await openImported()
    const page = await client.get(`${url}/content/path/one_two`)
    await write({ operation: 'update_page', page: page.id, title: 'Uno', slug: page.slug })
    expect(await paths()).toContain('one_two')
    await exports()
    const files = String(await git.git(name, 'ls-tree', '-r', '--name-only', 'main'))
      .trim()
      .split('\n')
    expect(files).toEqual(Object.keys(FILES).toSorted())
  })

  it('gets the name that was changed by earlier releases back, and its old address leads there', async () => {
    const { paths, visit, imports, commit, drain, exports, diff, tip, ...space } = await openImported()
    await asBefore(space, { one_two: 'one-two', a_folder: 'a-folder', 'v1.2': 'v1-2', api_keys: 'api-keys' })
    await drain()
    expect(await paths()).toEqual(['home', 'one-two', 'a-folder', 'a-folder/v1-2', 'api-keys'])
    // Somebody chose another address here: it stays.
    const chosen = await space.client.get(`${space.url}/content/path/api-keys`)
    await space.write({ operation: 'update_page', page: chosen.id, slug: 'keys' })
    const before = await commit({ 'one_two.md': '# One\n\nChanged. [v](a_folder/v1.2.md)\n' })
    await imports()
    await drain()
    expect(await paths()).toEqual(['home', 'one_two', 'a_folder', 'a_folder/v1.2', 'keys'])
    expect(await visit('one-two')).toBe('301 one_two')
    expect(await visit('a-folder/v1-2')).toBe('301 a_folder/v1.2')
    expect(await visit('api-keys')).toBe('301 keys')
    await exports()
    expect(await diff(before, await tip())).toEqual(['D\tAPI_Keys.md', 'M\tSUMMARY.md', 'A\tkeys.md'])
  })
})

/** What earlier releases made of these files: other slugs, in what readers see and in what both sides agreed on. */
async function asBefore(
  { services, space, sql }: Pick<Space, 'services' | 'space' | 'sql'>,
  slugs: Record<string, string>,
) {
  await services.asSystem(async (ctx: WriteContext) => {
    const row = await lockSpace(ctx, space.id)
    const nodes = openNodes(ctx)
    const draft = openDraft(await openView(ctx, space.id, row.revisionId, nodes))
    const rename = async (parent: string | null) => {
      const siblings = await draft.list(parent)
      draft.putList(
        parent,
        siblings.map(({ id, slug }) => ({ id, slug: slugs[slug] ?? slug })),
      )
      for (const { id } of siblings) {
        await rename(id)
        const page = await draft.page(id)
        if (page) draft.putPage(id, { ...page, slug: slugs[page.slug] ?? page.slug })
      }
    }
    await rename(null)
    const root = await draft.finish()
    const parents = [row.revisionId]
    const revisionId = await writeRevision(ctx, nodes, { spaceId: space.id, root, type: 'edits', parents })
    await moveHead(ctx, row, revisionId)
  })
  await sql(
    `update git_syncs set revision_id = (select revision_id from spaces where id = '${space.id}') where space_id = '${space.id}'`,
  )
}
