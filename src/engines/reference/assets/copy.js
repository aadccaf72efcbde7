// A self-hosted page is often on plain http, where the clipboard interface does not exist.
function copyBySelection(text) {
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'away'
  const host = document.querySelector('dialog[open]') ?? document.body
  host.append(area)
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

export async function copyFrom(button) {
  const shown = [...button.closest('.card').querySelectorAll('pre')].find((pre) => pre.offsetParent !== null)
  if (!shown) return
  const isDone = await copy(shown.textContent)
  button.focus()
  button.textContent = isDone ? 'Copied' : 'Select and copy by hand'
  setTimeout(() => {
    button.textContent = 'Copy'
  }, 1600)
}
