import { openNodeSession } from '../src/engines/content/nodes/nodes.ts'

/** A session on nothing, for tests: it knows what was put into it. */
export function memoryNodes() {
  return openNodeSession(
    { load: async () => new Map() },
    { get: () => undefined, set: () => {}, derived: new WeakMap() },
  )
}
