// Where no site is, browsers get a page that says so; programs are told as everywhere.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PageAnswer } from '../site/answers.ts'
import { lazily } from './lazily.ts'
import { seeksSite, sendPage } from './sites.ts'

type Status = 400 | 404

/** Undefined where it is no browser that asks, or no site that it asks for. */
export type SendNoSite = (
  request: FastifyRequest,
  reply: FastifyReply,
  status: Status,
) => Promise<FastifyReply> | undefined

export function openNoSite(publicUrl: string, pageFor: (status: Status) => PageAnswer): SendNoSite {
  const origin = new URL(publicUrl)
  const pages = { 400: lazily(() => pageFor(400)), 404: lazily(() => pageFor(404)) }
  return (request, reply, status) => {
    if (!isOfBrowser(request) || !seeksSite(request, origin)) return
    return sendPage(request, reply, pages[status](), publicUrl)
  }
}

function isOfBrowser({ method, headers }: FastifyRequest) {
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(headers.accept ?? '')
}
