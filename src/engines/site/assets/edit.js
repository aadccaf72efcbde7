// For somebody who is signed in to the console on the same host: the way to where this page is written. Their browser keeps
// a cookie that says so, so that pages are the same for everybody, and nobody else's browser asks anything.
const cookie = /(?:^|; )quire-member=([^;]*)/.exec(document.cookie)

export function startEdit() {
  if (!cookie) return
  const { origin, pathname } = location
  const link = document.createElement('a')
  link.className = 'edit-page'
  link.href = `/o/~edit?${new URLSearchParams({ url: origin + pathname })}`
  link.textContent = decodeURIComponent(cookie[1])
  document.querySelector('.page-line')?.append(link)
}
