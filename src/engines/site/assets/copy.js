import { markdownOf } from './shown-markdown.js'

// A self-hosted page is often on plain http, where the clipboard interface does not exist.
function copyBySelection(text) {
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'away'
  document.body.append(area)
  area.select()
  const isDone = document.execCommand('copy')
  area.remove()
  return isDone
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

async function pageText(address) {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${response.status}`)
  return response.text()
}

function textBeside(button) {
  const from = button.closest('[data-copy-from]')?.querySelector('code, [data-copied]')
  if (!from) return ''
  return from.matches('code') ? from.textContent : markdownOf(from)
}

function say(button, isDone) {
  const { copied, copyFailed } = document.body.dataset
  const words = isDone ? copied : copyFailed
  const label = button.querySelector('span')
  const [was, name] = [label?.textContent, button.getAttribute('aria-label')]
  button.classList.add(isDone ? 'is-done' : 'has-failed')
  if (label) label.textContent = words
  else button.setAttribute('aria-label', words)
  setTimeout(() => {
    button.classList.remove('is-done', 'has-failed')
    if (label) label.textContent = was
    else button.setAttribute('aria-label', name)
  }, 1600)
}

export async function onCopy(button) {
  if (button.matches('.is-done, .has-failed')) return
  const page = button.dataset.copyPage
  try {
    const isDone = await copy(page ? await pageText(page) : textBeside(button))
    button.focus()
    say(button, isDone)
  } catch {
    say(button, false)
  }
}
