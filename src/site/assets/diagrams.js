// Mermaid is large: only the readers of a page with a diagram fetch it. Without it they see the source.
export async function drawDiagrams(address) {
  const { default: mermaid } = await import(address)
  const places = [...document.querySelectorAll('pre.mermaid')]
  const sources = new Map(places.map((place) => [place, place.textContent]))
  let count = 0

  async function draw() {
    const theme = document.documentElement.dataset.theme === 'dark' ? 'dark' : 'neutral'
    mermaid.initialize({ startOnLoad: false, securityLevel: 'strict', theme })
    for (const [place, source] of sources) {
      try {
        count += 1
        const { svg } = await mermaid.render(`diagram-${count}`, source)
        place.innerHTML = svg
      } catch {
        place.textContent = source
      }
    }
  }

  document.addEventListener('quire:theme', draw)
  await draw()
}
