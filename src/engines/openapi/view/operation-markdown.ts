// An operation as Markdown: for programs that read a site, for paper, and for the words it is found by. It has one
// heading, so that it is one section of its page.
import type { OpenApiDocument, OpenApiMedia, OpenApiParameter } from '../document.ts'
import { exampleOf, exampleOfMedia } from '../parts/example.ts'
import { clipText } from '../parts/guards.ts'
import { mediaOf } from '../parts/media.ts'
import type { ApiOperation, OperationPlace } from '../parts/operation-parts.ts'
import { findOperation } from '../parts/operation-parts.ts'
import { sampleBodyOf } from '../parts/request-samples.ts'
import { lookupIn } from '../parts/schema-lookup.ts'
import type { ShapeScope } from '../parts/schema-shape.ts'
import { shapeOf } from '../parts/schema-shape.ts'
import { code, fenced, inOneLine, lineOfProse } from './markdown-text.ts'
import { parametersIn } from './parameter-view.ts'
import { schemaList, typeText, valuesText } from './schema-markdown.ts'
import { schemasNamed } from './site-schemas-view.ts'
import type { ApiWords } from './words.ts'

type MarkdownOptions = {
  words: ApiWords
  /** Markdown of the description, made so that it stays within its section. */
  prose(text: string): string
  /** What is searched for is not in examples. */
  hasExamples: boolean
}

type Scope = ShapeScope & MarkdownOptions & { rows: { left: number } }

const MOST_LOOKUPS = 30_000
const MOST_ROWS = 600
const LONGEST_TITLE = 300
const LONGEST = 200_000

/** Undefined where the description has no such operation. */
export function operationMarkdown(
  document: OpenApiDocument,
  place: OperationPlace,
  options: MarkdownOptions,
): string | undefined {
  const operation = findOperation(document, place)
  if (!operation) return undefined
  const scope = scopeOf(document, options)
  const { words } = scope
  const table = (title: string, where: OpenApiParameter['in']) =>
    parameterPart(title, parametersIn(where, operation.parameters), scope)
  return joined([
    `## ${inOneLine(clipText(operation.title, LONGEST_TITLE))}`,
    endpointLine(operation, words),
    proseIn(operation.description, scope),
    serverPart(operation),
    securityPart(operation, words),
    table(words.pathParameters, 'path'),
    table(words.queryParameters, 'query'),
    table(words.headers, 'header'),
    table(words.cookies, 'cookie'),
    bodyPart(operation, scope),
    ...responseParts(operation, scope),
    ...callbackParts(operation, scope),
  ])
}

export function schemasMarkdown(
  document: OpenApiDocument,
  names: readonly string[],
  options: MarkdownOptions,
): string | undefined {
  const scope = scopeOf(document, options)
  const found = schemasNamed(document, names)
  if (found.length === 0) return undefined
  return joined(
    found.flatMap(([name, schema]) => [
      `**${code(name)}**`,
      proseIn(scope.lookup(schema).schema.description, scope),
      schemaList(schema, scope),
      scope.hasExamples && fenced(textOf(exampleOf(schema, scope.lookup)), 'json'),
    ]),
  )
}

function scopeOf(document: OpenApiDocument, options: MarkdownOptions): Scope {
  return { ...options, lookup: lookupIn(document, MOST_LOOKUPS), rows: { left: MOST_ROWS } }
}

function joined(parts: readonly (string | false | undefined)[]): string {
  const kept: string[] = []
  let room = LONGEST
  for (const part of parts) {
    if (!part) continue
    room -= part.length
    // None is cut: what it opened would stay open.
    if (room < 0) return [...kept, '…'].join('\n\n')
    kept.push(part)
  }
  return kept.join('\n\n')
}

function proseIn(text: string | undefined, { prose }: Scope): string | undefined {
  return text && prose(text)
}

function endpointLine(
  { method, path, kind, isDeprecated, stability }: ApiOperation,
  words: ApiWords,
): string {
  const marks = [kind === 'webhook' && words.webhook, stability, isDeprecated && words.deprecated].filter(
    Boolean,
  )
  const line = code(clipText(`${method.toUpperCase()} ${path}`, 600))
  return marks.length > 0 ? `${line} (${marks.join(', ')})` : line
}

