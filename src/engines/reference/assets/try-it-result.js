import { highlight } from './highlight.js'

const result = document.getElementById('try-result')
const said = document.getElementById('try-said')
const worthShowing = ['X-Request-Id', 'X-RateLimit-Remaining', 'Retry-After', 'ETag', 'Location']
const longest = 400_000

function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

function sizeWords(bytes) {
  return bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} KB`
}

function headerList(response) {
  const present = worthShowing.filter((name) => response.headers.has(name))
  if (present.length === 0) return []
  const rows = present.map((name) =>
    make(
      'div',
      {},
      make('dt', { textContent: name }),
      make('dd', { textContent: response.headers.get(name) }),
    ),
  )
  return [make('dl', { className: 'result-headers' }, ...rows)]
}

function pretty(text) {
  try {
    return { text: JSON.stringify(JSON.parse(text), null, 2), isJson: true }
  } catch {
    return { text, isJson: false }
  }
}

function isReadable(type) {
  return type === '' || /json|text|xml|javascript|yaml|markdown/.test(type)
}

function bodyView(bytes, type) {
  if (bytes.byteLength === 0) return make('p', { className: 'note', textContent: 'No body.' })
  if (!isReadable(type))
    return make('p', { className: 'note', textContent: `A body of ${type}, which is not shown here.` })
  const { text, isJson } = pretty(new TextDecoder().decode(bytes))
  const code = make('code', { textContent: text.slice(0, longest) })
  if (isJson) highlight(code)
  return make('pre', { tabIndex: 0 }, code)
}

function statusMark(response) {
  return make('span', {
    className: `status s${String(response.status).slice(0, 1)}`,
    textContent: `${response.status} ${response.statusText}`.trim(),
  })
}

export function clearResult() {
  const hint = 'Send the request to see the answer here.'
  result.replaceChildren(make('p', { className: 'note placeholder', textContent: hint }))
  said.textContent = ''
  result.removeAttribute('aria-busy')
}

export function showWaiting() {
  result.setAttribute('aria-busy', 'true')
  result.replaceChildren(make('p', { className: 'note placeholder', textContent: 'Waiting for the answer' }))
}

export async function showResult(response, milliseconds, signal) {
  const bytes = await response.arrayBuffer()
  if (signal.aborted) return
  const facts = `${Math.round(milliseconds)} ms, ${sizeWords(bytes.byteLength)}`
  const caption = make(
    'figcaption',
    {},
    statusMark(response),
    make('span', { className: 'media', textContent: facts }),
    make('button', { type: 'button', className: 'copy', textContent: 'Copy' }),
  )
  const type = response.headers.get('Content-Type') ?? ''
  const card = make('figure', { className: 'card' }, caption, ...headerList(response), bodyView(bytes, type))
  result.removeAttribute('aria-busy')
  result.replaceChildren(card)
  said.textContent = `${response.status} ${response.statusText}, ${facts}`
  result.scrollIntoView({ block: 'nearest' })
}

function showProblem(title, why, error) {
  said.textContent = `${title}. ${why}`
  result.removeAttribute('aria-busy')
  result.replaceChildren(
    make(
      'div',
      { className: 'failure' },
      make('strong', { textContent: title }),
      make('p', { textContent: why }),
      make('p', { className: 'note', textContent: String(error.message ?? error) }),
    ),
  )
}

export function showFailure(error) {
  const why = navigator.onLine
    ? 'The service did not answer. It may be down, or something between it and this page refused the request.'
    : 'This computer is offline.'
  showProblem('No answer', why, error)
}

export function showUnsendable(error) {
  showProblem('Not sent', 'The token or a header has a character in it that a request cannot carry.', error)
}
