// The panel that sends a request to a server that an API description names, straight from the reader's browser. What
// comes back is shown as text, never as HTML, and what readers type lives as long as the page.
import { styledText } from './styled-text.js'

const MOST_SHOWN = 200_000

/** By the name of what it is for, so that the next operation need not ask again. Nowhere else, and never on disk. */
const typed = new Map()

function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

function field(label, input, hint) {
  const name = make('span', { textContent: label })
  if (hint) name.append(' ', make('small', { textContent: hint }))
  return make('label', { className: 'try-field' }, name, input)
}

function textInput(key, value, more = {}) {
  return typing('input', key, value, more)
}

function typing(tag, key, value, more) {
  const input = make(tag, {
    value: typed.get(key) ?? value ?? '',
    autocomplete: 'off',
    spellcheck: false,
    ...more,
  })
  input.addEventListener('input', () => typed.set(key, input.value))
  return input
}

function choice(key, values, { isRequired, isList = false }) {
  const isAsked = isRequired || isList
  const options = (isAsked ? values : ['', ...values]).map((value) =>
    make('option', { value, textContent: value }),
  )
  const select = make('select', { multiple: isList }, ...options)
  const chosen = typed.get(key)
  if (chosen !== undefined)
    for (const option of options) option.selected = chosen.split('\n').includes(option.value)
  select.addEventListener('change', () =>
    typed.set(key, [...select.selectedOptions].map((option) => option.value).join('\n')),
  )
  return select
}

/** A field for a parameter or a part of a form; `read` tells what is filled in, undefined where nothing is. */
function valueField(told, place, words) {
  const { name, kind, hasFiles, isRequired, values } = told
  const key = `${place} ${name}`
  const label = isRequired ? `${name} *` : name
  const input = inputFor(told, key)
  const how = { list: hasFiles || values.length > 1 ? '' : words.lines, object: words.pairs }[kind]
  const view = field(label, input, [place, how].filter(Boolean).join(', '))
  return { told, input, view, read: () => readInput(told, input) }
}

function inputFor({ kind, hasFiles, isRequired, example, hint, values }, key) {
  if (kind === 'file' || hasFiles) return make('input', { type: 'file', multiple: hasFiles })
  if (values.length > 1) return choice(key, values, { isRequired, isList: kind === 'list' })
  if (kind === 'list' || kind === 'object') return typing('textarea', key, example, { rows: 3 })
  return textInput(key, example, { placeholder: hint ?? '', required: isRequired })
}

function readInput({ kind }, input) {
  if (input.type === 'file') return input.files.length > 0 ? [...input.files] : undefined
  if (input.multiple) {
    const chosen = [...input.selectedOptions].map((option) => option.value)
    return chosen.length > 0 ? chosen : undefined
  }
  if (input.value === '') return undefined
  if (kind !== 'list' && kind !== 'object') return input.value
  const lines = input.value.split('\n').filter((line) => line !== '')
  return kind === 'list' ? lines : Object.fromEntries(lines.map(pairIn))
}

function pairIn(line) {
  const at = line.indexOf('=')
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)]
}

function secretField(secret, words) {
  const key = `secret ${secret.id}`
  const password = (part, label) => textInput(`${key} ${part}`, '', { type: 'password', placeholder: label })
  if (secret.kind === 'basic') {
    const user = textInput(`${key} user`, '')
    const word = password('word', '')
    const views = [field(words.user, user, secret.id), field(words.password, word, secret.id)]
    return {
      secret,
      views,
      read: () => (user.value || word.value ? `Basic ${base64(`${user.value}:${word.value}`)}` : ''),
    }
  }
  const input = password('token', '')
  const read = () => (input.value && secret.kind === 'bearer' ? `Bearer ${input.value}` : input.value)
  return {
    secret,
    views: [field(secret.kind === 'bearer' ? words.token : secret.name, input, secret.id)],
    read,
  }
}

