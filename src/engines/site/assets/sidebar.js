const sidebar = document.getElementById('page:sidebar')

// The list keeps its place from page to page, unless the current page would then be out of sight.
function keepPlace() {
  const name = `quire-scroll ${document.querySelector('.brand')?.href}`
  try {
    sidebar.scrollTop = Number(sessionStorage.getItem(name))
    addEventListener('pagehide', () => sessionStorage.setItem(name, sidebar.scrollTop))
  } catch {}
  showCurrent()
}

function showCurrent() {
  const current = sidebar.querySelector('.tree [aria-current]')
  if (!current) return
  // scrollIntoView would move the page too.
  const above = current.getBoundingClientRect().top - sidebar.getBoundingClientRect().top
  if (above < 24 || above > sidebar.clientHeight - 64) sidebar.scrollTop += above - sidebar.clientHeight / 3
}

async function bring(address) {
  const response = await fetch(address, { headers: { accept: 'text/html' } })
  if (!response.ok) throw new Error(`${response.status}`)
  const template = document.createElement('template')
  template.innerHTML = await response.text()
  return template.content
}

// `toggle` does not bubble.
async function onToggle(event) {
  const branch = event.target
  const { branch: address } = branch.dataset
  if (!branch.open || !address) return
  delete branch.dataset.branch
  try {
    branch.querySelector('ul').replaceChildren(await bring(address))
  } catch {
    branch.dataset.branch = address
    branch.open = false
  }
}

async function onMore(event) {
  const link = event.target.closest('[data-more]')
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  try {
    const entries = await bring(link.dataset.more)
    const first = entries.querySelector('a')
    link.closest('li').replaceWith(entries)
    first?.focus({ preventScroll: true })
  } catch {
    location.href = link.href
  }
}

export function startSidebar() {
  if (!sidebar) return
  keepPlace()
  sidebar.addEventListener('toggle', onToggle, true)
  sidebar.addEventListener('click', onMore)
  sidebar.addEventListener('toggle', (event) => {
    if (event.target === sidebar && event.newState === 'open') showCurrent()
  })
  // As a drawer it lies over the page; a window that grows has room for it.
  matchMedia('(min-width: 60.01rem)').addEventListener('change', () => {
    if (sidebar.matches(':popover-open')) sidebar.hidePopover()
  })
}
