// What the script of the try-it panel is told of an operation.
import type { Html } from '../../html/html.ts'
import { html } from '../../html/html.ts'
import type { ApiOperation } from '../parts/operation-parts.ts'
import { sampleBodyOf } from '../parts/request-samples.ts'
import { shapeOf } from '../parts/schema-shape.ts'
import { originOf } from '../parts/servers.ts'
import { parameterExample } from './parameter-view.ts'
import type { SiteScope } from './site-scope.ts'

/** Undefined where no server is named that a browser could send to. */
export function tryItData(
  operation: ApiOperation,
  scope: SiteScope,
): { html: Html; origins: string[] } | undefined {
  const servers = operation.servers.filter(({ url }) => originOf(url) !== undefined)
  if (servers.length === 0) return undefined
  const body = sampleBodyOf(operation, scope.exampleLookup)
  const told = {
    method: operation.method.toUpperCase(),
    path: operation.path,
    servers: servers.map(({ url }) => url),
    parameters: operation.parameters.map((parameter) => ({
      in: parameter.in,
      name: parameter.name,
      isRequired: parameter.required === true,
      example: parameter.required ? parameterExample(parameter) : undefined,
      hint: parameterExample(parameter),
      values: shapeOf(parameter.schema ?? {}, {
        lookup: scope.exampleLookup,
        words: scope.words,
      }).values.slice(0, 50),
      isJoined: parameter.explode === false,
    })),
    secrets: (operation.security[0] ?? [])
      .filter(({ kind }) => kind !== 'other')
      .map(({ id, kind, place, name }) => ({ id, kind, in: place, name })),
    body: body && { mediaType: body.mediaType, text: body.text },
    words: { ...scope.words.tryIt, body: scope.words.body, headers: scope.words.headers },
    title: operation.title.slice(0, 200),
  }
  const origins = [...new Set(servers.flatMap(({ url }) => originOf(url) ?? []))]
  return {
    html: html`<button type="button" class="api-try" data-try="${JSON.stringify(told)}">${scope.words.tryIt.open}</button>`,
    origins,
  }
}
