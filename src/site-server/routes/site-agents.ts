// Where agents connect to a site: POST below /sites or at a host name of a site, before anything else looks at it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SiteAnswer, SiteRequest } from '../../engines/site/answers.ts'
import { MOST_MESSAGES, readMessages } from '../../engines/site/machines/agent-protocol.ts'
import { errorBody } from '../../kit/http/answers/errors.ts'
import { type Door, spendByAddress } from '../../kit/http/requests/auth.ts'
import { readSmallBody } from '../../kit/http/requests/small-body.ts'
import { UnreadBody } from '../../kit/http/requests/unread-body.ts'

const PLACE = /\/(~mcp|~gitbook\/mcp)\/?$/

type Agent = NonNullable<SiteRequest['agent']>

export type AgentsKit = {
  door: Pick<Door, 'spend'>
  /** Whether sites are at this path of this host. */
  isOfSites(request: FastifyRequest, path: string): boolean
  answer(request: FastifyRequest, reply: FastifyReply, agent: Agent): Promise<unknown>
}

export function serveSiteAgents(server: FastifyInstance, { door, isOfSites, answer }: AgentsKit) {
  server.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    if (!PLACE.test(path) || !isOfSites(request, path) || isByHand(request)) return
    if (request.method !== 'POST') {
      const message = 'Agents connect here by POST, with messages of the Model Context Protocol'
      return reply
        .code(405)
        .header('allow', 'POST')
        .send(errorBody(405, message, request.id))
    }
    if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
      return reply
        .code(415)
        .send(errorBody(415, 'Send JSON, with content-type: application/json', request.id))
    spendByAddress(request, reply, door)
    const body = await readSmallBody(request, 'A message of an agent')
    // Each of several messages is as much work as one that comes alone.
    const count = Math.min(readMessages(body)?.length ?? 1, MOST_MESSAGES)
    for (let more = 1; more < count; more++) spendByAddress(request, reply, door)
    // So that another process can be asked the same.
    request.body = new UnreadBody(body)
    return answer(request, reply, { body, token: bearerOf(request), version: versionOf(request) })
  })
}

/** People who open the address are told what it is for, by the site; agents that want a stream have to hear that there is none. */
function isByHand({ method, headers }: FastifyRequest) {
  if (method === 'OPTIONS') return true
  return (method === 'GET' || method === 'HEAD') && !/\btext\/event-stream\b/i.test(headers.accept ?? '')
}

export function sendToAgent(reply: FastifyReply, { status, text }: Extract<SiteAnswer, { kind: 'text' }>) {
  reply.code(status).headers({ 'cache-control': 'private, no-store', vary: 'cookie, authorization' })
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  return text === '' ? reply.send() : reply.type('application/json; charset=utf-8').send(text)
}

function bearerOf({ headers }: FastifyRequest) {
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
}

function versionOf({ headers }: FastifyRequest) {
  const version = headers['mcp-protocol-version']
  return typeof version === 'string' ? version : undefined
}
