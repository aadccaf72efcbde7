// Forms of the page are sent without leaving it, and comments are begun beside their block. Where anything goes wrong, the
// browser does what it does without script; where nobody answers, the page says so and stays.
import { leaveFor, tellUnreachable } from '../start/connection-events.ts'
import { holdIn } from '../start/hold.ts'

/** Anything that somebody typed or chose and did not send. */
export function isTyping(): boolean {
  const fields = document.querySelectorAll<HTMLTextAreaElement>(
    'main textarea, main input:is([type=text], :not([type]))',
  )
  const choices = document.querySelectorAll<HTMLSelectElement>('main select')
  return (
    [...fields].some(({ value, defaultValue }) => value !== defaultValue) ||
    [...choices].some(({ selectedOptions }) => [...selectedOptions].some((one) => one.index > 0))
  )
}

export function placeForms() {
  document.addEventListener('click', (event) => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-comment]') : null
    const cancel = event.target instanceof Element ? event.target.closest('[data-cancel]') : null
    if (cancel) return closeForm(event, cancel)
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void openForm(link)
  })
  document.addEventListener('quire-comment', (event) => {
    if (event instanceof CustomEvent && event.target instanceof HTMLAnchorElement)
      void openForm(event.target, event.detail)
  })
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (
      !(form instanceof HTMLFormElement) ||
      form.getAttribute('method') !== 'post' ||
      !form.closest('#content')
    )
      return
    event.preventDefault()
    void send(form, event.submitter)
  })
}

function closeForm(event: MouseEvent, cancel: Element) {
  const form = cancel.closest('form')
  const fold = form?.parentElement?.closest('details.fold')
  if (!form) return
  event.preventDefault()
  form.reset()
  const piece = form.closest<HTMLElement>('.piece')
  if (fold) fold.removeAttribute('open')
  else form.remove()
  const way =
    fold?.querySelector<HTMLElement>('summary') ?? piece?.querySelector<HTMLElement>('[data-comment]')
  way?.focus()
}

async function openForm(link: HTMLAnchorElement, quote = '') {
  const piece = link.closest('.piece')
  if (!piece) return
  const known = piece.querySelector<HTMLFormElement>('form[data-say]')
  const form = known ?? (await fetchForm(link))
  if (!form) return leaveFor(link.href)
  if (!known) piece.append(form)
  const field = form.querySelector<HTMLInputElement>('[name=quote]')
  if (field && quote !== '') {
    field.value = quote
    const shown = form.querySelector('blockquote') ?? document.createElement('blockquote')
    shown.textContent = quote
    form.prepend(shown)
  }
  form.querySelector<HTMLTextAreaElement>('[name=comment]')?.focus()
  form.scrollIntoView({ block: 'nearest' })
}

/** With the Markdown of the block, for those who suggest another one. */
async function fetchForm(link: HTMLAnchorElement) {
  const page = await read(fetch(link.href.split('#')[0] ?? link.href)).catch(() => undefined)
  const form = page?.querySelector<HTMLFormElement>('.piece form[data-say]')
  return form ? document.importNode(form, true) : undefined
}

async function read(asked: Promise<Response>): Promise<Document> {
  const response = await asked
  return new DOMParser().parseFromString(await response.text(), 'text/html')
}

async function send(form: HTMLFormElement, submitter: HTMLElement | null) {
  const data = new FormData(form, submitter)
  form.setAttribute('aria-busy', 'true')
  // Fields and buttons may be called `action`, and hide it.
  const response = await fetch(form.getAttribute('action') ?? location.href.split('#')[0] ?? '', {
    method: 'POST',
    headers: { 'x-quire-console': 'review' },
    body: new URLSearchParams([...data].map(([name, value]): [string, string] => [name, String(value)])),
  }).catch(() => undefined)
  form.removeAttribute('aria-busy')
  if (!response) return tellUnreachable(() => form.isConnected && void send(form, submitter))
  const next = response.headers.get('x-quire-next')
  const there = new URL(next ?? response.url, location.href)
  // To another page: signed out, or what was done ends here.
  if (there.pathname !== location.pathname) return location.assign(there)
  history.replaceState(null, '', there)
  const shown = next === null ? Promise.resolve(response) : fetch(there.pathname + there.search)
  const page = await read(shown).catch(() => undefined)
  if (!page) return tellUnreachable(() => void refresh())
  show(page, there.hash.slice(1))
}

/** Puts a newer page in place of this one; what is open stays open, and whoever is somewhere on it stays there. */
export function show(page: Document, at?: string) {
  const [now, next] = [document.getElementById('content'), page.getElementById('content')]
  if (!now || !next) return location.reload()
  const held = holdIn(now)
  const unchanged = [...now.querySelectorAll('details.unchanged')].map((one) => one.hasAttribute('open'))
  const { scrollX, scrollY } = window
  const fresh = document.importNode(next, true)
  now.replaceWith(fresh)
  for (const [index, one] of fresh.querySelectorAll('details.unchanged').entries())
    if (unchanged[index]) one.setAttribute('open', '')
  for (const part of document.querySelectorAll<HTMLElement>('[data-needs-script]')) part.hidden = false
  window.scrollTo(scrollX, scrollY)
  if (at === undefined) held(fresh)
  else goTo(fresh, at)
  document.dispatchEvent(new Event('quire-shown'))
}

/** To what came of it: what is wrong, its place on the page, or what the page says of it. */
function goTo(page: HTMLElement, at: string) {
  const to =
    page.querySelector<HTMLElement>('[role=alert]') ??
    (at === '' ? null : document.getElementById(decodeURIComponent(at))) ??
    page.querySelector<HTMLElement>('.notice[role=status]') ??
    page
  to.setAttribute('tabindex', '-1')
  to.focus({ preventScroll: true })
  if (to !== page) to.scrollIntoView({ block: 'nearest' })
}

export async function refresh() {
  const page = await read(fetch(location.href.split('#')[0] ?? location.href)).catch(() => undefined)
  if (page) show(page)
  else tellUnreachable(() => void refresh())
}
