const tokens = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b/g

function kindOf(match) {
  if (match[2] !== undefined) return 'key'
  if (match[1] !== undefined) return 'text'
  return match[3] === undefined ? 'number' : 'word'
}

function span(kind, text) {
  const element = document.createElement('span')
  element.className = `j-${kind}`
  element.textContent = text
  return element
}

// Colours JSON where it stands. Done in the browser, and only for what comes into view: as markup from the
// server it would nearly double the page.
export function highlight(element) {
  const text = element.textContent
  if (text.length > 200_000) return
  const pieces = []
  let end = 0
  for (const match of text.matchAll(tokens)) {
    const shown = match[1] ?? match[0]
    pieces.push(text.slice(end, match.index), span(kindOf(match), shown))
    end = match.index + shown.length
  }
  element.replaceChildren(...pieces, text.slice(end))
}

export function highlightInView(root) {
  const observer = new IntersectionObserver(
    (seen) => {
      for (const { isIntersecting, target } of seen) {
        if (!isIntersecting) continue
        observer.unobserve(target)
        for (const code of target.querySelectorAll('.json > code, [data-slot$="-body"]')) highlight(code)
      }
    },
    { rootMargin: '600px' },
  )
  for (const card of root.querySelectorAll('.card')) observer.observe(card)
}
