// What people say is kept as Markdown, whichever way it came. A comment stands on no page, so what it refers to is
// written as an address of this installation, and found again from that.
import type { ContentRef } from '../../../engines/content/records.ts'
import { checkDocument } from '../../../engines/markdown/model/check.ts'
import { mapRefs } from '../../../engines/markdown/model/refs.ts'
import { parseMarkdown } from '../../../engines/markdown/parse.ts'
import { publicDocument } from '../../../engines/markdown/public-document.ts'
import { countCells } from '../../../engines/markdown/tables/count-cells.ts'
import { plainTarget } from '../../../engines/markdown/write/markdown-writer.ts'
import { writeMarkdown } from '../../../engines/markdown/write.ts'
import { addressOf, refOfAddress } from '../../../engines/reading/addresses.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import type { Links } from '../../../kit/domain/links.ts'
import { invalid } from '../../../kit/domain/problems.ts'
import type { Body } from '../../content/pages/schema.ts'
import type { CommentScope } from './access.ts'
import type { Format } from './schema.ts'

const LONGEST = 20_000

/** Where pages are that a document names without their space. */
type Home = { links: Links; spaceId: string }

export function homeOf({ links }: Pick<ReadContext, 'links'>, { space }: CommentScope): Home {
  return { links, spaceId: space.id }
}

export function textFrom({ markdown, document }: Body, home: Home, field = 'body.body'): string {
  const problem = markdown === undefined && document ? checkDocument(document) : undefined
  if (problem) throw invalid(`${field}.document.${problem}`, { field: `${field}.document` })
  if (countCells(document) > LONGEST)
    throw invalid(`${field}.document has tables of more than ${LONGEST} cells`, { field, longest: LONGEST })
  const targetOf = (ref: ContentRef) => targetFrom(home, ref)
  const text = markdown ?? (document ? writeMarkdown(document, { targetOf }) : '')
  if (text.trim() === '') throw invalid(`${field} is empty: send markdown or a document`, { field })
  if (text.length > LONGEST)
    throw invalid(`${field} has ${text.length} characters; at most ${LONGEST} are allowed`, {
      field,
      longest: LONGEST,
    })
  return text
}

function targetFrom({ links, spaceId }: Home, ref: ContentRef) {
  const isOnPage = ref.kind === 'page' || (ref.kind === 'anchor' && ref.page !== undefined)
  const named = isOnPage ? { ...ref, space: ref.space ?? spaceId } : ref
  return addressOf(links, named, '') ?? plainTarget(ref)
}

export function bodyAs(text: string, links: Links, format: Format = 'markdown'): Body {
  if (format === 'markdown') return { markdown: text }
  const document = mapRefs(publicDocument(parseMarkdown(text)), (ref) =>
    ref.kind === 'url' ? (refOfAddress(links, ref.url) ?? ref) : ref,
  )
  return { document }
}
