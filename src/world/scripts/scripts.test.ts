import { describe, expect, it } from 'vitest'
import { failureOf, handler, openScripts, REQUEST, scriptOf, textOf } from '../../../test/scripts.ts'
import { fakeFetcher } from '../network/fake-fetcher.ts'

describe('a call of a script', () => {
  const scripts = openScripts()

  it('brings the event and the environment to /v1, and the answer back', async () => {
    const script = handler(`
      const form = await request.formData()
      const parts = [...form.keys()].map((name) => [name, form.get(name)])
      const answer = { method: request.method, path: new URL(request.url).pathname, parts }
      return Response.json(answer, { status: 201, headers: { 'x-mine': 'yes' } })`)
    const environment = { apiEndpoint: 'https://docs.example.org', secrets: { KEY: 'ümlaut' } }
    const answer = await scripts.call(script, { event: REQUEST.event, environment })
    expect([answer.status, answer.headers.get('x-mine')]).toEqual([201, 'yes'])
    expect(JSON.parse(textOf(answer))).toEqual({
      method: 'POST',
      path: '/v1',
      parts: [
        ['event', JSON.stringify(REQUEST.event)],
        ['environment', JSON.stringify(environment)],
      ],
    })
  })

  it('brings a body byte by byte, which becomes the body of a request again', async () => {
    const script = handler(`
      const body = (await request.formData()).get('fetch-body')
      const again = new Request('https://docs.example.org/hook', { method: 'POST', body })
      return new Response(await again.arrayBuffer(), { headers: { 'content-type': body.type } })`)
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256)
    const answer = await scripts.call(script, { ...REQUEST, body: { bytes, type: 'image/png' } })
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(Buffer.compare(answer.body, bytes)).toBe(0)
  })

  it('has the platform that public tools build for: libraries do not take it for Node itself', async () => {
    const script = handler(`
      const { isIP } = await import('node:net')
      const flags = globalThis.Cloudflare.compatibilityFlags
      return Response.json({
        node: process.versions?.node ?? null,
        ip: isIP('10.0.0.1'),
        keepsSecrets: flags.strip_authorization_on_cross_origin_redirect,
      })`)
    const answer = await scripts.call(script, REQUEST)
    expect(JSON.parse(textOf(answer))).toEqual({ node: null, ip: 4, keepsSecrets: true })
  })

  it('tells what was written, in order and with its level', async () => {
    const script = handler(`
      console.debug('one'); console.log('two', { a: [1] }, 3); console.info('three'); console.warn('four')
      console.error(new TypeError('five'))
      return new Response('', { status: 406 })`)
    const { status, logs } = await scripts.call(script, REQUEST)
    expect(status).toBe(406)
    expect(logs.map(({ level, message }) => [level, message.split('\n')[0]])).toEqual([
      ['debug', 'one'],
      ['info', 'two {"a":[1]} 3'],
      ['info', 'three'],
      ['warn', 'four'],
      ['error', 'TypeError: five'],
    ])
    expect(logs[4]?.message).toContain('script.mjs:')
    expect(logs[0]?.timestamp).toBeInstanceOf(Date)
  })

  it('has its own output, also beside others of the same script', async () => {
    const script = handler(
      `const { name } = JSON.parse((await request.formData()).get('environment'))
      for (let step = 0; step < 5; step++) {
        console.log(name, step)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      return new Response(name + ' of ' + ++calls)`,
      'let calls = 0',
    )
    const names = Array.from({ length: 20 }, (_, index) => `call ${index}`)
    const answers = await Promise.all(
      names.map((name) => scripts.call(script, { ...REQUEST, environment: { name } })),
    )
    const written = answers.map(({ logs }) => logs.map(({ message }) => message))
    expect(written).toEqual(names.map((name) => [0, 1, 2, 3, 4].map((step) => `${name} ${step}`)))
    // One process had them all.
    expect(
      answers
        .map(textOf)
        .map((text) => Number(text.split(' of ')[1]))
        .sort((a, b) => a - b),
    ).toEqual(names.map((_, index) => index + 1))
  })

  it('works with a script of several megabytes', async () => {
    const words = Array.from(
      { length: 60_000 },
      (_, index) => `export const word${index} = 'a word, the ${index}th of them, and its letters'`,
    )
    const script = handler(`return new Response(word59999)`, words.join('\n'))
    expect((await script.text()).length).toBeGreaterThan(4_000_000)
    expect(textOf(await scripts.call(script, REQUEST))).toContain('59999th')
  })

  it('goes on after the answer for as long as the script asks for', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const page = () => released.then(() => 'go on')
    const own = openScripts({ fetcher: fakeFetcher({ 'https://shop.example/': page }) })
    const script = handler(`
      ctx.waitUntil(fetch('https://shop.example/').then(() => console.log('after')))
      console.log('before')
      return new Response('now')`)
    const { logs, finished } = await own.call(script, REQUEST)
    expect(logs.map(({ message }) => message)).toEqual(['before'])
    release()
    const { logs: all, failure } = await finished
    expect([all.map(({ message }) => message), failure]).toEqual([['before', 'after'], undefined])
  })

  it('tells what failed after the answer', async () => {
    const script = handler(`
      ctx.waitUntil(new Promise((resolve) => setTimeout(resolve, 20)).then(() => { throw new Error('late') }))
      return new Response('now')`)
    const { failure } = await (await scripts.call(script, REQUEST)).finished
    expect(failure).toMatchObject({
      kind: 'threw',
      message: 'The script failed after its answer: Error: late',
    })
  })
})

