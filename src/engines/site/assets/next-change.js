// From change to change of a page that is reviewed. Without script, and behind its last one, the link leads to the next page.

const link = document.querySelector('.preview .next-change')
const changes = [...document.querySelectorAll('.content .changed')]
// Where the reader came to by the link; else nowhere.
const current = () => changes.findIndex((one) => `#${one.id}` === location.hash)
let at = current()
addEventListener('hashchange', () => {
  changes[at]?.classList.remove('here')
  at = current()
})
link?.addEventListener('click', (event) => {
  const next = changes[at + 1]
  if (!next || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  changes[at]?.classList.remove('here')
  at += 1
  history.replaceState(null, '', `#${next.id}`)
  next.classList.add('here')
  next.scrollIntoView()
})
