// Blocks that show something from elsewhere, to choose from: pages, reusable content, operations of APIs.
import type { Place } from '../place.ts'
import { ask } from './api.ts'
import type { PageApi } from './page-api.ts'

export type Pick = 'page' | 'reusable' | 'operation'
export type Option = { id: string; label: string; hint?: string; block: object }

const MOST = 100

export function openPickers(place: Place, api: PageApi, revision: () => string) {
  const kept = new Map<Pick, Option[]>()
  return async (of: Pick, query: string): Promise<Option[]> => {
    if (of === 'page') return query.trim() === '' ? [] : (await api.findPages(query)).map(pageOption)
    const load = () => (of === 'reusable' ? reusables(place, revision()) : operations(place))
    const all = kept.get(of) ?? (await load())
    kept.set(of, all)
    const words = query.toLowerCase().split(/\s+/)
    const isMeant = ({ label, hint = '' }: Option) =>
      words.every((word) => `${label} ${hint}`.toLowerCase().includes(word))
    return all.filter(isMeant).slice(0, MOST)
  }
}

const block = (type: string, data: object) => ({ object: 'block', type, data, isVoid: true })

function pageOption({ id, title, path }: { id: string; title: string; path?: string }): Option {
  return { id, label: title, hint: path, block: block('content-ref', { ref: { kind: 'page', page: id } }) }
}

async function reusables({ space }: Place, revision: string): Promise<Option[]> {
  type Revision = { reusableContents?: { id: string; title: string }[] }
  const { reusableContents = [] } = await ask<Revision>('GET', `/spaces/${space}/revisions/${revision}`)
  return reusableContents.map(({ id, title }) => ({
    id,
    label: title,
    block: block('reusable-content', { ref: { kind: 'reusable-content', reusableContent: id } }),
  }))
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace']
const MOST_SPECS = 20

type Described = {
  filesystem?: Record<string, { isEntrypoint?: boolean; specification?: { paths?: Record<string, object> } }>
}

async function operations({ organization }: Place): Promise<Option[]> {
  const specs = `/orgs/${organization}/openapi`
  const { items } = await ask<{ items: { slug: string }[] }>('GET', `${specs}?limit=${MOST_SPECS}`)
  const all = await Promise.all(
    items.map(async ({ slug }) => {
      const read = ask<Described>('GET', `${specs}/${encodeURIComponent(slug)}/versions/latest/content`)
      const { filesystem = {} } = await read.catch((): Described => ({}))
      return operationsOf(slug, filesystem)
    }),
  )
  return all.flat()
}

function operationsOf(spec: string, files: NonNullable<Described['filesystem']>): Option[] {
  const entry = Object.values(files).find(({ isEntrypoint }) => isEntrypoint)
  return Object.entries(entry?.specification?.paths ?? {}).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]): Option[] => {
      if (!METHODS.includes(method)) return []
      const { summary = '' } = Object(operation)
      const data = { ref: { kind: 'openapi', spec }, path, method }
      return [
        {
          id: `${spec} ${method} ${path}`,
          label: `${method.toUpperCase()} ${path}`,
          hint: [summary, spec].filter((part) => part !== '').join(' · '),
          block: block('openapi-operation', data),
        },
      ]
    }),
  )
}
