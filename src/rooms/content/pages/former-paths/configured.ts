import { resolveTargets } from '../../../../engines/content/links/resolve.ts'
import { requireShortText } from '../../../../engines/content/long-work.ts'
import type { RevisionView } from '../../../../engines/content/nodes/revision.ts'
import type { Hash } from '../../../../engines/content/records.ts'
import { readConfig } from '../../../../engines/repository/config.ts'
import type { ReadContext } from '../../../../kit/domain/context.ts'

/** The page that the `redirects` of a repository's configuration name for a path; it may be gone since. */
export async function configuredPage(ctx: ReadContext, view: RevisionView, slugs: string[]) {
  const { nodes, root } = view
  const config = root.kept?.config
  if (config === undefined) return
  const target = (await redirectsIn(ctx, view, config)).get(slugs.join('/'))
  if (target === undefined) return
  // They name files, and those lay where the repository had them, wherever their pages stand by now.
  const known = root.kept?.tree ? { nodes, root: root.kept.tree.content } : view
  const meaning = (await resolveTargets(known, { file: '' }, [target])).get(target)
  return meaning?.kind === 'page' ? meaning.page : undefined
}

/** Read once for a text, however often it is asked for. */
async function redirectsIn(ctx: ReadContext, { nodes }: RevisionView, config: Hash) {
  const key = `redirects ${config}`
  const known = ctx.nodeCache.get(key)
  if (known) return known as ReadonlyMap<string, string>
  await nodes.fetch([config])
  const text = nodes.text(config)
  requireShortText(text)
  const redirects = new Map(
    readConfig(text).redirects.map(({ from, to }) => [plain(from), to === '' ? 'README.md' : to]),
  )
  ctx.nodeCache.set(key, redirects, text.length + 50)
  return redirects
}

/** As paths are that readers come by. */
function plain(from: string) {
  const parts = from.split('/').filter((part) => part !== '')
  return parts.map(decoded).join('/')
}

function decoded(part: string) {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
