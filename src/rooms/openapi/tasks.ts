// What is done beside the event loop. Only the thread or process that does it loads what it takes.

import type { ChangedVersion } from '../../openapi/changed-version.ts'
import type { GivenFile, ProcessedFiles } from '../../openapi/reading/process-files.ts'
import type { Task } from '../../world/threads.ts'

/** In a process of its own: strangers wrote these files. */
export const processFilesTask: Task<GivenFile[], ProcessedFiles> = {
  name: 'openapi.process',
  lane: 'imports',
  isApart: true,
  work: async (files) => (await import('../../openapi/reading/process-files.ts')).processFiles(files),
}

export type PackedPair = { before: Uint8Array; after: Uint8Array }

/** To JSON of `ComparedDocuments`: thousands of changes come back as one text. */
export const compareTask: Task<PackedPair, string> = {
  name: 'openapi.compare',
  lane: 'requests',
  work: async ({ before, after }) => {
    const { openPacked } = await import('../../openapi/packed.ts')
    const { compareDocuments } = await import('../../openapi/compare.ts')
    return JSON.stringify(compareDocuments(openPacked(before).document, openPacked(after).document))
  },
}

/** To JSON of `ChangedVersion`; the first version has none before it. */
export const changedVersionTask: Task<Partial<PackedPair> & { after: Uint8Array }, string> = {
  name: 'openapi.changed-version',
  lane: 'requests',
  work: async ({ before, after }) => {
    const { openPacked } = await import('../../openapi/packed.ts')
    const { changedVersion } = await import('../../openapi/changed-version.ts')
    const made: ChangedVersion = changedVersion(
      before && openPacked(before).document,
      openPacked(after).document,
    )
    return JSON.stringify(made)
  },
}
