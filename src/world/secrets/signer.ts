import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'

/** Signs what leaves and comes back: document ids, addresses of files and uploads. */
export type Signer = {
  /** 22 letters. `purpose` keeps a signature for one thing from being good for another. */
  sign(purpose: string, text: string): string
  isSigned(purpose: string, text: string, signature: string): boolean
  /** 256 bits for what signs in a way of its own. The same object each time: what is made of it can be kept with it. */
  keyFor(purpose: string): KeyObject
}

export function signerWith(key: Buffer): Signer {
  const sign = (purpose: string, text: string) =>
    createHmac('sha256', key).update(`${purpose}\n${text}`).digest('base64url').slice(0, 22)
  const keys = new Map<string, KeyObject>()
  function keyFor(purpose: string) {
    const known = keys.get(purpose)
    if (known) return known
    const made = createSecretKey(createHmac('sha256', key).update(`key for ${purpose}`).digest())
    keys.set(purpose, made)
    return made
  }
  return {
    sign,
    keyFor,
    isSigned(purpose, text, signature) {
      const [good, given] = [Buffer.from(sign(purpose, text)), Buffer.from(signature)]
      return good.length === given.length && timingSafeEqual(good, given)
    },
  }
}
