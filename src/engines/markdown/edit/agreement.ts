import type { ContentRef } from '../../content/records.ts'
import type { JSONDocument } from '../document.ts'
import { printsOf } from '../model/same.ts'
import { parseMarkdown } from '../parse.ts'
import { publicDocument } from '../public-document.ts'
import { plainTarget } from '../write/markdown-writer.ts'

type Targets = {
  targetOf?: (ref: ContentRef) => string
  /** Equal for targets that mean the same, however they are spelt. */
  meaningOf?: (target: string) => string
}

/** Tells of texts whether they say what these blocks or this text say, as far as the public model goes. */
export function agreementWith(
  wanted: JSONDocument,
  text: string,
  { targetOf = plainTarget, meaningOf = String }: Targets,
): (text: string) => boolean {
  const told = (document: JSONDocument, targetOf: (ref: ContentRef) => string): string =>
    JSON.stringify(
      printsOf(publicDocument(document).nodes, (ref) => meaningOf(targetOf(ref))).map(({ bare }) => bare),
    )
  const read = (text: string): string => told(parseMarkdown(text), plainTarget)
  const right = new Set([told(wanted, targetOf), read(text)])
  return (text) => right.has(read(text))
}
