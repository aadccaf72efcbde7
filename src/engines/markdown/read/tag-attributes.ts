import type { Code, Column, Prompt, Update } from '../document.ts'
import { spellLength } from '../html/images-html.ts'
import type { WantedAttributes } from './attributes.ts'

// The attributes the writer gives to tags.

export function embedAttributes(data: { url: string; fullWidth?: boolean }): WantedAttributes {
  return [
    ['url', data.url],
    ['fullWidth', data.fullWidth?.toString()],
  ]
}

export function swaggerAttributes(
  data: { path: string; method: string; expanded?: boolean; fullWidth?: boolean },
  url: string,
): WantedAttributes {
  return [
    ['src', url],
    ['path', data.path],
    ['method', data.method],
    ['expanded', data.expanded?.toString()],
    ['fullWidth', data.fullWidth?.toString()],
  ]
}

export function operationAttributes(data: { path: string; method: string }, spec: string): WantedAttributes {
  return [
    ['spec', spec],
    ['path', data.path],
    ['method', data.method],
  ]
}

export function webhookAttributes(data: { name: string; method: string }, spec: string): WantedAttributes {
  return [
    ['spec', spec],
    ['name', data.name],
    ['method', data.method],
  ]
}

export function schemasAttributes(
  data: { schemas: string[]; grouped?: boolean },
  spec: string,
): WantedAttributes {
  return [
    ['spec', spec],
    ['schemas', data.schemas.join(',')],
    ['grouped', data.grouped?.toString()],
  ]
}

export function integrationAttributes(data: {
  props: Record<string, unknown>
  url?: string
  fullWidth?: boolean
}): WantedAttributes {
  const wanted = [...propAttributes(data.props)]
  if (data.url !== undefined && !('url' in data.props)) wanted.push(['url', data.url])
  if (data.fullWidth !== undefined && !('fullWidth' in data.props)) {
    wanted.push(['fullWidth', data.fullWidth.toString()])
  }
  return wanted
}

export function propAttributes(props: Record<string, unknown>): WantedAttributes {
  return Object.entries(props)
    .filter(([name]) => /^[^\s"'<>/=]+$/.test(name))
    .map(([name, value]) => [name, value === true ? true : spellProp(value)])
}

function spellProp(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function codeAttributes(data: Code['data']): WantedAttributes {
  return [
    ['title', data.title],
    ['overflow', data.overflow],
    ['lineNumbers', data.lineNumbers?.toString()],
    ['fullWidth', data.fullWidth?.toString()],
  ]
}

export function columnAttributes(data: Column['data']): WantedAttributes {
  return [
    ['width', spellLength(data.width)],
    ['verticalAlignment', data.verticalAlignment],
  ]
}

export function updateAttributes(data: Update['data']): WantedAttributes {
  return [
    ['date', data.date],
    ['tags', data.tags?.length ? data.tags.join(',') : undefined],
  ]
}

export function promptAttributes(data: Prompt['data']): WantedAttributes {
  return [
    ['description', data.description],
    ['icon', data.icon],
    ['defaultExpanded', data.defaultExpanded],
    ['openInAIProviders', data.openInAIProviders?.toString()],
  ]
}
