import { createHmac, timingSafeEqual } from 'node:crypto'
import { invalid } from '../../domain/problems.ts'
import type { CursorPosition } from '../../storage/page.ts'

const SIGNATURE_BYTES = 12

/**
 * Cursors are opaque to clients and signed: they hold raw sort values, which go into SQL as parameters, and a
 * cursor of one list must not open another.
 */
export function cursors(key: Buffer) {
  function sign(scope: string, position: string) {
    return createHmac('sha256', key).update(`${scope}\n${position}`).digest().subarray(0, SIGNATURE_BYTES)
  }
  return {
    /** `position` is the JSON text of the sort values. */
    seal(scope: string, position: string) {
      return Buffer.concat([sign(scope, position), Buffer.from(position)]).toString('base64url')
    },
    open(scope: string, cursor: string): CursorPosition {
      const bytes = Buffer.from(cursor, 'base64url')
      const position = bytes.subarray(SIGNATURE_BYTES).toString()
      const signature = bytes.subarray(0, SIGNATURE_BYTES)
      // Base64 is read leniently: a cursor with letters added would pass, though it is not the one we gave.
      const isOurs = signature.length === SIGNATURE_BYTES && bytes.toString('base64url') === cursor
      if (!isOurs || !timingSafeEqual(signature, sign(scope, position))) {
        throw invalid(
          'query.page is not a cursor of this list: pass next.page of the previous page, unchanged',
          {
            field: 'query.page',
          },
        )
      }
      return JSON.parse(position)
    },
  }
}
