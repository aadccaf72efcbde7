// Content that scripts of integrations compute: their pages, and the documents of these.
import { hashOfText } from '../../../../engines/content/nodes/nodes.ts'
import { objectOf } from '../../../../engines/openapi/values.ts'
import type { ComputedContent, ComputedFile } from '../../../../engines/reading/pages/computed-pages.ts'
import {
  type Beside,
  type IntegrationSource,
  type NamedFile,
  readFiles,
  readPages,
  readText,
} from '../../../../engines/reading/pages/integration-pages.ts'
import { dimensionsOf } from '../../../../engines/repository/dimensions.ts'
import type { OutsideContext, ReadContext } from '../../../../kit/domain/context.ts'
import { Problem } from '../../../../kit/domain/problems.ts'
import { FetchFailure } from '../../../../world/network/fetch-failure.ts'
import { ScriptFailed } from '../../../../world/scripts/failure.ts'
import { findApiDocument } from '../../../api-references/openapi/documents.ts'
import { callScript } from '../../installations/delivery/call-script.ts'
import type { Recipient } from '../../installations/delivery/environment.ts'
import { drawersIn } from '../blocks/blocks.ts'
import { findSpaceHead } from '../store.ts'

/** Milliseconds for all pages of a source, and letters of their texts. */
const LONGEST = 5 * 60 * 1000
const MOST_LETTERS = 4_000_000
const AT_ONCE = 4
const MEGABYTE = 1024 * 1024
/** Of one file, and of all together. */
const LARGEST_FILE = 20 * MEGABYTE
const MOST_BYTES = 100 * MEGABYTE
const FILE_PATIENCE = 30_000

type Space = { id: string; organizationId: string }

/** A script that answers for a source in a space, with what that depends on. */
export type Computer = {
  to: Recipient
  spaceId: string
  dependencies: Record<string, unknown>
  describedBy: string
}

/** Undefined where the integration is not installed on the space, or does not work there. */
export async function computerOf(
  ctx: ReadContext,
  { id: spaceId, organizationId }: Space,
  source: IntegrationSource,
): Promise<Computer | undefined> {
  const place = { organizationId, spaceId, theme: 'light' as const }
  const drawer = (await drawersIn(ctx, place, { names: new Set([source.integration]) })).get(
    source.integration,
  )
  if (!drawer) return
  const dependencies = await resolved(ctx, organizationId, source)
  const describedBy = hashOfText(JSON.stringify([drawer.version, dependencies]))
  return { to: drawer.to, spaceId, dependencies, describedBy }
}

/** What it depends on as it is now; null for what is not there. */
async function resolved(ctx: ReadContext, organizationId: string, { dependencies = {} }: IntegrationSource) {
  const values: Record<string, unknown> = {}
  for (const [name, dependency] of Object.entries(dependencies).slice(0, 20)) {
    const { ref } = objectOf(dependency)
    const { kind, spec, space } = objectOf(ref)
    if (kind === 'openapi' && typeof spec === 'string') {
      const api = await findApiDocument(ctx, organizationId, spec)
      const value = api && { object: 'openapi-spec', id: api.specId, slug: spec, lastVersion: api.versionId }
      values[name] = { ref, value: value ?? null }
    }
    if (kind === 'space' && typeof space === 'string') {
      const head = await findSpaceHead(ctx.db, organizationId, space)
      values[name] = { ref, value: head ? { object: 'space', id: space, revision: head } : null }
    }
  }
  return values
}

/** What there is of a source. Throws a Problem where its script does not answer as it should. */
export async function computeContent(
  ctx: OutsideContext,
  computer: Computer,
  source: IntegrationSource,
): Promise<ComputedContent> {
  const until = ctx.clock.now().getTime() + LONGEST
  const { pages, named } = await computePages(ctx, computer, source, until)
  return { pages, files: await fetchFiles(ctx, source, named, until) }
}

/** The pages of a source with their texts, and the files that they name. */
export async function computePages(
  ctx: OutsideContext,
  computer: Computer,
  source: IntegrationSource,
  until = ctx.clock.now().getTime() + LONGEST,
) {
  const answer = await ask(ctx, computer, 'content_compute_revision', source)
  const { pages, documents, files } = readPages(answer, source)
  const { files: named, assets } = readFiles(answer, source)
  let letters = 0
  const left = documents.values()
  const work = async () => {
    for (const { page, source, file } of left) {
      if (ctx.clock.now().getTime() > until) throw broken(source, 'It took longer than five minutes.')
      page.text = await computeDocument(ctx, computer, source, { file, files, assets })
      letters += page.text.length
      if (letters > MOST_LETTERS) throw broken(source, `Its pages have more than ${MOST_LETTERS} characters.`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { pages, named }
}

/** Their bytes go to the blob store. */
async function fetchFiles(ctx: OutsideContext, source: IntegrationSource, named: NamedFile[], until: number) {
  const files: ComputedFile[] = []
  let left = MOST_BYTES
  for (const { key, url, ...file } of named) {
    const failed = (why: string) => broken(source, `The file "${key}" could not be fetched: ${why}`)
    const timeout = Math.min(until - ctx.clock.now().getTime(), FILE_PATIENCE)
    if (timeout <= 0) throw broken(source, 'It took longer than five minutes.')
    const maxBytes = Math.min(left, LARGEST_FILE)
    const { status, body } = await ctx.fetcher.fetch(url, { maxBytes, timeout }).catch((error) => {
      throw error instanceof FetchFailure ? failed(error.message) : error
    })
    if (status !== 200) throw failed(`it answers ${status}`)
    left -= body.length
    const blob = await ctx.blobs.put(body)
    files.push({ ...file, size: body.length, blob, dimensions: dimensionsOf(body) })
  }
  return files
}

/** The Markdown of one page. */
export async function computeDocument(
  ctx: OutsideContext,
  computer: Computer,
  source: IntegrationSource,
  beside?: Beside,
) {
  const read = readText(await ask(ctx, computer, 'content_compute_document', source), beside)
  if ('problem' in read) throw broken(source, read.problem)
  return read.text
}

async function ask(
  ctx: OutsideContext,
  { to, spaceId, dependencies }: Computer,
  type: 'content_compute_revision' | 'content_compute_document',
  source: IntegrationSource,
): Promise<unknown> {
  const { sourceId, props } = source
  const told = { type, sourceId, props, dependencies, installationId: to.installation?.id, spaceId }
  const { status, body } = await callScript(ctx, to, told).catch((error) => {
    throw error instanceof ScriptFailed ? broken(source, error.message) : error
  })
  if (status >= 400) throw broken(source, `It answered ${status} instead of computed content.`)
  try {
    return JSON.parse(Buffer.from(body).toString(), storable)
  } catch {
    throw broken(source, 'Its answer is not JSON.')
  }
}

function broken({ integration }: IntegrationSource, why: string) {
  return new Problem('unavailable', `The script of "${integration}" failed. ${why}`, {
    retryAfter: 5,
  })
}

/** Without what a database does not keep. */
function storable(_: string, value: unknown) {
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value
}
