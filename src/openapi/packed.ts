// A document as it is kept: a line that says what is in it and where, then each path, webhook and schema as a text of its
// own. Whoever shows one operation reads that and what it refers to, and not ten megabytes.
import type { ApiDocument, JsonSchema, OpenApiPath } from './document.ts'
import { type ApiOutline, outlineOf } from './outline.ts'

const KINDS = ['paths', 'webhooks', 'schemas'] as const
type Kind = (typeof KINDS)[number]
type Contents = {
  head: Omit<ApiDocument, 'paths' | 'webhooks'>
  outline: ApiOutline
  /** Names with the length of their texts in bytes, in the order in which those follow. */
  parts: Record<Kind, [name: string, bytes: number][]>
}

/** `packed`: what it was opened from, for those who open it elsewhere. */
export type OpenedDocument = { document: ApiDocument; outline: ApiOutline; packed: Uint8Array }

const NEWLINE = 10
const decoder = new TextDecoder()
const encoder = new TextEncoder()

export function packDocument(document: ApiDocument): Uint8Array {
  const { paths = {}, webhooks = {}, components = {}, ...rest } = document
  const { schemas = {}, ...others } = components
  const texts: Uint8Array[] = []
  const pack = (values: object) =>
    Object.entries(values).map(([name, value]): [string, number] => {
      const bytes = encoder.encode(JSON.stringify(value))
      texts.push(bytes)
      return [name, bytes.length]
    })
  const parts = { paths: pack(paths), webhooks: pack(webhooks), schemas: pack(schemas) }
  const contents: Contents = { head: { ...rest, components: others }, outline: outlineOf(document), parts }
  return joined([encoder.encode(`${JSON.stringify(contents)}\n`), ...texts])
}

function joined(pieces: Uint8Array[]) {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

/** Its paths, webhooks and schemas are read when somebody first looks at them. */
export function openPacked(bytes: Uint8Array): OpenedDocument {
  const { contents, texts } = textsOf(bytes)
  const { head, outline } = contents
  const opened = Object.fromEntries(KINDS.map((kind) => [kind, readLazily(texts[kind])]))
  const { paths, webhooks, schemas } = opened as {
    paths: Record<string, OpenApiPath>
    webhooks: Record<string, OpenApiPath>
    schemas: Record<string, JsonSchema>
  }
  const document = { ...head, paths, webhooks, components: { ...head.components, schemas } }
  return { outline, document, packed: bytes }
}

type Text = { name: string; read(): string }

function textsOf(bytes: Uint8Array): { contents: Contents; texts: Record<Kind, Text[]> } {
  const end = bytes.indexOf(NEWLINE)
  const contents = JSON.parse(decoder.decode(bytes.subarray(0, end))) as Contents
  let at = end + 1
  const locate = (kind: Kind) =>
    contents.parts[kind].map(([name, length]): Text => {
      const start = at
      at += length
      return { name, read: () => decoder.decode(bytes.subarray(start, start + length)) }
    })
  const texts = { paths: locate('paths'), webhooks: locate('webhooks'), schemas: locate('schemas') }
  return { contents, texts }
}

function readLazily(texts: Text[]) {
  const object = {}
  for (const { name, read } of texts) {
    const get = () => {
      const value: unknown = JSON.parse(read())
      Object.defineProperty(object, name, { value, enumerable: true, configurable: true })
      return value
    }
    Object.defineProperty(object, name, { get, enumerable: true, configurable: true })
  }
  return object
}

/** The whole document as JSON, without reading any of it. */
export function packedAsJson(bytes: Uint8Array): string {
  const { contents, texts } = textsOf(bytes)
  const { components, ...head } = contents.head
  const write = (parts: Text[]) =>
    `{${parts.map(({ name, read }) => `${JSON.stringify(name)}:${read()}`).join(',')}}`
  const inside = [...membersOf(components ?? {}), `"schemas":${write(texts.schemas)}`]
  const members = [
    ...membersOf(head),
    `"paths":${write(texts.paths)}`,
    `"webhooks":${write(texts.webhooks)}`,
    `"components":{${inside.join(',')}}`,
  ]
  return `{${members.join(',')}}`
}

function membersOf(value: object) {
  return Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}:${JSON.stringify(part)}`)
}
