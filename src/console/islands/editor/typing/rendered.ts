// What an atom looks like for readers. The server renders it; nothing of it can be followed, focused or run here.
import type { ContentRef } from '../../../../engines/content/records.ts'
import type { Block, JSONDocument } from '../../../../engines/markdown/document.ts'
import { refOf } from './previews.ts'

export type Render = (document: JSONDocument) => Promise<string | undefined>
/** What something that is not shown here is called. */
export type NameOf = (ref: ContentRef) => Promise<string | undefined>

const MOST_KEPT = 300

/** Asks for what is on the screen, two at a time, and for each only once. */
export function openRenderer(render: Render, nameOf: NameOf) {
  const known = new Map<string, Promise<string | undefined>>()
  const waiting: (() => void)[] = []
  let running = 0

  async function inTurn(work: () => Promise<string | undefined>) {
    if (running >= 2) await new Promise<void>((go) => waiting.push(go))
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }

  function rendered(block: Block): Promise<string | undefined> {
    const { key: _, ...said } = block
    const name = JSON.stringify(said)
    const found = known.get(name)
    if (found) return found
    const [oldest] = known.keys()
    if (known.size >= MOST_KEPT && oldest !== undefined) known.delete(oldest)
    const asked = inTurn(() => render({ object: 'document', data: {}, nodes: [said as Block] })).catch(() => {
      known.delete(name)
      return undefined
    })
    known.set(name, asked)
    return asked
  }

  async function name(place: HTMLElement, block: Block) {
    const ref = refOf(block)
    const title = ref && (await nameOf(ref).catch(() => undefined))
    if (title !== undefined) place.textContent = title
  }

  const shown = new WeakMap<Element, () => void>()
  const watch = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue
        watch.unobserve(target)
        shown.get(target)?.()
      }
    },
    { rootMargin: '600px' },
  )

  /** Puts it in the place of what is there, once that comes into view. */
  return (place: HTMLElement, block: Block) => {
    shown.set(place, () => {
      void rendered(block).then((html) => {
        if (html !== undefined && html.trim() !== '') place.replaceChildren(inertCopy(html))
        else void name(place, block)
      })
    })
    watch.observe(place)
  }
}

const ACTING = 'script,object,embed,link,meta,base,form,style'

/** The renderer lets nothing through that acts; this does not rely on it. */
export function inertCopy(html: string): HTMLElement {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll(ACTING)) element.remove()
  for (const element of body.querySelectorAll('*'))
    for (const { name, value } of [...element.attributes])
      if (
        /^on/i.test(name) ||
        (/^(href|src|xlink:href|action)$/i.test(name) && /^\s*javascript:/i.test(value))
      )
        element.removeAttribute(name)
  for (const image of body.querySelectorAll('img')) showOwn(image)
  for (const frame of body.querySelectorAll('iframe'))
    frame.replaceWith(frame.title, ' ', frame.getAttribute('src') ?? '')
  const copy = document.createElement('div')
  copy.className = 'edit-rendered'
  copy.inert = true
  copy.append(...body.childNodes)
  return copy
}

/** Pictures of other servers are not fetched while somebody writes. */
function showOwn(image: HTMLImageElement) {
  const source = image.getAttribute('src') ?? ''
  image.removeAttribute('srcset')
  if (source.startsWith('data:image/')) return
  const url = URL.canParse(source, location.href) ? new URL(source, location.href) : undefined
  if (url?.pathname.startsWith('/files/')) image.setAttribute('src', url.pathname + url.search)
  else image.replaceWith(image.alt || source)
}