function serverPart({ servers }: ApiOperation): string {
  return servers.map(({ url }) => `- ${code(url)}`).join('\n')
}

function securityPart({ security, isOpenToAll }: ApiOperation, words: ApiWords): string | false {
  if (security.length === 0) return false
  const rows = security.map((choice) => {
    const schemes = choice.map(({ id, type, place, name, scopes, sources }) => {
      const asked = scopes.length > 0 ? `; ${words.scopes}: ${scopes.map(code).join(', ')}` : ''
      const had = sources.flatMap(({ addresses }) => addresses.map((one) => `, ${code(one)}`)).join('')
      return `${code(id)} (${inOneLine(type)}, ${place} ${code(name)}${had}${asked})`
    })
    return `- ${schemes.join(' + ')}`
  })
  if (isOpenToAll) rows.push(`- ${words.withoutSigningIn}`)
  return `**${words.authorization}**\n\n${rows.join('\n')}`
}

function parameterPart(title: string, parameters: readonly OpenApiParameter[], scope: Scope): string | false {
  if (parameters.length === 0) return false
  const { words } = scope
  const rows = parameters.map((parameter) => {
    const shape = shapeOf(parameter.schema ?? {}, scope)
    const marks = [parameter.required && words.required, parameter.deprecated && words.deprecated]
    const type = [shape.prefix + shape.word, ...shape.limits, ...marks.filter((mark) => mark !== false)]
    const values = shape.values.length > 0 ? ` ${words.oneOfValues}: ${valuesText(shape)}` : ''
    const about = `${lineOfProse(parameter.description)}${values}`
    return `| ${cell(code(parameter.name))} | ${cell(inOneLine(type.filter(Boolean).join(', ')))} | ${cell(about)} |`
  })
  return `**${title}**\n\n| | | |\n| --- | --- | --- |\n${rows.join('\n')}`
}

function cell(text: string): string {
  return text.replace(/\\?\|/g, '\\|')
}

function bodyPart(operation: ApiOperation, scope: Scope): string | false {
  const { body, kind } = operation
  if (!body) return false
  const { words } = scope
  const title = kind === 'webhook' ? words.payload : words.body
  const example = sampleBodyOf(operation, scope.lookup)
  return joined([
    `**${title}**${body.required ? ` (${words.required})` : ''}: ${Object.keys(body.content).map(code).join(', ')}`,
    proseIn(body.description, scope),
    mediaPart(body.content, scope),
    scope.hasExamples && example && fenced(example.text, /json/i.test(example.mediaType) ? 'json' : ''),
  ])
}

function mediaPart(content: Readonly<Record<string, OpenApiMedia>> | undefined, scope: Scope) {
  const schema = mediaOf(content)?.schema
  return schema && schemaList(schema, scope)
}

function responseParts({ responses, kind }: ApiOperation, scope: Scope): (string | false)[] {
  const side = kind === 'webhook' ? 'sent' : 'received'
  return Object.entries(responses).map(([status, response], at) => {
    const media = mediaOf(response.content)
    const example =
      scope.hasExamples && at === 0 && media ? exampleOfMedia(media, scope.lookup, side) : undefined
    const headers = Object.entries(response.headers ?? {}).map(([name, header]) => {
      const type = header.schema ? ` ${typeText(shapeOf(header.schema, scope), scope)}` : ''
      return `- ${code(name)}${type}: ${lineOfProse(header.description)}`
    })
    return joined([
      `**${inOneLine(status)}**${media ? ` ${code(media.mediaType)}` : ''}`,
      proseIn(response.description, scope),
      headers.length > 0 && `${scope.words.headers}:\n\n${headers.join('\n')}`,
      mediaPart(response.content, scope),
      example !== undefined && fenced(textOf(example), 'json'),
    ])
  })
}

function callbackParts({ callbacks }: ApiOperation, scope: Scope): (string | false)[] {
  return callbacks.map(({ name, method, path, summary, body }) =>
    joined([
      `**${scope.words.callbacks}**: ${code(name)} ${code(clipText(`${method.toUpperCase()} ${path}`, 600))}`,
      proseIn(summary, scope),
      body && mediaPart(body.content, scope),
    ]),
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
}
