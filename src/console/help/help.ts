// A page of the manual, for those who hesitate; also before they are signed in.
import type { FastifyInstance } from 'fastify'
import { type Html, html } from '../../engines/html/html.ts'
import { notFound } from '../../kit/domain/problems.ts'
import { lazily } from '../../kit/http/answers/lazily.ts'
import { missingPage } from '../frame/app-page.ts'
import { HELP } from '../frame/frame.ts'
import type { Asked, ConsolePage, Shown } from '../frame/page.ts'
import { helpAt, type Manual, type ManualText, openManual } from './manual.ts'

const manual = lazily(openManual)

export const manualPage: ConsolePage = { path: HELP, show: async (asked) => view(asked, '') }

export const helpPage: ConsolePage = {
  path: `${HELP}/*`,
  show: async (asked) => view(asked, asked.params['*'] ?? ''),
}

export function serveHelpPictures(server: FastifyInstance) {
  server.get(`${HELP}/pictures/:name`, async (request, reply) => {
    const { name = '' } = request.params as Record<string, string>
    const picture = manual().picture(name)
    if (!picture) throw notFound('picture')
    return reply.headers({ 'cache-control': 'public, max-age=3600' }).type('image/webp').send(picture)
  })
}

function view({ words }: Asked, path: string): Shown {
  const { parts, page } = manual()
  const text = page(path)
  if (!text) return missingPage(words)
  return {
    kind: 'page',
    layout: 'app',
    title: text.title,
    hasContent: true,
    trail: [{ title: words.app.manual, href: HELP }],
    body: html`<div class="manual">${textView(text)}${partsView(words.app.manual, parts, path)}</div>`,
  }
}

function partsView(label: string, parts: Manual['parts'], current: string): Html {
  return html`<nav lang="en" dir="ltr" aria-label="${label}">${parts.map(
    ({ title, pages }) =>
      html`${title && html`<h2>${title}</h2>`}<ul>${pages.map(
        ({ path, title }) =>
          html`<li><a href="${helpAt(path)}"${path === current && html` aria-current="page"`}>${title}</a></li>`,
      )}</ul>`,
  )}</nav>`
}

/** The manual is in English, whatever the console is in. */
function textView({ description, document }: ManualText): Html {
  return html`<article lang="en" dir="ltr">${description && html`<p class="lead">${description}</p>`}<div class="content">${document.html}</div></article>`
}
