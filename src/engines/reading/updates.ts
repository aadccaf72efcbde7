// What a page announces in its `updates` blocks, as a list for those who follow it.

import type { Block, JSONDocument, Update } from '../markdown/document.ts'
import { childrenOf } from '../markdown/nodes.ts'
import { dayIn } from '../markdown/read/days.ts'
import { plainText, sectionsIn } from '../markdown/sections.ts'
import { visitorAudience } from './audience.ts'
import { type Evaluation, evaluateDocument } from './evaluate-document.ts'

export type Announcement = {
  title: string
  /** The anchor of its heading, where it has one. */
  anchor?: string
  /** As it is written, a day; undefined for what is none. */
  date?: string
  tags: readonly string[]
  text: string
}

/** In the order of the page, of a document without conditions. */
export function announcementsIn(
  document: JSONDocument,
  evaluation: Omit<Evaluation, 'audience' | 'fillsIn'>,
) {
  const found: Announcement[] = []
  const visit = (block: Block) => {
    if (block.type === 'update') found.push(announcementOf(block))
    else for (const child of childrenOf(block)) visit(child)
  }
  const audience = visitorAudience({})
  for (const block of evaluateDocument(document, { ...evaluation, audience, fillsIn: true }).nodes)
    visit(block)
  return found
}

function announcementOf({ nodes, data }: Update): Announcement {
  const [first, ...rest] = nodes
  const heading = first?.type.startsWith('heading-') ? first : undefined
  const [section] = heading ? sectionsIn(asDocument([heading])) : []
  const text = plainText(asDocument(heading ? rest : nodes)).trim()
  const firstLine = text.split('\n', 1)[0] ?? ''
  return {
    title: section?.title || shortened(firstLine) || data.date || '',
    anchor: section?.id || undefined,
    date: isDate(data.date) ? data.date : undefined,
    tags: data.tags ?? [],
    text,
  }
}

function asDocument(nodes: Block[]): JSONDocument {
  return { object: 'document', data: { schemaVersion: 1 }, nodes }
}

const LONGEST_TITLE = 100

function shortened(text: string) {
  const letters = [...text.trim()]
  return letters.length <= LONGEST_TITLE
    ? letters.join('')
    : `${letters.slice(0, LONGEST_TITLE - 1).join('')}…`
}

/** What comes behind the day may be a time. */
function isDate(date = ''): boolean {
  return dayIn(date) !== undefined && !Number.isNaN(Date.parse(date))
}
