import { type Html, html } from '../../../engines/html/html.ts'
import type { Site } from '../../../rooms/sites/sites/schema.ts'
import type { ConsoleWords } from '../../words/catalog.ts'

export const VISIBILITIES = ['public', 'unlisted', 'share-link', 'visitor-auth'] as const

/** Who can read a site, in words. */
export function visibilityView({ site }: ConsoleWords, chosen: Site['visibility']): Html {
  return html`<div class="field"><label for="visibility">${site.visibility}</label><select id="visibility" name="visibility">${VISIBILITIES.map(
    (value) =>
      html`<option value="${value}"${value === chosen && html` selected`}>${site.visibilities[value]}</option>`,
  )}</select></div>`
}
