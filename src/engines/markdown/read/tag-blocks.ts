import type { ApiMethod, Block, Code, Column, StepperStep, TabsItem, Update } from '../document.ts'
import type { TokenNode } from '../engine/engine.ts'
import { lengthOf } from '../html/images-html.ts'
import { compact, verbatim, withMeta } from '../nodes.ts'
import { type Attribute, attributeValue, isSet, readTagAttributes } from './attributes.ts'
import type { BlockSource } from './block-source.ts'
import {
  codeAttributes,
  columnAttributes,
  promptAttributes,
  propAttributes,
  updateAttributes,
} from './tag-attributes.ts'
import {
  blockOfTag,
  codeDataOf,
  hintStyle,
  metaOf,
  oldApiType,
  promptDataOf,
  propsOf,
  type Tag,
  updateDataOf,
} from './tags.ts'

/** A tag nobody knows, or one that is damaged, stays as a line of text with its content beside it. */
export function blocksOfTag(node: TokenNode, source: BlockSource): Block[] {
  const { token } = node
  const tag = tagOf(node, source)
  const hasBody = token.type === 'tag_open'
  const block = hasBody ? containerOf(tag, node, source) : blockOfTag(tag)
  if (block) return [source.parsing.place(block, token.map)]
  const [from, to] = token.map ?? [0, 0]
  const open = source.parsing.place(verbatim(tag.open), [from, from + 1])
  if (tag.close === undefined) return [open]
  const body = hasBody ? source.blocksOf(node.children) : captionBlock(tag, source, from, to)
  return [open, ...body, source.parsing.place(verbatim(tag.close), [to - 1, to])]
}

function captionBlock(tag: Tag, source: BlockSource, from: number, to: number): Block[] {
  return tag.body ? [source.parsing.place(verbatim(tag.body), [from + 1, to - 1])] : []
}

const NO_TAG: Tag = { name: '', rest: '', open: '' }

function tagOf({ token }: TokenNode, { parsing }: BlockSource): Tag {
  return parsing.tags.get(token) ?? NO_TAG
}

function containerOf(tag: Tag, node: TokenNode, source: BlockSource): Block | undefined {
  if (tag.name === 'if') {
    return {
      object: 'block',
      type: 'if',
      data: { expression: tag.rest },
      nodes: source.blocksOf(node.children),
    }
  }
  const attributes = readTagAttributes(tag.rest)
  if (!attributes) return undefined
  const ours = ourContainerOf(tag, attributes, node, source)
  if (ours) return ours
  switch (tag.name) {
    case 'hint': {
      const style = hintStyle(attributeValue(attributes, 'style') ?? 'info')
      const nodes = source.blocksOf(node.children)
      return withMeta(
        { object: 'block', type: 'hint', data: { style }, nodes },
        metaOf(attributes, [['style', style]]),
      )
    }
    case 'code':
      return codeOf(tag, node, source)
    case 'tabs': {
      const nodes = partsOf(node, 'tab', source, tabOf)
      const data = compact({ fullWidth: isSet(attributes, 'fullWidth') })
      const meta = metaOf(attributes, [['fullWidth', data.fullWidth?.toString()]])
      return nodes && withMeta({ object: 'block', type: 'tabs', nodes, data }, meta)
    }
    case 'stepper': {
      const nodes = partsOf(node, 'step', source, stepOf)
      return nodes && withMeta({ object: 'block', type: 'stepper', nodes }, metaOf(attributes, []))
    }
    case 'columns': {
      const nodes = partsOf(node, 'column', source, columnOf)
      const data = compact({ fullWidth: isSet(attributes, 'fullWidth') })
      const meta = metaOf(attributes, [['fullWidth', data.fullWidth?.toString()]])
      return nodes && withMeta({ object: 'block', type: 'columns', nodes, data, isVoid: false }, meta)
    }
    default:
      return undefined
  }
}

/** Tags that the public model has no block for. */
function ourContainerOf(
  tag: Tag,
  attributes: Attribute[],
  node: TokenNode,
  source: BlockSource,
): Block | undefined {
  switch (tag.name) {
    case 'updates': {
      const nodes = partsOf(node, 'update', source, updateOf)
      const data = compact({ format: attributeValue(attributes, 'format') })
      const meta = metaOf(attributes, [['format', data.format]])
      return nodes && withMeta({ object: 'block', type: 'updates', nodes, data }, meta)
    }
    case 'prompt': {
      const data = promptDataOf(attributes)
      const nodes = source.blocksOf(node.children)
      const meta = metaOf(attributes, promptAttributes(data))
      return withMeta({ object: 'block', type: 'prompt', nodes, data }, meta)
    }
    default:
      return apiMethodOf(tag.name, attributes, () => source.blocksOf(node.children))
  }
}

