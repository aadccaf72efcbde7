import { render } from 'preact'
import type { Place } from './place.ts'
import { App } from './views/app.tsx'

const place = document.getElementById('editor')
if (place) {
  const { page = '' } = place.dataset
  const read: Place = JSON.parse(page)
  place.replaceChildren()
  render(<App place={read} />, place)
}
