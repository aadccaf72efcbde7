import { copyFrom } from './copy.js'
import { highlightInView } from './highlight.js'
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

function unfold(details) {
  const tree = document.querySelector(`#${CSS.escape(details.dataset.unfold)} .doc > .tree`)
  if (!tree || details.querySelector('.tree')) return
  details.append(tree.cloneNode(true))
}

// A document may give a base address without a host; samples are for other places, so they need one.
function completeAddresses() {
  const base = document.querySelector('[data-base]')
  if (!base.dataset.base.startsWith('/') && base.dataset.base !== '') return
  base.textContent = location.origin + base.dataset.base
  for (const slot of document.querySelectorAll('[data-slot="url"]')) slot.prepend(location.origin)
}

function onClick(event) {
  const button = event.target.closest('button')
  if (!button) return
  if (button.matches('.theme')) changeTheme()
  if (button.matches('.copy')) copyFrom(button)
  if (button.matches('.try')) openTryIt(button.closest('.op'))
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
    if (event.target.open && event.target.dataset.unfold) unfold(event.target)
  },
  true,
)
nameTheme()
darkSystem.addEventListener('change', nameTheme)
if (root.dataset.language === 'script') showLanguage('script')
completeAddresses()
highlightInView(document)
startSidebar()
startTryIt()
