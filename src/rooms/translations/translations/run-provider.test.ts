import { describe, expect, it } from 'vitest'
import { sharedByTests } from '../../../../test/file-scope.ts'
import { page } from '../../../../test/pages.ts'
import { buildTestServices, furnish } from '../../../../test/services.ts'
import { type FakePage, type FakeRequest, fakeFetcher } from '../../../world/network/fake-fetcher.ts'
import { resumeRuns } from './jobs.ts'

const URL = 'https://translate.example/units'
const services = sharedByTests(() =>
  buildTestServices({ translationProvider: { url: URL, token: 'secret' } }),
)

type Asked = {
  source: string
  target: string
  instructions: object
  glossary: object[]
  units: { id: string; text: string; suggestion?: string }[]
}

/** A space in English, to be translated into German by a provider that says what it is told to. */
async function openRun(answer: (asked: Asked, request: FakeRequest) => FakePage | Promise<FakePage> = upper) {
  const built = await services()
  const asked: Asked[] = []
  built.services.fetcher.fetch = fakeFetcher({
    [URL]: (request) => {
      const body: Asked = JSON.parse(request.body)
      asked.push(body)
      return answer(body, request)
    },
  }).fetch
  const setting = await furnish(built)
  const { as, admin, organization, drain } = setting
  const space = await as(admin).post(`${organization.url}/spaces`, { title: 'Guide' }, 201)
  const write = (...changes: object[]) => as(admin).post(`/v1/spaces/${space.id}/content`, { changes })
  const source = { space: space.id, language: 'en' }
  const made = await as(admin).post(`${organization.url}/translations`, { source, language: 'de' }, 201)
  const at = `${organization.url}/translations/${made.id}`
  const units = async (state: string) =>
    (await as(admin).get(`${at}/units?limit=1000&state=${state}`)).items as {
      unit: string
      source: string
      target: string
    }[]
  const run = async () => {
    await as(admin).post(`${at}/run`, undefined, 204)
    // A run that failed is given back to the queue, which would try it again later.
    await drain().catch(() => {})
    return as(admin).get(at)
  }
  return { ...setting, at, made, asked, write, units, run }
}

/** A run that died when the provider had answered for the first of its two languages. */
async function openDeadRun() {
  let isAlive = true
  const setting = await openRun(async (body) => {
    if (isAlive && body.target === 'fr') {
      isAlive = false
      // As when somebody else has the run by now: nothing of it is written any more.
      await setting.sql(`delete from leases where name = 'translation run ${setting.made.id}'`)
    }
    return upper(body)
  })
  const { as, admin, at, made, asked, write, run, units, sql, services, drain } = setting
  await as(admin).patch(at, { languages: ['de', 'fr'] })
  await write(page('Title', 'Text.'))
  expect(await run()).toMatchObject({ status: 'running', progress: { units: 4, done: 2 } })
  asked.length = 0
  const jobs = `name = 'translations.run' and payload ->> 'translationId' = '${made.id}'`
  return {
    ...setting,
    french: async () =>
      (await as(admin).get(`${at}/units?language=fr&state=translated`)).items.map(
        ({ target }: { target: string }) => target,
      ),
    units,
    /** The queue has tried it often enough. */
    giveUpJob: () => sql(`update jobs set state = 'failed', failed_at = now() where ${jobs}`),
    loseJob: () => sql(`delete from jobs where ${jobs}`),
    /** What happens every minute. */
    resume: async () => {
      await services.asSystem((ctx) => ctx.enqueue(resumeRuns, {}))
      await drain()
      return as(admin).get(at)
    },
  }
}

function upper({ units }: Asked) {
  return JSON.stringify({
    units: units.map(({ id, text }) => ({
      id,
      text: text.replace(/(\{\/?\d+\})|\p{L}+/gu, (word, sign) => sign ?? word.toUpperCase()),
    })),
  })
}

