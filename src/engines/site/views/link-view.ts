import type { Html, HtmlPiece } from '../../html/html.ts'
import { html } from '../../html/html.ts'
import type { SiteModel } from '../model.ts'
import { imageAddress, leadsOut, safeAddress } from '../safe-address.ts'

type LinkOptions = { href: string | undefined; className?: string; isCurrent?: boolean }

/** A link, or its text alone where the address is not one to follow. */
export function linkView(
  site: SiteModel,
  { href, className, isCurrent }: LinkOptions,
  inside: HtmlPiece,
): Html {
  const address = safeAddress(href)
  const classPart = className && html` class="${className}"`
  if (address === undefined) return html`<span${classPart}>${inside}</span>`
  const isOut = leadsOut(address)
  const isBlank = isOut && site.look.externalLinks.target === 'blank'
  return html`<a${classPart} href="${address}"${isBlank && html` target="_blank"`}${isOut && html` rel="noopener"`}${isCurrent && html` aria-current="true"`}>${inside}</a>`
}

/** An image that may have another one in the dark. Lazy, so that only the one that is shown is fetched. */
export function themedImage(
  { light, dark }: { light: string; dark?: string },
  { alt, className }: { alt: string; className: string },
): Html | false {
  const [first, second] = [imageAddress(light), imageAddress(dark)]
  if (!first) return false
  if (!second || second === first) return html`<img class="${className}" src="${first}" alt="${alt}">`
  return html`<img class="${className} on-light" src="${first}" alt="${alt}" loading="lazy"><img class="${className} on-dark" src="${second}" alt="${alt}" loading="lazy">`
}
