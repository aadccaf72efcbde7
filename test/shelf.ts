// Services with a space to fill and to search.
import type { Answer } from './counterparts/client.ts'
import { openTestServices, type Person } from './services.ts'

export type NewPage = { title: string; markdown?: string; [field: string]: unknown }

export async function openShelf() {
  const services = await openTestServices()
  const { as, admin, organization, drain } = services
  const newSpace = (title: string): Promise<Answer> =>
    as(admin).post(`${organization.url}/spaces`, { title }, 201)
  const space = await newSpace('Guide')
  const url = `/v1/spaces/${space.id}`
  /** Changes content, and lets the jobs run. */
  const change = async (changes: object[], where = url): Promise<Answer> => {
    const answer = await as(admin).post(`${where}/content`, { changes }, 200)
    await drain()
    return answer
  }
  const write = (pages: NewPage[], where?: string) =>
    change(
      pages.map(({ markdown = '', ...page }) => ({
        operation: 'insert_page',
        ...page,
        ...(page.type === undefined && { document: { markdown } }),
      })),
      where,
    )
  const ask = async (query: string, where = url, person: Person = admin): Promise<Answer> =>
    as(person).get(`${where}/search?query=${encodeURIComponent(query)}`)
  const titles = async (query: string): Promise<string[]> =>
    (await ask(query)).items.map((page: Answer) => page.title)
  const pages = async (): Promise<Answer[]> => (await as(admin).get(`${url}/content/pages`)).pages
  return { ...services, space, url, newSpace, change, write, ask, titles, pages }
}
