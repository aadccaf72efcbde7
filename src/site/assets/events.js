// What readers tell of a page: whether it helped, and what they looked for. It is counted, and nothing of it kept.
export async function tell(event) {
  const { proof } = document.body.dataset
  if (!proof) return
  const body = JSON.stringify({ proof, language: navigator.language, ...event })
  const headers = { 'content-type': 'application/json' }
  // Goes out also when the reader leaves the page by it.
  const response = await fetch('/~events', { method: 'POST', headers, body, keepalive: true })
  if (!response.ok) throw new Error(`${response.status}`)
}

export function startFeedback() {
  const box = document.querySelector('.feedback')
  box?.addEventListener('click', async ({ target }) => {
    const button = target.closest('[data-rating]')
    if (!button || box.querySelector('[aria-pressed]')) return
    button.ariaPressed = 'true'
    const status = box.querySelector('[role="status"]')
    try {
      await tell({ type: 'page_post_feedback', rating: button.dataset.rating })
      status.textContent = status.dataset.thanks
    } catch {
      button.ariaPressed = null
    }
  })
}
