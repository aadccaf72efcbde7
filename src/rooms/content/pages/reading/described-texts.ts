// Texts that say themselves what they show of API descriptions. Written in a thread: two hundred operations on a page take
// a second.
import type { ContentRef } from '../../../../engines/content/records.ts'
import { parseMarkdown } from '../../../../engines/markdown/parse.ts'
import { writeMarkdown } from '../../../../engines/markdown/write.ts'
import type { OpenApiDocument } from '../../../../engines/openapi/document.ts'
import { openPacked } from '../../../../engines/openapi/packed.ts'
import { operationMarkdown, schemasMarkdown } from '../../../../engines/openapi/view/operation-markdown.ts'
import { apisIn, describeApis } from '../../../../engines/reading/describe-apis.ts'
import { foreignProse } from '../../../../engines/reading/foreign-prose.ts'
import { wordsOf } from '../../../../engines/site/languages/words.ts'
import type { Task } from '../../../../world/threads/threads.ts'

/** Nothing is packed where a reference leads to no description. */
export type GivenApi = { ref: ContentRef; packed: Uint8Array | undefined }

type Asked = { text: string; apis: readonly GivenApi[]; languages: readonly string[]; hasExamples: boolean }
/** First what is needed is told, then the text is made with it. */
type Told = { text: string } | { needs: ContentRef[] }

/** For somebody who waits. */
export const describeApisNow: Task<Asked, Told> = {
  name: 'content.describe-apis-now',
  lane: 'requests',
  work: describeText,
}

/** For the index, and for paper. */
export const describeApisLater: Task<Asked, Told> = {
  name: 'content.describe-apis-later',
  lane: 'index',
  work: describeText,
}

function describeText({ text, apis, languages, hasExamples }: Asked): Told {
  const document = parseMarkdown(text)
  const given = new Map(apis.map(({ ref, packed }) => [nameOf(ref), packed]))
  const named = new Map(apisIn(document).map(({ ref }) => [nameOf(ref), ref]))
  const needs = [...named].flatMap(([name, ref]) => (given.has(name) ? [] : [ref]))
  if (needs.length > 0) return { needs }
  const opened = new Map<string, OpenApiDocument>()
  for (const [name, packed] of given) if (packed) opened.set(name, openPacked(packed).document)
  const options = { words: wordsOf(...languages).api, prose: foreignProse, hasExamples }
  const described = describeApis(document, ({ ref, part }) => {
    const api = opened.get(nameOf(ref))
    if (!api) return
    if (part.kind === 'schemas') return schemasMarkdown(api, part.names, options)
    return operationMarkdown(api, part, options)
  })
  // A block that nothing is known of stays as it was written.
  const isSame =
    described.nodes.length === document.nodes.length &&
    described.nodes.every((node, at) => node === document.nodes[at])
  return { text: isSame ? text : writeMarkdown(described) }
}

function nameOf(ref: ContentRef) {
  return JSON.stringify(ref)
}
