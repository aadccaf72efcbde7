import { highlight } from './highlight.js'
import { missingOf, missingWords } from './missing.js'
import { clearResult, showFailure, showResult, showUnsendable, showWaiting } from './try-it-result.js'

const part = (name) => document.getElementById(`try-${name}`)
const dialog = document.getElementById('try-it')
const tokenKey = 'quire-token'

// Path values are kept while the page lives: who looks at one organization tries the next call on it too.
const pathValues = new Map()
let operation = null
let running = null

function readToken() {
  try {
    return sessionStorage.getItem(tokenKey) ?? ''
  } catch {
    return ''
  }
}

function keepToken(token) {
  try {
    if (token) sessionStorage.setItem(tokenKey, token)
    else sessionStorage.removeItem(tokenKey)
  } catch {
    // Without storage the token lives in the field alone.
  }
}

function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

function choiceField(row, values) {
  const first = make('option', {
    value: '',
    textContent: row.dataset.required === undefined ? 'Not sent' : 'Choose',
  })
  return make('select', {}, first, ...values.map((value) => make('option', { value, textContent: value })))
}

function textField(row) {
  const words = row.querySelector(':scope > p') ?? row.querySelector('.type')
  const placeholder = row.dataset.example ?? words.textContent
  const inputMode = /^(integer|number)$/.test(row.dataset.type) ? 'decimal' : 'text'
  return make('input', { type: 'text', placeholder, inputMode, autocomplete: 'off', spellcheck: false })
}

function fieldFor(row) {
  const listed = [...row.querySelectorAll('.values code')].map((code) => code.textContent)
  const values = row.dataset.type === 'boolean' ? ['true', 'false'] : listed
  const isChoice = values.length > 0 && row.dataset.type !== 'array'
  const field = isChoice ? choiceField(row, values) : textField(row)
  field.required = row.dataset.required !== undefined
  Object.assign(field.dataset, { in: row.dataset.in, name: row.dataset.name, type: row.dataset.type })
  if (row.dataset.in === 'path') field.value = pathValues.get(row.dataset.name) ?? ''
  const name = make('code', { textContent: row.dataset.name })
  const mark = field.required ? [make('span', { className: 'required', textContent: 'required' })] : []
  const note = make('span', { className: 'note missing', id: `try-missing-${row.dataset.name}` })
  field.setAttribute('aria-describedby', note.id)
  return make(
    'label',
    { className: 'input' },
    make('span', { className: 'line' }, name, ...mark),
    field,
    note,
  )
}

function fieldsetFor(place, title) {
  const rows = [...operation.querySelectorAll(`.doc > .fields > [data-in="${place}"]`)]
  if (rows.length === 0) return []
  return [make('fieldset', {}, make('legend', { textContent: title }), ...rows.map(fieldFor))]
}

function fieldsIn(place) {
  const fields = [...part('parameters').querySelectorAll(`[data-in="${place}"]`)]
  return fields.map((field) => ({
    name: field.dataset.name,
    type: field.dataset.type,
    value: field.value.trim(),
  }))
}

// encodeURIComponent leaves the quote alone, which would end the string it stands in.
function encode(value) {
  return encodeURIComponent(value).replaceAll("'", '%27')
}

