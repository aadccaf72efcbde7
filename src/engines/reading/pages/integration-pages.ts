// Pages that a script of an integration computes. What it answers is read as values of a stranger, within bounds.
import { slugOf } from '../../content/draft/slugs.ts'
import { fileOfAsset, relativeTarget } from '../../content/links/paths.ts'
import type { ContentRef } from '../../content/records.ts'
import type { JSONDocument } from '../../markdown/document.ts'
import { checkDocument } from '../../markdown/model/check.ts'
import { repairDocument } from '../../markdown/model/repair.ts'
import { plainTarget } from '../../markdown/write/markdown-writer.ts'
import { writeMarkdown } from '../../markdown/write.ts'
import { isObject, type JsonObject, listOf, objectOf } from '../../openapi/values.ts'
import { type ComputedPage, idOf } from './computed-pages.ts'

/** What says where computed content comes from. */
type Source = { type: string; props: JsonObject; dependencies?: JsonObject }

/** A source that a script of an integration answers for. */
export type IntegrationSource = Source & { integration: string; sourceId: string }

export const MOST_PAGES = 500
const MOST_FILES = 100
const DEEPEST = 10
const LONGEST_TITLE = 200
const LONGEST_DESCRIPTION = 300
const LONGEST_SLUG = 100
const LONGEST_TEXT = 200_000
const TYPE = /^integration:([^:]+):([^:]+)$/

export function integrationSource(computed: unknown): IntegrationSource | undefined {
  const { type, props, dependencies } = objectOf(computed)
  const [, integration, sourceId] = typeof type === 'string' ? (TYPE.exec(type) ?? []) : []
  if (typeof type !== 'string' || !integration || !sourceId) return
  const own = { type, props: objectOf(props), integration, sourceId }
  return isObject(dependencies) ? { ...own, dependencies } : own
}

/** A file that a script says its pages show, and how they name it. */
export type NamedFile = {
  key: string
  id: string
  name: string
  contentType: string
  url: string
  size: number
}

/** Where pages of a source are beside each other, and its files in the space, by the ids that its script gave them. */
type Files = ReadonlyMap<string, string>

/** `documents`: those of the pages whose texts are still to be requested, with where they are. */
export type ReadPages = {
  pages: ComputedPage[]
  documents: { page: ComputedPage; source: IntegrationSource; file: string }[]
  files: Files
}

/** The pages in the order and under the pages that the script says. */
export function readPages(answer: unknown, origin: IntegrationSource): ReadPages {
  const documents: ReadPages['documents'] = []
  const files = new Map<string, string>()
  let left = MOST_PAGES
  const keys = new Set<string>()
  const read = (pages: unknown, above: { key: string; path: string }, depth: number): ComputedPage[] =>
    listOf(pages)
      .filter(isObject)
      .flatMap((page) => {
        if (left <= 0 || depth > DEEPEST) return []
        const found = readPage(page, depth)
        if (!found) return []
        left -= 1
        const key = freeKey(typeof page.id === 'string' ? keyOf(page.id) : `${above.key}/${found.slug}`)
        const path = `${above.path}${found.slug}`
        const own = ownSource(page, origin)
        const { type, props, dependencies } = own ?? { ...origin, props: {} }
        const source = dependencies ? { type, props, dependencies } : { type, props }
        const made: ComputedPage = { ...found, key, source, below: [] }
        made.below = read(page.pages, { key, path: `${path}/` }, depth + 1)
        const file = made.below.length === 0 ? `${path}.md` : `${path}/README.md`
        if (typeof page.id === 'string' && !files.has(page.id)) files.set(page.id, file)
        if (own && !made.kind) documents.push({ page: made, source: own, file })
        return [made]
      })
  const freeKey = (wanted: string) => {
    let key = wanted.slice(0, 500)
    for (let at = 2; keys.has(key); at++) key = `${wanted.slice(0, 500)} ${at}`
    keys.add(key)
    return key
  }
  return { pages: read(objectOf(answer).pages, { key: '', path: '' }, 0), documents, files }
}

