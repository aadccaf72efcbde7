// Content of a source that nobody put into a space, also where a script computes it.

import { parseMarkdown } from '../../../../engines/markdown/parse.ts'
import { publicDocument } from '../../../../engines/markdown/public-document.ts'
import {
  type IntegrationSource,
  integrationSource,
} from '../../../../engines/reading/pages/integration-pages.ts'
import type { OutsideContext } from '../../../../kit/domain/context.ts'
import { invalid } from '../../../../kit/domain/problems.ts'
import type { SeenContent } from '../../../content/pages/access.ts'
import {
  answerComputedDocument,
  answerComputedRevision,
  answerPages,
} from '../../../content/pages/reading/computed-revisions.ts'
import type { DocumentToCompute, RevisionToCompute } from '../../../content/pages/schema-computed.ts'
import { computeDocument, computePages, computerOf } from './compute-pages.ts'

export async function answerRevision(ctx: OutsideContext, content: SeenContent, asked: RevisionToCompute) {
  const source = integrationSource(asked.source)
  if (!source) return answerComputedRevision(ctx, content, asked)
  const computer = await requireComputer(ctx, content, source)
  const { pages, named } = await computePages(ctx, computer, source)
  // Nothing is fetched and kept for somebody who only looks: files are where the script says.
  const files = named.map(({ key: _, url: downloadURL, ...file }) => ({ ...file, downloadURL }))
  return answerPages(ctx, content, asked.seed, { pages, files })
}

export async function answerDocument(ctx: OutsideContext, content: SeenContent, asked: DocumentToCompute) {
  const source = integrationSource(asked.source)
  if (!source) return answerComputedDocument(ctx, content, asked)
  const computer = await requireComputer(ctx, content, source)
  return publicDocument(parseMarkdown(await computeDocument(ctx, computer, source)))
}

async function requireComputer(ctx: OutsideContext, { space }: SeenContent, source: IntegrationSource) {
  const computer = await computerOf(ctx, space, source)
  if (computer) return computer
  throw invalid(`"${source.integration}" is not installed on this space, or does not work there yet`, {
    field: 'body.source.type',
  })
}
