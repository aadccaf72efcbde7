// People who can be mentioned: members of the organization, asked for with the first @.
import type { Place } from '../place.ts'
import { ask } from './api.ts'

export type Person = { id: string; name: string; email?: string }
export type FindPeople = (query: string) => Promise<Person[]>

type Listed = { items: { user: { id: string; displayName: string; email?: string } }[] }

const MOST = 6

export function openPeople({ organization }: Place): FindPeople {
  let asked: Promise<Person[]> | undefined
  const load = async () => {
    const { items } = await ask<Listed>('GET', `/orgs/${organization}/members?limit=500`)
    return items.map(({ user: { id, displayName, email } }) => ({
      id,
      name: displayName || email || id,
      email,
    }))
  }
  return async (query) => {
    // Who may not see members mentions nobody.
    asked ??= load().catch(() => [])
    const wanted = query.toLocaleLowerCase()
    const all = await asked
    return all
      .filter(({ name, email }) => `${name} ${email}`.toLocaleLowerCase().includes(wanted))
      .slice(0, MOST)
  }
}
