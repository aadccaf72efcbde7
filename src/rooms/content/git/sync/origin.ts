// An export to where nothing is yet begins with the repository that the space came from, as it is kept: like any other
// export it is a patch on what was imported.

import { buildContent } from '../../../../engines/sync/read/build-content.ts'
import { type KeptSource, openKeptTree } from '../../../../engines/sync/read/kept-source.ts'
import { openRepository } from '../../../../engines/sync/read/repository.ts'
import type { Exported, Repository, TreeRead } from '../../../../engines/sync/types.ts'
import type { ReadContext } from '../../../../kit/domain/context.ts'
import type { FileChange, GitCache, NewBlob } from '../../../../world/git/git.ts'
import { openNodes, storeNodes } from '../../spaces/revisions/revisions.ts'
import type { Head } from './read-commit.ts'
import { syncTools } from './tools.ts'
import type { SyncWork } from './work.ts'

export type GitOrigin = TreeRead & { repository: Repository<KeptSource> }

type Target = { cache: GitCache; parent: string | null; head: Head }

/** Undefined where the target has files already, or the space came from nowhere. */
export async function readOrigin(
  { ctx, operation, inTransaction, progress }: SyncWork,
  { cache, parent, head }: Target,
): Promise<GitOrigin | undefined> {
  const { directory } = operation.request
  if (parent !== null && (await hasFiles(cache, parent, directory))) return
  const source = await openKeptTree(
    { blobs: ctx.blobs, openNodes: () => openNodes(ctx) },
    head.view,
    directory,
  )
  if (!source) return
  await progress.begin('config_check')
  const repository = await openRepository(ctx, source, 'kept', directory)
  const { content } = source
  const { nodes } = content
  const built = await buildContent({
    tools: syncTools(ctx),
    nodes,
    repository,
    syncBase: content,
    current: content,
    renames: new Map(),
    added: new Set(),
    store: () => inTransaction((ctx) => storeNodes(ctx, nodes)),
    onCount: (tasks) => progress.begin('content_process', tasks),
    onRead: progress.step,
  })
  return { ...built, repository, content, known: content, nodes }
}

async function hasFiles(cache: GitCache, commit: string, directory: string) {
  const entries = await cache.list(commit)
  return entries.some(({ path }) => directory === '' || path.startsWith(`${directory}/`))
}

/** All files that nobody edited since they were imported. */
export function broughtFiles({ repository }: GitOrigin, edited: FileChange[]): FileChange[] {
  const others = new Set(edited.map(({ path }) => path))
  return repository.everything.flatMap(({ path, mode, oid }) =>
    others.has(path) ? [] : [{ path, mode, content: { oid } }],
  )
}

export function pagesAmong({ repository, pageAt }: GitOrigin, brought: FileChange[]) {
  return brought.filter(({ path }) => pageAt.has(path.slice(repository.prefix.length))).length
}

/** What is written by its name, one after the other: nobody holds all of it. */
export async function* newBlobs(
  { blobs }: ReadContext,
  { files }: Exported,
  origin: GitOrigin | undefined,
  brought: FileChange[],
): AsyncGenerator<NewBlob> {
  for (const content of files.values()) {
    if (content === null || !('blob' in content)) continue
    const opened = await blobs.get(content.blob)
    if (!opened) throw new Error(`The bytes of the file ${content.oid} are missing`)
    yield { size: opened.size, chunks: opened.stream }
  }
  const oids = new Set(
    brought.flatMap(({ mode, content }) =>
      mode !== '160000' && content && 'oid' in content ? [content.oid] : [],
    ),
  )
  for await (const { bytes } of origin?.repository.cache.read(oids) ?? [])
    yield { size: bytes.length, chunks: [bytes] }
}
