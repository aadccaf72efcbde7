import { expect, it } from 'vitest'
import { page } from '../../../../../test/pages.ts'
import { openSyncedSpace } from '../../../../../test/repositories.ts'

type Told = { payload: Record<string, unknown> }

async function openTold(files: Record<string, string> = {}) {
  const opened = await openSyncedSpace(files)
  const { as, admin, organization } = opened
  const started = async () => {
    const { items } = await as(admin).get(`${organization.url}/events?type=space.git_sync_started&limit=100`)
    return items.map(({ payload }: Told) => payload)
  }
  return { ...opened, started }
}

it('says which commit an import brings, and onto which revision', async () => {
  const { as, admin, url, imports, commit, tip, started, space } = await openTold({
    'README.md': '# Welcome\n',
  })
  await imports()
  const { revision } = await as(admin).get(url)
  await commit({ 'more.md': '# More\n' })
  await imports()
  await imports()
  const [again, second, first] = await started()
  expect(first).toMatchObject({ revisionId: space.revision })
  expect(second).toMatchObject({ revisionId: revision, commitId: await tip() })
  expect(again).toMatchObject({ commitId: await tip() })
})

it('says what an export begins with, and that an empty branch has no commit', async () => {
  const { as, admin, url, exports, tip, started, write, sync } = await openTold()
  await write(page('Home', 'Welcome.'))
  const { revision } = await as(admin).get(url)
  await exports()
  const before = await tip()
  await write(page('More', 'More.'))
  await exports()
  await sync('export', { ref: 'refs/heads/main', url: 'http://127.0.0.1:9/none' })
  const told = await started()
  expect(told).toHaveLength(3)
  const [, second, first] = told
  expect(first).toMatchObject({ revisionId: revision })
  expect(first).not.toHaveProperty('commitId')
  expect(second).toMatchObject({ commitId: before })
})

it.each([
  ['https://gitlab.example.org/group/docs/-/blob/main', 'group/docs'],
  ['https://gitlab.example.org/group/sub/docs/-/tree/main/guide', 'sub/docs'],
  ['https://git.example.org/owner/docs/blob/main', 'owner/docs'],
  ['https://git.example.org/owner/docs/tree/release/1.0', 'owner/docs'],
  ['https://git.example.org/owner/docs.git', 'owner/docs'],
  ['https://git.example.org/owner/tree', 'owner/tree'],
])('names the repository at %s', async (address, name) => {
  const { as, admin, url, imports } = await openTold({ 'README.md': '# Welcome\n' })
  await imports({ gitInfo: { provider: 'gitlab', url: address } })
  expect((await as(admin).get(`${url}/git/info`)).repoName).toBe(name)
})
