// How an operation is asked in the languages that readers know.
import { exampleOf, exampleOfMedia } from './example.ts'
import { fileName, formFieldsOf, formParts, formText, isFileBody, isForm, isMultipart } from './form-body.ts'
import { mediaOf } from './media.ts'
import type { ApiOperation, CodeSample } from './operation-parts.ts'
import type { SampleBody } from './samples.ts'
import { curlSample, pythonSample, requestOf, scriptSample } from './samples.ts'
import type { Lookup } from './schema-lookup.ts'
import { keysOf, secretsOf } from './security.ts'

/** Those of the description first; ours for languages that it has none in. */
export function requestSamples(operation: ApiOperation, lookup: Lookup): CodeSample[] {
  const base = operation.servers[0]?.url ?? ''
  const parameters = operation.parameters.map((parameter) => ({
    ...parameter,
    // Required parameters get a value, so that the sample runs.
    example: parameter.example ?? (parameter.required ? exampleValue(parameter.schema, lookup) : undefined),
  }))
  const asked = {
    ...operation,
    parameters,
    secrets: secretsOf(operation.security),
    keys: keysOf(operation.security),
  }
  const request = requestOf(asked, base, sampleBodyOf(operation, lookup))
  const made: CodeSample[] = [
    { label: 'curl', language: 'bash', source: curlSample(request) },
    { label: 'JavaScript', language: 'javascript', source: scriptSample(request) },
    { label: 'Python', language: 'python', source: pythonSample(request) },
  ]
  const given = new Set(operation.samples.flatMap(({ language }) => familyOf(language)))
  // `fetch` refuses to send the method.
  if (operation.method === 'trace') given.add('javascript')
  return [...operation.samples, ...made.filter(({ language }) => !given.has(language))]
}

function exampleValue(schema: ApiOperation['parameters'][number]['schema'], lookup: Lookup) {
  const value = schema && exampleOf(schema, lookup)
  if (typeof value !== 'object') return isTelling(value) ? value : undefined
  return Object.values(value ?? {}).some(isTelling) ? value : undefined
}

/** The name of the parameter says more than the word for any text. */
function isTelling(value: unknown): boolean {
  return ['number', 'boolean'].includes(typeof value) || (typeof value === 'string' && value !== 'string')
}

function familyOf(language: string): string[] {
  const name = language.toLowerCase()
  if (/^(curl|bash|sh|shell)$/.test(name)) return ['bash']
  if (/^(js|javascript|node|nodejs|typescript|ts)/.test(name)) return ['javascript']
  return /^(py|python)/.test(name) ? ['python'] : []
}

export function sampleBodyOf({ body, kind }: ApiOperation, lookup: Lookup): SampleBody | undefined {
  const media = mediaOf(body?.content)
  if (!media) return undefined
  const { mediaType } = media
  const example = exampleOfMedia(media, lookup, kind === 'webhook' ? 'received' : 'sent')
  const fields = formFieldsOf(media, lookup)
  if (isMultipart(mediaType) && fields.length > 0)
    return { mediaType, text: exampleText(example), parts: formParts(fields, example) }
  if (isForm(mediaType)) return { mediaType, text: formText(fields, example) }
  if (isFileBody(media, lookup)) return { mediaType, text: '', file: fileName('') }
  const isJson = /json/i.test(mediaType)
  const text = typeof example === 'string' && !isJson ? example : exampleText(example ?? (isJson ? {} : ''))
  return { mediaType, text }
}

function exampleText(example: unknown): string {
  return JSON.stringify(example, null, 2) ?? ''
}
