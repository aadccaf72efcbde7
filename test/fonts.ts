import type { Answer } from './counterparts/client.ts'
import { fontFile } from './font-file.ts'
import type { furnish, Person } from './services.ts'

type Setting = Pick<Awaited<ReturnType<typeof furnish>>, 'app' | 'as' | 'organization'>

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
