// What specifications say, for whoever shows it.
import { hashOfText } from '../../../engines/content/nodes/nodes.ts'
import { type OpenedDocument, openPacked } from '../../../engines/openapi/packed.ts'
import type { ShownParts } from '../../../engines/openapi/shown-parts.ts'
import { specName } from '../../../kit/domain/changes.ts'
import type { OutsideContext, ReadContext } from '../../../kit/domain/context.ts'
import { JsonBytes } from '../../../kit/domain/json-text.ts'
import { invalid, notFound, Problem, unavailable } from '../../../kit/domain/problems.ts'
import type { CacheKind } from '../../../kit/storage/fresh-cache.ts'
import { LaneBusy, type Task, TaskTimeout } from '../../../world/threads/threads.ts'
import { TaskLost } from '../../../world/threads/worker-handles.ts'
import type { SeenVersion } from './access.ts'
import { holdBack, isHeldBack } from './hold-back.ts'
import { urlOf } from './present.ts'
import type { OpenAPISpecContent, OpenAPISpecRawContent, SpecChangeList } from './schema.ts'
import { findEarlierVersion, findLatestDocument, findVersion, type VersionRow } from './store.ts'
import {
  compareTask,
  processFilesTask,
  type WrittenJson,
  writeDocumentTask,
  writePartsTask,
  writeRawTask,
} from './tasks.ts'

export type FoundDocument = OpenedDocument & { specId: string; versionId: string }

const FOUND: CacheKind<FoundDocument | undefined> = { name: 'openapi document' }
const COMPARING = { timeout: 20_000, patience: 10_000 }
const WRITING = { timeout: 20_000, patience: 10_000 }
/** Bytes of a document that is written sooner than a thread is started. */
const SMALL = 256 * 1024

/**
 * What a specification of an organization says, by the last version that could be read; undefined when there is none. Its
 * parts are read when they are looked at: look at those that you show, and find them by `outline`.
 */
export function findApiDocument(
  ctx: ReadContext,
  organizationId: string,
  slug: string,
): Promise<FoundDocument | undefined> {
  const name = specName(organizationId, slug)
  return ctx.cache.read(FOUND, name, async () => {
    const found = await findLatestDocument(ctx.db, organizationId, slug)
    const bytes = found && (await ctx.blobs.read(found.document))
    // A file store that does not have it now may have it again.
    if (!bytes) return { value: undefined, follows: [name], bytes: 0, isKept: !found }
    // The bytes, and about as much again for what was looked at.
    const { specId, versionId } = found
    const value = { ...openPacked(bytes), specId, versionId }
    return { value, follows: [name], bytes: 3 * bytes.length }
  })
}

const READ: CacheKind<ReadDocument> = { name: 'openapi file' }
const READING = { timeout: 30_000, patience: 30_000 }

/** `isPassing`: it may well be read at another time, so nothing that follows from this is kept. */
export type ReadDocument =
  | OpenedDocument
  | { problems: { message: string; code: string }[]; isPassing?: boolean }

/**
 * What a file of a space describes, for blocks that name a file: read once, whoever looks. An address that a block names
 * is a link and nothing more: to show a page goes nowhere, and what is to be fetched is kept as a specification.
 */
export function readApiDocument(ctx: OutsideContext, blob: string): Promise<ReadDocument> {
  return ctx.cache.read(READ, blob, async () => {
    const value = await readFile(ctx, blob)
    const bytes = 'packed' in value ? 3 * value.packed.length : 0
    return { value, follows: [], bytes, isKept: !isPassing(value) }
  })
}

export function isPassing(read: ReadDocument) {
  return 'problems' in read && read.isPassing === true
}

const GONE = { message: 'The file is not there', code: 'MISSING' }
const TOO_LARGE = { message: 'Reading it takes too long or too much memory', code: 'TOO_LARGE' }

async function readFile(ctx: OutsideContext, blob: string): Promise<ReadDocument> {
  if (isHeldBack(ctx, blob)) return { problems: [TOO_LARGE], isPassing: true }
  const bytes = await ctx.blobs.read(blob)
  if (!bytes) return { problems: [GONE], isPassing: true }
  try {
    const outcome = await ctx.threads.run(processFilesTask, [{ name: '', bytes }], READING)
    if (outcome.kind === 'done') return openPacked(outcome.document)
    if (outcome.kind === 'refused') return outcome
    const [first] = outcome.files
    const message = `${first?.from}: ${first?.name} is another file; create a specification from a URL, which fetches it`
    return { problems: [{ message, code: 'REFERENCE' }] }
  } catch (error) {
    if (error instanceof LaneBusy) throw unavailable('Too many files are read; try again', 5, error)
    if (!(error instanceof TaskTimeout || error instanceof TaskLost)) throw error
    holdBack(ctx, blob)
    return { problems: [TOO_LARGE], isPassing: true }
  }
}

