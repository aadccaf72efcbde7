// A revision, brought along into a thread: there is no database there, so all that is read comes with it.
import { allEntries } from '../content/nodes/map.ts'
import type { NodeSession } from '../content/nodes/nodes.ts'
import { type PageTree, wholeTree } from '../content/nodes/page-tree.ts'
import type { RevisionView } from '../content/nodes/revision.ts'
import type { FileRecord, Hash, PathRecord, ReusableRecord, Root } from '../content/records.ts'

export type Brought = { root: Root; values: Map<Hash, unknown> }

/** Pages a step: between two steps others get their turn. */
const STEP = 100

/** Reads the tree, what links need, and the texts of the wanted pages, and remembers all of it. */
export async function bring(
  view: RevisionView,
  wanted: (trees: readonly PageTree[]) => PageTree[],
): Promise<Brought> {
  const values = new Map<Hash, unknown>()
  const { root } = view
  const nodes = remembering(view.nodes, values)
  const pages = wanted(await wholeTree({ nodes, root })).map(({ page }) => page.body)
  await allEntries<PathRecord>(nodes, root.paths)
  await allEntries<FileRecord>(nodes, root.files)
  const reusables = await allEntries<ReusableRecord>(nodes, root.reusables)
  const bodies = [...pages, ...reusables.map(({ body }) => body)].filter((body) => body !== null)
  for (let at = 0; at < bodies.length; at += STEP) {
    const some = bodies.slice(at, at + STEP)
    await nodes.fetch(some)
    for (const body of some) nodes.text(body)
  }
  return { root, values }
}

function remembering(nodes: NodeSession, values: Map<Hash, unknown>): NodeSession {
  const get = <T>(hash: Hash) => {
    const value = nodes.get<T>(hash)
    values.set(hash, value)
    return value
  }
  return { ...nodes, get, text: (hash) => get<string>(hash) }
}

/** The other end. */
export function readBrought({ root, values }: Brought): RevisionView {
  const get = <T>(hash: Hash) => {
    const value = values.get(hash)
    if (value === undefined) throw new Error(`The content node ${hash} is missing`)
    return value as T
  }
  const refuse = () => {
    throw new Error('Content is only read here')
  }
  const nodes: NodeSession = {
    fetch: async () => {},
    get,
    text: (hash) => get<string>(hash),
    put: refuse,
    putText: refuse,
    freshBelow: () => [],
    takeFresh: () => [],
    keepNear: () => {},
  }
  return { root, nodes }
}
