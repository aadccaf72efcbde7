// What the editor asks of the server about its page. All of it is written to a change request.
import type { JSONDocument } from '../../../../engines/markdown/document.ts'
import { type Head, headOf } from '../model/page-head.ts'
import type { BlockEdit } from '../model/saved-page.ts'
import type { Place } from '../place.ts'
import { ask } from './api.ts'

type Request = { number: number; revision: string }
type Outcome = {
  changeRequest: Request
  changes: { blocks?: string[]; isMerged?: boolean }[]
  insertedFiles: { id: string }[]
}
/** Without keys of blocks where none was sent: others may have changed some. */
export type Saved = { revision: string; blocks?: string[]; isMerged: boolean }
export type PageChange = { edits: BlockEdit[]; head?: object }
type Part = { markdown: string; document: JSONDocument; rendered?: string }
type Where = { space: string; revision: string }
type SpaceFile = { name: string; contentType: string; downloadURL: string }
export type FoundPage = { id: string; title: string; path?: string }

export function openPageApi(place: Place) {
  const space = `/spaces/${place.space}`
  const request = () => `${space}/change-requests/${place.number}`
  const write = (key: string, ...changes: object[]) =>
    ask<Outcome>('POST', `${request()}/content?compat=false`, { changes }, key)
  const { page, isReusable } = place
  const named = isReusable ? { reusableContent: page } : { page }
  const update = isReusable ? 'update_reusable_content' : 'update_page'
  const at = (revision: string) =>
    `${space}/revisions/${revision}/${isReusable ? 'reusable-contents' : 'page'}/${page}`
  const textAt = (revision: string, format: string) => `${at(revision)}?format=${format}&metadata=false`

  async function reusable(revision: string) {
    const [{ title }, document] = await Promise.all([
      ask<{ title: string }>('GET', textAt(revision, 'markdown')),
      ask<JSONDocument>('GET', `${at(revision)}/document`),
    ])
    return { document, head: headOf({ title }) }
  }

  const file = (id: string, { space, revision }: Where) =>
    ask<SpaceFile>('GET', `/spaces/${space}/revisions/${revision}/files/${id}`)

  return {
    async openRequest(subject: string, key: string): Promise<number> {
      const { number } = await ask<Request>('POST', `${space}/change-requests`, { subject }, key)
      return number
    },
    async savePage(base: string, { edits, head }: PageChange, key: string): Promise<Saved> {
      const { changes, changeRequest } = await write(
        key,
        ...(head ? [{ operation: update, ...named, base, ...head }] : []),
        ...(edits.length > 0 ? [{ operation: 'update_blocks', ...named, base, edits }] : []),
      )
      const { blocks, isMerged = false } = changes.find((change) => change.blocks) ?? {}
      return { revision: changeRequest.revision, blocks, isMerged }
    },
    async saveMarkdown(base: string, markdown: string, key: string): Promise<string> {
      const change = { operation: update, ...named, base, document: { markdown } }
      return (await write(key, change)).changeRequest.revision
    },
    async insertFile(name: string, url: string, key: string): Promise<string> {
      const { insertedFiles } = await write(key, { operation: 'insert_files', files: [{ name, url }] })
      return insertedFiles[0]?.id ?? ''
    },
    async head(): Promise<string> {
      return (await ask<Request>('GET', place.number === undefined ? space : request())).revision
    },
    async page(revision: string): Promise<{ document: JSONDocument; head: Head }> {
      if (isReusable) return reusable(revision)
      const page = await ask<{ document: JSONDocument } & Partial<Head>>('GET', textAt(revision, 'document'))
      return { document: page.document, head: headOf(page) }
    },
    async markdown(revision: string): Promise<string> {
      return (await ask<{ markdown: string }>('GET', textAt(revision, 'markdown'))).markdown
    },
    convert: (
      revision: string,
      part: ({ markdown: string } | { html: string } | { document: JSONDocument }) & { render?: true },
    ) => ask<Part>('POST', `${at(revision)}/convert`, part),
    file,
    async bytes(at: Where, id: string): Promise<File> {
      const found = await file(id, at)
      const response = await fetch(pathOf(found.downloadURL))
      if (!response.ok) throw new Error(`${found.name}: ${response.status} ${response.statusText}`)
      return new File([await response.blob()], found.name, { type: found.contentType })
    },
    async upload(file: File): Promise<string> {
      const { name, size } = file
      const type = file.type || 'application/octet-stream'
      const promised = await ask<{ url: string }>('POST', `/orgs/${place.organization}/storage/upload`, {
        file: { name, type, size },
        kind: 'import_file',
      })
      const sent = await fetch(pathOf(promised.url), {
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
    /** As it is published where no revision is named. */
    async titleOf(page: string, { space, revision }: { space: string; revision?: string }): Promise<string> {
      const from = revision === undefined ? 'content' : `revisions/${revision}`
      return (await ask<FoundPage>('GET', `/spaces/${space}/${from}/page/${page}?metadata=false`)).title
    },
    titleOfSpace: async (id: string) => (await ask<{ title: string }>('GET', `/spaces/${id}`)).title,
    merge: () => ask<{ result?: string }>('POST', `${request()}/merge`, {}),
  }
}

export type PageApi = ReturnType<typeof openPageApi>

/** On the server that this page is from, whatever it is called here. */
export function pathOf(url: string) {
  const { pathname, search } = new URL(url)
  return pathname + search
}
