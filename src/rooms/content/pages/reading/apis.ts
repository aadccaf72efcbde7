// Which API description a block of a text shows.
import { resolveTargets, type Standpoint } from '../../../../engines/content/links/resolve.ts'
import { findFile, type RevisionView } from '../../../../engines/content/nodes/revision.ts'
import type { ContentRef } from '../../../../engines/content/records.ts'
import type { ApiSource, FoundApi } from '../../../../engines/openapi/api-source.ts'
import { mayShowApis } from '../../../../engines/reading/describe-apis.ts'
import type { ReadContext } from '../../../../kit/domain/context.ts'
import type { RunOptions, Threads } from '../../../../world/threads/threads.ts'
import { isPassing, type ReadDocument } from '../../../api-references/openapi/documents.ts'
import { LARGEST_TEXT } from '../../../api-references/openapi/schema.ts'
import { findApiFor } from '../computed/computed-content.ts'
import type { describeApisNow, GivenApi } from './described-texts.ts'

/** What a file describes, by its bytes; takes a moment the first time. */
export type ReadApiFile = (blob: string) => Promise<ReadDocument>

/** Notes whether everything could be read: what was made without it is not to be kept. */
export function watched(readFile: ReadApiFile) {
  let isWhole = true
  const read: ReadApiFile = async (blob) => {
    const found = await readFile(blob)
    if (isPassing(found)) isWhole = false
    return found
  }
  return { read, isWhole: () => isWhole }
}

/** Where a text stands whose blocks name files; without `from`, they are named by their ids. */
export type ApiFiles = { view: RevisionView; from?: Standpoint; read: ReadApiFile }

/** For texts of a space: its organization has the descriptions, or it has them itself, as files. */
export type FindApi = (ctx: ReadContext, spaceId: string, files?: ApiFiles) => ApiSource<ContentRef>

export const findApi: FindApi = (ctx, spaceId, files) => async (ref) => {
  if (ref.kind !== 'openapi') return files && findInFiles(files, ref)
  const found = await findApiFor(ctx, spaceId, ref.spec)
  return found && { version: found.versionId, document: found.document, packed: found.packed }
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
  if ('problems' in found) return
  return { version: `file ${file.blob}`, document: found.document, packed: found.packed }
}

async function meantBy(view: RevisionView, from: Standpoint, target: string) {
  const meant = (await resolveTargets(view, from, [target])).get(target)
  return meant?.kind === 'file' ? meant.file : undefined
}

/** How a text is to say what it shows: in the first of these languages that we know; what is searched for is not in examples. */
type Wording = { languages?: readonly string[]; hasExamples?: boolean }

type Describing = { threads: Threads; task: typeof describeApisNow; find: ApiSource<ContentRef> } & RunOptions

/** A text with the described parts of APIs in place of the blocks that show them; one that shows none stays as it is. */
export async function textWithApis(
  { threads, task, find, ...options }: Describing,
  text: string,
  { languages = [], hasExamples = true }: Wording = {},
): Promise<string> {
  if (!mayShowApis(text)) return text
  const apis: GivenApi[] = []
  for (;;) {
    const told = await threads.run(task, { text, apis, languages, hasExamples }, options)
    if ('text' in told) return told.text
    for (const ref of told.needs) {
      const found = await find(ref)
      apis.push({ ref, packed: found?.packed })
    }
  }
}
