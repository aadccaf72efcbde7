// The search dialog: a combobox whose list is filled while the reader types.
import { tell, tellLeaving } from './events.js'

// Sites at one address do not tell each other what was searched for.
const RECENT = `quire-searches ${document.querySelector('.brand')?.href}`
const MOST_RECENT = 6
const PAUSE = 120

export async function openFinder() {
  await loadStyles()
  const dialog = document.getElementById('page:search').content.firstElementChild.cloneNode(true)
  document.body.append(dialog)
  const input = dialog.querySelector('input')
  const list = dialog.querySelector('[role="listbox"]')
  const note = dialog.querySelector('.note')
  const status = dialog.querySelector('[role="status"]')
  const words = dialog.dataset
  let asked = new AbortController()
  let timer
  let answered
  let told

  /** What is being typed goes on behind its last letter; what stood there before is replaced. */
  function show(text, isTyped) {
    if (!dialog.open) dialog.showModal()
    if (text) input.value = text
    input.focus()
    if (!isTyped) input.select()
    update()
  }

  function update() {
    clearTimeout(timer)
    asked.abort()
    const query = input.value.trim()
    if (!query) return showStart()
    if (query === answered) return wait(false)
    wait(true)
    timer = setTimeout(() => ask(query), PAUSE)
  }

  /** What was found before stays until there is something else; where there is nothing, words say what goes on. */
  function wait(isBusy) {
    dialog.toggleAttribute('data-busy', isBusy)
    list.setAttribute('aria-busy', String(isBusy))
    if (!isBusy || options().some((entry) => entry.href)) return
    list.replaceChildren()
    note.replaceChildren(words.searching)
    status.textContent = words.searching
  }

  async function ask(query) {
    asked = new AbortController()
    const { signal } = asked
    try {
      const response = await fetch(`${words.answers}?q=${encodeURIComponent(query)}`, { signal })
      if (!response.ok) throw new Error(`${response.status}`)
      const { pages } = await response.json()
      if (!signal.aborted) showPages(query, pages)
    } catch {
      if (!signal.aborted) fill([], words.failed)
    }
  }

  function showPages(query, pages) {
    if (pages.length === 0) {
      fill(
        [],
        words.nothing.replace('%q', () => query),
        words.hint,
      )
    } else {
      fill(pages.map((page) => pageGroup(page, query)))
      status.textContent = words.found.replace('%q', () => query)
      choose(options()[0])
    }
    answered = query
  }

  function showStart() {
    const recent = recentSearches()
    if (recent.length === 0) return fill([], words.start)
    const head = make('div', { className: 'recent', role: 'presentation' }, make('span', {}, words.recent))
    const entries = recent.map((query) => option({ className: 'again' }, query))
    fill([head, make('div', { role: 'group', ariaLabel: words.recent }, ...entries)])
    const forget = make('button', { type: 'button' }, words.forget)
    forget.addEventListener('click', () => {
      keepSearches([])
      input.focus()
      showStart()
    })
    note.replaceChildren(forget)
  }

  function fill(groups, text = '', hint = '') {
    answered = undefined
    wait(false)
    list.replaceChildren(...groups)
    note.replaceChildren(text, ...(hint ? [make('small', {}, hint)] : []))
    status.textContent = text
    input.setAttribute('aria-expanded', String(groups.length > 0))
    for (const [index, entry] of options().entries()) entry.id = `found-${index}`
    choose(undefined)
  }

  function options() {
    return [...list.querySelectorAll('[role="option"]')]
  }

  function choose(entry) {
    list.querySelector('[aria-selected="true"]')?.setAttribute('aria-selected', 'false')
    entry?.setAttribute('aria-selected', 'true')
    entry?.scrollIntoView({ block: 'nearest' })
    if (entry) input.setAttribute('aria-activedescendant', entry.id)
    else input.removeAttribute('aria-activedescendant')
  }

  function move(step) {
    const entries = options()
    const at = entries.findIndex((entry) => entry.ariaSelected === 'true')
    const next = at < 0 && step < 0 ? entries.length - 1 : at + step
    choose(entries.at(next % (entries.length || 1)))
  }

  function onKey(event) {
    if (event.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      move(step)
    }
  }

  // Enter sends the form: to what is chosen, or to the page of results.
  function onSubmit(event) {
    remember(input.value.trim())
    const chosen = list.querySelector('[aria-selected="true"]')
    if (!chosen) return
    event.preventDefault()
    chosen.click()
  }

  function onClick(event) {
    if (event.target === dialog || event.target.closest('.close')) return dialog.close()
    const entry = event.target.closest('[role="option"]')
    if (!entry) return
    if (entry.classList.contains('again')) return show(entry.textContent)
    remember(input.value.trim())
    if (answered) tellLeaving({ type: 'search_open_result', query: answered })
    if (!event.metaKey && !event.ctrlKey && !event.shiftKey) dialog.close()
  }

  // In a search field Escape would first only empty it.
  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.isComposing) return
    event.preventDefault()
    dialog.close()
  })
  input.addEventListener('input', update)
  input.addEventListener('keydown', onKey)
  dialog.addEventListener('click', onClick)
  // What was typed on the way to a question is none.
  dialog.addEventListener('close', () => {
    asked.abort()
    // What was taken over from the field of the page is not wanted there a second time.
    for (const field of document.querySelectorAll(':is(.top, .drawer) .search input')) field.value = ''
    if (answered && answered !== told) tell({ type: 'search_type_query', query: answered }).catch(() => {})
    told = answered
  })
  dialog.querySelector('form').addEventListener('submit', onSubmit)
  return { show }
}

