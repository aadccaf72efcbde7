import { describe, expect, it } from 'vitest'
import { readXml } from '../../../../test/measures/xml.ts'
import { type Feed, feedText } from './feed-texts.ts'
import { sitemapText } from './machine-texts.ts'

const HOSTILE = '</title><script>&amp;<![CDATA[ ]]> "\' \u0000\u000b\ufffe \ud800 --> ünïcode 中'
const SHOWN = '</title><script>&amp;<![CDATA[ ]]> "\'  \ufffd --> ünïcode 中'

const feed: Feed = {
  title: HOSTILE,
  address: 'https://docs.example.org/?a=1&b=2',
  self: 'https://docs.example.org/rss.xml?a=1&b=2',
  language: 'pt-br',
  entries: [
    {
      id: 'https://docs.example.org/a',
      title: HOSTILE,
      address: 'https://docs.example.org/a?x=1&y=2',
      changedAt: '2026-02-01T10:00:00.000Z',
      text: HOSTILE,
      tags: [HOSTILE],
    },
    { id: 'b', title: 'B', address: 'https://docs.example.org/b', changedAt: '2026-03-01' },
  ],
}

describe('a feed', () => {
  it('is RSS that every program can read, whatever titles say', () => {
    const { texts, attributes } = readXml(feedText('rss', feed))
    expect(texts('title')).toEqual([SHOWN, SHOWN, 'B'])
    expect(texts('link')).toEqual([
      feed.address,
      'https://docs.example.org/a?x=1&y=2',
      'https://docs.example.org/b',
    ])
    expect(texts('category')).toEqual([SHOWN])
    expect(texts('pubDate')).toEqual(['Sun, 01 Feb 2026 10:00:00 GMT', 'Sun, 01 Mar 2026 00:00:00 GMT'])
    expect(texts('lastBuildDate')).toEqual(['Sun, 01 Mar 2026 00:00:00 GMT'])
    expect(attributes('atom:link', 'href')).toEqual([feed.self])
    expect(new Set(texts('guid')).size).toBe(2)
  })

  it('is Atom that every program can read, whatever titles say', () => {
    const { texts, attributes } = readXml(feedText('atom', feed))
    expect(texts('title')).toEqual([SHOWN, SHOWN, 'B'])
    expect(texts('updated')).toEqual([
      '2026-03-01T00:00:00.000Z',
      '2026-02-01T10:00:00.000Z',
      '2026-03-01T00:00:00.000Z',
    ])
    expect(attributes('category', 'term')).toEqual([SHOWN])
    expect(attributes('feed', 'xml:lang')).toEqual(['pt-br'])
  })

  it('of nothing is one all the same', () => {
    for (const kind of ['rss', 'atom'] as const)
      expect(readXml(feedText(kind, { ...feed, entries: [] })).texts('title')).toEqual([SHOWN])
  })
})

describe('a sitemap', () => {
  it('says where a page is in other languages', () => {
    const alternates = [
      { language: 'en', href: 'https://docs.example.org/a?b&c' },
      { language: 'x-default', href: 'https://docs.example.org/a?b&c' },
    ]
    const text = sitemapText([
      { address: 'https://docs.example.org/a?b&c', changedAt: '2026-02-01', alternates },
    ])
    const { texts, attributes } = readXml(text)
    expect(texts('loc')).toEqual(['https://docs.example.org/a?b&c'])
    expect(attributes('xhtml:link', 'hreflang')).toEqual(['en', 'x-default'])
    expect(attributes('xhtml:link', 'href')[0]).toBe('https://docs.example.org/a?b&c')
  })
})
