// Blocks that show parts of API descriptions, with what they show in their place: for readers that get no HTML.
import type { ContentRef } from '../content/records.ts'
import type { ApiPart } from '../html/written-document.ts'
import type { Block, JSONDocument } from '../markdown/document.ts'
import { childrenOf, verbatim } from '../markdown/nodes.ts'

export type AskedApi = { ref: ContentRef; part: ApiPart }

/** Undefined for a text that cannot have such blocks, so that it need not be read. */
export function mayShowApis(text: string): boolean {
  return /\{%\s*(openapi|swagger)/.test(text)
}

export function apisIn({ nodes }: Pick<JSONDocument, 'nodes'>): AskedApi[] {
  return nodes.flatMap((block) => askedBy(block) ?? apisIn({ nodes: [...childrenOf(block)] }))
}

/** Where `describe` knows nothing the block stays, and what it says is taken as it is; a block that shows nothing of APIs is the same as before. */
export function describeApis(
  document: JSONDocument,
  describe: (asked: AskedApi) => string | undefined,
): JSONDocument {
  const described = (blocks: readonly Block[]): Block[] =>
    blocks.flatMap((block): Block[] => {
      const asked = askedBy(block)
      if (!asked) return [withDescribed(block)]
      const text = describe(asked)
      return [text === undefined ? block : verbatim(text)]
    })
  const withDescribed = (block: Block): Block => {
    const before = childrenOf(block)
    const after = described(before)
    const isSame = after.length === before.length && after.every((one, at) => one === before[at])
    return isSame ? block : ({ ...block, nodes: after } as Block)
  }
  return { ...document, nodes: described(document.nodes) }
}

function askedBy(block: Block): AskedApi | undefined {
  switch (block.type) {
    case 'swagger':
    case 'openapi-operation': {
      const { ref, method, path } = block.data
      return { ref, part: { kind: 'operation', method, path } }
    }
    case 'openapi-webhook': {
      const { ref, method, name } = block.data
      return { ref, part: { kind: 'webhook', method, path: name } }
    }
    case 'openapi-schemas':
      return { ref: block.data.ref, part: { kind: 'schemas', names: block.data.schemas } }
    default:
      return undefined
  }
}
