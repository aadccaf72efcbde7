// Where no site is, browsers get a page that says so; programs are told as everywhere.
import type { FastifyRequest } from 'fastify'
import type { PageAnswer } from '../../engines/site/answers.ts'
import { lazily } from '../../kit/http/answers/lazily.ts'
import type { SendNoSite } from '../../kit/http/server.ts'
import { seeksSite, sendPage } from './sites.ts'

export function openNoSite(publicUrl: string, pageFor: (status: 400 | 404) => PageAnswer): SendNoSite {
  const origin = new URL(publicUrl)
  const pages = { 400: lazily(() => pageFor(400)), 404: lazily(() => pageFor(404)) }
  return (request, reply, status) => {
    if (!isOfBrowser(request) || !seeksSite(request, origin)) return
    return sendPage(request, reply, pages[status](), { publicUrl })
  }
}

export function isOfBrowser({ method, headers }: FastifyRequest) {
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(headers.accept ?? '')
}
