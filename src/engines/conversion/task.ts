import type { Task } from '../../world/threads/threads.ts'
import type { CheckedTree } from './archives/import-tree.ts'
import { Refusal, type RefusalKind } from './refusal.ts'
import type { ConversionInput } from './sources.ts'

/** A refusal is an outcome too: errors lose what they are on the way out of a thread. */
export type Conversion =
  | { tree: CheckedTree }
  | { refused: { kind: RefusalKind; message: string; details: Record<string, unknown> } }

export const convertTask: Task<ConversionInput, Conversion> = {
  name: 'convert',
  lane: 'imports',
  isApart: true,
  async work(input) {
    // Only the thread loads the converters, when there is something to convert.
    const { convert } = await import('./convert.ts')
    try {
      return { tree: await convert(input) }
    } catch (error) {
      if (error instanceof Refusal) {
        const { kind, message, details } = error
        return { refused: { kind, message, details } }
      }
      // Endless nesting uses up the stack.
      if (error instanceof RangeError)
        return {
          refused: { kind: 'too_large', message: 'it is nested too deeply', details: {} },
        }
      throw error
    }
  },
}
