import { type NodeCache, openNodeSession } from '../../src/engines/content/nodes/nodes.ts'

export const NO_NODE_CACHE: NodeCache = {
  get: () => undefined,
  set: () => {},
  findDerived: () => undefined,
  keepDerived: () => {},
  written: new WeakMap(),
}

/** A session on nothing, for tests: it knows what was put into it. */
export function memoryNodes() {
  return openNodeSession({ load: async () => new Map() }, NO_NODE_CACHE)
}
