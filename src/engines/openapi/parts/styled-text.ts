// How a value is written where a parameter stands, by its style: RFC 6570, as OpenAPI has it. The script of the try-it
// panel does the same in site/assets/styled-text.js; one test asks both.

export type Style = {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  style?: string | undefined
  explode?: boolean | undefined
}

type Encode = (text: string) => string

const FIRST: Readonly<Record<string, string>> = { label: '.', matrix: ';' }
const BETWEEN: Readonly<Record<string, string>> = { label: '.', matrix: ';', form: '&', deepObject: '&' }
const DELIMITERS: Readonly<Record<string, string>> = { spaceDelimited: '%20', pipeDelimited: '%7C' }

/** With the name of the parameter where its style says so: `color=blue&color=black`, `blue,black`. */
export function styledText(parameter: Style, value: unknown): string {
  const { name, in: place } = parameter
  const encode: Encode = place === 'header' ? (text) => text : encoded
  const style = parameter.style ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple')
  const isNamed = style !== 'simple' && style !== 'label'
  const first = FIRST[style] ?? ''
  const before = isNamed ? `${encode(name)}=` : ''
  if (typeof value !== 'object' || value === null) return `${first}${before}${encode(textOf(value))}`
  const isList = Array.isArray(value)
  const pairs = Object.entries(value).map(([key, one]) => [encode(key), encode(textOf(one))] as const)
  if (style === 'deepObject' && !isList)
    return pairs.map(([key, one]) => `${encode(`${name}[`)}${key}${encode(']')}=${one}`).join('&')
  if (parameter.explode ?? (style === 'form' || style === 'deepObject')) {
    const between = BETWEEN[style] ?? ','
    return first + pairs.map(([key, one]) => (isList ? before + one : `${key}=${one}`)).join(between)
  }
  const parts = pairs.flatMap(([key, one]) => (isList ? [one] : [key, one]))
  return `${first}${before}${parts.join(DELIMITERS[style] ?? ',')}`
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** As for a part of an address; also what would end a text in a sample. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['!()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
