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
  const { contents, parts } = partsOf(bytes)
  const { head, outline } = contents
  const opened = Object.fromEntries(KINDS.map((kind) => [kind, readLazily(parts[kind])]))
  const { paths, webhooks, schemas } = opened as {
    paths: Record<string, OpenApiPath>
    webhooks: Record<string, OpenApiPath>
    schemas: Record<string, JsonSchema>
  }
  const document = { ...head, paths, webhooks, components: { ...head.components, schemas } }
  return { outline, document, packed: bytes }
}

type Part = { name: string; bytes: Uint8Array }

function partsOf(bytes: Uint8Array): { contents: Contents; parts: Record<Kind, Part[]> } {
  const end = bytes.indexOf(NEWLINE)
  const contents = JSON.parse(decoder.decode(bytes.subarray(0, end))) as Contents
  let at = end + 1
  const locate = (kind: Kind) =>
    contents.parts[kind].map(([name, length]): Part => {
      const start = at
      at += length
      return { name, bytes: bytes.subarray(start, at) }
    })
  return {
    contents,
    parts: { paths: locate('paths'), webhooks: locate('webhooks'), schemas: locate('schemas') },
  }
}

/** As an object whose members are read when they are first looked at. To define ten thousand of them takes too long. */
function readLazily(parts: Part[]) {
  const packed = new Map(parts.map(({ name, bytes }) => [name, bytes]))
  const read = new Map<string, unknown>()
  const partNamed = (name: string) => {
    const bytes = packed.get(name)
    if (bytes && !read.has(name)) read.set(name, JSON.parse(decoder.decode(bytes)))
    return read.get(name)
  }
  return new Proxy(
    {},
    {
      get: (_, name) => (typeof name === 'string' ? partNamed(name) : undefined),
      has: (_, name) => typeof name === 'string' && packed.has(name),
      ownKeys: () => [...packed.keys()],
      getOwnPropertyDescriptor: (_, name) => {
        if (typeof name !== 'string' || !packed.has(name)) return
        const seen = { enumerable: true, configurable: true }
        return read.has(name) ? { value: read.get(name), ...seen } : { get: () => partNamed(name), ...seen }
      },
    },
  )
}

/** The whole document as JSON in UTF-8, without reading any of it. */
export function packedAsJson(bytes: Uint8Array): Uint8Array {
  const { contents, parts } = partsOf(bytes)
  const { components, ...head } = contents.head
  const pieces: Uint8Array[] = []
  const say = (text: string) => pieces.push(encoder.encode(text))
  const sayAll = (kind: Kind) => {
    say(`${JSON.stringify(kind)}:{`)
    for (const [at, part] of parts[kind].entries()) {
      say(`${at > 0 ? ',' : ''}${JSON.stringify(part.name)}:`)
      pieces.push(part.bytes)
    }
    say('}')
  }
  say(['{', ...membersOf(head)].join(''))
  sayAll('paths')
  say(',')
  sayAll('webhooks')
  say([',"components":{', ...membersOf(components ?? {})].join(''))
  sayAll('schemas')
  say('}}')
  return joined(pieces)
}

/** Each with a comma behind it. */
function membersOf(value: object) {
  return Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}:${JSON.stringify(part)},`)
}
