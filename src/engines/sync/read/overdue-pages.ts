// Pages whose files are as they were, but what they show is not: a picture they name has come, or a cover has gone.
import { yieldToEventLoop } from '../../content/event-loop.ts'
import { readTarget } from '../../content/links/paths.ts'
import type { FileRecord, PageRecord } from '../../content/records.ts'
import type { Repository } from '../types.ts'

/** Whether the cover of a page is told another way now. */
export function isCoverOverdue(
  { cover, git }: PageRecord,
  { files }: Repository,
  known: Map<string, FileRecord>,
) {
  const ref = cover?.ref
  if (!ref || !git) return false
  if (ref.kind === 'file') return !known.has(ref.file) || !files.has(known.get(ref.file)?.git?.path ?? '')
  const target = ref.kind === 'url' ? readTarget(ref.url, git.path) : undefined
  return target?.kind === 'inside' && files.has(target.path)
}

/** With more names, to look for them all takes longer than to read the pages, and is done here, not in a thread. */
const MOST_NAMES = 1_000

/** Those among the pages at `paths` that may name one of the files; to know it they have to be read. */
export async function pagesNaming(
  { cache, files }: Pick<Repository, 'cache' | 'files'>,
  paths: string[],
  named: string[],
): Promise<Set<string>> {
  if (named.length === 0 || paths.length === 0) return new Set()
  const hints = [...new Set(named.map(hintOf))]
  if (hints.length > MOST_NAMES) return new Set(paths)
  const naming = new Set<string>()
  const oids = new Set(paths.map((path) => files.get(path)?.oid ?? ''))
  await cache.readBlobs(oids, async (oid, bytes) => {
    for (const hint of hints) {
      if (bytes.includes(hint)) return void naming.add(oid)
      await yieldToEventLoop()
    }
  })
  return new Set(paths.filter((path) => naming.has(files.get(path)?.oid ?? '')))
}

/** However a link spells a name, this part of it is there as it is. */
function hintOf(path: string) {
  const name = path.split('/').at(-1) ?? path
  const plain = name.match(/[a-z0-9]+/gi) ?? ['']
  return plain.reduce((longest, part) => (part.length > longest.length ? part : longest))
}
