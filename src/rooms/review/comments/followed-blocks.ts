// Where the blocks that were commented on are now. A comment stays with its block when that is edited or moved, in whichever
// way the text came to change: only the text then and the text now are compared.
import type { DerivedKind } from '../../../engines/content/nodes/nodes.ts'
import type { RevisionView } from '../../../engines/content/nodes/revision.ts'
import type { Hash } from '../../../engines/content/records.ts'
import type { Block } from '../../../engines/markdown/document.ts'
import { type FollowedBlocks, followBlocks, insideOf } from '../../../engines/markdown/edit/follow-blocks.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import { parseBody } from '../../content/pages/reading/documents.ts'

/** `was`: the text when somebody commented on it. */
type Followed = { id: string; nodeId: string; was: Hash | null; now: Hash }

/** `id`: its key now; `top`: that of the top-level block that it is, or is in. */
export type SeenBlock = { id: string; top: string; isEdited: boolean }

type KeyMap = { followed: FollowedBlocks | undefined; tops: ReadonlyMap<string, string> }

/** By the id of the comment; without those whose block is gone. */
export async function followedBlocks(
  ctx: ReadContext,
  view: RevisionView,
  rows: readonly Followed[],
): Promise<Map<string, SeenBlock>> {
  const maps = new Map<string, Promise<KeyMap>>()
  const seen = new Map<string, SeenBlock>()
  for (const { id, nodeId, was, now } of rows) {
    const name = `${was} ${now}`
    const known = maps.get(name) ?? readMap(ctx, view, was, now)
    maps.set(name, known)
    const { followed, tops } = await known
    const key = followed ? followed.get(nodeId) : nodeId
    const top = key === undefined ? undefined : tops.get(key)
    if (key !== undefined && top !== undefined)
      seen.set(id, { id: key, top, isEdited: sourceOf(key) !== sourceOf(nodeId) })
  }
  return seen
}

/** A key says what the source was, and which of several with the same. */
function sourceOf(key: string) {
  return key.replace(/-\d+$/, '')
}

const FOLLOWED: DerivedKind<FollowedBlocks> = { name: 'followed blocks' }

async function readMap(ctx: ReadContext, view: RevisionView, was: Hash | null, now: Hash): Promise<KeyMap> {
  const after = await documentAt(ctx, view, now)
  const tops = new Map<string, string>()
  for (const block of after?.nodes ?? []) if (block.key) noteTop(block, block.key, tops)
  if (was === null || was === now || !after) return { followed: undefined, tops }
  const kept = ctx.nodeCache.findDerived(FOLLOWED, `${was} ${now}`)
  if (kept) return { followed: kept, tops }
  const before = await documentAt(ctx, view, was)
  if (!before) return { followed: undefined, tops }
  const followed = followBlocks(before, after)
  ctx.nodeCache.keepDerived(FOLLOWED, `${was} ${now}`, followed, followed.size * 60 + 200)
  return { followed, tops }
}

/** Undefined for a text that an archive did not have. */
async function documentAt(ctx: ReadContext, { nodes }: RevisionView, body: Hash) {
  const isThere = await nodes.fetch([body]).then(
    () => true,
    () => false,
  )
  return isThere ? parseBody(ctx, nodes.text(body), body) : undefined
}

function noteTop(block: Block, top: string, tops: Map<string, string>) {
  if (block.key) tops.set(block.key, top)
  for (const child of insideOf(block)) noteTop(child, top, tops)
}
