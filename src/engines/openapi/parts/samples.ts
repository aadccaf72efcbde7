import type { OpenApiParameter } from '../document.ts'
import { parametersIn } from '../view/parameter-view.ts'
import type { FormPart } from './form-body.ts'
import { sentText } from './request-values.ts'

export type SampleRequest = {
  method: string
  url: string
  headers: { name: string; value: string }[]
  /** What a caller proves who they are with: taken from the environment, so that nobody pastes a secret. */
  secrets: SampleSecret[]
  /** Of the secrets, those that are in the address. */
  keys: SampleKey[]
  mediaType: string | undefined
  body: string
  /** Of a form with files, which each language puts together in its own way. */
  parts: FormPart[]
  /** The name of a file that is the whole body. */
  file: string | undefined
}

export type SampleSecret = { header: string; before: string; variable: string }
export type SampleKey = { name: string; variable: string }
export type SampleBody = { mediaType: string; text: string; parts?: FormPart[]; file?: string }

type Asked = {
  method: string
  path: string
  parameters: readonly OpenApiParameter[] | undefined
  secrets: SampleSecret[]
  keys?: SampleKey[]
}

export function requestOf(asked: Asked, base: string, body: SampleBody | undefined): SampleRequest {
  const { parameters } = asked
  const path = parametersIn('path', parameters).reduce(
    (filled, parameter) => filled.replace(`{${parameter.name}}`, (braces) => sentText(parameter) ?? braces),
    asked.path,
  )
  const required = (place: OpenApiParameter['in']) =>
    parametersIn(place, parameters).filter((parameter) => parameter.required)
  const named = (parameter: OpenApiParameter) =>
    sentText(parameter) ?? `${parameter.name}={${parameter.name}}`
  const query = required('query').map(named).join('&')
  // Some descriptions name as a parameter what is sent anyway.
  const known = new Set(asked.secrets.map(({ header }) => header.toLowerCase()))
  if (body) known.add('content-type')
  const headers = required('header')
    .filter(({ name }) => !known.has(name.toLowerCase()))
    .map((parameter) => ({ name: parameter.name, value: sentText(parameter) ?? `{${parameter.name}}` }))
  const cookies = required('cookie').map((parameter) => plainUrl(named(parameter)))
  const hasSecretCookie = asked.secrets.some(({ header }) => header === 'Cookie')
  if (cookies.length > 0 && !hasSecretCookie) headers.push({ name: 'Cookie', value: cookies.join('; ') })
  return {
    method: asked.method.toUpperCase(),
    url: plainUrl(base + path + (query !== '' ? `?${query}` : '')),
    headers,
    // All cookies are one header.
    secrets: asked.secrets.map((secret) =>
      secret.header === 'Cookie' ? { ...secret, before: [...cookies, secret.before].join('; ') } : secret,
    ),
    keys: asked.keys ?? [],
    mediaType: body?.mediaType,
    body: body?.text ?? '',
    parts: body?.parts ?? [],
    file: body?.file,
  }
}