function base64(text) {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

/** What would be sent, from what is filled in. */
function requestOf(told, { server, parameters, secrets, body }) {
  let path = told.path
  const query = []
  const headers = new Headers()
  const add = (parameter, value) => {
    const text = styledText(parameter, value)
    if (parameter.in === 'path') path = path.replaceAll(`{${parameter.name}}`, () => text)
    if (parameter.in === 'header') headers.set(parameter.name, text)
    if (parameter.in === 'query' && text !== '') query.push(text)
  }
  for (const { told: parameter, read } of parameters) if (read() !== undefined) add(parameter, read())
  for (const { secret, read } of secrets) if (read() !== '') add({ name: secret.name, in: secret.in }, read())
  const sent = body && !/^(GET|HEAD)$/.test(told.method) ? body.read() : undefined
  // A browser writes the boundary of a form into this header itself.
  if (sent !== undefined && !(sent instanceof FormData)) headers.set('content-type', told.body.mediaType)
  const asked = query.join('&')
  return {
    url: `${server.value}${path}${asked && `${path.includes('?') ? '&' : '?'}${asked}`}`,
    options: {
      method: told.method,
      headers,
      body: sent,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    },
  }
}

/** Undefined where nothing is filled in. */
function bodyFields({ mediaType, text, fields, isFile }, words) {
  if (isFile) {
    const input = make('input', { type: 'file' })
    return { inputs: [], views: [field(words.body, input, mediaType)], read: () => input.files[0] }
  }
  if (fields.length === 0) {
    const input = make('textarea', { value: text, spellcheck: false })
    const read = () => (input.value === '' ? undefined : input.value)
    return { inputs: [], views: [field(words.body, input, mediaType)], read }
  }
  const inputs = fields.map((one) => valueField(one, words.body, words))
  const filled = () =>
    inputs.flatMap(({ told, read }) => (read() === undefined ? [] : [{ ...told, value: read() }]))
  const read = /^multipart/i.test(mediaType) ? () => formOf(filled()) : () => formText(filled())
  return { inputs, views: inputs.map(({ view }) => view), read }
}

function formOf(filled) {
  const form = new FormData()
  for (const { name, value } of filled)
    for (const one of Array.isArray(value) ? value : [value])
      form.append(name, typeof one === 'object' && !(one instanceof File) ? JSON.stringify(one) : one)
  return filled.length > 0 ? form : undefined
}

function formText(filled) {
  const written = filled.map(({ value, ...one }) => styledText({ ...one, in: 'query' }, value))
  return written.length > 0 ? written.join('&') : undefined
}

async function showAnswer(result, response, started, words) {
  const text = await response.text()
  const took = Math.round(performance.now() - started)
  const status = make('p', {
    className: 'try-status',
    textContent: `${response.status} ${response.statusText}`,
  })
  status.append(make('span', { textContent: `${took} ms` }))
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  const shown = make('pre', {
    tabIndex: 0,
    textContent: pretty(text, response.headers.get('content-type') ?? ''),
  })
  const parts = [status]
  if (headers)
    parts.push(
      make(
        'details',
        {},
        make('summary', { textContent: words.headers }),
        make('pre', { tabIndex: 0, textContent: headers }),
      ),
    )
  if (text) parts.push(shown)
  if (text.length > MOST_SHOWN) parts.push(make('p', { className: 'try-note', textContent: words.cut }))
  result.replaceChildren(...parts)
}

function pretty(text, type) {
  if (text.length > MOST_SHOWN) return text.slice(0, MOST_SHOWN)
  if (!/json/i.test(type)) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function markMissing(fields, words) {
  const missing = fields.filter(({ told, read }) => told.isRequired && read() === undefined)
  for (const { input } of fields) {
    const isMissing = missing.some((one) => one.input === input)
    input.setAttribute('aria-invalid', String(isMissing))
    input.title = isMissing ? words.missing : ''
  }
  missing[0]?.input.focus()
  return missing.length > 0
}

export function openPanel(told) {
  const { words } = told
  const server = choice(`server ${told.servers[0]}`, told.servers, { isRequired: true })
  const parameters = told.parameters.map((parameter) => valueField(parameter, parameter.in, words))
  const secrets = told.secrets.map((secret) => secretField(secret, words))
  const body = told.body && bodyFields(told.body, words)
  const fields = { server, parameters, secrets, body }
  const url = make('p', { className: 'try-url' })
  const result = make('div', { className: 'try-pane' })
  result.setAttribute('aria-live', 'polite')
  const send = make('button', { type: 'submit', className: 'try-send', textContent: words.send })
  const close = make('button', { type: 'button', textContent: words.close })
  const title = make('h2', { id: 'try-it-title', textContent: told.title })
  const left = make('div', { className: 'try-pane' }, field(words.server, server))
  for (const { views } of secrets) left.append(...views)
  if (secrets.length > 0) left.append(make('p', { className: 'try-note', textContent: words.kept }))
  left.append(...parameters.map(({ view }) => view))
  if (told.cookies.length > 0)
    left.append(
      make('p', { className: 'try-note', textContent: `${words.cookies} ${told.cookies.join(', ')}` }),
    )
  if (body) left.append(...body.views)
  const form = make(
    'form',
    { noValidate: true },
    make('div', { className: 'try-head' }, title, send, close),
    make('div', { className: 'try-panes' }, left, result),
  )
  const dialog = make('dialog', { className: 'try-it' }, form)
  dialog.setAttribute('aria-labelledby', 'try-it-title')

  const showUrl = () => {
    url.textContent = `${told.method} ${requestOf(told, { ...fields, secrets: secrets.filter(({ secret }) => secret.in !== 'query') }).url}`
  }
  form.addEventListener('input', showUrl)
  form.addEventListener('change', showUrl)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (markMissing([...parameters, ...(body?.inputs ?? [])], words)) return
    send.disabled = true
    send.textContent = words.sending
    const answer = make('div', { className: 'try-pane' })
    const started = performance.now()
    try {
      const { url: address, options } = requestOf(told, fields)
      await showAnswer(answer, await fetch(address, options), started, words)
      result.replaceChildren(url, ...answer.childNodes)
    } catch {
      result.replaceChildren(url, make('p', { className: 'try-note failed', textContent: words.failed }))
    }
    send.disabled = false
    send.textContent = words.send
  })
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
  dialog.addEventListener('close', () => dialog.remove())
  result.append(url)
  showUrl()
  document.body.append(dialog)
  dialog.showModal()
}
