// What draws diagrams is large: only the readers of a page with one fetch it. Without it they see the source. It is sent
// back as a picture, in which nothing can run.
const COLORS = ['ink', 'body', 'soft', 'paper', 'card', 'raised', 'line-strong', 'accent']

function themeNow() {
  const probe = document.createElement('i')
  document.body.append(probe)
  const color = {}
  for (const name of COLORS) {
    probe.style.color = `var(--${name})`
    color[name] = getComputedStyle(probe).color
  }
  probe.remove()
  return {
    darkMode: document.documentElement.dataset.theme === 'dark',
    fontFamily: 'ui-sans-serif, system-ui, sans-serif',
    fontSize: '15px',
    background: color.paper,
    primaryColor: color.card,
    primaryTextColor: color.ink,
    primaryBorderColor: color.soft,
    secondaryColor: color.raised,
    tertiaryColor: color.paper,
    lineColor: color.soft,
    textColor: color.body,
    noteBkgColor: color.raised,
    noteTextColor: color.ink,
    noteBorderColor: color['line-strong'],
    edgeLabelBackground: color.paper,
    actorBorder: color.soft,
    activationBorderColor: color.accent,
  }
}

function openFrame() {
  const frame = document.createElement('iframe')
  frame.className = 'drawing-room'
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.setAttribute('aria-hidden', 'true')
  frame.tabIndex = -1
  frame.src = new URL('drawing.html', import.meta.url).href
  return frame
}

export function drawDiagrams() {
  const places = [...document.querySelectorAll('pre.mermaid')]
  const sources = places.map((place) => place.textContent)
  const frame = openFrame()
  let round = 0

  function ask() {
    round += 1
    const theme = themeNow()
    for (const [at, source] of sources.entries())
      frame.contentWindow.postMessage({ id: `${round}-${at}`, source, theme }, '*')
  }

  function show(id, { svg, width, height }) {
    const [asked, at] = id.split('-').map(Number)
    if (asked !== round || !svg) return
    const picture = document.createElement('img')
    picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
    picture.width = Math.ceil(width)
    picture.height = Math.ceil(height)
    picture.alt = sources[at]
    places[at].classList.add('drawn')
    places[at].replaceChildren(picture)
  }

  addEventListener('message', ({ source, data }) => {
    if (source !== frame.contentWindow) return
    if (data.isReady) ask()
    else show(data.id, data)
  })
  document.addEventListener('quire:theme', ask)
  document.body.append(frame)
}