/** Without what would end a text in any of the languages. */
function plainUrl(url: string): string {
  return url.replace(/[\s'"`\\$<>\p{Cc}]/gu, (character) =>
    character === "'" ? '%27' : encodeURIComponent(character),
  )
}

export function curlSample(request: SampleRequest): string {
  const quoted = (text: string): string => text.replaceAll("'", "'\\''")
  const method = curlMethod(request.method)
  const headers = request.headers
    .map(({ name, value }) => ` \\\n  -H '${quoted(`${name}: ${value}`)}'`)
    .join('')
  const secrets = request.secrets
    .map(({ header, before, variable }) => ` \\\n  -H "${header}: ${before}$${variable}"`)
    .join('')
  const { url, mediaType, parts, file } = request
  const keys = request.keys.length > 0 ? `"${keysIn(request, (variable) => `$${variable}`)}"` : ''
  if (parts.length > 0) {
    const form = parts.map((part) => ` \\\n  ${curlPart(part, quoted)}`).join('')
    return `curl ${method}'${url}'${keys}${secrets}${headers}${form}`
  }
  const media = mediaType === undefined ? '' : ` \\\n  -H 'Content-Type: ${quoted(mediaType)}'`
  const written =
    file === undefined
      ? ` \\\n  ${request.body.startsWith('@') ? '--data-raw' : '-d'} '${quoted(request.body)}'`
      : ` \\\n  --data-binary '@${file}'`
  const body = mediaType === undefined ? '' : written
  return `curl ${method}'${url}'${keys}${secrets}${media}${headers}${body}`
}

/** Told by `-X` that there is no body, curl would still wait for one. */
function curlMethod(method: string): string {
  if (method === 'GET') return ''
  return method === 'HEAD' ? '--head ' : `-X ${method} `
}

function keysIn({ url, keys }: SampleRequest, written: (variable: string) => string): string {
  const pairs = keys.map(({ name, variable }) => `${encodeURIComponent(name)}=${written(variable)}`)
  return `${url.includes('?') ? '&' : '?'}${pairs.join('&')}`
}

/** Only `--form-string` takes a text as it is: a first `@` or `<` would name a file. */
function curlPart(part: FormPart, quoted: (text: string) => string): string {
  if (part.isFile) return `-F '${quoted(`${part.name}=@${part.value}`)}'`
  return `--form-string '${quoted(`${part.name}=${part.value}`)}'`
}

export function scriptSample(request: SampleRequest): string {
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
  const { mediaType, method, parts } = request
  const quote = request.keys.length > 0 ? '`' : "'"
  const keys = request.keys.length > 0 ? keysIn(request, (variable) => `\${process.env.${variable}}`) : ''
  // The boundary of a form is written into this header by what sends it.
  const hasMedia = mediaType !== undefined && parts.length === 0
  const media = hasMedia ? `\n    'Content-Type': ${quoted(mediaType)},` : ''
  return [
    scriptForm(request, quoted),
    `const response = await fetch(${quote}`,
    request.url,
    `${keys}${quote}, {\n  method: '${method}',\n  headers: {${secrets}${media}`,
    headers,
    '\n  },',
    scriptBody(request, quoted),
    '\n})',
  ].join('')
}

function scriptBody(
  { mediaType, parts, file, body }: SampleRequest,
  quoted: (text: string) => string,
): string {
  if (mediaType === undefined) return ''
  if (file !== undefined) return `\n  body: await openAsBlob(${quoted(file)}),`
  if (parts.length > 0) return '\n  body: form,'
  const isJson = mediaType.endsWith('json')
  const [open, close] = isJson ? ['JSON.stringify(', ')'] : ['`', '`']
  const text = isJson ? body : body.replace(/[`\\]|\$(?=\{)/g, '\\$&')
  return `\n  body: ${open}${text}${close},`
}

function scriptForm({ parts, file }: SampleRequest, quoted: (text: string) => string): string {
  const isReading = file !== undefined || parts.some(({ isFile }) => isFile)
  const imports = isReading ? "import { openAsBlob } from 'node:fs'\n\n" : ''
  if (parts.length === 0) return imports
  const rows = parts.map(({ name, value, isFile }) => {
    const text = quoted(value)
    return `form.append(${quoted(name)}, ${isFile ? `await openAsBlob(${text}), ${text}` : text})\n`
  })
  return `${imports}const form = new FormData()\n${rows.join('')}`
}

export function pythonSample(request: SampleRequest): string {
  const quoted = (text: string): string => JSON.stringify(text)
  const headers = [
    ...request.secrets.map(({ header, before, variable }) => {
      const value = `os.environ[${quoted(variable)}]`
      return [header, before === '' ? value : `${quoted(before)} + ${value}`]
    }),
    ...(request.mediaType === undefined || request.parts.length > 0
      ? []
      : [['Content-Type', quoted(request.mediaType)]]),
    ...request.headers.map(({ name, value }) => [name, quoted(value)]),
  ]
  const rows = headers.map(([name = '', value]) => `        ${quoted(name)}: ${value},\n`).join('')
  const keys = request.keys
    .map(({ name, variable }) => `        ${quoted(name)}: os.environ[${quoted(variable)}],\n`)
    .join('')
  const parts = [
    `    ${quoted(request.method)},\n    ${quoted(request.url)},\n`,
    keys === '' ? '' : `    params={\n${keys}    },\n`,
    rows === '' ? '' : `    headers={\n${rows}    },\n`,
    pythonBody(request, quoted),
  ]
  const imports =
    request.secrets.length + request.keys.length > 0 ? 'import os\n\nimport requests' : 'import requests'
  return `${imports}\n\nresponse = requests.request(\n${parts.join('')})\nprint(response.status_code, response.text)`
}

function pythonBody(
  { mediaType, parts, file, body }: SampleRequest,
  quoted: (text: string) => string,
): string {
  if (mediaType === undefined) return ''
  if (file !== undefined) return `    data=open(${quoted(file)}, "rb"),\n`
  if (parts.length === 0) return `    data=${pythonText(body)},\n`
  const rows = parts.map(({ name, value, isFile }) => {
    const sent = isFile ? `open(${quoted(value)}, "rb")` : `(None, ${quoted(value)})`
    return `        (${quoted(name)}, ${sent}),\n`
  })
  return `    files=[\n${rows.join('')}    ],\n`
}

function pythonText(text: string): string {
  if (!text.includes('\n')) return JSON.stringify(text)
  // One at the end would be taken for the first of those that end it.
  const quoted = text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"').replace(/"$/, '\\"')
  return `"""${quoted}"""`
}