export async function contentOf(
  ctx: ReadContext,
  version: SeenVersion,
): Promise<JsonBytes<OpenAPISpecContent>> {
  const filesystem = await readBlob(ctx, version.filesystem)
  const url = JSON.stringify(urlOf(version, version.spec, ctx.links))
  const bytes = Buffer.concat([Buffer.from('{"filesystem":'), filesystem, Buffer.from(`,"url":${url}}`)])
  return new JsonBytes(bytes, hashOfText(`${version.filesystem} ${url}`))
}

/** A source that could not be read is that of no version. */
export async function rawContentOf(
  ctx: OutsideContext,
  version: SeenVersion,
): Promise<JsonBytes<OpenAPISpecRawContent>> {
  const { sourceText, errorCode, processingState } = version.spec
  const isSent = sourceText !== null && errorCode === null && processingState === 'complete'
  const bytes = await readBlob(ctx, isSent ? sourceText : version.filesystem)
  const { bytes: raw, hash } = await written(ctx, writeRawTask, { bytes, isSent }, bytes)
  return new JsonBytes(raw, hash)
}

/** As renderers of sites read it: a list with one file, which holds what may be seen of the specification. */
export async function siteContentOf(
  ctx: OutsideContext,
  version: SeenVersion,
  shown: ShownParts | 'whole',
): Promise<JsonBytes<OpenAPISpecContent>> {
  const { bytes, hash } =
    shown === 'whole' ? await documentOf(ctx, version) : await partsOf(ctx, version, shown)
  const { organizationId, slug } = version.spec
  const url = JSON.stringify(`${ctx.links.spec(organizationId, slug).location}/document`)
  const file = '{"filename":"openapi.json","dir":"./","isEntrypoint":true,"references":[],"specification":'
  const ends = [`{"filesystem":[${file}`, `}],"url":${url}}`].map((text) => Buffer.from(text))
  const [head = Buffer.of(), foot = Buffer.of()] = ends
  return new JsonBytes(Buffer.concat([head, bytes, foot]), hashOfText(`${hash} ${url}`))
}

async function partsOf(ctx: OutsideContext, version: VersionRow, shown: ShownParts) {
  const packed = await readBlob(ctx, version.document)
  return written(ctx, writePartsTask, { packed, shown }, packed)
}

export async function documentOf(ctx: OutsideContext, version: VersionRow): Promise<JsonBytes<object>> {
  const packed = await readBlob(ctx, version.document)
  return written(ctx, writeDocumentTask, packed, packed)
}

async function written<Asked>(
  ctx: OutsideContext,
  task: Task<Asked, WrittenJson>,
  asked: Asked,
  packed: Uint8Array,
): Promise<JsonBytes<object>> {
  if (packed.length < SMALL) return bytesOf(await task.work(asked))
  const done = await ctx.threads.run(task, asked, { ...WRITING, given: [packed] }).catch((error) => {
    if (error instanceof TaskTimeout || error instanceof LaneBusy)
      throw unavailable('The server is busy with other specifications; try again', 5, error)
    throw error
  })
  return bytesOf(done)
}

function bytesOf<Value>({ bytes, hash }: WrittenJson): JsonBytes<Value> {
  return new JsonBytes(bytes, hash)
}

async function readBlob(ctx: ReadContext, hash: string) {
  const bytes = await ctx.blobs.read(hash)
  if (!bytes) throw new Error(`The content of a specification is not in the file store: ${hash}`)
  return bytes
}

/** What changed from another version to this one. */
export async function changesOf(
  ctx: OutsideContext,
  version: SeenVersion,
  since: string | undefined,
): Promise<JsonBytes<SpecChangeList>> {
  const other = await otherVersion(ctx, version, since)
  const before = await readBlob(ctx, other.document)
  const after = await readBlob(ctx, version.document)
  const head = { object: 'openapi-spec-changes', from: other.id, to: version.id }
  const options = { ...COMPARING, given: [before, after] }
  const compared = await ctx.threads.run(compareTask, { before, after, head }, options).catch((error) => {
    if (error instanceof TaskTimeout || error instanceof LaneBusy)
      throw new Problem('too_large', 'These versions take too long to compare')
    throw error
  })
  return bytesOf(compared)
}

async function otherVersion(ctx: ReadContext, version: SeenVersion, since: string | undefined) {
  if (since === undefined) {
    const earlier = await findEarlierVersion(ctx.db, version.specId, version.id)
    if (!earlier) throw notFound('earlier version')
    return earlier
  }
  const found = await findVersion(ctx.db, version.specId, since)
  if (!found) throw invalid('query.since is not a version of this specification', { field: 'query.since' })
  return found
}
