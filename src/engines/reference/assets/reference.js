import { copyFrom } from './copy.js'
import { highlightInView } from './highlight.js'
import { completeAddresses, fillRow, openAnchor, unfold } from './parts.js'
import { focusFilter, startSidebar } from './sidebar.js'
import { openTryIt, startTryIt } from './try-it.js'

const root = document.documentElement
const themeButton = document.querySelector('.theme')
const darkSystem = matchMedia('(prefers-color-scheme: dark)')

function remember(key, value) {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

function systemTheme() {
  return darkSystem.matches ? 'dark' : 'light'
}

function shownTheme() {
  return { light: 'light', dark: 'dark' }[root.dataset.theme] ?? systemTheme()
}

function nameTheme() {
  const words = shownTheme() === 'dark' ? 'Use the light theme' : 'Use the dark theme'
  themeButton.setAttribute('aria-label', words)
  themeButton.title = words
}

// Going back to what the system says also goes back to following it.
function changeTheme() {
  const next = shownTheme() === 'dark' ? 'light' : 'dark'
  root.dataset.theme = next === systemTheme() ? 'system' : next
  remember('quire-theme', root.dataset.theme)
  nameTheme()
}

function showLanguage(language) {
  root.dataset.language = language
  nameLanguage()
}

// Also on samples that came later.
function nameLanguage() {
  const { language = 'curl' } = root.dataset
  for (const button of document.querySelectorAll('[data-language]:not(html)'))
    button.setAttribute('aria-pressed', String(button.dataset.language === language))
}

// The samples above the reader change height as well; the pressed button has to stay under the pointer.
function chooseLanguage(button) {
  const before = button.getBoundingClientRect().top
  showLanguage(button.dataset.language)
  remember('quire-language', button.dataset.language)
  scrollBy(0, button.getBoundingClientRect().top - before)
}

// A link to the page of an operation or object opens its row instead; a new tab still gets the page.
function followLink(event) {
  const link = event.target.closest('a[data-anchor], a[href^="#"]')
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  const hash = link.dataset.anchor ? `#${link.dataset.anchor}` : link.hash
  event.preventDefault()
  // The same address again is no change of address, but the row may be closed by now.
  if (location.hash === hash) showAddressed()
  else location.hash = hash
}

function showAddressed() {
  const anchor = decodeURIComponent(location.hash.slice(1))
  document.getElementById(anchor)?.scrollIntoView()
  openAnchor(anchor)
}

function onClick(event) {
  followLink(event)
  const button = event.target.closest('button')
  if (!button) return
  if (button.matches('.theme')) changeTheme()
  if (button.matches('.copy')) copyFrom(button)
  if (button.matches('.try')) openTryIt(button.closest('.inside'))
  if (button.matches('[data-language]')) chooseLanguage(button)
}

function onKey(event) {
  const isTyping = event.target.closest('input, textarea, select, dialog')
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  focusFilter()
}

document.addEventListener('click', onClick)
document.addEventListener('keydown', onKey)
document.addEventListener(
  'toggle',
  (event) => {
    const { target } = event
    if (!target.open) return
    if (target.dataset.unfold) unfold(target)
    if (target.matches('.op')) fillRow(target).then(nameLanguage)
  },
  true,
)
nameTheme()
darkSystem.addEventListener('change', nameTheme)
nameLanguage()
completeAddresses(document)
highlightInView(document)
startSidebar()
startTryIt()
addEventListener('hashchange', showAddressed)
if (location.hash) showAddressed()
