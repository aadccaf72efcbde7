// What readers tell of a page: whether it helped, what they looked for, where they went. It is counted, and nothing of
// it kept.
export async function tell(event) {
  const body = bodyOf(event)
  if (!body) return
  const headers = { 'content-type': 'application/json' }
  // Goes out also when the reader leaves the page by it.
  const response = await fetch('/~events', { method: 'POST', headers, body, keepalive: true })
  if (!response.ok) throw new Error(`${response.status}`)
}

export async function rate(button) {
  const box = button.closest('.feedback')
  if (box.querySelector('[aria-pressed]')) return
  button.ariaPressed = 'true'
  const status = box.querySelector('[role="status"]')
  try {
    await tell({ type: 'page_post_feedback', rating: button.dataset.rating })
    status.textContent = status.dataset.thanks
  } catch {
    button.ariaPressed = null
  }
}

// On the way to another page nobody waits for an answer.
export function tellLeaving(event) {
  const body = bodyOf(event)
  if (body) navigator.sendBeacon?.('/~events', new Blob([body], { type: 'application/json' }))
}

function bodyOf(event) {
  const { proof } = document.body.dataset
  return proof && JSON.stringify({ proof, language: navigator.language, ...event })
}