describe('a run of the provider', () => {
  it('sends what is missing or outdated with the glossary, and keeps what comes back', async () => {
    let authorization: string | undefined
    const { as, admin, organization, at, asked, made, write, units, run, drain } = await openRun(
      (body, { headers }) => {
        authorization = headers.authorization
        return upper(body)
      },
    )
    const entry = (en: string, de: string) => ({ type: 'insert', translations: { en, de } })
    const operations = [entry('Words', 'Wörter'), entry('Unused', 'Unbenutzt')]
    await as(admin).put(`${organization.url}/translations-glossary`, { operations }, 204)
    await as(admin).put(at, { instructions: { tone: 'dry' } })
    const { changes } = await write(page('A', 'Some words in `code`.'))
    const settings = await run()
    expect(settings).toMatchObject({
      status: 'completed',
      progress: { units: 2, done: 2 },
      stats: { runs: 1, latestPages: 1, totalPages: 1, latestWords: 5 },
    })
    expect(settings.failure).toBeUndefined()
    expect(authorization).toBe('Bearer secret')
    expect(asked).toMatchObject([
      {
        source: 'en',
        target: 'de',
        instructions: { tone: 'dry' },
        glossary: [{ source: 'Words', target: 'Wörter' }],
        units: [{ text: 'A' }, { text: 'Some words in {1}.', placeholders: [{ id: '1', shown: 'code' }] }],
      },
    ])
    await drain()
    const german = `/v1/spaces/${made.spaces.de}/content/page/${changes[0].page.id}?format=markdown`
    expect((await as(admin).get(german)).markdown).toBe('SOME WORDS IN `code`.')
    expect(await units('missing,outdated')).toEqual([])
    // Nothing is left to be sent.
    await run()
    expect(asked).toHaveLength(1)
  })

  it('never overwrites what a person translated meanwhile', async () => {
    const setting = await openRun(async (body) => {
      const [unit] = body.units
      await setting.as(setting.admin).put(`${setting.at}/units`, {
        units: [{ unit: unit?.id, target: 'Von Hand' }],
      })
      return upper(body)
    })
    await setting.write(page('Title', 'Text.'))
    await setting.run()
    const targets = (await setting.units('translated')).map(({ target }) => target)
    expect(targets).toEqual(['Von Hand', 'TEXT.'])
  })

  it('goes on where it was interrupted', async () => {
    let isDown = false
    const { asked, write, run, units } = await openRun((body) => {
      if (isDown) return { status: 503 }
      isDown = true
      return upper(body)
    })
    const lines = Array.from({ length: 70 }, (_, index) => `Line number ${index}.`)
    await write(page('Long', lines.join('\n\n')))
    expect(await run()).toMatchObject({ status: 'completed', failure: 'The provider answered 503' })
    expect(await units('missing')).toHaveLength(21)
    asked.length = 0
    isDown = false
    expect(await run()).toMatchObject({ status: 'completed', progress: { done: 21 } })
    expect(asked.map((each) => each.units.length)).toEqual([21])
    expect(await units('missing')).toHaveLength(0)
  })

  it('tells what came back damaged, and keeps the rest', async () => {
    const { write, run, units } = await openRun(({ units: [first, second] }) =>
      JSON.stringify({
        units: [
          { id: first?.id, text: 'Titel' },
          { id: second?.id, text: 'Ohne Platzhalter' },
          { id: 'stranger', text: 'x' },
        ],
      }),
    )
    await write(page('Title', 'Run `it`.\n\nNot answered.\n'))
    const { failure } = await run()
    expect(failure).toMatch(/^2 units came back unusable\. .*: It was not answered$/)
    expect((await units('translated')).map(({ target }) => target)).toEqual(['Titel'])
  })

  it.each([
    ['no answer of ours', '{"translations": []}', /did not answer/],
    ['no JSON', '<html>', /did not answer/],
    ['a refusal', { status: 401 }, /answered 401/],
  ])('ends with a failure that is seen: %s', async (_, answer, reason) => {
    const { write, run, as, admin, at } = await openRun(() => answer)
    await write(page('Title'))
    expect(await run()).toMatchObject({ status: 'completed', failure: expect.stringMatching(reason) })
    const { items } = await as(admin).get(`${at}/units`)
    expect(items).toHaveLength(2)
  })

  it('needs a source, languages, and the right to edit', async () => {
    const { as, admin, reader, stranger, organization, at } = await openRun()
    const { id } = await as(admin).post(`${organization.url}/translations`, { title: 'Empty' }, 201)
    await as(admin).post(`${organization.url}/translations/${id}/run`, undefined, 412)
    await as(reader).post(`${at}/run`, undefined, 403)
    await as(stranger).post(`${at}/run`, undefined, 404)
  })
})

describe('a run that died', () => {
  it('is left to its job while that waits or is at work', async () => {
    const { resume, asked, giveUpJob, sql, made } = await openDeadRun()
    expect(await resume()).toMatchObject({ status: 'running' })
    await giveUpJob()
    // A process that stood still is given up by the queue, and goes on.
    await sql(
      `insert into leases values ('translation run ${made.id}', 'somebody', now() + interval '1 min')`,
    )
    expect(await resume()).toMatchObject({ status: 'running' })
    await sql(`delete from leases where name = 'translation run ${made.id}'`)
    expect(await resume()).toMatchObject({ status: 'completed' })
    expect(asked).toEqual([])
  })

  it('has failed once its job is given up, and goes on where it was when it is asked for again', async () => {
    const { resume, giveUpJob, run, asked, french, as, admin, at, units, events } = await openDeadRun()
    await giveUpJob()
    expect(await resume()).toMatchObject({
      status: 'completed',
      failure: expect.stringContaining('start it again'),
      progress: { units: 4, done: 2 },
    })
    const told = async () =>
      (await events()).flatMap(({ type, payload }) =>
        type === 'translation.run_completed' ? [(payload as { state: string }).state] : [],
      )
    expect(await told()).toEqual(['failure'])
    await resume()
    expect([await told(), asked]).toEqual([['failure'], []])
    // Nor is it sent what somebody has translated since.
    const { items } = await as(admin).get(`${at}/units?language=fr`)
    await as(admin).put(`${at}/units`, {
      language: 'fr',
      units: [{ unit: items[0].unit, target: 'À la main' }],
    })
    expect(await run()).toMatchObject({ status: 'completed', progress: { units: 1, done: 1 } })
    expect(asked).toMatchObject([{ target: 'fr', units: [{ text: 'Text.' }] }])
    expect(await french()).toEqual(['À la main', 'TEXT.'])
    expect(await units('missing')).toEqual([])
    expect(await told()).toEqual(['failure', 'success'])
  })

  it('goes on by itself where its job is lost, once', async () => {
    const { resume, loseJob, asked, french } = await openDeadRun()
    await loseJob()
    const done = { status: 'completed', progress: { units: 4, done: 4 }, stats: { runs: 1 } }
    expect(await resume()).toMatchObject(done)
    expect(await resume()).toMatchObject(done)
    expect(asked).toMatchObject([{ target: 'fr', units: [{ text: 'Title' }, { text: 'Text.' }] }])
    expect(await french()).toEqual(['TITLE', 'TEXT.'])
  })

  it('goes on at once when it is asked for before anything has noticed', async () => {
    const { giveUpJob, run, french } = await openDeadRun()
    await giveUpJob()
    expect(await run()).toMatchObject({ status: 'completed', progress: { units: 4, done: 4 } })
    expect(await french()).toEqual(['TITLE', 'TEXT.'])
  })
})
