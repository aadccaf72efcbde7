import { openTestServices } from './services.ts'

/** The change that puts in a page. */
export const page = (title: string, markdown = `About ${title}.`, more: object = {}) => ({
  operation: 'insert_page',
  title,
  document: { markdown },
  ...more,
})

type Outlined = { title: string; pages?: Outlined[] }

/** Titles in order, those below in brackets. */
export function outline(pages: Outlined[]): string {
  return pages
    .map(({ title, pages = [] }) => (pages.length ? `${title}[${outline(pages)}]` : title))
    .join(' ')
}

type Client = ReturnType<Awaited<ReturnType<typeof openTestServices>>['as']>

/** Makes spaces of an organization, with what is changed in them at once. */
export function spaceMaker(client: Client, organization: { url: string }) {
  return async (title: string, ...changes: object[]) => {
    const space = await client.post(`${organization.url}/spaces`, { title }, 201)
    await client.post(`/v1/spaces/${space.id}/content`, { changes })
    return space
  }
}

/** A space in an organization of its own, and short words for what tests do with it. */
export async function openSpace() {
  const services = await openTestServices()
  const { as, admin, organization } = services
  const space = await as(admin).post(`${organization.url}/spaces`, { title: 'Guide' }, 201)
  const url = `/v1/spaces/${space.id}`
  const requestUrl = (number: number) => `${url}/change-requests/${number}`
  return {
    ...services,
    space,
    url,
    /** Changes what readers see; answers what each change did. */
    write: async (...changes: object[]) => (await as(admin).post(`${url}/content`, { changes })).changes,
    open: (subject = 'Change') => as(admin).post(`${url}/change-requests`, { subject }, 201),
    edit: (number: number, ...changes: object[]) =>
      as(admin).post(`${requestUrl(number)}/content?compat=false`, { changes }),
    merge: (number: number) => as(admin).post(`${requestUrl(number)}/merge`),
    pull: (number: number) => as(admin).post(`${requestUrl(number)}/update`),
    text: async (pageId: string, at = `${url}/content`) =>
      (await as(admin).get(`${at}/page/${pageId}?format=markdown`)).markdown,
    titles: async (at = `${url}/content`) => outline((await as(admin).get(`${at}/pages`)).pages),
  }
}
