// How a caller proves who they are.
import { isObject } from '../values.ts'
import { fieldOf, fieldsOf, listOf, textOf } from './guards.ts'
import type { SampleKey, SampleSecret } from './samples.ts'
import { pointedAt } from './schema-lookup.ts'

export type SecurityScheme = {
  /** As the description names it. */
  id: string
  kind: 'bearer' | 'basic' | 'key' | 'other'
  /** The type and scheme in the words of the description: `oauth2`, `http digest`. */
  type: string
  place: 'header' | 'query' | 'cookie'
  /** Of the header, parameter or cookie. */
  name: string
  description: string | undefined
  scopes: string[]
  /** Where a token is had, by the flow that it is had in. */
  sources: TokenSource[]
}

export type TokenSource = { flow: string; addresses: string[] }

/** All of these together. */
export type SecurityChoice = SecurityScheme[]

const MOST = 8
const MOST_SCOPES = 30
const LONGEST_NAME = 200
const LONGEST_ADDRESS = 500

export function securityOf(document: unknown, operation: unknown): SecurityChoice[] {
  const own = fieldOf(operation, 'security')
  const asked = listOf(Array.isArray(own) ? own : fieldOf(document, 'security'), MOST)
  const choices = asked.map((choice) =>
    fieldsOf(choice, MOST).flatMap(([id, scopes]) => schemeOf(document, id, scopes) ?? []),
  )
  // One that asks for nothing says that nothing is needed.
  return choices.filter((choice) => choice.length > 0)
}

/** Whether nothing is needed, beside what else is taken. */
export function isOpenToAll(document: unknown, operation: unknown): boolean {
  const own = fieldOf(operation, 'security')
  const asked = listOf(Array.isArray(own) ? own : fieldOf(document, 'security'), MOST)
  return asked.some((choice) => isObject(choice) && Object.keys(choice).length === 0)
}

function schemeOf(document: unknown, id: string, asked: unknown): SecurityScheme | undefined {
  const all = fieldOf(fieldOf(document, 'components'), 'securitySchemes')
  const named = fieldOf(all, id)
  const ref = textOf(fieldOf(named, '$ref'))
  const scheme = ref === undefined ? named : pointedAt(document, ref)
  const type = textOf(fieldOf(scheme, 'type'), 40)
  if (type === undefined) return undefined
  const way = textOf(fieldOf(scheme, 'scheme'), 40)?.toLowerCase()
  const place = fieldOf(scheme, 'in')
  const isKey = type === 'apiKey'
  const isBearer = way === 'bearer' || type === 'oauth2' || type === 'openIdConnect'
  return {
    id: id.slice(0, LONGEST_NAME),
    kind: isKey ? 'key' : isBearer ? 'bearer' : way === 'basic' ? 'basic' : 'other',
    type: [type, way].filter(Boolean).join(' '),
    place: isKey && (place === 'query' || place === 'cookie') ? place : 'header',
    name: isKey ? (textOf(fieldOf(scheme, 'name'), LONGEST_NAME) ?? id) : 'Authorization',
    description: textOf(fieldOf(scheme, 'description')),
    scopes: listOf(asked, MOST_SCOPES).filter((scope) => typeof scope === 'string'),
    sources: sourcesOf(scheme),
  }
}

function sourcesOf(scheme: unknown): TokenSource[] {
  const flows = fieldsOf(fieldOf(scheme, 'flows'), MOST).map(([flow, one]) => ({
    flow: flow.slice(0, LONGEST_NAME),
    addresses: ['authorizationUrl', 'tokenUrl'].flatMap(
      (name) => textOf(fieldOf(one, name), LONGEST_ADDRESS) ?? [],
    ),
  }))
  const discovered = textOf(fieldOf(scheme, 'openIdConnectUrl'), LONGEST_ADDRESS)
  const all = discovered === undefined ? flows : [...flows, { flow: '', addresses: [discovered] }]
  return all.filter(({ addresses }) => addresses.length > 0)
}

const TOKEN = /^[\w!#$%&'*+.^|~-]{1,100}$/

/** The headers of a request by the first choice; what is not known, a sample cannot show. */
export function secretsOf([choice = []]: readonly SecurityChoice[]): SampleSecret[] {
  return choice.flatMap(({ kind, place, name }): SampleSecret[] => {
    if (kind === 'bearer') return [{ header: name, before: 'Bearer ', variable: 'TOKEN' }]
    if (kind === 'basic') return [{ header: name, before: 'Basic ', variable: 'CREDENTIALS' }]
    if (kind !== 'key' || place === 'query' || !TOKEN.test(name) || /["'$`\\]/.test(name)) return []
    if (place === 'cookie') return [{ header: 'Cookie', before: `${name}=`, variable: 'API_KEY' }]
    return [{ header: name, before: '', variable: 'API_KEY' }]
  })
}

/** Those of the first choice that are in the address. */
export function keysOf([choice = []]: readonly SecurityChoice[]): SampleKey[] {
  return choice
    .filter(({ kind, place }) => kind === 'key' && place === 'query')
    .map(({ name }) => ({ name: name.toWellFormed(), variable: 'API_KEY' }))
}
