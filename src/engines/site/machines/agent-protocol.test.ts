import { describe, expect, it } from 'vitest'
import { type AgentServer, answerMessages, BadArguments } from './agent-protocol.ts'

const server: AgentServer = {
  title: 'Docs',
  version: '1.0.0',
  instructions: 'Read.',
  tools: [
    {
      name: 'echo',
      title: 'Echo',
      description: 'Says it again.',
      input: { type: 'object' },
      call: async ({ text }) => {
        if (typeof text !== 'string') throw new BadArguments('text must be a text')
        return { text }
      },
    },
  ],
}

const ask = (message: unknown, version?: string) =>
  answerMessages(server, typeof message === 'string' ? message : JSON.stringify(message), version)
const call = (method: string, params?: unknown, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params })
const echo = (text: unknown, id?: unknown) => call('tools/call', { name: 'echo', arguments: { text } }, id)

describe('messages of agents', () => {
  it('are answered, with the version that was asked for where it is known', async () => {
    const versionFor = async (protocolVersion: unknown) =>
      (await ask(call('initialize', { protocolVersion }))).body as { result: { protocolVersion: string } }
    expect((await versionFor('2025-03-26')).result.protocolVersion).toBe('2025-03-26')
    expect((await versionFor('1999-01-01')).result.protocolVersion).toBe('2025-11-25')
    expect(await ask(echo('hello'))).toEqual({
      status: 200,
      body: { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: 'hello' }], isError: false } },
    })
    expect(await ask(call('ping', undefined, 'a'))).toEqual({
      status: 200,
      body: { jsonrpc: '2.0', id: 'a', result: {} },
    })
  })

  it('that nobody waits for are taken', async () => {
    const taken = { status: 202 }
    expect(await ask({ jsonrpc: '2.0', method: 'notifications/initialized' })).toEqual(taken)
    expect(await ask({ jsonrpc: '2.0', id: 1, result: {} })).toEqual(taken)
    // Not even an unknown tool is told to somebody who does not ask.
    expect(await ask({ jsonrpc: '2.0', method: 'tools/call', params: { name: 'none' } })).toEqual(taken)
  })

  it('come several at a time, and not too many', async () => {
    const several = await ask([echo('a', 1), { jsonrpc: '2.0', method: 'notifications/x' }, echo('b', 2)])
    expect((several.body as { id: number }[]).map(({ id }) => id)).toEqual([1, 2])
    expect((await ask(Array.from({ length: 11 }, (_, id) => echo('a', id)))).status).toBe(400)
    expect((await ask([])).status).toBe(400)
  })

  it.each([
    ['no JSON', '{', 400, -32_700],
    ['no object', '7', 200, -32_600],
    ['another protocol', { id: 1, method: 'ping' }, 200, -32_600],
    ['an odd id', call('ping', {}, {}), 200, -32_600],
    ['odd parameters', call('ping', [1]), 200, -32_600],
    ['an unknown method', call('resources/list'), 200, -32_601],
    ['a method that objects have', call('constructor'), 200, -32_601],
    ['an unknown tool', call('tools/call', { name: 'toString' }), 200, -32_602],
    ['odd arguments', call('tools/call', { name: 'echo', arguments: 'x' }), 200, -32_602],
    ['wrong arguments', echo(7), 200, -32_602],
  ])('are refused with %s', async (_, message, status, code) => {
    expect(await ask(message)).toMatchObject({ status, body: { error: { code } } })
  })

  it('are refused in a version that nobody knows', async () => {
    expect((await ask(call('ping'), '1999-01-01')).status).toBe(400)
    expect((await ask(call('ping'), '2025-06-18')).status).toBe(200)
  })
})
