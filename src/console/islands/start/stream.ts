// The stream of what goes on around this page, while somebody looks at it: tabs in the background hold none.
import type { ConsolePlace } from './place.ts'

export type News = { event: string; data: unknown }

/** Milliseconds until the next try, after a stream that ended by itself and after one that was refused. */
const AGAIN = 2_000
const LATER = 30_000
/** Tabs that are only passed over keep their stream. */
const HIDDEN_FOR = 20_000

type Told = {
  news(news: News): void
  signedOut(): void
  back(): void
  /** Nobody answered, or whoever did is gone. */
  lost(): void
  answered(): void
}

export function followWork({ space, changeRequest, page, isEditing }: ConsolePlace, told: Told) {
  const query = new URLSearchParams({
    ...(space && { space }),
    ...(changeRequest && /^\d+$/.test(changeRequest) && { changeRequest }),
    ...(page && { page }),
    ...(isEditing && { editing: 'true' }),
  })
  let current: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasEnded = false
  let isLate = false

  async function follow() {
    clearTimeout(timer)
    if (current || hasEnded || document.hidden) return
    const abort = new AbortController()
    current = abort
    let wait = LATER
    try {
      const response = await fetch(`/o/v1/user/activity/stream?${query}`, {
        headers: { 'x-quire-console': 'start' },
        signal: abort.signal,
      })
      if (response.status < 500) told.answered()
      if (response.status === 401) {
        hasEnded = true
        told.signedOut()
      }
      if (response.ok && response.body) {
        wait = AGAIN
        if (isLate) told.back()
        isLate = false
        await read(response.body, told.news)
        // Who may read it no longer is told nothing more.
        if (!abort.signal.aborted) told.back()
        if (!abort.signal.aborted) told.lost()
      }
    } catch {
      // It is tried again.
      if (!abort.signal.aborted) told.lost()
    }
    current = undefined
    isLate = true
    if (!document.hidden && !hasEnded) timer = setTimeout(follow, wait)
  }

  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer)
    if (document.hidden) timer = setTimeout(() => current?.abort(), HIDDEN_FOR)
    else void follow()
  })
  // A page that may come back from the cache of the browser.
  addEventListener('pagehide', () => current?.abort())
  addEventListener('pageshow', () => void follow())
  void follow()
  return follow
}

async function read(body: ReadableStream<Uint8Array>, tell: (news: News) => void) {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    text += decoder.decode(value, { stream: true })
    const messages = text.split('\n\n')
    text = messages.pop() ?? ''
    for (const message of messages) {
      const event = /^event: (.*)$/m.exec(message)?.[1]
      const data = /^data: (.*)$/m.exec(message)?.[1]
      if (event && data) tell({ event, data: JSON.parse(data) })
    }
  }
}
