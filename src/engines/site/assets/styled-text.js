// How a value is written where a parameter stands, by its style, as openapi/parts/styled-text.ts does for samples.

const FIRST = { label: '.', matrix: ';' }
const BETWEEN = { label: '.', matrix: ';', form: '&', deepObject: '&' }
const DELIMITERS = { spaceDelimited: '%20', pipeDelimited: '%7C' }

export function styledText(parameter, value) {
  const { name, in: place } = parameter
  const encode = place === 'header' ? (text) => text : encoded
  const style = parameter.style ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple')
  const isNamed = style !== 'simple' && style !== 'label'
  const first = FIRST[style] ?? ''
  const before = isNamed ? `${encode(name)}=` : ''
  if (typeof value !== 'object' || value === null) return `${first}${before}${encode(textOf(value))}`
  const isList = Array.isArray(value)
  const pairs = Object.entries(value).map(([key, one]) => [encode(key), encode(textOf(one))])
  if (style === 'deepObject' && !isList)
    return pairs.map(([key, one]) => `${encode(`${name}[`)}${key}${encode(']')}=${one}`).join('&')
  if (parameter.explode ?? (style === 'form' || style === 'deepObject')) {
    const between = BETWEEN[style] ?? ','
    return first + pairs.map(([key, one]) => (isList ? before + one : `${key}=${one}`)).join(between)
  }
  const parts = pairs.flatMap(([key, one]) => (isList ? [one] : [key, one]))
  return `${first}${before}${parts.join(DELIMITERS[style] ?? ',')}`
}

function textOf(value) {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function encoded(text) {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['!()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