describe('a script that listens to events', () => {
  const scripts = openScripts()

  it('is called, and tells what it wrote, also after its answer', async () => {
    const script = scriptOf(`var integration = (() => {
      addEventListener('fetch', (event) => event.respondWith(answer(event)))
      async function answer(event) {
        const { type } = JSON.parse((await event.request.formData()).get('event'))
        console.log('before')
        event.waitUntil(Promise.resolve().then(() => console.log('after')))
        return new Response(type + ' at ' + new URL(event.request.url).pathname + ' with ' + typeof Buffer)
      }
    })()`)
    const answer = await scripts.call(script, REQUEST)
    expect(textOf(answer)).toBe('space_content_updated at /v1 with undefined')
    expect((await answer.finished).logs.map(({ message }) => message)).toEqual(['before', 'after'])
  })

  it('has its call sent on to nobody where it does not answer', async () => {
    const asked: string[] = []
    const fetch = async (url: string) => {
      asked.push(url)
      throw new Error('Nobody asks for anything')
    }
    const own = openScripts({ fetcher: { ...fakeFetcher({}), fetch } })
    for (const body of ['', 'event.passThroughOnException(); throw new Error("passed on")']) {
      const script = scriptOf(`addEventListener('fetch', (event) => { ${body} })`)
      expect((await own.call(script, REQUEST)).status).toBe(403)
    }
    expect(asked).toEqual([])
  })
})

describe('a script that cannot answer', () => {
  const scripts = openScripts()

  it.each([
    [
      'a syntax error',
      'export default {\n  fetch( {\n',
      'Uncaught SyntaxError: Unexpected end of input\n  at script.mjs:3',
    ],
    ['an import of nothing', 'import "./lib.mjs"\nexport default {}', 'No such module "lib.mjs"'],
    [
      'an error at its top level',
      'throw new Error("too early")\nexport default {}',
      'Uncaught Error: too early\n  at script.mjs:1',
    ],
    [
      'no default export',
      'export const fetch = () => new Response()',
      'needs a default export with a function `fetch`',
    ],
    [
      'nothing in it',
      'globalThis.count = 1',
      'needs a default export with a function `fetch`, or a listener',
    ],
    [
      'a default export without fetch',
      'export default { get() {} }',
      'needs a default export with a function `fetch`',
    ],
  ])('for %s says so', async (_, text, words) => {
    const failure = await failureOf(scripts.call(scriptOf(text), REQUEST))
    expect(failure.kind).toBe('invalid')
    expect(failure.message).toContain(words)
  })

  it('for what it throws tells the error and what it wrote', async () => {
    const failure = await failureOf(
      scripts.call(handler(`console.log('so far'); throw new RangeError('no such page')`), REQUEST),
    )
    expect(failure).toMatchObject({ kind: 'threw', message: 'The script failed: RangeError: no such page' })
    expect(failure.logs.map(({ message }) => message.split('\n')[0])).toEqual([
      'so far',
      'Uncaught RangeError: no such page',
    ])
  })

  it('as its answer breaks off says why', async () => {
    const failure = await failureOf(
      scripts.call(
        handler(`let parts = 0
        return new Response(new ReadableStream({
          pull(stream) { if (parts++ > 2) throw new Error('out of parts'); stream.enqueue(new Uint8Array(9)) } }))`),
        REQUEST,
      ),
    )
    expect(failure).toMatchObject({
      kind: 'threw',
      message: 'The script failed in its answer: Error: out of parts',
    })
  })
})
