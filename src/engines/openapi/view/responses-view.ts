import type { Html } from '../../html/html.ts'
import { html } from '../../html/html.ts'
import type { OpenApiResponse } from '../document.ts'
import { isSuccess } from '../parts/media.ts'
import type { ApiOperation } from '../parts/operation-parts.ts'
import { contentView } from './content-view.ts'
import { headerList, statusMark } from './response-parts.ts'
import type { SiteScope } from './site-scope.ts'

export function responsesView({ responses }: ApiOperation, scope: SiteScope): Html | false {
  const answers = Object.entries(responses)
  if (answers.length === 0) return false
  const first = answers.find(([status]) => isSuccess(status))?.[0]
  const sharing = sharedBodies(answers, scope)
  const rows = answers.map(([status, response], at) => {
    const { brief, rest } = briefly(response.description)
    const head = html`${statusMark(status)}<span class="api-brief">${brief}</span>`
    const name = sharing.get(status)
    if (name !== undefined) {
      const isLast = [...sharing].findLast(([, other]) => other === name)?.[0] === status
      return html`${answerLine(head)}${isLast && sharedBody(name, contentView(response.content ?? {}, `response-${at}`, scope), scope)}`
    }
    const about = scope.fit(
      `about-response-${at}`,
      (within) => html`${rest && within.prose(response.description)}${headerList(response, within)}`,
    )
    const inside = html`${about}${contentView(response.content ?? {}, `response-${at}`, scope)}`
    return inside.text === '' ? answerLine(head) : answerBox(head, inside, status === first)
  })
  return html`<h4>${scope.words.responses}</h4><div class="api-answers">${rows}</div>`
}

function answerLine(head: Html): Html {
  return html`<div class="api-answer"><p class="api-answer-head">${head}</p></div>`
}

function answerBox(head: Html, inside: Html, isOpen: boolean): Html {
  return html`<details class="api-answer"${isOpen && html` open`}><summary>${head}</summary><div class="api-answer-body">${inside}</div></details>`
}

/**
 * Most operations answer the same few errors in one shape. Each is a line, with the shape once: written out, they would
 * be most of the page. By status, the name of that shape.
 */
function sharedBodies(answers: [string, OpenApiResponse][], scope: SiteScope): Map<string, string> {
  const named = answers.flatMap(([status, response]): [string, string][] => {
    const [media, ...others] = Object.values(response.content ?? {})
    const hasMore = Object.keys(response.headers ?? {}).length > 0 || briefly(response.description).rest
    if (isSuccess(status) || hasMore || !media?.schema || others.length > 0) return []
    const name = scope.lookup(media.schema).name
    return name === undefined ? [] : [[status, name]]
  })
  return new Map(
    named.filter(([status, name]) => named.some(([one, other]) => one !== status && other === name)),
  )
}

function sharedBody(name: string, inside: Html, { words, named }: SiteScope): Html {
  return answerBox(
    html`<span class="api-brief">${words.bodyOfThese} ${named.name(name)}</span>`,
    inside,
    false,
  )
}

/** The first line of a text, if it is a plain one or has names of code in it; the whole is shown below where there is more. */
function briefly(text: string | undefined): { brief: string; rest: boolean } {
  const [line = '', ...more] = (text ?? '').trim().split('\n')
  const isPlain = line.length <= 160 && !/[[\]<>*#|]|(?<!\w)_|_(?!\w)/.test(line)
  return { brief: isPlain ? line.replaceAll('`', '') : '', rest: !isPlain || more.join('').trim() !== '' }
}
