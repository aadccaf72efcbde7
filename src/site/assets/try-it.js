// The panel that sends a request to a server that an API description names, straight from the reader's browser. What
// comes back is shown as text, never as HTML, and what readers type lives as long as the page.

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
  if (hint) name.append(make('small', { textContent: hint }))
  return make('label', { className: 'try-field' }, name, input)
}

function textInput(key, value, more = {}) {
  const input = make('input', {
    value: typed.get(key) ?? value ?? '',
    autocomplete: 'off',
    spellcheck: false,
    ...more,
  })
  input.addEventListener('input', () => typed.set(key, input.value))
  return input
}

function choice(key, values, isRequired) {
  const options = (isRequired ? values : ['', ...values]).map((value) =>
    make('option', { value, textContent: value }),
  )
  const select = make('select', {}, ...options)
  if (typed.has(key)) select.value = typed.get(key)
  select.addEventListener('change', () => typed.set(key, select.value))
  return select
}

function parameterField(parameter) {
  const { name, isRequired, example, hint, values } = parameter
  const key = `${parameter.in} ${name}`
  const input =
    values.length > 1
      ? choice(key, values, isRequired)
      : textInput(key, example, { placeholder: hint ?? '', required: isRequired })
  return { parameter, input, view: field(isRequired ? `${name} *` : name, input, parameter.in) }
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
  const query = new URLSearchParams()
  const headers = new Headers()
  const add = (place, name, value, isJoined) => {
    if (place === 'path') path = path.replaceAll(`{${name}}`, encodeURIComponent(value))
    if (place === 'header') headers.set(name, value)
    if (place === 'query') for (const one of isJoined ? [value] : value.split('\n')) query.append(name, one)
  }
  for (const { parameter, input } of parameters)
    if (input.value !== '') add(parameter.in, parameter.name, input.value, parameter.isJoined)
  for (const { secret, read } of secrets) if (read() !== '') add(secret.in, secret.name, read(), true)
  const hasBody = body && body.value !== '' && !/^(GET|HEAD)$/.test(told.method)
  // A browser writes the boundary of a form into this header itself.
  if (hasBody && !/multipart/i.test(told.body.mediaType)) headers.set('content-type', told.body.mediaType)
  const asked = query.toString()
  return {
    url: `${server.value}${path}${asked && `${path.includes('?') ? '&' : '?'}${asked}`}`,
    options: {
      method: told.method,
      headers,
      body: hasBody ? bodyOf(told.body.mediaType, body.value) : undefined,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    },
  }
}

function bodyOf(mediaType, text) {
  if (!/multipart/i.test(mediaType)) return text
  const form = new FormData()
  try {
    for (const [name, value] of Object.entries(JSON.parse(text)))
      form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  } catch {
    return text
  }
  return form
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

function markMissing(parameters, words) {
  const missing = parameters.filter(({ parameter, input }) => parameter.isRequired && input.value === '')
  for (const { input } of parameters) {
    const isMissing = missing.some((one) => one.input === input)
    input.setAttribute('aria-invalid', String(isMissing))
    input.title = isMissing ? words.missing : ''
  }
  missing[0]?.input.focus()
  return missing.length > 0
}

function openPanel(told) {
  const { words } = told
  const server = choice(`server ${told.servers[0]}`, told.servers, true)
  const parameters = told.parameters.map(parameterField)
  const secrets = told.secrets.map((secret) => secretField(secret, words))
  const body = told.body && make('textarea', { value: told.body.text, spellcheck: false })
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
  if (body) left.append(field(words.body, body, told.body.mediaType))
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
    if (markMissing(parameters, words)) return
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

export function startTryIt() {
  document.addEventListener('click', (event) => {
    const button = event.target.closest('[data-try]')
    if (button) openPanel(JSON.parse(button.dataset.try))
  })
}
