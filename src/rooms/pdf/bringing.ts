// A revision, brought along into a thread: there is no database there, so all that is read lies near.
import { allEntries } from '../../content/nodes/map.ts'
import type { Pool } from '../../content/nodes/nodes.ts'
import { type PageTree, type Reading, wholeTree } from '../../content/nodes/revision.ts'
import type { FileRecord, Hash, PathRecord, ReusableRecord, Root } from '../../content/records.ts'

export type Brought = { root: Root; nodes: Map<Hash, unknown> }

/** Pages a step: between two steps others get their turn. */
const STEP = 100

/** Reads the tree, what links need, and the texts of the wanted pages, and remembers all of it. */
export async function bring(reading: Reading, wanted: (trees: PageTree[]) => PageTree[]): Promise<Brought> {
  const nodes = new Map<Hash, unknown>()
  const { root } = reading
  const pool = remembering(reading.pool, nodes)
  const pages = wanted(await wholeTree({ pool, root })).map(({ page }) => page.body)
  await allEntries<PathRecord>(pool, root.paths)
  await allEntries<FileRecord>(pool, root.files)
  const reusables = await allEntries<ReusableRecord>(pool, root.reusables)
  const bodies = [...pages, ...reusables.map(({ body }) => body)].filter((body) => body !== null)
  for (let at = 0; at < bodies.length; at += STEP) {
    const some = bodies.slice(at, at + STEP)
    await pool.fetch(some)
    for (const body of some) pool.text(body)
  }
  return { root, nodes }
}

function remembering(pool: Pool, nodes: Map<Hash, unknown>): Pool {
  const get = <T>(hash: Hash) => {
    const value = pool.get<T>(hash)
    nodes.set(hash, value)
    return value
  }
  return { ...pool, get, text: (hash) => get<string>(hash) }
}

/** The other end. */
export function readBrought({ root, nodes }: Brought): Reading {
  const get = <T>(hash: Hash) => {
    const value = nodes.get(hash)
    if (value === undefined) throw new Error(`The content node ${hash} was not brought along`)
    return value as T
  }
  const refuse = () => {
    throw new Error('Content is only read here')
  }
  const pool: Pool = {
    fetch: async () => {},
    get,
    text: (hash) => get<string>(hash),
    put: refuse,
    putText: refuse,
    freshBelow: () => [],
    takeFresh: () => [],
  }
  return { root, pool }
}
