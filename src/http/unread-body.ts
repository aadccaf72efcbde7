// Bodies of so many values that even reading them would keep others waiting go to another process as they came.
import { isShort, VALUE } from '../content/long-work.ts'

export class UnreadBody {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Each of them stands before a value. */
const SIGNS = [',', '[', '{'].map((sign) => sign.charCodeAt(0))

/** Whether a body has more values than are read here, by its bytes; looks no further than it needs to. */
export function hasManyValues(body: Buffer): boolean {
  let values = 0
  for (const sign of SIGNS)
    for (let at = body.indexOf(sign); at >= 0; at = body.indexOf(sign, at + 1))
      if (!isShort(++values * VALUE)) return true
  return false
}
