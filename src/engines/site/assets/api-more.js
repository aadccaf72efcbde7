// What a page had no room for, operations and parts of them: from the address that shows it, when a reader wants it.

let count = 0

document.addEventListener('click', (event) => {
  const link = event.target.closest('.api-more')
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  show(link).catch(() => {
    location.href = link.href
  })
})

// Whoever opens something wants to see what is in it.
document.addEventListener(
  'toggle',
  ({ target }) => {
    if (!target.open) return
    for (const link of target.querySelectorAll('.api-fold > .api-more'))
      if (link.closest('details') === target) show(link).catch(() => {})
  },
  true,
)

// So does whoever follows a link to an operation.
function showTarget() {
  const target = document.querySelector(':target')
  const link = target?.closest('.api-operation')?.querySelector(':scope > .endpoint > .api-more')
  if (link) show(link).catch(() => {})
}

async function show(link) {
  if (link.ariaBusy === 'true') return
  link.ariaBusy = 'true'
  try {
    const response = await fetch(link.href)
    if (!response.ok) throw new Error(`${response.status}`)
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    await bringStyles(page)
    count += 1
    if (link.closest('.api-fold')) showPart(link.closest('.api-fold'), page)
    else showOperation(link.closest('.api-operation'), page)
  } finally {
    link.ariaBusy = null
  }
}

function showOperation(brief, page) {
  const whole = page.querySelector('.api-columns')?.closest('.api-operation')
  // A request can be sent only to what the policy of this page allows.
  if (!brief || !whole || (whole.querySelector('[data-try]') && !('tryIt' in document.body.dataset)))
    throw new Error('no')
  renameInputs(whole)
  const [title, old] = [whole.querySelector('.api-title'), brief.querySelector('.api-title')]
  if (title && old) title.replaceWith(old)
  brief.replaceWith(document.adoptNode(whole))
}

function showPart(place, page) {
  const isSame = ({ dataset }) => dataset.part === place.dataset.part
  const part = [...page.querySelectorAll('.api-fold')].find(isSame)
  if (!part || part.querySelector(':scope > .api-more')) throw new Error('no')
  renameInputs(part)
  const names = new Set([...part.querySelectorAll('[id]')].map(({ id }) => id))
  for (const link of part.querySelectorAll('a[href^="#"]'))
    if (names.has(link.hash.slice(1))) link.setAttribute('href', `${link.hash}-${count}`)
  for (const element of part.querySelectorAll('[id]')) element.id += `-${count}`
  place.replaceChildren(...document.adoptNode(part).childNodes)
}

function renameInputs(part) {
  for (const input of part.querySelectorAll('input[name]')) input.name += `-${count}`
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

showTarget()
addEventListener('hashchange', showTarget)
