// What clients get of a document. Some blocks are our own, as the public model has none for them: of these clients get the
// tags as lines of text, and what is between the tags as blocks beside these.
import type { ApiMethod, Block, JSONDocument, Paragraph, Prompt, Update, Updates } from './document.ts'
import { keyOf } from './names/keys.ts'
import { verbatim } from './nodes.ts'
import { containerTag } from './write/write-tags.ts'

type OurBlock = Updates | Update | Prompt | ApiMethod

const OURS = new Set<unknown>([
  'updates',
  'update',
  'prompt',
  'api-method',
  'api-method-part',
] satisfies OurBlock['type'][])

/** Told of every block that is made, and which block it is, or which tag of one. */
type Tell = (made: Block, of: Block, part: 'whole' | 'open' | 'close') => void

/** The same document where it has no block of our own. */
export function publicDocument(document: JSONDocument, tell: Tell = () => {}): JSONDocument {
  return publicNode(document, { tell, nextKey: tagKeys(document) })
}

type Mapping = { tell: Tell; nextKey: (source: string) => string }

/** Blocks are in `nodes` and `fragments`. What holds none of ours is shared, not copied. */
function publicNode<T extends object>(node: T, mapping: Mapping): T {
  let next = node
  for (const name of ['nodes', 'fragments']) {
    const held: unknown = Reflect.get(next, name)
    const mapped: unknown = Array.isArray(held) ? publicNodes(held, mapping) : held
    if (mapped !== held) next = { ...next, [name]: mapped }
  }
  if (next !== node && isBlock(next) && isBlock(node)) mapping.tell(next, node, 'whole')
  return next
}

function publicNodes(nodes: readonly unknown[], mapping: Mapping): readonly unknown[] {
  const mapped = nodes.flatMap((node): unknown[] => {
    if (!isObject(node)) return [node]
    return isOurs(node) ? tagsAround(node, mapping) : [publicNode(node, mapping)]
  })
  const isSame = mapped.length === nodes.length && mapped.every((node, at) => node === nodes[at])
  return isSame ? nodes : mapped
}

function tagsAround(block: OurBlock, mapping: Mapping): unknown[] {
  const tagOf = (source: string, part: 'open' | 'close') => {
    const key = block.key === undefined ? {} : { key: mapping.nextKey(source) }
    const made: Paragraph = { ...verbatim(source), ...key }
    mapping.tell(made, block, part)
    return made
  }
  const open = tagOf(containerTag(block), 'open')
  const inside = publicNodes(block.nodes, mapping)
  return [open, ...inside, tagOf(`{% end${tagName(block)} %}`, 'close')]
}

function tagName(block: OurBlock): string {
  return block.type === 'api-method' || block.type === 'api-method-part' ? block.data.tag : block.type
}

/** As if the tags were paragraphs of the text: none has the key of another block. */
function tagKeys(document: JSONDocument): (source: string) => string {
  let taken: Set<string> | undefined
  const counts = new Map<string, number>()
  return (source) => {
    taken ??= new Set(keysIn(document))
    const plain = keyOf('paragraph', source)
    let count = counts.get(plain) ?? 0
    let key = plain
    for (; taken.has(key); count++) key = `${plain}-${count + 1}`
    counts.set(plain, count)
    taken.add(key)
    return key
  }
}

function* keysIn(node: object): Generator<string> {
  const key: unknown = Reflect.get(node, 'key')
  if (typeof key === 'string') yield key
  for (const name of ['nodes', 'fragments']) {
    const held: unknown = Reflect.get(node, name)
    if (Array.isArray(held)) for (const each of held) if (isObject(each)) yield* keysIn(each)
  }
}

function isOurs(node: object): node is OurBlock {
  return isBlock(node) && OURS.has(node.type)
}

function isBlock(node: object): node is Block {
  return Reflect.get(node, 'object') === 'block'
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
