// Shows what others changed, without taking away what somebody is at.
import { holdIn } from './hold.ts'
import type { ConsolePlace } from './place.ts'

/** Changes often come several at once. */
const REST = 400

export function openRefresh({ isKept, words }: ConsolePlace) {
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
      const held = holdIn(old)
      old.replaceChildren(...document.adoptNode(next).childNodes)
      held(old)
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
    if (isKept) return
    clearTimeout(timer)
    timer = setTimeout(() => void refresh(), REST)
  }
}
