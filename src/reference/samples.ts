import type { Html } from '../html/html.ts'
import { html } from '../html/html.ts'
import type { Entry } from './operations.ts'
import { parameterExample, parametersIn } from './parameter-view.ts'

// The changing parts of a sample stand in slots. The browser refills them as the try-it form changes and
// never has to know how a sample is put together.
type Request = {
  method: string
  url: string
  headers: { name: string; value: string }[]
  mediaType: string | undefined
  body: string
  isPublic: boolean
}

export type SampleBody = { mediaType: string; text: string }

export function requestOf(entry: Entry, base: string, body: SampleBody | undefined): Request {
  const { parameters } = entry.operation
  const path = parametersIn('path', parameters).reduce(
    (filled, parameter) =>
      filled.replace(`{${parameter.name}}`, (braces) => parameterExample(parameter) ?? braces),
    entry.path,
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
    method: entry.method.toUpperCase(),
    url: base + path + (query.length > 0 ? `?${query.join('&')}` : ''),
    headers,
    mediaType: body?.mediaType,
    body: body?.text ?? '',
    isPublic: entry.isPublic,
  }
}

function slot(name: string, text: string): Html {
  return html`<i data-slot="${name}">${text}</i>`
}

export function curlSample(request: Request): Html {
  const quoted = (text: string): string => text.replaceAll("'", "'\\''")
  const method = request.method === 'GET' ? '' : `-X ${request.method} `
  const headers = request.headers
    .map(({ name, value }) => ` \\\n  -H '${quoted(`${name}: ${value}`)}'`)
    .join('')
  const token = request.isPublic ? '' : ' \\\n  -H "Authorization: Bearer $TOKEN"'
  const media = request.mediaType === undefined ? '' : ` \\\n  -H 'Content-Type: ${request.mediaType}'`
  const body =
    request.mediaType !== undefined && html`${" \\\n  -d '"}${slot('curl-body', quoted(request.body))}${"'"}`
  return html`curl ${method}${"'"}${slot('url', request.url)}${"'"}${token}${media}${slot('curl-headers', headers)}${body}`
}

export function scriptSample(request: Request): Html {
  const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  const headers = request.headers
    .map(({ name, value }) => `\n    ${quoted(name)}: ${quoted(value)},`)
    .join('')
  const token = request.isPublic ? '' : `\n    Authorization: \`Bearer \${process.env.TOKEN}\`,`
  const media = request.mediaType === undefined ? '' : `\n    'Content-Type': '${request.mediaType}',`
  const [open, close] = request.mediaType?.endsWith('json') ? ['JSON.stringify(', ')'] : ['`', '`']
  const body =
    request.mediaType !== undefined &&
    html`${`\n  body: ${open}`}${slot('script-body', request.body)}${`${close},`}`
  return html`const response = await fetch('${slot('url', request.url)}', {${`\n  method: '${request.method}',\n  headers: {`}${token}${media}${slot('script-headers', headers)}${'\n  },'}${body}${'\n})'}`
}
