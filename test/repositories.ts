// A space with a repository beside it, on a real Git server.
import { randomBytes } from 'node:crypto'
import { commitTree } from './commit-tree.ts'
import { type Files, openGitServer } from './counterparts/git-server.ts'
import type { Tree } from './drawn/generated-repositories.ts'
import { atEndOfFile, sharedByTests } from './file-scope.ts'
import { openSpace } from './pages.ts'

const sharedServer = sharedByTests(async () => {
  const server = await openGitServer()
  atEndOfFile(() => server.close())
  return server
})

export type SyncOptions = Record<string, unknown>

export async function openSyncedSpace(files: Files = {}, branch = 'main') {
  const git = await sharedServer()
  const name = `docs-${randomBytes(5).toString('hex')}`
  await git.createRepository(name)
  if (Object.keys(files).length > 0) await git.commitFiles(name, branch, files)
  const space = await openSpace()
  const { as, admin, url, drain } = space
  const remote = { url: git.urlWithCredentials(name), ref: `refs/heads/${branch}` }

  async function latest() {
    const { items } = await as(admin).get(`${url}/git/operations?limit=1`)
    return as(admin).get(`${url}/git/operations/${items[0].id}`)
  }

  async function sync(direction: 'import' | 'export', options: SyncOptions) {
    const message = direction === 'export' ? { commitMessage: 'From Quire' } : {}
    await as(admin).post(`${url}/git/${direction}`, { ...remote, ...message, ...options }, 204)
    await drain()
    return latest()
  }

  return {
    ...space,
    git,
    name,
    remote,
    sync,
    /** The operation, which must have succeeded. */
    async imports(options: SyncOptions = {}) {
      return succeeded(await sync('import', options))
    },
    async exports(options: SyncOptions = {}) {
      return succeeded(await sync('export', options))
    },
    commit: (changes: Files, message?: string) => git.commitFiles(name, branch, changes, message),
    /** A commit that holds just this tree, on top of the branch or in place of all its history. */
    commitTree: (tree: Tree, place: 'on top' | 'alone' = 'on top') =>
      commitTree(git, name, { branch, tree, place }),
    /** What `git diff --name-status` says between two commits. */
    async diff(from: string, to: string) {
      const text = String(await git.git(name, 'diff', '--no-renames', '--name-status', '-z', from, to))
      const [...parts] = text.split('\0')
      return parts.flatMap((part, at) => (at % 2 === 0 && part !== '' ? [`${part}\t${parts[at + 1]}`] : []))
    },
    tip: () => git.readCommit(name, branch),
    tree: async (commit: string) => String(await git.git(name, 'rev-parse', `${commit}^{tree}`)).trim(),
    show: async (path: string) => String(await git.git(name, 'show', `refs/heads/${branch}:${path}`)),
    latest,
    page: (title: string) => pageIn(space, title),
  }
}

/** The page of a space that has this title. */
export async function pageIn({ as, admin, url }: Pick<Space, 'as' | 'admin' | 'url'>, title: string) {
  const flat = (pages: Outlined[]): Outlined[] => pages.flatMap((page) => [page, ...flat(page.pages ?? [])])
  const { pages } = await as(admin).get(`${url}/content/pages`)
  const found = flat(pages).find((page) => page.title === title)
  if (!found) throw new Error(`There is no page ${title}`)
  return found
}

type Space = Awaited<ReturnType<typeof openSpace>>
type Outlined = {
  id: string
  title: string
  path: string
  type: string
  hidden?: boolean
  git?: { path: string }
  metaLinks?: object
  pages?: Outlined[]
}

function succeeded<T extends { state: string; error?: string }>(operation: T): T {
  if (operation.state !== 'success') throw new Error(`It ended in ${operation.state}: ${operation.error}`)
  return operation
}
