// Whether those who were let in before still are.

import type { ApiDocument, OpenApiOperation } from './document.ts'
import type { Difference } from './schema-difference.ts'
import { objectOf, textOf } from './values.ts'

type Documents = { before: ApiDocument; after: ApiDocument }
type Security = OpenApiOperation['security']

/** What is sent, and what it must be good for; by what is sent, as the name of a scheme is nothing that callers see. */
type Way = { words: string; schemes: Map<string, Set<string>> }

/** Every way to be let in that is gone is somebody's who used it. An empty way, or none at all, lets in everybody. */
export function compareSecurity(documents: Documents, before: Security, after: Security): Difference[] {
  const earlier = waysOf(documents, documents.before, before ?? documents.before.security)
  const later = waysOf(documents, documents.after, after ?? documents.after.security)
  const gone = [...earlier].filter(([key]) => !later.has(key)).map(([, way]) => way)
  const fresh = [...later].filter(([key]) => !earlier.has(key)).map(([, way]) => way)
  return [
    ...gone.map((way) => {
      const isServed = [...later.values()].some((other) => asksForLess(other, way))
      return isServed ? { message: `It no longer asks for ${way.words}`, isBreaking: false } : lost(way)
    }),
    ...fresh.map(({ words }) => ({
      message: words === '' ? 'It can be called without signing in' : `It takes ${words}`,
      isBreaking: false,
    })),
  ]
}

function lost({ words }: Way): Difference {
  const message =
    words === '' ? 'It can no longer be called without signing in' : `It no longer takes ${words}`
  return { message, isBreaking: true }
}

/** Whoever has what the other way asks for has all that this one does. */
function asksForLess(way: Way, other: Way): boolean {
  return [...way.schemes].every(([scheme, scopes]) => {
    const had = other.schemes.get(scheme)
    return had !== undefined && [...scopes].every((scope) => had.has(scope))
  })
}

function waysOf(documents: Documents, document: ApiDocument, security: Security): Map<string, Way> {
  const asked = security && security.length > 0 ? security : [{}]
  const ways = asked.map((choice): [string, Way] => {
    const schemes = Object.entries(choice).map(([name, scopes]) => {
      const sorted = [...scopes].sort()
      return { name, scopes: sorted, sent: sentBy(document, name) }
    })
    const key = schemes.map(({ sent, scopes }) => JSON.stringify([sent, scopes])).sort()
    const words = schemes.map(({ name, scopes, sent }) => schemeInWords(documents, name, scopes, sent)).sort()
    return [
      key.join(' '),
      {
        words: words.join(' and '),
        schemes: new Map(schemes.map(({ sent, scopes }) => [sent, new Set(scopes)])),
      },
    ]
  })
  return new Map(ways)
}

/** What a scheme sends is told where it is the other thing in the other description. */
function schemeInWords({ before, after }: Documents, name: string, scopes: string[], sent: string): string {
  const isOther = [before, after].some(
    (document) => schemeIn(document, name).type !== undefined && sentBy(document, name) !== sent,
  )
  const told = [...scopes, ...(isOther ? [sent] : [])]
  return told.length === 0 ? name : `${name} (${told.join(', ')})`
}

/** A token is sent in the same way wherever it comes from. What is not described is known by its name. */
function sentBy(document: ApiDocument, name: string): string {
  const scheme = schemeIn(document, name)
  const [type, way] = [textOf(scheme.type), textOf(scheme.scheme)?.toLowerCase()]
  if (type === undefined) return name
  if (type === 'apiKey') return `${textOf(scheme.in) ?? 'header'} ${textOf(scheme.name) ?? name}`
  if (type === 'oauth2' || type === 'openIdConnect' || way === 'bearer') return 'bearer token'
  return [type, way].filter(Boolean).join(' ')
}

function schemeIn({ components }: ApiDocument, name: string) {
  const all = objectOf(objectOf(components).securitySchemes)
  return Object.hasOwn(all, name) ? objectOf(all[name]) : {}
}
