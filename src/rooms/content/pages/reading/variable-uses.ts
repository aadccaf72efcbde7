// Texts that name a variable. No index has them: pages are looked through some at a time, in the order of their ids.
import { yieldToEventLoop } from '../../../../engines/content/event-loop.ts'
import { allEntries } from '../../../../engines/content/nodes/map.ts'
import type { NodeSession } from '../../../../engines/content/nodes/nodes.ts'
import type { Hash, PageRecord, ReusableRecord } from '../../../../engines/content/records.ts'
import { notFound } from '../../../../kit/domain/problems.ts'
import type { PageQuery } from '../../../../kit/storage/page.ts'
import type { SeenContent } from '../access.ts'
import type { VariableUse } from '../schema-parts.ts'

/** Texts a request looks into. */
const LOOKED_AT = 500
/** Fetched at once. */
const STEP = 50

type Text = VariableUse & { body: Hash | null; condition?: string }

export async function variableUses({ view }: SeenContent, name: string, { limit, after = [''] }: PageQuery) {
  if (!Object.hasOwn(view.root.variables, name)) throw notFound('variable')
  const { nodes, root } = view
  const pages = await allEntries<PageRecord>(nodes, root.pages)
  const reusables = await allEntries<ReusableRecord>(nodes, root.reusables)
  const texts: Text[] = [
    ...pages.map(({ id, title, body, condition }) => ({ kind: 'page' as const, id, title, body, condition })),
    ...reusables.map(({ id, title, body }) => ({ kind: 'reusable-content' as const, id, title, body })),
  ].sort((one, other) => (one.id < other.id ? -1 : 1))
  const unread = texts.filter(({ id }) => id > String(after[0]))
  const rows: VariableUse[] = []
  for (let at = 0; at < Math.min(unread.length, LOOKED_AT); at += STEP) {
    const some = unread.slice(at, at + STEP)
    await nodes.fetch(some.map(({ body }) => body))
    for (const text of some) {
      if (!names(nodes, text, name)) continue
      const { kind, id, title } = text
      rows.push({ kind, id, title })
      if (rows.length === limit) return { rows, next: unread.at(-1) === text ? undefined : [id] }
    }
    await yieldToEventLoop()
  }
  const last = unread.length > LOOKED_AT ? unread[LOOKED_AT - 1] : undefined
  return { rows, next: last && [last.id] }
}

function names(nodes: NodeSession, { body, condition = '' }: Text, name: string) {
  const isNamed = isNamedIn(name)
  return isNamed(condition) || (body !== null && isNamed(nodes.text(body)))
}

/** As expressions name it, wherever they are in a text. */
export function isNamedIn(name: string) {
  const exact = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const pattern = new RegExp(`\\bspace\\.vars(?:\\.${exact}(?![\\w-])|\\[\\s*["']${exact}["']\\s*\\])`)
  return (text: string) => pattern.test(text)
}
