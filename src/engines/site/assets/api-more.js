// The details of an operation that its page had no room for: from the address that shows them, when a reader wants them.

let count = 0

document.addEventListener('click', (event) => {
  const link = event.target.closest('.api-more')
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  showOperation(link)
})

async function showOperation(link) {
  const brief = link.closest('.api-operation')
  if (link.ariaBusy === 'true' || !brief) return
  link.ariaBusy = 'true'
  try {
    const response = await fetch(link.href)
    if (!response.ok) throw new Error(`${response.status}`)
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const whole = page.querySelector('.api-columns')?.closest('.api-operation')
    // A request can be sent only to what the policy of this page allows.
    if (!whole || (whole.querySelector('[data-try]') && !('tryIt' in document.body.dataset)))
      throw new Error('no')
    await bringStyles(page)
    count += 1
    for (const input of whole.querySelectorAll('input[name]')) input.name += `-${count}`
    const [title, old] = [whole.querySelector('.api-title'), brief.querySelector('.api-title')]
    if (title && old) title.replaceWith(old)
    brief.replaceWith(document.adoptNode(whole))
  } catch {
    location.href = link.href
  }
}

function bringStyles(page) {
  const known = new Set([...document.querySelectorAll('link[rel="stylesheet"]')].map(({ href }) => href))
  const links = [...page.querySelectorAll('link[rel="stylesheet"]')]
    .map((link) => new URL(link.getAttribute('href'), document.baseURI).href)
    .filter((href) => !known.has(href))
  return Promise.all(
    links.map(
      (href) =>
        new Promise((done) => {
          const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
          link.addEventListener('load', done)
          link.addEventListener('error', done)
          document.head.append(link)
        }),
    ),
  )
}
