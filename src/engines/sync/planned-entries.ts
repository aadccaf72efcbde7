// Groups and links of a plan: they are in the table of contents alone.
import type { ContentRef, PageRecord } from '../content/records.ts'
import { documentsIn, type PlannedGroup, type PlannedLink, type PlannedPage } from '../repository/plan.ts'
import { matchEntries } from './read/identities.ts'

type Planned = PlannedGroup | PlannedLink

/** The pages that stand for them already; `pageAt` knows pages by their files. */
export function matchPlanned(
  plan: PlannedPage[],
  pageAt: ReadonlyMap<string, string>,
  known: ReadonlyMap<string, PageRecord>,
): Map<Planned, PageRecord> {
  const entries = [...entriesIn(plan)].map((page) => {
    const files = Array.from(documentsIn(page.below), ({ file }) => file)
    const parents = files.map((file) => known.get(pageAt.get(file) ?? '')?.parent ?? null)
    return { of: page, ...page, target: page.kind === 'link' ? targetOf(page, pageAt) : undefined, parents }
  })
  return matchEntries(entries, [...known.values()])
}

export function targetOf({ target }: PlannedLink, pageAt: ReadonlyMap<string, string>): ContentRef {
  if ('url' in target) return { kind: 'url', url: target.url }
  const id = pageAt.get(target.file)
  if (!id) return { kind: 'url', url: target.file }
  return target.fragment ? { kind: 'anchor', page: id, anchor: target.fragment } : { kind: 'page', page: id }
}

function* entriesIn(pages: PlannedPage[]): Generator<Planned> {
  for (const page of pages) {
    if (page.kind !== 'document') yield page
    yield* entriesIn(page.below)
  }
}
