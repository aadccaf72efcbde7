import type { OpenApiDocument, OpenApiOperation, OpenApiPath } from '../openapi/document.ts'
import { accessWords } from './access-words.ts'

/** The document as the reference shows it: ordered, and with who may call each operation. */
export function shownDocument(document: OpenApiDocument): OpenApiDocument {
  const paths = topDown(Object.keys(document.paths ?? {})).map((path) => [
    path,
    described(document.paths?.[path] ?? {}, document),
  ])
  return { ...document, paths: Object.fromEntries(paths) }
}

/** In the order of the document, but a path before those below it: `/content` before `/content/pages`. */
function topDown(paths: readonly string[]): string[] {
  const above = (path: string) => paths.filter((other) => path.startsWith(`${other}/`))
  return [...new Set(paths.flatMap((path) => [...above(path), path]))]
}

function described(item: OpenApiPath, document: OpenApiDocument): OpenApiPath {
  const operations = Object.entries(item).map(([method, operation]) => {
    const description = [operation.description, accessLine(operation, document)].filter(Boolean).join('\n\n')
    return [method, { ...operation, description }]
  })
  return Object.fromEntries(operations)
}

function accessLine(operation: OpenApiOperation, document: OpenApiDocument): string {
  const { operationId, 'x-quire-scope': scope } = operation
  const facts = [
    `**Access:** ${accessOf(operation, document)}`,
    scope && `**Scope for integrations:** ${code(scope)}`,
    operationId && `**Operation id:** ${code(operationId)}`,
  ]
  return facts.filter(Boolean).join('\\\n')
}

function accessOf(operation: OpenApiOperation, document: OpenApiDocument): string {
  const { 'x-quire-needs': needs, 'x-quire-access': access } = operation
  const security = operation.security ?? document.security ?? []
  if (security.length === 0) return 'No token needed'
  if (access !== undefined) return access
  if (needs === undefined) return 'You need a token'
  return accessWords(needs) ?? `You need the permission ${code(needs)}`
}

function code(name: string): string {
  return `\`${name.replaceAll('`', '')}\``
}
