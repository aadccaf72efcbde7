import { yieldToEventLoop } from '../../../../engines/content/event-loop.ts'
import type { PageTree } from '../../../../engines/content/nodes/page-tree.ts'
import type { PageRecord } from '../../../../engines/content/records.ts'
import type { ReadContext } from '../../../../kit/domain/context.ts'
import type { SeenContent } from '../access.ts'
import { ownFields, type PresentContext, type PresentOptions } from '../present.ts'

/** Pages between two looks at the clock. */
const MANY = 100

/**
 * Trees as JSON text. A page's own part is made once and kept with its record, which most revisions share: the tree of
 * 10,000 pages takes a fifth of the time it takes to build it as values and to write those.
 */
export async function pagesText(
  context: PresentContext & Pick<ReadContext, 'nodeCache'>,
  content: SeenContent,
  trees: readonly PageTree[],
  options: PresentOptions,
): Promise<string> {
  const { space, audience } = content
  const place = `${space.organizationId} ${space.id} ${audience.kind} ${options.metadata}`
  const parts: string[] = []
  let count = 0
  await writeAll(trees)
  return parts.join('')

  async function writeAll(trees: readonly PageTree[]) {
    parts.push('[')
    for (const [at, { page, path, below }] of trees.entries()) {
      if (at > 0) parts.push(',')
      const text = ownText(page, path)
      if (page.type === 'link' || page.type === 'computed') parts.push(text)
      else if (below.length === 0) parts.push(text.slice(0, -1), ',"pages":[]}')
      else {
        parts.push(text.slice(0, -1), ',"pages":')
        await writeAll(below)
        parts.push('}')
      }
      count += 1
      if (count % MANY === 0) await yieldToEventLoop()
    }
    parts.push(']')
  }

  function ownText(page: PageRecord, path: string) {
    // Whether its source fails is another matter the next time.
    if (page.type === 'computed') return JSON.stringify(ownFields(context, content, page, path, options))
    const known = context.nodeCache.written.get(page)
    const key = `${place} ${path}`
    if (known?.key === key) return known.text
    const text = JSON.stringify(ownFields(context, content, page, path, options))
    context.nodeCache.written.set(page, { key, text })
    return text
  }
}
