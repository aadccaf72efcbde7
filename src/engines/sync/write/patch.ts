// All that an export changes in a repository: files, the table of contents that lists them, and redirects to them.
import { diffMaps } from '../../content/nodes/map.ts'
import type { RevisionView } from '../../content/nodes/revision.ts'
import type { PageRecord } from '../../content/records.ts'
import { patchRedirects } from '../../repository/config.ts'
import { bytesOfText } from '../../repository/text-bytes.ts'
import { type KeptSummary, keptConfig, keptSummary } from '../kept-texts.ts'
import type { Exported, Repository, SyncTools, TreeRead } from '../types.ts'
import { changedFiles } from './changed-files.ts'
import { changedSummary, pathNow } from './changed-summary.ts'

type Patched = Pick<TreeRead, 'content' | 'pageAt' | 'pageOfLine' | 'unlisted'> & { repository: Repository }

/** From what the repository holds to what it shall hold. */
export async function patchFor(
  tools: Pick<SyncTools, 'threads' | 'blobs'>,
  read: Patched,
  wanted: RevisionView,
): Promise<Exported> {
  const { repository, content, pageAt } = read
  const sides = { before: content, after: wanted }
  if (!repository.summary && pageAt.size === 0) {
    const kept = repository.config ? undefined : await keptSummary(tools, wanted)
    const unlisted = kept?.read.unlisted
    const exported = await changedFiles(tools, repository, { ...sides, unlisted })
    await listAnew(exported, repository, kept ?? { read, before: content }, wanted)
    return exported
  }
  const exported = await changedFiles(tools, repository, { ...sides, unlisted: read.unlisted })
  exported.config = changedConfig(repository, exported)
  // Where there is none, folders are the table of contents.
  if (!repository.summary) return exported
  const { text, bytes } = repository.summary
  const changed = await changedSummary(read, { ...sides, pathOf: pathNow(exported.pages) })
  if (changed !== text) exported.files.set(repository.summaryFile, bytesOfText(changed, bytes))
  return exported
}

/** The table of contents and the configuration, where there are neither: as they were kept, brought up to date, or new. */
export async function listAnew(
  exported: Exported,
  { prefix, config }: Pick<Repository, 'prefix' | 'config'>,
  { read, before }: KeptSummary,
  after: RevisionView,
) {
  const { summaryFile } = read.repository
  const text = await changedSummary(read, { before, after, pathOf: pathNow(exported.pages) })
  if (text !== '') exported.files.set(summaryFile, Buffer.from(text))
  exported.summaryFile = summaryFile
  if (config) return
  const kept = await keptConfig(after, await movedSince(before, after))
  if (kept !== undefined) exported.config = { path: `${prefix}.gitbook.yaml`, bytes: Buffer.from(kept) }
}

async function movedSince(before: RevisionView, after: RevisionView) {
  const moved = new Map<string, string>()
  for (const change of await diffMaps<PageRecord>(after.nodes, before.root.pages, after.root.pages)) {
    const [from, to] = [change.before?.git?.path, change.after?.git?.path]
    if (from !== undefined && to !== undefined && from !== to) moved.set(from, to)
  }
  return moved
}

/** Redirects lead to files, and follow them. */
function changedConfig({ config }: Repository, { movedFrom }: Exported): Exported['config'] {
  if (!config || movedFrom.size === 0) return
  const { path, text, bytes, redirects } = config
  const movedTo = new Map(Array.from(movedFrom, ([to, from]) => [from, to]))
  const patched = patchRedirects(text, redirects, movedTo)
  return patched === text ? undefined : { path, bytes: bytesOfText(patched, bytes) }
}
