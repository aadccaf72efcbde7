// Marks the heading that is being read: the last one above a line near the top of the window.
export function startOutline() {
  const outline = document.getElementById('page:outline')
  if (!outline) return
  const entries = [...outline.querySelectorAll('a')].flatMap((link) => {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)))
    return heading ? [{ link, heading }] : []
  })
  if (entries.length === 0) return
  let marked
  let isWaiting = false

  function mark() {
    isWaiting = false
    const line = Number.parseFloat(getComputedStyle(entries[0].heading).scrollMarginTop) + 16
    const isAtEnd = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 4
    const read = entries.filter(
      ({ heading }) => heading.getBoundingClientRect().top <= (isAtEnd ? innerHeight : line),
    )
    const link = (read.at(-1) ?? entries[0])?.link
    if (link === marked) return
    marked?.removeAttribute('aria-current')
    link?.setAttribute('aria-current', 'location')
    marked = link
    if (!link || outline.scrollHeight <= outline.clientHeight) return
    outline.scrollTop = link.offsetTop - outline.clientHeight / 2
  }

  addEventListener(
    'scroll',
    () => {
      if (isWaiting) return
      isWaiting = true
      requestAnimationFrame(mark)
    },
    { passive: true },
  )
  outline.addEventListener('click', (event) => {
    if (event.target.closest('a') && outline.matches(':popover-open')) outline.hidePopover()
  })
  mark()
}
