// What a review page does beside its links and forms: keys, comments in place, names to mention, and whether it is out of
// date. Everything that it asks is a link or a form of the page, or an operation.

import { placeForms } from './in-place.ts'
import { stepByKeys } from './keys.ts'
import { completeNames } from './mentions.ts'
import { watchRequest } from './out-of-date.ts'
import { chooseOwnText } from './own-text.ts'
import { type Place, quoteSelection } from './place.ts'

chooseOwnText()
const page = document.querySelector<HTMLElement>('[data-review]')
if (page) {
  const place: Place = JSON.parse(page.dataset.review ?? '{}')
  for (const part of document.querySelectorAll<HTMLElement>('[data-needs-script]')) part.hidden = false
  placeForms()
  stepByKeys()
  quoteSelection(place)
  completeNames(place)
  watchRequest(place)
}
