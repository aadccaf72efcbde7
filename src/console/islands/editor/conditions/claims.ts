// What the sites with this space know of their visitors.
import { type Claim, claimsOf } from '../../../../engines/adaptive/condition-parts.ts'
import type { VisitorSchema } from '../../../../engines/adaptive/visitor-schema.ts'
import type { Place } from '../place.ts'
import { ask, Failure } from '../saving/api.ts'

const MOST_SITES = 20

/** Asked for once; again where nobody answered. */
export function openClaims({ organization, space }: Place) {
  let answer: Promise<Claim[]> | undefined
  return () => {
    answer ??= readClaims(organization, space).catch((error: unknown) => {
      answer = undefined
      throw error
    })
    return answer
  }
}

async function readClaims(organization: string, space: string): Promise<Claim[]> {
  const sites = `/orgs/${organization}/sites`
  const query = new URLSearchParams({ space, limit: String(MOST_SITES) })
  const { items } = await ask<{ items: { id: string }[] }>('GET', `${sites}?${query}`).catch(unlessHidden)
  const schemas = await Promise.all(
    items.map(({ id }) =>
      ask<{ jsonSchema: VisitorSchema }>('GET', `${sites}/${id}/adaptive-schema`).catch((error: unknown) => {
        if (isHidden(error)) return undefined
        throw error
      }),
    ),
  )
  const all = schemas.flatMap((found) => (found ? claimsOf(found.jsonSchema) : []))
  return [...new Map(all.map((claim) => [claim.path, claim])).values()]
}

/** Not there, or not for this person. */
const isHidden = (error: unknown) =>
  error instanceof Failure && (error.status === 404 || error.status === 403)

function unlessHidden(error: unknown): { items: { id: string }[] } {
  if (isHidden(error)) return { items: [] }
  throw error
}
