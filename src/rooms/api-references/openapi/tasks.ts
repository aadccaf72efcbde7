// What is done beside the event loop. Only the thread or process that does it loads what it takes.

import type { ChangedVersion } from '../../../engines/openapi/changed-version.ts'
import type { GivenFile, ProcessedFiles } from '../../../engines/openapi/reading/process-files.ts'
import type { ShownParts } from '../../../engines/openapi/shown-parts.ts'
import type { Task } from '../../../world/threads/threads.ts'

/** In a process of its own: strangers wrote these files. */
export const processFilesTask: Task<GivenFile[], ProcessedFiles> = {
  name: 'openapi.process',
  lane: 'imports',
  isApart: true,
  work: async (files) =>
    (await import('../../../engines/openapi/reading/process-files.ts')).processFiles(files),
}

/** JSON, written and hashed where nobody waits for it. */
export type WrittenJson = { bytes: Uint8Array; hash: string }

/** The whole document, of one that is kept in parts. */
export const writeDocumentTask: Task<Uint8Array, WrittenJson> = {
  name: 'openapi.write-document',
  lane: 'requests',
  work: async (packed) => written((await import('../../../engines/openapi/packed.ts')).packedAsJson(packed)),
}

export type PackedParts = { packed: Uint8Array; shown: ShownParts }

/** Of such a document, what a site shows. */
export const writePartsTask: Task<PackedParts, WrittenJson> = {
  name: 'openapi.write-parts',
  lane: 'requests',
  work: async ({ packed, shown }) => {
    const { openPacked } = await import('../../../engines/openapi/packed.ts')
    const { withShownParts } = await import('../../../engines/openapi/shown-parts.ts')
    const kept = withShownParts(openPacked(packed).document, shown)
    return written(new TextEncoder().encode(JSON.stringify(kept)))
  },
}

/** A text as it was sent, or the files of a version, of which the first is meant. */
export const writeRawTask: Task<{ bytes: Uint8Array; isSent: boolean }, WrittenJson> = {
  name: 'openapi.write-raw',
  lane: 'requests',
  work: async ({ bytes, isSent }) => {
    const kept = new TextDecoder().decode(bytes)
    const text = isSent ? kept : firstFileIn(kept)
    const format = /^\s*[{[]/.test(text) ? 'json' : 'yaml'
    return written(new TextEncoder().encode(JSON.stringify({ text, format })))
  },
}

function firstFileIn(filesystem: string) {
  const files: { isEntrypoint?: boolean; specification?: unknown }[] = Object.values(JSON.parse(filesystem))
  const first = files.find(({ isEntrypoint }) => isEntrypoint) ?? files[0]
  return JSON.stringify(first?.specification ?? {}, null, 2)
}

export type PackedPair = { before: Uint8Array; after: Uint8Array }

/** Thousands of changes, behind what the head says of them. */
export const compareTask: Task<PackedPair & { head: object }, WrittenJson> = {
  name: 'openapi.compare',
  lane: 'requests',
  work: async ({ before, after, head }) => {
    const { openPacked } = await import('../../../engines/openapi/packed.ts')
    const { compareDocuments } = await import('../../../engines/openapi/compare.ts')
    const compared = compareDocuments(openPacked(before).document, openPacked(after).document)
    return written(new TextEncoder().encode(JSON.stringify({ ...head, ...compared })))
  },
}

async function written(bytes: Uint8Array): Promise<WrittenJson> {
  const { hashOf } = await import('../../../world/blobs/rules.ts')
  return { bytes, hash: hashOf(bytes) }
}

/** To JSON of `ChangedVersion`; the first version has none before it. */
export const changedVersionTask: Task<Partial<PackedPair> & { after: Uint8Array }, string> = {
  name: 'openapi.changed-version',
  lane: 'requests',
  work: async ({ before, after }) => {
    const { openPacked } = await import('../../../engines/openapi/packed.ts')
    const { changedVersion } = await import('../../../engines/openapi/changed-version.ts')
    const made: ChangedVersion = changedVersion(
      before && openPacked(before).document,
      openPacked(after).document,
    )
    return JSON.stringify(made)
  },
}
