// All that an export changes in a repository: files, the table of contents that lists them, and redirects to them.
import type { Reading } from '../../content/revision.ts'
import type { Ctx } from '../../domain/context.ts'
import { patchRedirects } from '../../repository/config.ts'
import { bytesOfText } from '../../repository/text-bytes.ts'
import { changedFiles, type Exported } from './changed-files.ts'
import { changedSummary, pathNow } from './changed-summary.ts'
import type { CommitRead } from './read-commit.ts'
import type { Repository } from './repository.ts'

type Patched = Pick<CommitRead, 'content' | 'pageAt' | 'pageOfLine' | 'unlisted'> & { repository: Repository }

/** From what the repository holds to what it shall hold. */
export async function patchFor(ctx: Ctx, read: Patched, wanted: Reading): Promise<Exported> {
  const { repository, content, pageAt } = read
  const exported = await changedFiles(ctx, repository, { before: content, after: wanted })
  exported.config = changedConfig(repository, exported)
  // Only where there is a table of contents, or nothing at all yet: folders alone are one too.
  if (!repository.summary && pageAt.size > 0) return exported
  const text = await changedSummary(read, {
    before: content,
    after: wanted,
    pathOf: pathNow(exported.pages),
  })
  if (text !== (repository.summary?.text ?? ''))
    exported.files.set(repository.summaryFile, bytesOfText(text, repository.summary?.bytes))
  return exported
}

/** Redirects lead to files, and follow them. */
function changedConfig({ config }: Repository, { movedFrom }: Exported): Exported['config'] {
  if (!config || movedFrom.size === 0) return
  const { path, text, bytes, redirects } = config
  const movedTo = new Map(Array.from(movedFrom, ([to, from]) => [from, to]))
  const patched = patchRedirects(text, redirects, movedTo)
  return patched === text ? undefined : { path, bytes: bytesOfText(patched, bytes) }
}
