// Everything here makes a page nicer that already works: it comes after the text, and a part that fails harms no other.
import { startOutline } from './outline.js'
import { startSidebar } from './sidebar.js'

const root = document.documentElement

function startTheme() {
  document.addEventListener('click', (event) => {
    if (!event.target.closest('.theme')) return
    delete root.dataset.follows
    show(root.dataset.theme === 'dark' ? 'light' : 'dark')
    keep('quire-theme', root.dataset.theme)
  })
  matchMedia('(prefers-color-scheme:dark)').addEventListener('change', ({ matches }) => {
    if ('follows' in root.dataset) show(matches ? 'dark' : 'light')
  })
}

function show(theme) {
  root.dataset.theme = theme
  document.dispatchEvent(new Event('quire:theme'))
}

function startAnnouncement() {
  document.querySelector('.announcement .close')?.addEventListener('click', () => {
    root.classList.add('closed')
    keep('quire-closed', root.dataset.announcement)
  })
}

// Storage can be switched off; then a choice lasts as long as the page.
function keep(name, value) {
  try {
    localStorage.setItem(name, value)
  } catch {}
}

function startMenus() {
  const openMenus = () => document.querySelectorAll('.menu-box[open]')
  document.addEventListener('click', (event) => {
    for (const menu of openMenus()) if (!menu.contains(event.target)) menu.open = false
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    for (const menu of openMenus()) {
      menu.open = false
      menu.querySelector('summary').focus()
    }
  })
}

// Something inside a closed tab or a closed details can be linked to.
async function showTarget() {
  const name = decodeHash()
  const target = name && (document.getElementById(name) ?? (await import('./headings.js')).headingLike(name))
  if (!target) return
  for (let part = target; part; part = part.parentElement) {
    if (part.tagName === 'DETAILS') part.open = true
    if (!part.classList.contains('tab-panel')) continue
    const radio = part.parentElement.querySelector('input')
    if (radio) radio.checked = true
  }
  target.scrollIntoView()
}

function decodeHash() {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch {
    return ''
  }
}

function startSearch() {
  const field = document.querySelector('.top .search input, .drawer .search input')
  const hint = field?.parentElement.querySelector('kbd')
  if (hint) hint.textContent = /Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘K' : 'Ctrl K'
  let finder
  const bring = () => {
    finder ??= import('./search.js').then((search) => search.openFinder())
    return finder
  }
  const open = async (words, isTyped) => {
    try {
      ;(await bring()).show(words, isTyped)
    } catch {
      // The page that shows results needs no script.
      location.href = document.querySelector('.find').href
    }
  }
  field?.addEventListener('click', () => open(field.value))
  field?.addEventListener('input', () => open(field.value, true))
  document.addEventListener('click', (event) => {
    const link = event.target.closest('.find, [data-query]')
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    open(link.dataset.query)
  })
  document.addEventListener('keydown', (event) => {
    const isCommand = (event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k'
    const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey
    const isTyping = event.target.closest?.(
      'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable], dialog',
    )
    if (!isCommand && (!isSlash || isTyping)) return
    event.preventDefault()
    // Who types on before the dialog is there types into this, and the dialog takes it over.
    field?.focus()
    open('')
  })
  // It is there when it is wanted, and does not come before the page.
  whenReaderStirs(() =>
    bring().catch(() => {
      finder = undefined
    }),
  )
}

function whenReaderStirs(prepare) {
  for (const sign of ['pointermove', 'touchstart', 'keydown'])
    addEventListener(sign, prepare, { once: true, passive: true })
}

// Few readers copy or rate anything: what does it comes with the first click.
function startCopying() {
  document.addEventListener('click', async ({ target }) => {
    const button = target.closest('[data-copy], [data-copy-page]')
    if (button) (await import('./copy.js')).onCopy(button)
  })
}

function startFeedback() {
  document.querySelector('.feedback')?.addEventListener('click', async ({ target }) => {
    const button = target.closest('[data-rating]')
    if (button) (await import('./events.js')).rate(button)
  })
}

function startLinks() {
  if (document.body.dataset.proof) whenReaderStirs(() => import('./links.js'))
}

function startPrinting() {
  document.querySelector('.print')?.addEventListener('click', () => print())
}

function startDiagrams() {
  if ('diagrams' in document.body.dataset) import('./diagrams.js').then((diagrams) => diagrams.drawDiagrams())
}

// Listened to from here on, so that a click that is quicker than the part it is for is not lost.
function startTryIt() {
  if (!('tryIt' in document.body.dataset)) return
  const part = import('./try-it.js')
  document.addEventListener('click', async ({ target }) => {
    const button = target.closest('[data-try]')
    if (button) (await part).openPanel(JSON.parse(button.dataset.try))
  })
}

// Parts that start themselves, on pages that have something for them.
function startOthers() {
  for (const name of ['next-change', 'api-more'])
    if (document.querySelector(`.${name}`)) import(`./${name}.js`)
}

function startBlocks() {
  if (!document.querySelector('.kit')) return
  const part = import('./blocks.js')
  part.then((blocks) => blocks.startBlocks())
  for (const kind of ['click', 'change'])
    document.addEventListener(kind, async ({ type, target }) => (await part).onUse(type, target))
}

// A page that is sent as if it had an origin of its own has no cookies.
async function startEditing() {
  if (origin === 'null' || !document.cookie.includes('quire-member=')) return
  const { startEdit } = await import('./edit.js')
  startEdit()
}

const parts = [
  startTheme,
  startAnnouncement,
  startMenus,
  startSidebar,
  startOutline,
  startCopying,
  startFeedback,
  startLinks,
  startPrinting,
  startDiagrams,
  startTryIt,
  startBlocks,
  startOthers,
  startEditing,
]
if (document.getElementById('page:search')) parts.push(startSearch)
for (const start of parts) {
  try {
    start()
  } catch (problem) {
    console.error(problem)
  }
}
showTarget()
addEventListener('hashchange', showTarget)