// Without them the dialog would open unstyled; if they do not come, it is better than none.
function loadStyles() {
  const link = make('link', { rel: 'stylesheet', href: new URL('finder.css', import.meta.url).href })
  return new Promise((done) => {
    link.addEventListener('load', done)
    link.addEventListener('error', done)
    document.head.append(link)
  })
}

function pageGroup({ title, href, section, sections }, query) {
  const page = option(
    { href },
    make('b', {}, ...marked(title, query)),
    ...(section ? [make('small', {}, section)] : []),
  )
  const parts = sections.map((part) => {
    const head = part.title ? [make('b', {}, ...marked(part.title, query))] : []
    return option(
      { href: part.href, className: 'part' },
      ...head,
      make('small', {}, ...marked(part.snippet, query)),
    )
  })
  return make('div', { role: 'group', ariaLabel: title }, page, ...parts)
}

// A link, so that it can be opened in a new tab; the focus stays in the field.
function option({ href, className = '' }, ...inside) {
  const entry = make(href ? 'a' : 'div', { role: 'option', className, ariaSelected: 'false' }, ...inside)
  if (href && /^(https?:|\/|\.|#|\?|[^:]*$)/i.test(href)) entry.href = href
  entry.tabIndex = -1
  return entry
}

function marked(text, query) {
  const words = query.split(/\s+/).filter((word) => word.length > 1)
  if (words.length === 0) return [text]
  const pattern = new RegExp(
    `(${words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|')})`,
    'iu',
  )
  return text.split(pattern).map((part, index) => (index % 2 ? make('mark', {}, part) : part))
}

function make(tag, properties, ...inside) {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...inside)
  return element
}

function recentSearches() {
  try {
    const kept = JSON.parse(localStorage.getItem(RECENT) ?? '[]')
    return Array.isArray(kept) ? kept.filter((query) => typeof query === 'string').slice(0, MOST_RECENT) : []
  } catch {
    return []
  }
}

function remember(query) {
  if (query)
    keepSearches([query, ...recentSearches().filter((other) => other !== query)].slice(0, MOST_RECENT))
}

function keepSearches(queries) {
  try {
    localStorage.setItem(RECENT, JSON.stringify(queries))
  } catch {}
}
