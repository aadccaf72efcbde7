import type { Answer } from './client.ts'
import type { furnish, Person } from './services.ts'

type Setting = Pick<Awaited<ReturnType<typeof furnish>>, 'app' | 'as' | 'organization'>

/** Bytes that begin as a font does: its format, the kind of letters, its length. */
export function fontFile(format: 'woff2' | 'woff' = 'woff2', size = 64) {
  const bytes = Buffer.alloc(size, 7)
  bytes.write(format === 'woff2' ? 'wOF2' : 'wOFF', 0, 'latin1')
  bytes.writeUInt32BE(0x00010000, 4)
  bytes.writeUInt32BE(size, 8)
  return bytes
}

/** Announces a file and sends it; returns its key. */
export async function sendFont(
  { app, as, organization }: Setting,
  person: Person,
  bytes: Buffer = fontFile(),
) {
  const type = 'font/woff2'
  const { url, key }: Answer = await as(person).post(
    `${organization.url}/storage/upload`,
    { file: { name: 'letters.woff2', type, size: bytes.length }, kind: 'customization_font' },
    201,
  )
  const path = url.replace('http://quire.test', '')
  const sent = await app.inject({
    method: 'PUT',
    url: path,
    payload: bytes,
    headers: { 'content-type': type },
  })
  if (sent.statusCode >= 300) throw new Error(`The file was answered with ${sent.statusCode}: ${sent.body}`)
  return String(key)
}
