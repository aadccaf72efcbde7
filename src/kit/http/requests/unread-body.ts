// Bodies of so many values that even reading them would keep others waiting go to another process as they came.

export class UnreadBody {
  readonly sent: string | Uint8Array
  constructor(sent: string | Uint8Array) {
    this.sent = sent
  }
}

const [QUOTE, BACKSLASH] = ['"', '\\'].map((sign) => sign.charCodeAt(0))
/** Each of them is before a value. */
const SIGNS = [',', '[', '{'].map((sign) => sign.charCodeAt(0))

/** Whether a body has more values than so many, by its bytes; looks no further than it needs to. */
export function hasManyValues(body: Uint8Array, most: number): boolean {
  // Texts may hold as many signs as they like, but most bodies have few even so.
  return hasManySigns(body, most) && hasManyOutsideTexts(body, most)
}

function hasManySigns(body: Uint8Array, most: number) {
  let signs = 0
  for (const sign of SIGNS)
    for (let at = body.indexOf(sign); at >= 0; at = body.indexOf(sign, at + 1))
      if (++signs > most) return true
  return false
}

function hasManyOutsideTexts(body: Uint8Array, most: number) {
  let values = 0
  let isInText = false
  for (let at = 0; at < body.length; at++) {
    const byte = body[at] as number
    if (byte === QUOTE) isInText = !isInText
    else if (isInText && byte === BACKSLASH) at++
    else if (!isInText && SIGNS.includes(byte) && ++values > most) return true
  }
  return false
}
