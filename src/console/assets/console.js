// Passkeys, and buttons that copy. Everything else works without script.

// Servers are not sent what an address ends in, and a sign-in would lose it: `next` takes it along.
const [, at] = /^#((?:comment|reply)-\w+)$/.exec(location.hash) ?? []
const here = new URL(location.href)
const next = here.searchParams.get('next')
if (at && next) {
  here.hash = ''
  here.searchParams.set('next', `${next}${next.includes('?') ? '&' : '?'}at=${at}`)
  location.replace(here)
}

/** Passkeys belong to a host name: an IP address has none. */
const hasHostName = !/^[\d.]+$|:/.test(location.hostname)
const hasPasskeys = hasHostName && window.isSecureContext && typeof window.PublicKeyCredential === 'function'

for (const part of document.querySelectorAll('[data-needs-passkeys]')) part.hidden = !hasPasskeys
for (const part of document.querySelectorAll('[data-without-passkeys]')) part.hidden = hasPasskeys

for (const form of document.querySelectorAll('form[data-passkey]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const stopped = form.querySelector('[data-stopped]')
    stopped.hidden = true
    form.setAttribute('aria-busy', 'true')
    askDevice(form)
      .then((answer) => {
        form.elements.passkey.value = JSON.stringify(answer)
        form.submit()
      })
      .catch(() => {
        stopped.hidden = false
        form.removeAttribute('aria-busy')
      })
  })
}

async function askDevice({ dataset }) {
  const response = await fetch(dataset.options, { method: 'POST', headers: { 'x-quire-console': '1' } })
  if (response.status === 403 && dataset.passkey === 'create') {
    const back = `${location.pathname}${next ? `?${new URLSearchParams({ next })}` : ''}`
    location.assign(`/o/~sign-in?${new URLSearchParams({ again: '', next: back })}`)
    return new Promise(() => {})
  }
  if (!response.ok) throw new Error(`No challenge: ${response.status}`)
  const publicKey = withBytes(await response.json())
  const credential =
    dataset.passkey === 'create'
      ? await navigator.credentials.create({ publicKey })
      : await navigator.credentials.get({ publicKey })
  return answerOf(credential)
}

/** Browsers have functions for this since 2025; older ones have passkeys too. */
function withBytes(options) {
  const listed = (list) => list?.map((one) => ({ ...one, id: bytesOf(one.id) }))
  return {
    ...options,
    challenge: bytesOf(options.challenge),
    ...(options.user && { user: { ...options.user, id: bytesOf(options.user.id) } }),
    ...(options.allowCredentials && { allowCredentials: listed(options.allowCredentials) }),
    ...(options.excludeCredentials && { excludeCredentials: listed(options.excludeCredentials) }),
  }
}

function answerOf({ id, rawId, type, response, authenticatorAttachment }) {
  const answer = {}
  for (const name of ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'])
    if (response[name]) answer[name] = textOf(response[name])
  if (response.getTransports) answer.transports = response.getTransports()
  return {
    id,
    rawId: textOf(rawId),
    type,
    authenticatorAttachment,
    clientExtensionResults: {},
    response: answer,
  }
}

function bytesOf(text) {
  const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
}

function textOf(buffer) {
  const letters = String.fromCharCode(...new Uint8Array(buffer))
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

for (const button of document.querySelectorAll('[data-copy]')) {
  if (!navigator.clipboard) continue
  button.hidden = false
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copy)
    button.textContent = button.dataset.copied
  })
}

// The preview of a site follows the form beside it, before anybody saves.
const frame = document.querySelector('iframe[data-base]')
const probe = document.currentScript?.src
if (frame) {
  const form = document.querySelector('form[data-preview]')
  let waiting
  const follow = () => {
    const look = form ? settingsIn(form) : undefined
    const text = new TextEncoder().encode(
      JSON.stringify({ look, theme: frame.dataset.shown, siteSpace: frame.dataset.space }),
    )
    const address = `${frame.dataset.base}${textOf(text)}${frame.dataset.path ?? ''}`
    // A frame without a connection would show the error page of the browser.
    fetch(probe, { method: 'HEAD', cache: 'no-store' }).then(
      () => (frame.src = address),
      () => document.dispatchEvent(new CustomEvent('quire:unreachable', { detail: follow })),
    )
  }
  form?.addEventListener('input', () => {
    clearTimeout(waiting)
    waiting = setTimeout(follow, 250)
  })
  for (const link of document.querySelectorAll('a[data-width], a[data-theme]'))
    link.addEventListener('click', (event) => {
      event.preventDefault()
      for (const other of link.closest('ul').querySelectorAll('a')) other.removeAttribute('aria-current')
      link.setAttribute('aria-current', 'true')
      if (link.dataset.width) frame.parentElement.className = `device ${link.dataset.width}`
      else frame.dataset.shown = link.dataset.theme
      if (link.dataset.theme) follow()
    })
}

/** Names of fields are paths in the settings. Fonts of the organization are shown once they are saved. */
function settingsIn(form) {
  const settings = {}
  for (const { name, type, value, checked } of form.elements) {
    if (!name || name === 'action' || value.startsWith('custom:')) continue
    const path = name.split('.')
    const last = path.pop()
    let part = settings
    for (const step of path) part = part[step] ??= {}
    part[last] = type === 'checkbox' ? checked : value.trim() || null
  }
  if (settings.announcement?.message == null) settings.announcement = null
  return settings
}
