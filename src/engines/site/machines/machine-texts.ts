// Texts for programs that read a site.
import { html } from '../../html/html.ts'

type Entry = {
  address: string
  changedAt: string
  /** The same in other languages, itself included. */
  alternates?: readonly { language: string; href: string }[]
}

export function sitemapText(entries: readonly Entry[]): string {
  return html`<?xml version="1.0" encoding="UTF-8"?>
    <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
    ${entries.map(({ address, changedAt, alternates }) => html`<url><loc>${address}</loc><lastmod>${changedAt}</lastmod>${alternates?.map(({ language, href }) => html`<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`)}</url>`)}
    </urlset>`.text
}

export function sitemapIndex(addresses: readonly string[]): string {
  return html`<?xml version="1.0" encoding="UTF-8"?>
    <sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
    ${addresses.map((address) => html`<sitemap><loc>${address}</loc></sitemap>`)}
    </sitemapindex>`.text
}

/** Without a sitemap, nothing is to be found. */
export function robotsText(sitemap: string | undefined): string {
  return sitemap ? `User-agent: *\nAllow: /\n\nSitemap: ${sitemap}\n` : 'User-agent: *\nDisallow: /\n'
}

type Listed = { title: string; address: string; description?: string }

/** As llmstxt.org has it: titles, addresses and what is there, in Markdown. */
export function llmsText(
  title: string,
  parts: readonly { title: string; pages: readonly Listed[] }[],
): string {
  const lines = [`# ${oneLine(title)}`]
  for (const part of parts) {
    lines.push('', `## ${oneLine(part.title)}`, '')
    for (const { title, address, description } of part.pages)
      lines.push(`- [${linkText(title)}](${address})${description ? `: ${oneLine(description)}` : ''}`)
  }
  return `${lines.join('\n')}\n`
}

function linkText(text: string) {
  return oneLine(text).replaceAll(/[\\[\]]/g, '\\$&')
}

function oneLine(text: string) {
  return text.replaceAll(/\s+/g, ' ').trim()
}
