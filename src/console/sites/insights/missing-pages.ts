// Addresses at which visitors found nothing, and what leads there.
import { type Html, html } from '../../../engines/html/html.ts'
import type { SiteMissingPage } from '../../../rooms/sites/insights/schema-missing.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { organizationAt, siteAt } from '../../addresses.ts'

export function missingView(
  asked: OwnAsked,
  missing: readonly SiteMissingPage[],
  mayEdit: boolean,
  csv: Html,
): Html {
  const text = asked.words.sitePages.insights
  const { organizationId = '', siteId = '' } = asked.params
  const redirects = `${siteAt(organizationAt(organizationId), siteId)}/redirects`
  const row = ({ path, times, referrers }: SiteMissingPage) =>
    html`<tr><td><code dir="ltr">${path}</code>${referrers.length > 0 && html`<p class="quiet">${text.linkedFrom({ places: referrers.join(', ') })}</p>`}</td><td class="number">${times}</td>
    <td class="number">${mayEdit && html`<a class="button plain small" href="${redirects}?${new URLSearchParams({ source: path }).toString()}" aria-label="${text.redirect}: ${path}">${text.redirect}</a>`}</td></tr>`
  return html`<section class="panel"><div class="heading"><h2>${text.missing}</h2>${missing.length > 0 && csv}</div>${
    missing.length === 0
      ? html`<p class="quiet">${text.nothingMissing}</p>`
      : html`<p class="quiet">${text.missingText}</p><div class="wide"><table class="table"><tbody>${missing.slice(0, 20).map(row)}</tbody></table></div>`
  }</section>`
}
