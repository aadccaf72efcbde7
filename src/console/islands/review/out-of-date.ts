// Whether the change request is still as the page shows it. New comments come by themselves; new content says so, and
// waits for whoever reads: what somebody approves is what they saw.
import { isTyping, refresh } from './in-place.ts'
import { ask, type Place, type Seen } from './place.ts'

const EVERY = 1_500
/** Where nobody answers. */
const LATER = 10_000

export function watchRequest({ request, seen: first, words }: Place) {
  let seen = first
  let isLooking = false
  let isNews = false
  let timer = window.setTimeout(look, EVERY)
  const lookNow = () => {
    window.clearTimeout(timer)
    void look()
  }
  document.addEventListener('visibilitychange', () => {
    window.clearTimeout(timer)
    if (!document.hidden) lookNow()
  })
  // The stream of the page is faster than the next look, which is there for browsers whose stream broke.
  document.addEventListener('quire:changed', lookNow)
  document.addEventListener('quire-shown', () => {
    const now = document.querySelector<HTMLElement>('[data-review]')?.dataset.review
    if (now) seen = (JSON.parse(now) as Place).seen
  })

  async function look() {
    isNews = isLooking
    if (isLooking) return
    isLooking = true
    const response = await ask(request).catch(() => undefined)
    if (response?.ok) await compare((await response.json()) as Seen)
    isLooking = false
    if (response && [401, 403, 404].includes(response.status)) return say(words.gone)
    if (isNews) return lookNow()
    window.clearTimeout(timer)
    if (!document.hidden) timer = window.setTimeout(look, response?.ok ? EVERY : LATER)
  }

  async function compare({ revision, status, comments }: Seen) {
    if (revision !== seen.revision || status !== seen.status) return say(words.stale)
    if (comments === seen.comments || isTyping()) return
    seen = { ...seen, comments }
    await refresh()
  }

  /** Nothing of what is shown can be approved or merged any more: the server would refuse it. */
  function say(text: string) {
    const old = document.querySelector<HTMLElement>('.out-of-date')
    if (old?.dataset.says === text) return
    old?.remove()
    const note = document.createElement('p')
    note.dataset.says = text
    note.className = 'out-of-date'
    note.setAttribute('role', 'status')
    note.textContent = `${text} `
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'button small'
    button.textContent = words.reload
    button.addEventListener('click', () => location.reload())
    note.append(button)
    document.querySelector('main')?.prepend(note)
    for (const one of document.querySelectorAll<HTMLButtonElement>(
      'button:is([value=approve], [value=request-changes], [value=merge])',
    ))
      one.disabled = true
  }
}
