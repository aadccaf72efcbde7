import { describe, expect, it, onTestFinished } from 'vitest'
import { sharedByTests } from '../../../../test/file-scope.ts'
import { buildTestServices, furnish, type Person } from '../../../../test/services.ts'

const shared = sharedByTests(async () => {
  const built = await buildTestServices()
  return { built, address: await built.app.listen({ port: 0 }) }
})

async function openStreams() {
  const { built, address } = await shared()
  const setting = await furnish(built)
  const { organization, services, drain } = setting
  await drain()
  const url = `${organization.url}/events/stream`

  /** What a stream has told so far, and a way to wait until it has told of something. */
  async function follow(person: Person, headers: Record<string, string> = {}) {
    const abort = new AbortController()
    onTestFinished(() => abort.abort())
    const answer = await fetch(`${address}${url}`, {
      headers: { authorization: `Bearer ${person.token}`, ...headers },
      signal: abort.signal,
    })
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const stream = { text: '', isOver: false }
    const reading = (async () => {
      const decoder = new TextDecoder()
      for await (const chunk of answer.body ?? []) stream.text += decoder.decode(chunk as Uint8Array)
      stream.isOver = true
    })().catch(() => {})
    const events = () => [...stream.text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data))
    const types = () => events().map(({ type }) => type)
    await expect.poll(() => stream.text).toContain('welcome')
    return { stream, reading, events, types, leave: () => abort.abort() }
  }

  /** What a stream tells of what is over. */
  const told = async (person: Person, lastEventId: string): Promise<string[]> => {
    const { statusCode, body } = await setting
      .as(person)
      .send('GET', `${url}?follow=false&lastEventId=${lastEventId}`)
    expect(statusCode, body).toBe(200)
    return [...body.matchAll(/^event: (.*)$/gm)].map(([, type = '']) => type)
  }
  const sequence = () => services.sequenceEvents()
  const last = async () =>
    (await setting.as(setting.admin).get(`${organization.url}/events?limit=1`)).items[0].id as string
  return { ...setting, url, follow, told, sequence, last }
}

describe('the stream of an organization', () => {
  it('is open twenty times for one person, and leaves others theirs', async () => {
    const { admin, organization, newMember, follow } = await openStreams()
    const person = await newMember('watcher', 'admin')
    const streams = await Promise.all(Array.from({ length: 20 }, () => follow(person)))
    const { address } = await shared()
    const ask = () =>
      fetch(`${address}${organization.url}/events/stream`, {
        headers: { authorization: `Bearer ${person.token}` },
      })
    const refused = await ask()
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('10')
    await follow(admin)
    streams[0]?.leave()
    await expect
      .poll(async () =>
        follow(person).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
  })

  it('tells of what happens, and goes on behind the last event', async () => {
    const { as, admin, organization, follow, sequence } = await openStreams()
    const first = await follow(admin)
    const team = await as(admin).put(`${organization.url}/teams`, { title: 'Writers' }, 201)
    await sequence()
    await expect.poll(first.types).toEqual(['team.created'])
    const [event] = first.events()
    expect(event).toMatchObject({ object: 'event', payload: { teamId: team.id } })
    expect(first.stream.text).toContain(`id: ${event.id}\nevent: team.created\n`)
    first.leave()
    await as(admin).patch(`${organization.url}/teams/${team.id}`, { title: 'Authors' })
    await sequence()
    const second = await follow(admin, { 'last-event-id': event.id })
    await expect.poll(second.types).toEqual(['team.changed'])
    await as(admin).delete(`${organization.url}/teams/${team.id}`, 204)
    await sequence()
    await expect.poll(second.types).toEqual(['team.changed', 'team.removed'])
  })

  it('shows everyone only what they may see', async () => {
    const { as, admin, reader, guest, stranger, organization, told, sequence, last, url } =
      await openStreams()
    const begin = await last()
    const open = await as(admin).post(`${organization.url}/spaces`, { title: 'Open' }, 201)
    await as(admin).put(`${organization.url}/teams`, { title: 'Writers' }, 201)
    await as(admin).post(`${organization.url}/link-invites`, { role: 'read' }, 201)
    await as(admin).post(`${organization.url}/sites`, { title: 'Docs' }, 201)
    await as(admin).post(`/v1/spaces/${open.id}/change-requests`, { subject: 'Better' }, 201)
    await sequence()
    const all = await told(admin, begin)
    expect(all).toEqual(
      expect.arrayContaining(['space.created', 'team.created', 'invite_link.created', 'site.created']),
    )
    const seen = await told(reader, begin)
    expect(seen).toEqual(all.filter((type) => !type.startsWith('invite_link.')))
    expect(seen).toContain('change_request.opened')
    expect(await told(guest, begin)).toEqual([])
    await as(admin).post(`/v1/spaces/${open.id}/permissions`, { users: [guest.id], role: 'read' }, 204)
    expect(await told(guest, begin)).toEqual(
      all.filter((type) => type.startsWith('space.') || type.startsWith('change_request.')),
    )
    await as(stranger).get(`${url}?follow=false`, 404)
    // In the trash it is a matter of its admins.
    await as(admin).delete(`/v1/spaces/${open.id}`, 205)
    expect(await told(reader, begin)).not.toContain('space.created')
  })

  it('ends when its reader is no member any more, or their token is revoked', async () => {
    const { as, admin, reader, creator, organization, follow, sequence } = await openStreams()
    const removed = await follow(reader)
    const revoked = await follow(creator)
    await as(admin).delete(`${organization.url}/members/${reader.id}`, 204)
    await as(creator).delete(`/v1/user/tokens/${creator.tokenId}`, 205)
    await sequence()
    await expect.poll(() => [removed.stream.isOver, revoked.stream.isOver]).toEqual([true, true])
    expect(removed.types()).toEqual([])
    expect(revoked.types()).toEqual([])
  })

  it('ends when the server stops', async () => {
    const built = await buildTestServices()
    const address = await built.app.listen({ port: 0 })
    const { admin, organization } = await furnish(built)
    const answer = await fetch(`${address}${organization.url}/events/stream`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    const reading = answer.text()
    await built.app.close()
    expect(await reading).toBe(': welcome\n\n')
  })

  it('says so when it can not go on', async () => {
    const { as, admin, url } = await openStreams()
    const { error } = await as(admin).get(`${url}?follow=false&lastEventId=none`, 400)
    expect(error.details).toEqual({ field: 'query.lastEventId' })
  })
})
