// The site itself in a frame, at the width of a phone, a tablet or a desktop, in one theme, for one visitor.
import { type Html, html } from '../../../engines/html/html.ts'
import type { SiteCustomizationSettings } from '../../../rooms/sites/customization/schema.ts'
import type { Site } from '../../../rooms/sites/sites/schema.ts'
import type { SiteView } from '../../../site-server/preview/site-view.ts'
import { VIEW, viewCode } from '../../../site-server/preview/site-view.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { pathOf } from '../../addresses.ts'

const WIDTHS = ['desktop', 'tablet', 'phone'] as const
const THEMES = ['light', 'dark'] as const

export function viewAddress(site: Site, view: SiteView): string {
  return `${pathOf(site.urls.app)}/${VIEW}/${viewCode(view)}`
}

/** What is chosen is in the address of the page, so that it works without script. */
export function previewView(
  { words, url }: OwnAsked,
  site: Site,
  { themes }: SiteCustomizationSettings,
  shown: { siteSpace?: string; path: string } = { path: '' },
): Html {
  const { look } = words.sitePages
  const { siteSpace, path } = shown
  const width = WIDTHS.find((known) => known === url.searchParams.get('width')) ?? 'desktop'
  const first = themes.default === 'dark' ? 'dark' : 'light'
  const theme = THEMES.find((known) => known === url.searchParams.get('theme')) ?? first
  const link = (name: 'width' | 'theme', value: string, label: string, isCurrent: boolean) =>
    html`<li><a href="?${new URLSearchParams({ width, theme, [name]: value }).toString()}" data-${name}="${value}"${isCurrent && html` aria-current="true"`}>${label}</a></li>`
  return html`<section class="preview-side" aria-label="${look.preview}"><div class="filters preview-choices">
    <ul>${WIDTHS.map((value) => link('width', value, look.widths[value], value === width))}</ul><ul>${THEMES.map((value) => link('theme', value, look.options[value], value === theme))}</ul></div>
    <div class="device ${width}"><iframe title="${look.preview}" src="${viewAddress(site, { theme, siteSpace })}${path}"${siteSpace && html` data-space="${siteSpace}"`} data-path="${path}" data-base="${pathOf(site.urls.app)}/${VIEW}/" data-shown="${theme}"></iframe></div></section>`
}
