import type { SentFile } from '../frame/page.ts'
import type { SpaceAsked } from './space-page.ts'

/** As every client does: the file is announced, sent to its address, and named by it. */
export async function uploadFile(
  { api, space }: SpaceAsked,
  { name, type, bytes }: SentFile,
): Promise<string> {
  const file = { name, type: type || 'application/octet-stream', size: bytes.length }
  const { url } = await api.post<{ url: string }>(`/orgs/${space.organization}/storage/upload`, {
    file,
    kind: 'import_file',
  })
  await api.upload(url, file.type, bytes)
  return url
}
