import { strengthOf, wordsOf } from './matching.js'

const sidebar = document.getElementById('sidebar')
const filter = document.getElementById('filter')
const count = document.getElementById('filter-count')
const menu = document.querySelector('.menu')
const content = document.getElementById('content')
const links = [...sidebar.querySelectorAll('nav a')]
const groups = [...sidebar.querySelectorAll('nav details')]
const openAtStart = new Set(groups.filter((group) => group.open))
const linkByAnchor = new Map(links.map((link) => [link.hash.slice(1), link]))

// What a row shows is searched at once; what is behind it once the index has come.
const shown = new Map(links.map((link) => [link, shownWords(link)]))
let behind = {}
let isAsked = false

function shownWords(link) {
  const path = document.querySelector(`#${CSS.escape(link.hash.slice(1))} > summary > code`)
  return `${link.textContent} ${path?.textContent ?? ''} ${link.hash}`.toLowerCase()
}

async function askForIndex() {
  if (isAsked) return
  isAsked = true
  try {
    const response = await fetch(filter.dataset.index)
    behind = await response.json()
    applyFilter()
  } catch {
    // Without it the filter looks at less; the next focus asks again.
    isAsked = false
  }
}

function applyFilter() {
  const words = wordsOf(filter.value)
  let found = 0
  for (const [link, text] of shown) {
    const strength = strengthOf(words, text, behind[link.hash.slice(1)] ?? '')
    const row = link.closest('li') ?? link
    row.hidden = strength === 0
    row.classList.toggle('weak', strength === 1)
    if (strength > 0) found += 1
  }
  for (const group of groups) {
    group.hidden = !group.querySelector('li:not([hidden])')
    group.open = words.length > 0 ? !group.hidden : openAtStart.has(group) || group === autoOpened
  }
  count.textContent = words.length > 0 ? foundWords(found) : ''
}

function foundWords(found) {
  if (found === 0) return 'Nothing matches'
  return found === 1 ? '1 match' : `${found} matches`
}

function shownLinks() {
  return links.filter((link) => link.checkVisibility())
}

function moveFocus(step) {
  const stops = [filter, ...shownLinks()]
  stops[stops.indexOf(document.activeElement) + step]?.focus()
}

let autoOpened = null
let current = null

export function markCurrent(anchor) {
  const link = linkByAnchor.get(anchor)
  if (!link || link === current) return
  current?.removeAttribute('aria-current')
  link.setAttribute('aria-current', 'location')
  current = link
  if (filter.value) return
  openGroupOf(link)
  // scrollIntoView would move the page too.
  const above = link.getBoundingClientRect().top - sidebar.getBoundingClientRect().top
  if (above < 140 || above > sidebar.clientHeight - 60) sidebar.scrollTop += above - sidebar.clientHeight / 2
}

function openGroupOf(link) {
  const group = link.closest('details')
  if (group === autoOpened) return
  if (autoOpened) autoOpened.open = false
  autoOpened = group && !group.open ? group : null
  if (autoOpened) autoOpened.open = true
}

function followReading() {
  const inView = new Set()
  const sections = [...linkByAnchor.keys()].map((anchor) => document.getElementById(anchor)).filter(Boolean)
  const observer = new IntersectionObserver(
    (seen) => {
      for (const { isIntersecting, target } of seen) {
        if (isIntersecting) inView.add(target)
        else inView.delete(target)
      }
      const first = sections.find((section) => inView.has(section))
      if (first) markCurrent(first.id)
    },
    { rootMargin: '-15% 0px -70% 0px' },
  )
  for (const section of sections) observer.observe(section)
}

function showMenu(isOpen) {
  document.body.classList.toggle('menu-open', isOpen)
  menu.setAttribute('aria-expanded', String(isOpen))
  content.inert = isOpen
  if (isOpen) filter.focus()
}

function onKey(event) {
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault()
    moveFocus(event.key === 'ArrowDown' ? 1 : -1)
  }
  if (event.key === 'Enter' && event.target === filter) shownLinks()[0]?.click()
}

// Heard everywhere: after a jump to an operation the focus is no longer in the sidebar.
function onEscape(event) {
  if (event.key !== 'Escape' || event.target.closest('dialog')) return
  if (filter.value) {
    filter.value = ''
    applyFilter()
    filter.focus()
    return
  }
  if (document.body.classList.contains('menu-open')) {
    showMenu(false)
    menu.focus()
  }
}

export function focusFilter() {
  if (menu.checkVisibility()) showMenu(true)
  filter.focus()
  filter.select()
}

export function startSidebar() {
  filter.addEventListener('input', applyFilter)
  filter.addEventListener('focus', askForIndex)
  sidebar.addEventListener('keydown', onKey)
  document.addEventListener('keydown', onEscape)
  sidebar.addEventListener('click', (event) => {
    if (event.target.closest('a')) showMenu(false)
  })
  menu.addEventListener('click', () => showMenu(!document.body.classList.contains('menu-open')))
  document.addEventListener('click', (event) => {
    if (!event.target.closest('.sidebar, .menu')) showMenu(false)
  })
  followReading()
}
