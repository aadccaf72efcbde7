// A space with a page and a change request, and what is needed to talk about them.
import { operations as commentsOnChangeRequests } from '../src/rooms/comments/operations-change-request.ts'
import { operations as commentsOnSpaces } from '../src/rooms/comments/operations-space.ts'
import { operations as reviews } from '../src/rooms/reviews/operations.ts'
import { rooms } from '../src/rooms.ts'
import type { Answer } from './client.ts'
import { buildTestHouse, furnish, type Person } from './house.ts'

// Rooms that rooms.ts has already are not added twice.
const extraRooms = [
  { name: 'comments', about: 'Talk.', operations: [...commentsOnSpaces, ...commentsOnChangeRequests] },
  { name: 'reviews', about: 'Opinions.', operations: reviews },
].filter(({ name }) => !rooms.some((room) => room.name === name))

let shared: ReturnType<typeof buildTestHouse> | undefined

export async function openTalk() {
  shared ??= buildTestHouse({ extraRooms })
  const house = await furnish(await shared)
  const { as, admin, organization } = house
  const space: Answer = await as(admin).post(`${organization.url}/spaces`, { title: 'Guide' }, 201)
  const url = `/v1/spaces/${space.id}`
  /** Edits the space, or a change request of it; returns the id of the first page that was made. */
  const edit = async (changes: object[], at = url): Promise<string> => {
    const outcome = await as(admin).post(`${at}/content?compat=false`, { changes }, 200)
    return outcome.changes[0]?.page?.id ?? outcome.changes[0]?.page
  }
  return {
    ...house,
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
