import { yieldToEventLoop } from '../event-loop.ts'
import type { PageRecord } from '../records.ts'
import { tidyLook } from './page-look.ts'

/** Between two looks at the clock. */
const MANY = 100

/** Keys in one order and nothing that says nothing, so that equal records are equal texts and hashes. */
export async function tidied(pages: Map<string, PageRecord | null>) {
  const tidy = new Map<string, PageRecord | null>()
  for (const [id, page] of pages) {
    tidy.set(id, page && tidyPage(page))
    if (tidy.size % MANY === 0) await yieldToEventLoop()
  }
  return tidy
}

function tidyPage(page: PageRecord): PageRecord {
  const { id, type, title, slug, target, computed, git, parent, children, body } = page
  const { createdAt, updatedAt } = page
  const place = { parent, children, body, createdAt, updatedAt }
  return { id, type, title, slug, ...tidyLook(page), target, computed, git, ...place }
}
