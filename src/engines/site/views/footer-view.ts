import type { Html } from '../../html/html.ts'
import { html } from '../../html/html.ts'
import type { Words } from '../languages/words.ts'
import type { SiteModel } from '../model.ts'
import { linkView, themedImage } from './link-view.ts'

export function footerView(site: SiteModel, words: Words): Html | false {
  const { footer, privacyPolicy, trademark } = site.look
  const logo = footer.logo && themedImage(footer.logo, { alt: site.title, className: 'logo' })
  const line = footer.copyright || privacyPolicy.url || trademark.enabled
  if (!logo && site.footerGroups.length === 0 && !line) return false
  return html`<footer class="bottom"><div>
    ${logo}
    ${site.footerGroups.length > 0 && html`<div class="footer-groups">${site.footerGroups.map(({ title, links }) => html`<section><h2>${title}</h2><ul>${links.map((link) => html`<li>${linkView(site, { href: link.href }, link.title)}</li>`)}</ul></section>`)}</div>`}
    ${line && html`<div class="small-print">${footer.copyright && html`<p>${footer.copyright}</p>`}${privacyPolicy.url && html`<p>${linkView(site, { href: privacyPolicy.url }, words.privacy)}</p>`}${trademark.enabled && html`<p class="trademark">${words.madeWith}</p>`}</div>`}
    </div></footer>`
}