/** Under names of their own, as the space may have files that are called the same. */
export function readFiles(answer: unknown, origin: IntegrationSource): { files: NamedFile[]; assets: Files } {
  const files = new Map<string, NamedFile>()
  for (const file of listOf(objectOf(answer).files).filter(isObject)) {
    const { id: said, name, contentType, downloadURL: url, size } = file
    if (typeof name !== 'string' || typeof contentType !== 'string' || typeof url !== 'string') continue
    const key = typeof said === 'string' ? said : name
    if (files.has(key) || files.size >= MOST_FILES) continue
    const id = idOf(JSON.stringify(origin), `file ${key}`)
    const own = {
      key,
      id,
      name: ownName(name, id),
      contentType: contentType.slice(0, 200),
      url,
      size: sizeOf(size),
    }
    files.set(key, own)
  }
  const assets = new Map([...files].map(([key, file]) => [key, fileOfAsset(file)]))
  return { files: [...files.values()], assets }
}

function sizeOf(said: unknown) {
  return typeof said === 'number' && said >= 0 ? said : 0
}

function ownName(name: string, id: string) {
  const [, stem = '', ending = ''] = /^(.*?)(\.\w{1,20})?$/s.exec(name) ?? []
  const clean = stem.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replace(/^-/, '')
  return `${[...clean].slice(0, 50).join('') || 'file'}-${id.slice(-8)}${ending}`
}

function readPage(
  page: JsonObject,
  depth: number,
): Omit<ComputedPage, 'key' | 'source' | 'below'> | undefined {
  const { title, slug, description, icon, emoji, type, target } = page
  if (typeof title !== 'string' || title === '') return
  const said = {
    title: title.slice(0, LONGEST_TITLE),
    slug: slugOf(typeof slug === 'string' && slug !== '' ? slug.slice(0, LONGEST_SLUG) : title),
    ...(typeof description === 'string' && { description: description.slice(0, LONGEST_DESCRIPTION) }),
    ...(typeof icon === 'string' && { icon: icon.slice(0, 100) }),
    ...(typeof emoji === 'string' && { emoji: emoji.slice(0, 100) }),
    text: '',
  }
  switch (type) {
    case 'document':
      return said
    case 'group':
      // Groups are at the top alone.
      return depth === 0 ? { ...said, kind: 'group' } : said
    case 'link': {
      const ref = targetOf(target)
      return ref && { ...said, kind: 'link', target: ref }
    }
    default:
      return
  }
}

/** An address, or a page of the same source. Others would have to be those of the space. */
function targetOf(target: unknown): ContentRef | undefined {
  const { kind, url, page } = objectOf(target)
  if (kind === 'page' && typeof page === 'string') return { kind, page: keyOf(page) }
  return kind === 'url' && typeof url === 'string' && url.length <= 2000 ? { kind, url } : undefined
}

/** Of a page that its script gave an id. */
function keyOf(id: string) {
  return `id ${id}`
}

/** Where the text of a page comes from: only its own script is asked. */
function ownSource({ computed }: JsonObject, origin: IntegrationSource): IntegrationSource | undefined {
  const own = integrationSource(computed)
  if (own?.integration !== origin.integration) return
  const dependencies = own.dependencies ?? origin.dependencies
  return dependencies ? { ...own, dependencies } : own
}

/** A page of a source, and the other pages and the files that its text may name. */
export type Beside = { file: string; files: Files; assets: Files }

/** The Markdown of a document that a script answered; a message where it is none. */
export function readText(answer: unknown, beside?: Beside): { text: string } | { problem: string } {
  const { markdown, document } = objectOf(objectOf(answer).document)
  if (typeof markdown === 'string')
    return markdown.length > LONGEST_TEXT ? { problem: TOO_LONG } : { text: markdown }
  if (document === undefined) return { text: '' }
  const problem = checkDocument(document)
  if (problem !== undefined) return { problem }
  const targetOf = (ref: ContentRef) => (beside && targetBeside(ref, beside)) ?? plainTarget(ref)
  const text = writeMarkdown(repairDocument(document as JSONDocument), { targetOf })
  return text.length > LONGEST_TEXT ? { problem: TOO_LONG } : { text }
}

const TOO_LONG = `A document has more than ${LONGEST_TEXT} letters.`

/** How the text of a page names another one of its source, or a file. */
function targetBeside(ref: ContentRef, { file, files, assets }: Beside) {
  if (ref.kind === 'file') {
    const asset = assets.get(ref.file)
    // From the top: nobody knows yet where in the space the page will stand.
    return asset && `/${relativeTarget('', asset)}`
  }
  if ((ref.kind !== 'page' && ref.kind !== 'anchor') || ref.space !== undefined) return
  const meant = ref.page === undefined ? undefined : files.get(ref.page)
  if (meant === undefined) return
  return relativeTarget(file, meant) + (ref.kind === 'anchor' ? `#${ref.anchor}` : '')
}
