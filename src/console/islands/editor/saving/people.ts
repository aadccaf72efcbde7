// People who can be mentioned: members of the organization.
import type { Place } from '../place.ts'
import { ask } from './api.ts'

export type Person = { id: string; name: string; email?: string }
export type FindPeople = (query: string) => Promise<Person[]>

type Listed = { items: { user: { id: string; displayName: string; email?: string } }[] }

const MOST = 6

/** Who may not see members mentions nobody. */
export function openPeople({ organization }: Place): FindPeople {
  return async (query) => {
    const asked = new URLSearchParams({ limit: String(MOST), ...(query !== '' && { search: query }) })
    const { items } = await ask<Listed>('GET', `/orgs/${organization}/members?${asked}`).catch(() => ({
      items: [],
    }))
    return items.map(({ user: { id, displayName, email } }) => ({
      id,
      name: displayName || email || id,
      email,
    }))
  }
}
