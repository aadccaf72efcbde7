// RSS 2.0 and Atom of what changed, for those who follow a site or a page.
import { type Html, html } from '../../html/html.ts'

export type FeedKind = 'rss' | 'atom'

export type Feed = {
  title: string
  /** Where people read it. */
  address: string
  /** Where the feed itself is. */
  self: string
  language?: string
  entries: readonly FeedEntry[]
}

export type FeedEntry = {
  /** Of what it tells: two entries of one feed never have the same. */
  id: string
  title: string
  address: string
  /** As an ISO date. */
  changedAt: string
  text?: string
  tags?: readonly string[]
}

export const FEED_FILES: Record<FeedKind, string> = { rss: 'rss.xml', atom: 'atom.xml' }

export function feedText(kind: FeedKind, feed: Feed): string {
  return kind === 'rss' ? rssText(feed) : atomText(feed)
}

function rssText({ title, address, self, language, entries }: Feed): string {
  return html`<?xml version="1.0" encoding="UTF-8"?>
    <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
    <title>${legal(title)}</title><link>${address}</link><description>${legal(title)}</description>
    ${language && html`<language>${legal(language)}</language>`}
    ${entries[0] && html`<lastBuildDate>${rssDate(newest(entries))}</lastBuildDate>`}
    <atom:link href="${self}" rel="self" type="application/rss+xml"/>
    ${entries.map(rssItem)}
    </channel></rss>`.text
}

// Programs that read RSS show an entry anew when its id is new, whatever its date says.
function rssItem({ id, title, address, changedAt, text, tags = [] }: FeedEntry): Html {
  return html`<item>
    <title>${legal(title)}</title><link>${address}</link>
    <guid isPermaLink="false">${legal(`${id} ${changedAt}`)}</guid><pubDate>${rssDate(changedAt)}</pubDate>
    ${tags.map((tag) => html`<category>${legal(tag)}</category>`)}
    ${text && html`<description>${legal(text)}</description>`}
    </item>`
}

function atomText({ title, address, self, language, entries }: Feed): string {
  return html`<?xml version="1.0" encoding="UTF-8"?>
    <feed xmlns="http://www.w3.org/2005/Atom"${language && html` xml:lang="${legal(language)}"`}>
    <title>${legal(title)}</title><id>${self}</id>
    <link href="${address}"/><link rel="self" type="application/atom+xml" href="${self}"/>
    <updated>${newest(entries)}</updated><author><name>${legal(title)}</name></author>
    ${entries.map(atomEntry)}
    </feed>`.text
}

function atomEntry({ id, title, address, changedAt, text, tags = [] }: FeedEntry): Html {
  return html`<entry>
    <title>${legal(title)}</title><id>${legal(id)}</id><link href="${address}"/><updated>${isoDate(changedAt)}</updated>
    ${tags.map((tag) => html`<category term="${legal(tag)}"/>`)}
    ${text && html`<summary>${legal(text)}</summary>`}
    </entry>`
}

/** Of a feed that has none, long ago: it must say something. */
function newest(entries: readonly FeedEntry[]): string {
  return entries.reduce(
    (last, { changedAt }) => (isoDate(changedAt) > last ? isoDate(changedAt) : last),
    EPOCH,
  )
}

const EPOCH = '1970-01-01T00:00:00.000Z'

function isoDate(date: string) {
  return new Date(date).toISOString()
}

function rssDate(date: string) {
  return new Date(date).toUTCString()
}

/** Characters that no XML may have, not even as entities. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const ILLEGAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

function legal(text: string) {
  return text.toWellFormed().replace(ILLEGAL, '')
}
