// What the server says of the change request that the page is about; and the words of it that somebody selects.
export type Place = {
  /** In the API. */
  request: string
  members: string
  seen: Seen
  words: { stale: string; reload: string; gone: string; people: string; comment: string }
}
export type Seen = { revision: string; status: string; comments: number }

const PREFIX = '/o/v1'

export function ask(path: string): Promise<Response> {
  return fetch(PREFIX + path, {
    headers: { 'x-quire-console': 'review' },
    signal: AbortSignal.timeout(10_000),
  })
}

const LONGEST = 500

/** Beside what is selected in a block: a button that comments on it. */
export function quoteSelection({ words }: Place) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button small quote-button'
  button.textContent = words.comment
  button.hidden = true
  document.body.append(button)
  let chosen: { link: HTMLAnchorElement; quote: string } | undefined

  document.addEventListener('selectionchange', () => {
    chosen = undefined
    button.hidden = true
    const selection = getSelection()
    const quote = selection?.toString().replace(/\s+/g, ' ').trim() ?? ''
    if (!selection || selection.rangeCount === 0 || quote === '' || quote.length > LONGEST) return
    const piece = pieceOf(selection.anchorNode)
    const link = piece?.querySelector<HTMLAnchorElement>('[data-comment]')
    if (!piece || piece !== pieceOf(selection.focusNode) || !link) return
    const box = selection.getRangeAt(0).getBoundingClientRect()
    chosen = { link, quote }
    button.style.insetBlockStart = `${box.bottom + scrollY + 6}px`
    button.style.left = `${Math.max(8, Math.min(box.left + scrollX, document.documentElement.clientWidth - 140))}px`
    button.hidden = false
  })
  // A press would end the selection.
  button.addEventListener('pointerdown', (event) => event.preventDefault())
  button.addEventListener('click', () => {
    if (!chosen) return
    const { link, quote } = chosen
    button.hidden = true
    link.dispatchEvent(new CustomEvent('quire-comment', { bubbles: true, detail: quote }))
  })
}

function pieceOf(node: Node | null | undefined) {
  const element = node instanceof Element ? node : node?.parentElement
  return element?.closest('.content') ? element.closest('.piece') : null
}