function queryText() {
  const pairs = fieldsIn('query')
    .filter(({ value }) => value !== '')
    .flatMap(({ name, type, value }) =>
      (type === 'array' ? value.split(',') : [value]).map((one) => `${encode(name)}=${encode(one.trim())}`),
    )
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

function addressWithin(base) {
  const path = fieldsIn('path').reduce(
    (filled, { name, value }) => (value ? filled.replace(`{${name}}`, () => encode(value)) : filled),
    operation.dataset.path,
  )
  return base + path + queryText()
}

function sentHeaders() {
  return fieldsIn('header').filter(({ value }) => value !== '')
}

const shellText = (text) => text.replaceAll("'", "'\\''")
const scriptText = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

function slotTexts() {
  const headers = sentHeaders()
  const body = part('body').value
  return {
    url: addressWithin(document.querySelector('[data-base]').textContent),
    'curl-body': shellText(body),
    'script-body': body,
    'curl-headers': headers
      .map(({ name, value }) => ` \\\n  -H '${shellText(`${name}: ${value}`)}'`)
      .join(''),
    'script-headers': headers
      .map(({ name, value }) => `\n    ${scriptText(name)}: ${scriptText(value)},`)
      .join(''),
  }
}

function refreshSample() {
  const texts = slotTexts()
  for (const slot of part('sample').querySelectorAll('[data-slot]')) {
    slot.textContent = texts[slot.dataset.slot]
    if (slot.dataset.slot.endsWith('-body')) highlight(slot)
  }
}

function checkBody() {
  const isJson = part('media').textContent.endsWith('json')
  try {
    if (isJson && part('body').value.trim()) JSON.parse(part('body').value)
    part('body-note').textContent = ''
  } catch {
    part('body-note').textContent = 'This is not valid JSON yet.'
  }
}

function fillBody() {
  const slot = operation.querySelector('[data-slot="script-body"]')
  part('body-part').hidden = !slot
  part('body').value = slot?.textContent ?? ''
  part('media').textContent = operation.querySelector('.doc > h4 > .media')?.textContent ?? ''
  part('body').rows = Math.min(16, Math.max(4, part('body').value.split('\n').length + 1))
  checkBody()
}

function fillHead() {
  const { method } = operation.dataset
  part('title').textContent = operation.dataset.title
  part('method').textContent = method
  part('method').className = `method ${method.toLowerCase()}`
  part('path').textContent = operation.dataset.path
  part('send').classList.toggle('danger', method === 'DELETE')
}

export function openTryIt(opened) {
  operation = opened
  fillHead()
  part('token').value = readToken()
  part('parameters').replaceChildren(
    ...fieldsetFor('path', 'Path'),
    ...fieldsetFor('query', 'Query'),
    ...fieldsetFor('header', 'Headers'),
  )
  fillBody()
  part('sample').replaceChildren(operation.querySelector('.request').cloneNode(true))
  clearResult()
  refreshSample()
  dialog.showModal()
  const empty = [...dialog.querySelectorAll('input, select')].find((field) => field.value === '')
  const first = empty ?? part('send')
  first.focus()
}

// The token speaks for the caller here; a cookie that happens to be there must not.
function requestInit(signal) {
  const headers = new Headers(sentHeaders().map(({ name, value }) => [name, value]))
  const token = part('token').value.trim()
  if (token) headers.set('Authorization', `Bearer ${token}`)
  const { method } = operation.dataset
  if (part('body-part').hidden || part('body').value === '')
    return { method, headers, signal, credentials: 'omit' }
  headers.set('Content-Type', part('media').textContent)
  return { method, headers, signal, credentials: 'omit', body: part('body').value }
}

// The page comes from the service it describes, so the request goes to this origin whatever host the
// document names; the policy of the page allows no other.
function ownBase() {
  const base = document.querySelector('[data-base]').textContent
  return location.origin + new URL(base, location.href).pathname.replace(/\/+$/, '')
}

function requestOrWords(signal) {
  try {
    return new Request(addressWithin(ownBase()), requestInit(signal))
  } catch (error) {
    showUnsendable(error)
    return null
  }
}

function parameterFields() {
  return [...part('parameters').querySelectorAll('[data-in]')]
}

// Says under each empty field that it is needed, and goes to the first one.
function showMissing() {
  const missing = missingOf(parameterFields())
  for (const field of parameterFields()) tellMissing(field, missing.includes(field))
  missing[0]?.focus()
  return missing.length > 0
}

function tellMissing(field, isMissing) {
  field.setAttribute('aria-invalid', String(isMissing))
  field.parentElement.querySelector('.missing').textContent = isMissing
    ? missingWords(field.dataset.name)
    : ''
}

async function send(event) {
  event.preventDefault()
  if (showMissing()) return
  running?.abort()
  running = new AbortController()
  const { signal } = running
  const request = requestOrWords(signal)
  if (!request) return
  const start = performance.now()
  showWaiting()
  try {
    const response = await fetch(request)
    await showResult(response, performance.now() - start, signal)
  } catch (error) {
    if (!signal.aborted) showFailure(error)
  }
}

function onInput(event) {
  if (event.target === part('token')) keepToken(event.target.value.trim())
  if (event.target === part('body')) checkBody()
  if (event.target.dataset.in && event.target.value.trim() !== '') tellMissing(event.target, false)
  if (event.target.dataset.in === 'path') pathValues.set(event.target.dataset.name, event.target.value.trim())
  refreshSample()
}

export function startTryIt() {
  const form = part('form')
  form.addEventListener('submit', send)
  form.addEventListener('input', onInput)
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    form.requestSubmit()
  })
  part('close').addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
  dialog.addEventListener('close', () => running?.abort())
}
