// What pages are called that something leads to, asked for once.
import type { PageApi } from './page-api.ts'

export type TitleOf = (page: string, space?: string) => Promise<string>

const MOST_ASKED = 500

export function openTitles(here: string, api: Pick<PageApi, 'titleOf'>, revision: () => string): TitleOf {
  const known = new Map<string, Promise<string>>()
  return (page, space = here) => {
    const name = `${space} ${page}`
    const found = known.get(name)
    if (found) return found
    if (known.size >= MOST_ASKED) return Promise.reject(new Error('Too many pages'))
    const asked = api.titleOf(page, { space, revision: space === here ? revision() : undefined })
    known.set(name, asked)
    asked.catch(() => known.delete(name))
    return asked
  }
}
