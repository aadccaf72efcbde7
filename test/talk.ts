// A space with a page and a change request, and what is needed to talk about them.
import type { Answer } from './counterparts/client.ts'
import { openTestServices, type Person } from './services.ts'

export async function openTalk() {
  const services = await openTestServices()
  const { as, admin, organization } = services
  const space: Answer = await as(admin).post(`${organization.url}/spaces`, { title: 'Guide' }, 201)
  const url = `/v1/spaces/${space.id}`
  /** Edits the space, or a change request of it; returns the id of the first page that was made. */
  const edit = async (changes: object[], at = url): Promise<string> => {
    const outcome = await as(admin).post(`${at}/content?compat=false`, { changes }, 200)
    return outcome.changes[0]?.page?.id ?? outcome.changes[0]?.page
  }
  return {
    ...services,
    space,
    url,
    edit,
    insertPage: (title: string, markdown: string, at?: string) =>
      edit([{ operation: 'insert_page', title, document: { markdown } }], at),
    openChangeRequest: async (subject = 'Proposal') => {
      const made: Answer = await as(admin).post(`${url}/change-requests`, { subject }, 201)
      return { ...made, url: `${url}/change-requests/${made.id}` }
    },
    say: (person: Person, markdown: string, at = url, more: object = {}): Promise<Answer> =>
      as(person).post(`${at}/comments`, { body: { markdown }, ...more }, 200),
  }
}

export const ids = (list: { items: { id: string }[] }) => list.items.map(({ id }) => id)
