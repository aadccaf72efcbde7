import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { openTestServices } from '../../../test/services.ts'
import { listen } from './events.ts'
import { job, longJob } from './jobs.ts'

const measure = job({
  name: 'test.measure',
  payload: Type.Object({ spaceId: Type.String(), pages: Type.Integer({ minimum: 1 }) }),
  run: async () => {},
})
const follow = longJob({
  name: 'test.follow',
  payload: Type.Object({ spaceId: Type.String() }),
  run: async () => {},
})

describe('a job', () => {
  it('is sent with a payload of its shape, as the compiler sees, and within its limits', async () => {
    const { services } = await openTestServices()
    const refused = 'This is not a valid payload for test.measure'
    const send = (payload: { spaceId: string; pages: number }) =>
      services.asSystem((ctx) => ctx.enqueue(measure, payload))
    await send({ spaceId: 'lighthouse', pages: 1 })
    await expect(send({ spaceId: 'lighthouse', pages: 0 })).rejects.toThrow(refused)
    // @ts-expect-error A field is missing.
    const sendLess = services.asSystem((ctx) => ctx.enqueue(measure, { spaceId: 'lighthouse' }))
    await expect(sendLess).rejects.toThrow(refused)
    // @ts-expect-error A field is of another type.
    const sendText = services.asSystem((ctx) => ctx.enqueue(measure, { spaceId: 'lighthouse', pages: '1' }))
    await expect(sendText).rejects.toThrow(refused)
  })

  it('listens to events that have what it asks for', () => {
    expect(listen('space.content_changed', follow)).toMatchObject({ job: 'test.follow' })
    // @ts-expect-error Teams are in no space.
    expect(listen('team.created', follow)).toMatchObject({ job: 'test.follow' })
    // @ts-expect-error No event of a space counts its pages.
    expect(listen('space.*', measure)).toMatchObject({ job: 'test.measure' })
  })
})
