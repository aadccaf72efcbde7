import type { openMailServices } from './mail-services.ts'
import type { openTestServices, Person } from './services.ts'

type Services = Awaited<ReturnType<typeof openTestServices>> | Awaited<ReturnType<typeof openMailServices>>

/** A space with a change request of the editor's, and short words for what people do there. */
export async function openReview<S extends Services>(services: S) {
  const { as, admin, editor, organization, drain } = services
  const space = await as(admin).post(`${organization.url}/spaces`, { title: 'Guide' }, 201)
  const url = `/v1/spaces/${space.id}`
  const opened = await as(editor).post(`${url}/change-requests`, { subject: 'Shorter sentences' }, 201)
  const request = `${url}/change-requests/${opened.id}`
  const say = (person: Person, at: string, markdown: string) => as(person).post(at, { body: { markdown } })
  return {
    ...services,
    space: { id: space.id as string, url },
    request: { ...opened, url: request },
    mention: (person: Person) => `[@${person.displayName}](http://quire.test/u/${person.id} "mention")`,
    comment: (person: Person, markdown = 'Is this clear?') => say(person, `${request}/comments`, markdown),
    reply: (person: Person, comment: { id: string }, markdown = 'I think so.') =>
      say(person, `${request}/comments/${comment.id}/replies`, markdown),
    /** What somebody's inbox has, once all jobs are done. */
    async inbox(person: Person, query = '') {
      await drain()
      return (await as(person).get(`/v1/user/notifications${query}`)).items
    },
    async unread(person: Person): Promise<number> {
      await drain()
      return (await as(person).get('/v1/user/notifications/count')).unread
    },
    /** Why, newest first, over all notifications. */
    async reasons(person: Person): Promise<string[]> {
      await drain()
      const { items } = await as(person).get('/v1/user/notifications')
      return items.flatMap(({ activities }: { activities: { reason: string }[] }) =>
        activities.map(({ reason }) => reason),
      )
    },
  }
}
