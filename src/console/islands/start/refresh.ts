// Shows what others changed, without taking away what somebody is at.
import type { ConsolePlace } from './place.ts'

/** Changes often come several at once. */
const REST = 400

export function openRefresh({ isIsland, words }: ConsolePlace) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let bar: HTMLElement | undefined

  async function refresh() {
    const response = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => undefined)
    if (!response?.ok || response.redirected) return
    const fresh = new DOMParser().parseFromString(await response.text(), 'text/html')
    if (isBusy()) return ask()
    bar?.remove()
    bar = undefined
    for (const part of ['main', '.tabs']) {
      const [old, next] = [document.querySelector(part), fresh.querySelector(part)]
      if (!old || !next || old.innerHTML === next.innerHTML) continue
      const open = new Set(summaries(old).flatMap((one, at) => (one.open ? [at] : [])))
      const focused = focusables(old).indexOf(document.activeElement)
      old.replaceChildren(...document.adoptNode(next).childNodes)
      for (const [at, one] of summaries(old).entries()) one.open ||= open.has(at)
      const again = focusables(old)[focused]
      if (again instanceof HTMLElement) again.focus({ preventScroll: true })
    }
    document.dispatchEvent(new Event('quire:refreshed'))
  }

  /** Somebody writes, or has a menu open: they decide when. */
  function isBusy() {
    const main = document.querySelector('main')
    const fields = main?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ?? []
    const isWritten = [...fields].some((field) =>
      ['checkbox', 'radio'].includes(field.type)
        ? (field as HTMLInputElement).checked !== (field as HTMLInputElement).defaultChecked
        : field.type !== 'hidden' && field.value !== field.defaultValue,
    )
    return isWritten || document.activeElement?.matches('input, textarea, select') === true
  }

  function ask() {
    if (bar) return
    bar = document.createElement('p')
    bar.className = 'live-bar'
    bar.setAttribute('role', 'status')
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'button small'
    button.textContent = words.show
    button.onclick = () => location.reload()
    bar.append(words.changed, ' ', button)
    document.querySelector('main')?.prepend(bar)
  }

  return () => {
    document.dispatchEvent(new Event('quire:changed'))
    if (isIsland) return
    clearTimeout(timer)
    timer = setTimeout(() => void refresh(), REST)
  }
}

const summaries = (within: Element) => [...within.querySelectorAll<HTMLDetailsElement>('details')]
const focusables = (within: Element): (Element | null)[] => [
  ...within.querySelectorAll('a[href], button, summary, input, select, textarea'),
]
