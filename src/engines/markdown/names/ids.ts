import type { Block } from '../document.ts'
import { childrenOf, fragmentsOf, inlinesOf } from '../nodes.ts'
import { unconditionalText, withoutConditions } from '../read/condition-tags.ts'
import { Anchors, formerSlugOf, slugOf } from './slugs.ts'

/** Gives headings their anchors first, and then whatever else can be linked to. */
export function assignIds(blocks: readonly Block[]): void {
  const headings: Block[] = []
  const others: Block[] = []
  collect(blocks, headings, others)
  const [anchors, former] = [new Anchors(), new Anchors()]
  for (const { meta } of headings) {
    if (meta?.id) anchors.reserve(meta.id)
    if (meta?.id) former.reserve(meta.id)
  }
  const setBoth = (block: Block, title: string) =>
    setId(block, anchors.unique(slugOf(title)), former.unique(formerSlugOf(title)))
  for (const heading of headings)
    if (!heading.meta?.id) setBoth(heading, unconditionalText(inlinesOf(heading)))
  for (const block of others) setBoth(block, titleOf(block))
}

/** The anchors that blocks have. */
export function assignedIds(blocks: readonly Block[]): Set<string> {
  const found: Block[] = []
  collect(blocks, found, found)
  return new Set(found.flatMap(({ meta }) => meta?.id ?? []))
}

function setId(block: Block, id: string, formerId: string): void {
  block.meta = { id, ...(formerId !== id && { formerId }), ...block.meta }
}

function collect(blocks: readonly Block[], headings: Block[], others: Block[]): void {
  for (const block of blocks) {
    if (block.type.startsWith('heading-')) headings.push(block)
    else if (titleOf(block) !== '') others.push(block)
    collect(childrenOf(block), headings, others)
    for (const fragment of fragmentsOf(block)) collect(fragment.nodes, headings, others)
  }
}

function titleOf(block: Block): string {
  switch (block.type) {
    case 'expandable': {
      const [title] = block.fragments[0]?.nodes ?? []
      return (title && unconditionalText(inlinesOf(title))) || 'expandable'
    }
    case 'tabs-item':
      return withoutConditions(block.data.title ?? '') || 'tab'
    case 'swagger':
    case 'openapi-operation':
      return `${block.data.method} ${block.data.path}`
    case 'api-method':
      return [block.data.props.method, block.data.props.path].join(' ').trim()
    case 'openapi-schemas':
      return block.data.schemas.join(' ') || 'schemas'
    case 'openapi-webhook':
      return `${block.data.method} ${block.data.name}`
    default:
      return ''
  }
}
