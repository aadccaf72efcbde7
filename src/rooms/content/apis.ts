// Which API description a block of a text shows.
import { resolveTargets, type Standpoint } from '../../content/links/resolve.ts'
import { findFile, type RevisionView } from '../../content/nodes/revision.ts'
import type { ContentRef } from '../../content/records.ts'
import type { ReadContext } from '../../domain/context.ts'
import type { JSONDocument } from '../../markdown/document.ts'
import { parseMarkdown } from '../../markdown/parse.ts'
import { writeMarkdown } from '../../markdown/write.ts'
import type { ApiSource, FoundApi } from '../../openapi/api-source.ts'
import {
  type MarkdownOptions,
  operationMarkdown,
  schemasMarkdown,
} from '../../openapi/view/operation-markdown.ts'
import { ENGLISH_API_WORDS } from '../../openapi/view/words.ts'
import { apisIn, describeApis, mayShowApis } from '../../reading/describe-apis.ts'
import { findApiFor } from '../computed/computing.ts'
import type { ReadDocument } from '../openapi/documents.ts'
import { LARGEST_TEXT } from '../openapi/schema.ts'

/** What a file describes, by its bytes; takes a moment the first time. */
export type ReadApiFile = (blob: string) => Promise<ReadDocument>

/** Where a text stands whose blocks name files; without `from`, they are named by their ids. */
export type ApiFiles = { view: RevisionView; from?: Standpoint; read: ReadApiFile }

/** For texts of a space: its organization has the descriptions, or it has them itself, as files. */
export type FindApi = (ctx: ReadContext, spaceId: string, files?: ApiFiles) => ApiSource<ContentRef>

export const findApi: FindApi = (ctx, spaceId, files) => async (ref) => {
  if (ref.kind !== 'openapi') return files && findInFiles(files, ref)
  const found = await findApiFor(ctx, spaceId, ref.spec)
  return found && { version: found.versionId, document: found.document }
}

/** An address elsewhere is a link and nothing more. */
async function findInFiles({ view, from, read }: ApiFiles, ref: ContentRef): Promise<FoundApi | undefined> {
  const id =
    ref.kind === 'file'
      ? ref.file
      : ref.kind === 'url' && from
        ? await meantBy(view, from, ref.url)
        : undefined
  const file = id === undefined ? undefined : await findFile(view, id)
  if (!file || file.size > LARGEST_TEXT) return
  const found = await read(file.blob)
  return 'problems' in found ? undefined : { version: `file ${file.blob}`, document: found.document }
}

async function meantBy(view: RevisionView, from: Standpoint, target: string) {
  const meant = (await resolveTargets(view, from, [target])).get(target)
  return meant?.kind === 'file' ? meant.file : undefined
}

/** A document with the described parts of APIs in place of the blocks that show them. */
export async function withApis(
  find: ApiSource<ContentRef>,
  document: JSONDocument,
  options: Partial<MarkdownOptions> = {},
): Promise<JSONDocument> {
  const asked = apisIn(document)
  if (asked.length === 0) return document
  const found = new Map<string, FoundApi | undefined>()
  for (const { ref } of asked) {
    const name = JSON.stringify(ref)
    if (!found.has(name)) found.set(name, await find(ref))
  }
  const all = { words: ENGLISH_API_WORDS, hasExamples: true, ...options }
  return describeApis(document, ({ ref, part }) => {
    const api = found.get(JSON.stringify(ref))
    if (!api) return undefined
    if (part.kind === 'schemas') return schemasMarkdown(api.document, part.names, all)
    return operationMarkdown(api.document, part, all)
  })
}

/** The same for a text; one that shows no APIs stays as it is, byte for byte. */
export async function textWithApis(
  find: ApiSource<ContentRef>,
  text: string,
  options: Partial<MarkdownOptions> = {},
): Promise<string> {
  if (!mayShowApis(text)) return text
  const document = parseMarkdown(text, { hasOurs: true })
  const described = await withApis(find, document, options)
  // A block that nothing is known of stays as it was written.
  const isSame =
    described.nodes.length === document.nodes.length &&
    described.nodes.every((node, at) => node === document.nodes[at])
  return isSame ? text : writeMarkdown(described)
}
