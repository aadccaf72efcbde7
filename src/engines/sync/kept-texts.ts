// The table of contents and the configuration of a repository are kept beside its content, for repositories and archives
// that have none: there they are patched as in the repository they came from.
import { fileOfPage } from '../content/links/paths.ts'
import type { NodeSession } from '../content/nodes/nodes.ts'
import { wholeTree } from '../content/nodes/page-tree.ts'
import type { RevisionView } from '../content/nodes/revision.ts'
import { EMPTY_ROOT, type PageRecord } from '../content/records.ts'
import { patchRedirects, readConfig } from '../repository/config.ts'
import { type PlannedPage, planFromSummary } from '../repository/plan.ts'
import { withReadmes } from '../repository/summary/summary.ts'
import { readSummaryIn } from '../repository/summary/summary-task.ts'
import { setYaml } from '../repository/yaml/yaml-patch.ts'
import { listsOf } from './page-lists.ts'
import { matchPlanned } from './planned-entries.ts'
import type { Exported, Repository, SyncTools } from './types.ts'
import { writtenText } from './write/changed-files.ts'
import type { Summarized } from './write/changed-summary.ts'

/** What is kept of a repository; after an export, as that leaves it. */
export function keptTexts(
  nodes: NodeSession,
  { config, summary, summaryFile }: Repository,
  exported?: Exported,
) {
  const path = exported?.summaryFile ?? summaryFile
  const configured = withoutRoot(exported?.config?.bytes.toString('utf8') ?? config?.text ?? '')
  const listed = (exported && writtenText(exported, path)) ?? summary?.text
  return {
    ...(configured.trim() !== '' && { config: nodes.putText(configured) }),
    ...(listed !== undefined && { summary: { path, text: nodes.putText(listed) } }),
  }
}

/** Elsewhere the space is where its files are. */
function withoutRoot(config: string) {
  return readConfig(config).root === '' ? config : setYaml(config, ['root'], undefined)
}

export type KeptSummary = { read: Summarized; before: RevisionView }

/** The table of contents as it was read, and the content that it stood for. */
export async function keptSummary({ threads }: Pick<SyncTools, 'threads'>, { nodes, root }: RevisionView) {
  const kept = root.kept?.summary
  if (!kept) return
  await nodes.fetch([kept.text])
  const text = nodes.text(kept.text)
  const known = new Map<string, PageRecord>()
  const pageAt = new Map<string, string>()
  const before: RevisionView = { nodes, root: { ...EMPTY_ROOT, pages: kept.pages, top: kept.top } }
  for (const { page, path } of [...listsOf(await wholeTree(before)).values()].flat()) {
    known.set(page.id, page)
    if (page.type === 'document') pageAt.set(fileOfPage(page, path), page.id)
  }
  const read = withReadmes(await readSummaryIn(threads, text, kept.path), (path) => pageAt.has(path))
  const plan = planFromSummary(read, new Set(pageAt.keys()))
  const entries = matchPlanned(plan, pageAt, known)
  const pageOfLine = new Map<number, string>()
  const unlisted = new Set<string>()
  const visit = (page: PlannedPage) => {
    const id = page.kind === 'document' ? pageAt.get(page.file) : entries.get(page)?.id
    if (id !== undefined && page.line !== undefined) pageOfLine.set(page.line, id)
    if (id !== undefined && page.kind === 'document' && page.isUnlisted) unlisted.add(id)
    for (const below of page.below) visit(below)
  }
  for (const page of plan) visit(page)
  const repository = { summaryFile: kept.path, summary: { text, bytes: Buffer.from(text), read } }
  return { read: { repository, pageOfLine, unlisted }, before } satisfies KeptSummary
}

/** The configuration, its redirects leading to where pages are now; undefined where there is none. */
export async function keptConfig({ nodes, root }: RevisionView, movedTo: ReadonlyMap<string, string>) {
  const config = root.kept?.config
  if (config === undefined) return
  await nodes.fetch([config])
  const text = nodes.text(config)
  return patchRedirects(text, readConfig(text).redirects, movedTo)
}
