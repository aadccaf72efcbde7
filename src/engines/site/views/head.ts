import type { Html } from '../../html/html.ts'
import { alreadyHtml, html } from '../../html/html.ts'
import { hexColor, textOn } from '../look/colors.ts'
import { OTHER_LETTERS } from '../look/fonts.ts'
import { firstFontFile, otherLetters } from '../look/look.ts'
import { stylesFor } from '../look/page-styles.ts'
import type { Look, PageModel, SiteModel } from '../model.ts'
import { imageAddress, safeAddress } from '../safe-address.ts'
import { emojiText } from './sign.ts'

// Before the first paint, so that the theme of the system, a chosen theme or a closed announcement never flashes. `toggle` is on the root only
// where readers may choose. It is the same text on every page: a policy can allow it by its hash instead of a nonce.
export const FIRST_SCRIPT =
  "(d=>{let e=d.dataset,t;d.classList.add('js');try{let s=localStorage;t=s.getItem('quire-theme');if(e.announcement&&s.getItem('quire-closed')===e.announcement)d.classList.add('closed')}catch{}if('toggle'in e&&/^(light|dark)$/.test(t))e.theme=t;else if(e.theme=='system')e.follows='',e.theme=matchMedia('(prefers-color-scheme:dark)').matches?'dark':'light'})(document.documentElement)"

export type HtmlHead = {
  title: string
  description?: string
  nonce?: string
  rest?: Html
  /** Pages that are no content: never in a search engine. */
  noIndex: boolean
}

/** `own`: what of its body others do not have; it decides on the styles. */
export function headView(
  site: SiteModel,
  style: string,
  own: Html,
  { title, description, nonce, rest, noIndex }: HtmlHead,
) {
  const noncePart = nonce !== undefined && html` nonce="${nonce}"`
  return html`<head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    ${description && html`<meta name="description" content="${description}">`}
    ${noIndex && html`<meta name="robots" content="noindex">`}
    ${firstScript(site, noncePart)}
    ${fontLinks(site, own)}
    ${stylesFor(own.text, site.assets.styles).map((href) => html`<link rel="stylesheet" href="${href}">`)}
    ${lookSheet(site, style, noncePart)}
    ${faviconView(site)}
    ${rest}
    <script type="module" src="${site.assets.script}"></script>
    </head>`
}

function firstScript({ assets: { apart } }: SiteModel, nonce: Html | false): Html {
  return apart
    ? html`<script src="${apart.script}"></script>`
    : html`<script${nonce}>${alreadyHtml(FIRST_SCRIPT)}</script>`
}

function lookSheet({ assets: { apart } }: SiteModel, style: string, nonce: Html | false): Html {
  return apart
    ? html`<link rel="stylesheet" href="${apart.style}">`
    : html`<style${nonce}>${alreadyHtml(style)}</style>`
}

/** The font is requested with the styles, before the browser knows that a word needs it. */
function fontLinks({ look, assets }: SiteModel, own: Html): Html {
  const first = firstFontFile(look)
  const others = OTHER_LETTERS.test(own.text) ? otherLetters(look) : []
  return html`${first && html`<link rel="preload" href="${assets.folder}${first}" as="font" type="font/woff2" crossorigin>`}
    ${others.map((name) => html`<link rel="stylesheet" href="${assets.folder}${name}">`)}`
}

/** What search engines and those who show a card of the page want to know. */
export function aboutPage(site: SiteModel, page: PageModel): Html {
  const { canonical, alternates, feeds, trail } = page.head
  const image = imageOf(site, page)
  return html`${canonical && html`<link rel="canonical" href="${safeAddress(canonical)}"><meta property="og:url" content="${canonical}">`}
    ${alternates.map(({ language, href }) => html`<link rel="alternate"${language && html` hreflang="${language}"`} href="${safeAddress(href)}">`)}
    ${page.actions.markdown && html`<link rel="alternate" type="text/markdown" href="${safeAddress(page.actions.markdown)}">`}
    ${feeds?.map(({ title, href, type }) => html`<link rel="alternate" type="${type}" title="${title}" href="${safeAddress(href)}">`)}
    <meta property="og:type" content="article">
    <meta property="og:site_name" content="${site.title}">
    <meta property="og:title" content="${page.title}">
    ${page.description && html`<meta property="og:description" content="${page.description}">`}
    ${image && html`<meta property="og:image" content="${image.href}">${image.size}<meta property="og:image:alt" content="${image.alt}">`}
    ${canonical && twitterCard(page, image)}
    ${trail && trail.length > 0 && jsonLd(breadcrumbList(trail))}
    ${page.previous && html`<link rel="prev" href="${safeAddress(page.previous.href)}">`}
    ${page.next && html`<link rel="next" href="${safeAddress(page.next.href)}">`}`
}

type CardImage = { href: string; size: Html | undefined; alt: string }

/** How large a picture is that somebody named, nobody here knows. */
function imageOf({ look, title }: SiteModel, page: PageModel): CardImage | undefined {
  const named = imageAddress(look.socialPreview.url)
  const { image } = page.head
  const href = named ?? imageAddress(image?.href)
  if (href === undefined) return
  const size =
    named === undefined && image
      ? html`<meta property="og:image:width" content="${image.width}"><meta property="og:image:height" content="${image.height}">`
      : undefined
  return { href, size, alt: page.title === title ? title : `${page.title} | ${title}` }
}

function twitterCard({ title, description }: PageModel, image: CardImage | undefined): Html {
  return html`<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}">
    <meta name="twitter:title" content="${title}">
    ${description && html`<meta name="twitter:description" content="${description}">`}
    ${image && html`<meta name="twitter:image" content="${image.href}"><meta name="twitter:image:alt" content="${image.alt}">`}`
}

function breadcrumbList(trail: readonly { title: string; href?: string }[]) {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ title, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      ...(safeAddress(href) && { item: href }),
    })),
  }
}

/** A browser looks for `</script` and `<!--` in it before it knows that it is JSON. */
export function jsonLd(value: unknown): Html {
  const text = JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
  return html`<script type="application/ld+json">${alreadyHtml(text)}</script>`
}

function faviconView({ look, title }: SiteModel): Html {
  const { favicon } = look
  if ('icon' in favicon) {
    const { light, dark } = favicon.icon
    return html`<link rel="icon" href="${imageAddress(light)}" media="(prefers-color-scheme: light)">
      <link rel="icon" href="${imageAddress(dark)}" media="(prefers-color-scheme: dark)">`
  }
  const drawing = 'emoji' in favicon ? emojiDrawing(emojiText(favicon.emoji)) : initialDrawing(title, look)
  return html`<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(drawing.text)}">`
}

function emojiDrawing(emoji: string): Html {
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><text y="26" font-size="27">${emoji}</text></svg>`
}

function initialDrawing(title: string, look: Look): Html {
  const color = hexColor(look.styling.primaryColor.light) ?? '#2f5fd0'
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${color}"/><text x="16" y="22.5" text-anchor="middle" font-family="system-ui" font-weight="700" font-size="19" fill="${textOn(color)}">${initialOf(title)}</text></svg>`
}

export function initialOf(title: string): string {
  return [...title.trim()][0]?.toUpperCase() ?? ''
}
