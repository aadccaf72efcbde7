// Where an operation is asked. Readers' browsers are let through to these and to nothing else, so an address is only
// one if there is nothing in it that a policy could read otherwise.
import { clipText, fieldOf, fieldsOf, listOf, textOf } from './guards.ts'

export type ApiServer = { url: string; description: string | undefined }

const MOST_SERVERS = 10
const MOST_VARIABLES = 10
const LONGEST = 500

export function serversOf(document: unknown, item: unknown, operation: unknown): ApiServer[] {
  const lists = [operation, item, document].map((holder) => listOf(fieldOf(holder, 'servers'), MOST_SERVERS))
  const servers = (lists.find((list) => list.length > 0) ?? []).flatMap(addressesOf)
  const byUrl = new Map(servers.map((server) => [server.url, server]))
  return [...byUrl.values()].slice(0, MOST_SERVERS)
}

/** With each value that its variables may have, the usual ones first. */
function addressesOf(server: unknown): ApiServer[] {
  const template = textOf(fieldOf(server, 'url'), LONGEST)
  if (template === undefined) return []
  let urls = [template]
  for (const [name, variable] of fieldsOf(fieldOf(server, 'variables'), MOST_VARIABLES)) {
    const values = valuesOf(variable)
    if (values.length === 0 || !template.includes(`{${name}}`)) continue
    urls = urls
      .flatMap((url) => values.map((value) => url.replaceAll(`{${name}}`, () => value)))
      .slice(0, MOST_SERVERS)
  }
  const description = textOf(fieldOf(server, 'description'), 200)
  return urls.map((url) => ({ url: clipText(url, LONGEST).replace(/\/+$/, ''), description }))
}

function valuesOf(variable: unknown): string[] {
  const all = [fieldOf(variable, 'default'), ...listOf(fieldOf(variable, 'enum'), MOST_SERVERS)]
  return [...new Set(all.filter((value) => typeof value === 'string'))]
}

const PLAIN_ORIGIN = /^https?:\/\/(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(?::\d+)?$/

/** Of an address that a browser can send to; undefined for all others, such as relative ones. */
export function originOf(url: string): string | undefined {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined
  const { origin, username, password } = new URL(url)
  return username === '' && password === '' && PLAIN_ORIGIN.test(origin) ? origin : undefined
}
