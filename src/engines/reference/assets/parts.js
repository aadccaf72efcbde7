import { highlightInView } from './highlight.js'

// What is behind a row is a page of its own. It is fetched when the row is opened, and kept.
const pages = new Map()

async function fetchInside(address) {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`)
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  return page.querySelector('.inside')
}

function insideOf(address) {
  const known = pages.get(address)
  if (known) return known
  const asked = fetchInside(address)
  pages.set(address, asked)
  // What failed may be asked for again.
  asked.catch(() => pages.delete(address))
  return asked
}

// A document may give a base address without a host; samples are for other places, so they need one.
export function completeAddresses(root) {
  const base = document.querySelector('[data-base]')
  if (!base.dataset.base.startsWith('/') && base.dataset.base !== '') return
  base.textContent = location.origin + base.dataset.base
  for (const slot of root.querySelectorAll('[data-slot="url"]')) slot.prepend(location.origin)
}

function showFailure(place, error) {
  place.querySelector('.note')?.remove()
  const note = document.createElement('p')
  note.className = 'note'
  note.textContent = `This part could not be loaded (${error.message}). Close and open it to try again.`
  place.append(note)
}

/** Fills an opened row. Resolves when all of it stands there. */
export async function fillRow(row) {
  const link = row.querySelector(':scope > .behind > a')
  if (!link) return
  try {
    const inside = (await insideOf(link.href)).cloneNode(true)
    // Opened twice at the same time: the first one filled it.
    if (!link.isConnected) return
    completeAddresses(inside)
    row.querySelector(':scope > .note')?.remove()
    link.parentElement.replaceWith(inside)
    highlightInView(inside)
  } catch (error) {
    showFailure(row, error)
  }
}

export async function unfold(details) {
  if (details.querySelector('.fields')) return
  try {
    const tree = (await insideOf(details.dataset.unfold)).querySelector('.doc > .fields')
    if (tree && !details.querySelector('.fields')) details.append(tree.cloneNode(true))
  } catch (error) {
    showFailure(details, error)
  }
}

/** Opens the row that an anchor names, and brings it to the reader once its height is known. */
export async function openAnchor(anchor) {
  const row = document.getElementById(anchor)
  if (!row?.matches('details.op')) return
  row.open = true
  await fillRow(row)
  row.scrollIntoView()
}