function apiMethodOf(tag: string, attributes: Attribute[], children: () => Block[]): ApiMethod | undefined {
  const type = oldApiType(tag)
  const props = propsOf(attributes)
  // With a source it is another block, and one whose body is damaged.
  if (!type || (tag === 'swagger' && props.src !== undefined)) return undefined
  const meta = metaOf(attributes, propAttributes(props))
  return withMeta({ object: 'block', type, data: { tag, props }, nodes: children() }, meta)
}

/** The parts of tabs, steppers, columns and updates: nothing else may be between them. */
function partsOf<T extends Block>(
  node: TokenNode,
  name: string,
  source: BlockSource,
  partOf: (tag: Tag, children: () => Block[]) => T | undefined,
): T[] | undefined {
  const tags = node.children.map((child) => tagOf(child, source))
  const isPart = (child: TokenNode, index: number): boolean =>
    child.token.type === 'tag_open' &&
    tags[index]?.name === name &&
    readTagAttributes(tags[index].rest) !== undefined
  if (node.children.length === 0 || !node.children.every(isPart)) return undefined
  const parts: T[] = []
  for (const [index, child] of node.children.entries()) {
    const tag = tags[index]
    const part = tag && partOf(tag, () => source.blocksOf(child.children))
    if (!part) return undefined
    parts.push(source.parsing.place(part, child.token.map))
  }
  return parts
}

function tabOf(tag: Tag, children: () => Block[]): TabsItem | undefined {
  const attributes = readTagAttributes(tag.rest)
  if (!attributes) return undefined
  const data = compact({ title: attributeValue(attributes, 'title') })
  const meta = metaOf(attributes, [['title', data.title]])
  return withMeta({ object: 'block', type: 'tabs-item', data, nodes: children() }, meta)
}

function stepOf(tag: Tag, children: () => Block[]): StepperStep | undefined {
  const attributes = readTagAttributes(tag.rest)
  if (!attributes) return undefined
  const data = compact({ icon: attributeValue(attributes, 'icon') })
  const meta = metaOf(attributes, [['icon', data.icon]])
  return withMeta({ object: 'block', type: 'stepper-step', data, nodes: children() }, meta)
}

function columnOf(tag: Tag, children: () => Block[]): Column | undefined {
  const attributes = readTagAttributes(tag.rest)
  if (!attributes) return undefined
  const vertical = attributeValue(attributes, 'verticalAlignment')
  const data: Column['data'] = compact({
    width: lengthOf(attributeValue(attributes, 'width')),
    verticalAlignment:
      vertical === 'top' || vertical === 'middle' || vertical === 'bottom' ? vertical : undefined,
  })
  const meta = metaOf(attributes, columnAttributes(data))
  return withMeta({ object: 'block', type: 'column', data, nodes: children() }, meta)
}

function updateOf(tag: Tag, children: () => Block[]): Update | undefined {
  const attributes = readTagAttributes(tag.rest)
  if (!attributes) return undefined
  const data = updateDataOf(attributes)
  const meta = metaOf(attributes, updateAttributes(data))
  return withMeta({ object: 'block', type: 'update', data, nodes: children() }, meta)
}

/** `{% code %}` around one fence. */
function codeOf(tag: Tag, node: TokenNode, source: BlockSource): Code | undefined {
  const [only] = node.children
  const attributes = readTagAttributes(tag.rest)
  if (!attributes || node.children.length !== 1 || only?.token.type !== 'fence') return undefined
  const [fence] = source.blocksOf(node.children)
  if (fence?.type !== 'code') return undefined
  const data = { ...fence.data, ...codeDataOf(attributes) }
  const wanted = codeAttributes(data)
  const isBare = attributes.length === 0
  return withMeta(
    { object: 'block', type: 'code', nodes: fence.nodes, data },
    { ...metaOf(attributes, wanted), form: isBare ? 'blank' : undefined },
  )
}
