// Bytes to text. What a page says about its letters is believed where it can be true.

/** UTF-8 unless a mark, the page itself or its bytes say otherwise. */
export function decodeText(bytes: Uint8Array, charset?: string): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decoded(bytes, 'utf-16le')
  if (first === 0xfe && second === 0xff) return decoded(bytes, 'utf-16be')
  const said = charset ?? charsetIn(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decoded(bytes, said && !/^utf-?8$/i.test(said) ? said : 'windows-1252')
  }
}

function decoded(bytes: Uint8Array, charset: string) {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function charsetIn(bytes: Uint8Array) {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 2048))
  return /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1]
}
