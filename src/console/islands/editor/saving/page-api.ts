// What the editor asks of the server about its page. All of it is written to a change request.
import type { JSONDocument } from '../../../../engines/markdown/document.ts'
import type { BlockEdit } from '../model/saved-page.ts'
import type { Place } from '../place.ts'
import { ask } from './api.ts'

type Request = { number: number; revision: string }
type Outcome = {
  changeRequest: Request
  changes: { blocks?: string[]; isMerged?: boolean }[]
  insertedFiles: { id: string }[]
}
export type Saved = { revision: string; blocks: string[]; isMerged: boolean }
type Part = { markdown: string; document: JSONDocument }
export type FoundPage = { id: string; title: string; path?: string }

export function openPageApi(place: Place) {
  const space = `/spaces/${place.space}`
  const request = () => `${space}/change-requests/${place.number}`
  const write = (change: object, key: string) =>
    ask<Outcome>('POST', `${request()}/content?compat=false`, { changes: [change] }, key)
  const pageAt = (revision: string, format: string) =>
    `${space}/revisions/${revision}/page/${place.page}?format=${format}&metadata=false`

  return {
    async openRequest(subject: string, key: string): Promise<number> {
      const { number } = await ask<Request>('POST', `${space}/change-requests`, { subject }, key)
      return number
    },
    async saveBlocks(base: string, edits: BlockEdit[], key: string): Promise<Saved> {
      const outcome = await write({ operation: 'update_blocks', page: place.page, base, edits }, key)
      const [{ blocks = [], isMerged = false } = {}] = outcome.changes
      return { revision: outcome.changeRequest.revision, blocks, isMerged }
    },
    async saveMarkdown(base: string, markdown: string, key: string): Promise<string> {
      const change = { operation: 'update_page', page: place.page, base, document: { markdown } }
      return (await write(change, key)).changeRequest.revision
    },
    async insertFile(name: string, url: string, key: string): Promise<string> {
      const { insertedFiles } = await write({ operation: 'insert_files', files: [{ name, url }] }, key)
      return insertedFiles[0]?.id ?? ''
    },
    async head(): Promise<string> {
      if (place.number === undefined) return place.revision
      return (await ask<Request>('GET', request())).revision
    },
    async document(revision: string): Promise<JSONDocument> {
      const { document } = await ask<{ document: JSONDocument }>('GET', pageAt(revision, 'document'))
      return document
    },
    async markdown(revision: string): Promise<string> {
      return (await ask<{ markdown: string }>('GET', pageAt(revision, 'markdown'))).markdown
    },
    convert: (revision: string, part: { markdown: string } | { html: string } | { document: JSONDocument }) =>
      ask<Part>('POST', `${space}/revisions/${revision}/page/${place.page}/convert`, part),
    file: (revision: string, id: string) =>
      ask<{ downloadURL: string }>('GET', `${space}/revisions/${revision}/files/${id}`),
    async upload(file: File): Promise<string> {
      const { name, size } = file
      const type = file.type || 'application/octet-stream'
      const promised = await ask<{ url: string }>('POST', `/orgs/${place.organization}/storage/upload`, {
        file: { name, type, size },
        kind: 'import_file',
      })
      const { pathname, search } = new URL(promised.url)
      const sent = await fetch(pathname + search, {
        method: 'PUT',
        headers: { 'content-type': type },
        body: file,
      })
      if (!sent.ok) throw new Error(`${sent.status} ${sent.statusText}`)
      return promised.url
    },
    async findPages(query: string): Promise<FoundPage[]> {
      const found = await ask<{ items: FoundPage[] }>(
        'GET',
        `${space}/search?${new URLSearchParams({ query, limit: '8' })}`,
      )
      return found.items
    },
    merge: () => ask<{ result?: string }>('POST', `${request()}/merge`, {}),
  }
}

export type PageApi = ReturnType<typeof openPageApi>
