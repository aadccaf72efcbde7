import type { Html } from '../../html/html.ts'
import { html } from '../../html/html.ts'
import type { OpenApiParameter } from '../document.ts'
import { parameterExample, parametersIn } from '../view/parameter-view.ts'

// The changing parts of a sample stand in slots. The browser refills them as the try-it form changes and
// never has to know how a sample is put together.
export type SampleRequest = {
  method: string
  url: string
  headers: { name: string; value: string }[]
  /** What a caller proves who they are with: taken from the environment, so that nobody pastes a secret. */
  secrets: SampleSecret[]
  mediaType: string | undefined
  body: string
}

export type SampleSecret = { header: string; before: string; variable: string }
export type SampleBody = { mediaType: string; text: string }

export const BEARER: SampleSecret = { header: 'Authorization', before: 'Bearer ', variable: 'TOKEN' }

type Asked = {
  method: string
  path: string
  parameters: readonly OpenApiParameter[] | undefined
  secrets: SampleSecret[]
}

export function requestOf(asked: Asked, base: string, body: SampleBody | undefined): SampleRequest {
  const { parameters } = asked
  const path = parametersIn('path', parameters).reduce(
    (filled, parameter) =>
      filled.replace(`{${parameter.name}}`, (braces) => parameterExample(parameter) ?? braces),
    asked.path,
  )
  const query = parametersIn('query', parameters)
    .filter((parameter) => parameter.required)
    .map((parameter) => `${parameter.name}=${parameterExample(parameter) ?? `{${parameter.name}}`}`)
  const headers = parametersIn('header', parameters)
    .filter((parameter) => parameter.required)
    .map((parameter) => ({
      name: parameter.name,
      value: parameterExample(parameter) ?? `{${parameter.name}}`,
    }))
  return {
    method: asked.method.toUpperCase(),
    url: plainUrl(base + path + (query.length > 0 ? `?${query.join('&')}` : '')),
    headers,
    secrets: asked.secrets,
    mediaType: body?.mediaType,
    body: body?.text ?? '',
  }
}

/** Without what would end a text in any of the languages. */
function plainUrl(url: string): string {
  return url.replace(/[\s'"`\\$<>\p{Cc}]/gu, (character) =>
    character === "'" ? '%27' : encodeURIComponent(character),
  )
}

/** A text with slots in it. */
export type Sample = readonly (string | { slot: string; text: string })[]

export function sampleText(sample: Sample): string {
  return sample.map((part) => (typeof part === 'string' ? part : part.text)).join('')
}

export function sampleHtml(sample: Sample): Html {
  return html`${sample.map((part) =>
    typeof part === 'string' ? part : html`<i data-slot="${part.slot}">${part.text}</i>`,
  )}`
}

const slot = (name: string, text: string) => ({ slot: name, text })

export function curlSample(request: SampleRequest): Sample {
  const quoted = (text: string): string => text.replaceAll("'", "'\\''")
  const method = request.method === 'GET' ? '' : `-X ${request.method} `
  const headers = request.headers
    .map(({ name, value }) => ` \\\n  -H '${quoted(`${name}: ${value}`)}'`)
    .join('')
  const secrets = request.secrets
    .map(({ header, before, variable }) => ` \\\n  -H "${header}: ${before}$${variable}"`)
    .join('')
  const { mediaType } = request
  const media = mediaType === undefined ? '' : ` \\\n  -H 'Content-Type: ${quoted(mediaType)}'`
  const body = mediaType === undefined ? [] : [" \\\n  -d '", slot('curl-body', quoted(request.body)), "'"]
  const url = slot('url', request.url)
  return [`curl ${method}'`, url, `'${secrets}${media}`, slot('curl-headers', headers), ...body]
}

export function scriptSample(request: SampleRequest): Sample {
  const quoted = (text: string): string =>
    `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
  const headers = request.headers
    .map(({ name, value }) => `\n    ${quoted(name)}: ${quoted(value)},`)
    .join('')
  const secrets = request.secrets
    .map(({ header, before, variable }) => {
      const name = /^\w+$/.test(header) ? header : quoted(header)
      return `\n    ${name}: \`${before}\${process.env.${variable}}\`,`
    })
    .join('')
  const { mediaType, method } = request
  const media = mediaType === undefined ? '' : `\n    'Content-Type': ${quoted(mediaType)},`
  const isJson = mediaType?.endsWith('json')
  const [open, close] = isJson ? ['JSON.stringify(', ')'] : ['`', '`']
  const text = isJson ? request.body : request.body.replace(/[`\\]|\$(?=\{)/g, '\\$&')
  const body = mediaType === undefined ? [] : [`\n  body: ${open}`, slot('script-body', text), `${close},`]
  return [
    "const response = await fetch('",
    slot('url', request.url),
    `', {\n  method: '${method}',\n  headers: {${secrets}${media}`,
    slot('script-headers', headers),
    '\n  },',
    ...body,
    '\n})',
  ]
}

export function pythonSample(request: SampleRequest): string {
  const quoted = (text: string): string => JSON.stringify(text)
  const headers = [
    ...request.secrets.map(({ header, before, variable }) => {
      const value = `os.environ[${quoted(variable)}]`
      return [header, before === '' ? value : `${quoted(before)} + ${value}`]
    }),
    ...(request.mediaType === undefined ? [] : [['Content-Type', quoted(request.mediaType)]]),
    ...request.headers.map(({ name, value }) => [name, quoted(value)]),
  ]
  const rows = headers.map(([name = '', value]) => `        ${quoted(name)}: ${value},\n`).join('')
  const parts = [
    `    ${quoted(request.method)},\n    ${quoted(request.url)},\n`,
    rows === '' ? '' : `    headers={\n${rows}    },\n`,
    request.mediaType === undefined ? '' : `    data=${pythonText(request.body)},\n`,
  ]
  const imports = request.secrets.length > 0 ? 'import os\n\nimport requests' : 'import requests'
  return `${imports}\n\nresponse = requests.request(\n${parts.join('')})\nprint(response.status_code, response.text)`
}

function pythonText(text: string): string {
  if (!text.includes('\n')) return JSON.stringify(text)
  return `"""${text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"')}"""`
}
