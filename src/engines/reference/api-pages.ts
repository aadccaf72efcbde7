// The pages that a site makes of a description, with the addresses that they have in the reference.

import { slugOf } from '../content/draft/slugs.ts'
import { yieldToEventLoop } from '../content/event-loop.ts'
import { writeDocument } from '../html/write-document.ts'
import type { HtmlPart, WrittenDocument } from '../html/written-document.ts'
import { parseMarkdown } from '../markdown/parse.ts'
import type { ApiDocument } from '../openapi/document.ts'
import { outlineOf } from '../openapi/outline.ts'
import { pagesOfApi } from '../reading/pages/api-pages.ts'
import type { ComputedPage } from '../reading/pages/computed-pages.ts'

/** `path`: below the address of the reference, empty for its first page. */
export type ReferencePage = {
  path: string
  title: string
  description?: string
  /** Markdown, in pieces that are short enough to be read at once. */
  texts: string[]
  below: ReferencePage[]
}

export async function apiPages(document: ApiDocument): Promise<ReferencePage[]> {
  const outline = outlineOf(document)
  const pages = await pagesOfApi({
    spec: 'api',
    id: 'api',
    version: outline.version,
    outline,
    hasModels: true,
  })
  return pages
    .map((page) => (page.key === 'models' ? { ...page, title: 'Objects', slug: 'objects' } : page))
    .map((page) => pageAt(page, ''))
}

function pageAt({ title, slug, description, text, below }: ComputedPage, above: string): ReferencePage {
  // A part of a group is called by all segments of its paths: `Orgs: Sites: Redirects`.
  const name = above === '' ? title : (title.split(': ').at(-1) ?? title)
  const path = `${above}${name === title ? slug : slugOf(name)}`
  return {
    path,
    title: name,
    description,
    texts: [text],
    below: below.map((page) => pageAt(page, `${path}/`)),
  }
}

/** Each before those below it. */
export function inOrder(pages: readonly ReferencePage[]): ReferencePage[] {
  return pages.flatMap((page) => [page, ...inOrder(page.below)])
}

export async function writtenPage({ texts }: ReferencePage): Promise<WrittenDocument> {
  const parts: HtmlPart[] = []
  for (const text of texts) {
    await yieldToEventLoop()
    parts.push(...writeDocument(parseMarkdown(text)).parts)
  }
  return { parts, needs: { mermaid: false, maths: false } }
}
