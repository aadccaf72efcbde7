// A script as its authors publish it: written with the public runtime, bundled into one module.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { build, type Rolldown } from 'vite'
import { describe, expect, it } from 'vitest'
import { atEndOfFile, sharedByTests } from '../../../test/file-scope.ts'
import { openScripts, scriptOf, textOf } from '../../../test/scripts.ts'
import { fakeFetcher } from '../network/fake-fetcher.ts'

const bundled = sharedByTests(async () => {
  const output = (await build({
    configFile: false,
    logLevel: 'silent',
    define: { MODE: JSON.stringify('production') },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: 'test/counterparts/integration-script.js', formats: ['es'], fileName: 'script' },
    },
  })) as Rolldown.RolldownOutput[]
  return scriptOf(output[0]?.output[0].code ?? '')
})

const environment = {
  integration: { name: 'hello', version: 1 },
  apiTokens: { integration: 'of-integration', installation: 'of-installation' },
  secrets: { KEY: 'kept' },
  signingSecrets: { integration: 'sign' },
}

describe('a published integration', () => {
  const scripts = openScripts({ fetcher: fakeFetcher({}), api: () => api })
  let api: { origin: string; target: string } | undefined

  it('handles an event, and calls the API with its token', async () => {
    const asked: unknown[] = []
    const server = createServer(({ method, url, headers }, response) => {
      asked.push([method, url, headers.authorization, headers['user-agent']])
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ object: 'space', id: 'space-1', title: 'Guides' }))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    atEndOfFile(async () => server.close())
    const { port } = server.address() as AddressInfo
    api = { origin: 'http://localhost:4100', target: `http://127.0.0.1:${port}` }
    const answer = await scripts.call(await bundled(), {
      event: { eventId: 'event-1', type: 'space_content_updated', spaceId: 'space-1', installationId: 'a' },
      environment: { ...environment, apiEndpoint: api.origin },
    })
    expect([answer.status, textOf(answer)]).toEqual([200, 'OK'])
    expect(asked).toEqual([['GET', '/v1/spaces/space-1', 'Bearer of-installation', 'integration-hello/1']])
    const { logs } = await answer.finished
    const words = logs.map(({ message }) => message).join('\n')
    for (const said of ['updated space-1', 'title Guides', 'later']) expect(words).toContain(said)
  })

  it('answers 406 to an event that it does not handle', async () => {
    const event = { eventId: 'event-2', type: 'space_gitsync_started', spaceId: 'space-1' }
    const answer = await scripts.call(await bundled(), { event, environment })
    expect(answer.status).toBe(406)
    expect(JSON.parse(textOf(answer))).toEqual({ error: expect.stringContaining('space_gitsync_started') })
  })

  it('answers a request with its body', async () => {
    const request = {
      method: 'post',
      url: 'https://docs.example.org/hook',
      headers: { 'content-type': 'text/plain' },
    }
    const answer = await scripts.call(await bundled(), {
      event: { eventId: 'event-3', type: 'fetch', request },
      environment,
      body: { bytes: Buffer.from('from outside'), type: 'text/plain' },
    })
    expect(answer.status).toBe(202)
    expect(JSON.parse(textOf(answer))).toEqual({ path: '/hook', body: 'from outside', key: 'kept' })
  })

  it('renders a component, and changes its state by an action', async () => {
    const event = {
      eventId: 'event-4',
      type: 'ui_render',
      componentId: 'greeting',
      props: { from: 3 },
      context: {},
    }
    const shown = await scripts.call(await bundled(), { event, environment })
    expect(textOf(shown)).toContain('No. 3')
    const changed = { ...event, state: { count: 5 }, action: { action: 'add', by: 2 } }
    expect(textOf(await scripts.call(await bundled(), { event: changed, environment }))).toContain('No. 7')
  })
})
