import type { ContentRef } from '../content/records.ts'
import type { Block } from './document.ts'
import { readMarkdown } from './parse.ts'
import { printsOf } from './same.ts'
import { plainTarget } from './writing.ts'

type Targets = {
  targetOf?: (ref: ContentRef) => string
  /** Equal for targets that mean the same, however they are spelt. */
  meaningOf?: (target: string) => string
}

/** Tells of texts whether they say what these blocks or this text say, as far as the public model goes. */
export function agreementWith(
  wanted: readonly Block[],
  text: string,
  { targetOf = plainTarget, meaningOf = String }: Targets,
): (text: string) => boolean {
  const told = (blocks: readonly Block[], targetOf: (ref: ContentRef) => string): string =>
    JSON.stringify(printsOf(blocks, (ref) => meaningOf(targetOf(ref))).map(({ bare }) => bare))
  const read = (text: string): string => told(readMarkdown(text).document.nodes, plainTarget)
  const right = new Set([told(wanted, targetOf), read(text)])
  return (text) => right.has(read(text))
}
