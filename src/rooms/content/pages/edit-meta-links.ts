import type { ContentRef, PageFields, PageRecord } from '../../../engines/content/records.ts'
import { addressOf } from '../../../engines/reading/addresses.ts'
import { invalid } from '../../../kit/domain/problems.ts'
import { type EditWork, pageFor } from './editing/edit-work.ts'
import type { MetaLink, SentMetaLinks } from './schema-meta-links.ts'

type Kept = Pick<PageFields, 'canonical' | 'alternates'>
type Edited = Pick<PageRecord, 'type'> & Partial<Pick<PageRecord, 'git'>>

/** Meta links as they are kept; what was not sent stays as it is. */
export async function metaLinksFor(
  work: EditWork,
  page: Edited,
  sent: SentMetaLinks | undefined,
  field: string,
): Promise<Kept> {
  if (!sent) return {}
  if (page.type !== 'document') throw invalid(`${field}: a ${page.type} has no meta links`, { field })
  const { canonical, alternates } = sent
  const kept: Kept = {}
  if (canonical !== undefined)
    kept.canonical = canonical ? await refFor(work, canonical, `${field}.canonical`) : cleared(page, null)
  if (alternates !== undefined) {
    const refs: ContentRef[] = []
    for (const [at, link] of alternates.entries())
      refs.push(await refFor(work, link, `${field}.alternates.${at}`))
    kept.alternates = refs.length > 0 ? refs : cleared(page, refs)
  }
  return kept
}

/** The file of the page may still have it, and an export has to know that it goes. */
function cleared<Nothing>({ git }: Edited, nothing: Nothing): Nothing | undefined {
  return git ? nothing : undefined
}

/** Pages of other spaces are kept as addresses, as links in texts are: a repository can hold those. */
async function refFor(work: EditWork, link: MetaLink, field: string): Promise<ContentRef> {
  if (link.kind === 'url') {
    if (!URL.canParse(link.url)) throw invalid(`${field}.url is not a valid URL`, { field: `${field}.url` })
    return { kind: 'url', url: link.url }
  }
  const { page, space } = link
  const address = addressOf(work.ctx.links, { kind: 'page', page, space }, work.edit.spaceId)
  if (address !== undefined) return { kind: 'url', url: address }
  return { kind: 'page', page: (await pageFor(work, page, `${field}.page`)).id }
}
