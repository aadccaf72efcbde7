import { parseDocument } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { pageEntry, sampleSite } from '../../../../test/drawn/site-model.ts'
import type { NavigationEntry } from '../model.ts'
import { branchOf, type Navigation, navigationAt, openNavigation, TOP } from './navigation.ts'

const site = sampleSite()
const group = (id: string, children: NavigationEntry[]): NavigationEntry => {
  return {
    id,
    kind: 'group',
    title: `Group ${id}`,
    href: () => children[0]?.href(),
    children: () => children,
  }
}
const small = [
  pageEntry('a', [pageEntry('a1', [pageEntry('a11')]), pageEntry('a2')]),
  group('g', [pageEntry('g1', [pageEntry('g11')])]),
  { id: 'l', kind: 'link' as const, title: 'Status', href: () => 'https://status.example.org' },
]
/** 100 branches of 10 of 10. */
const large = range(100).map((one) =>
  pageEntry(
    `p${one}`,
    range(10).map((two) =>
      pageEntry(
        `p${one}-${two}`,
        range(10).map((three) => pageEntry(`p${one}-${two}-${three}`)),
      ),
    ),
  ),
)

describe('the navigation of a site', () => {
  it('marks the current page and opens what is above it, and nothing else', () => {
    const text = navigationAt(openNavigation(small, site), ['a', 'a1', 'a11']).text
    expect(text.match(/aria-current="page"/g)).toHaveLength(1)
    expect(text).toContain('<a href="/sites/beacon/a11" aria-current="page">')
    expect(text.match(/<details open>/g)).toHaveLength(2)
    expect(text.match(/<details>/g)).toHaveLength(1)
  })

  it('has every page, as a link that needs no script', () => {
    const text = navigationAt(openNavigation(small, site), ['a']).text
    for (const id of ['a', 'a1', 'a11', 'a2', 'g1', 'g11'])
      expect(text).toContain(`href="/sites/beacon/${id}"`)
    expect(text).toContain('<p><span>Group g</span></p>')
  })

  it('marks nothing for a page that is not in it', () => {
    const text = navigationAt(openNavigation(small, site), ['a', 'hidden']).text
    expect(text).not.toContain('aria-current')
    expect(text).not.toContain(' open')
  })

  it('is balanced HTML, whatever is open', () => {
    const navigation = openNavigation(small, site)
    const ways = [['a'], ['a', 'a1', 'a11'], ['g', 'g1', 'g11'], ['none']]
    for (const way of ways) expectBalanced(navigationAt(navigation, way).text)
    expectBalanced(navigationAt(openNavigation(large, site), ['p50', 'p50-5', 'p50-5-5']).text)
  })

  it('escapes titles, and writes no address that would run', () => {
    const entries: NavigationEntry[] = [
      { id: 'x', kind: 'page', title: '<img src=x onerror=alert(1)>', href: () => '/x"><script>' },
      { id: 'y', kind: 'link', title: 'Run', href: () => 'java\nscript:alert(1)' },
    ]
    const text = navigationAt(openNavigation(entries, site), ['x']).text
    expect(text).not.toMatch(/<img|<script|javascript|java\nscript/)
    expect(text).toContain('<p><span>Run</span></p>')
  })

  it('of 10,000 pages a view has the open branch and what is beside it', () => {
    const text = navigationAt(openNavigation(large, site), ['p50', 'p50-5', 'p50-5-5']).text
    expect(text.length).toBeLessThan(40_000)
    expect(text).toContain('<a href="/sites/beacon/p50-5-5" aria-current="page">')
    expect(text.match(/<details open>/g)).toHaveLength(2)
    expect(text).toContain('href="/sites/beacon/p0"')
    expect(text).toContain('data-branch="/sites/beacon/~navigation/p0"')
    expect(text).not.toContain('href="/sites/beacon/p0-0"')
  })

  it('brings the rest of 10,000 pages branch by branch', () => {
    expect(everythingReached(openNavigation(large, site)).size).toBe(100 + 1000 + 10_000)
  })

  it('of 10,000 pages in one level a view has those around the current one, and links to the rest', () => {
    const flat = openNavigation(
      range(10_000).map((index) => pageEntry(`p${index}`)),
      site,
    )
    const text = navigationAt(flat, ['p5000']).text
    expect(text.length).toBeLessThan(20_000)
    expect(text).toContain('href="/sites/beacon/p5000" aria-current="page"')
    expect(text).toContain('href="/sites/beacon/p4999"')
    expect(text).toContain('data-more="/sites/beacon/~navigation/top?from=0&amp;to=4950"')
    expect(text).toContain('<a href="/sites/beacon/p5050" data-more=')
    expect(everythingReached(flat).size).toBe(10_000)
  })

  it('a closed group of a large site leads to its first page', () => {
    const groups = range(40).map((one) =>
      group(
        `g${one}`,
        range(50).map((two) => pageEntry(`g${one}-${two}`)),
      ),
    )
    const text = navigationAt(openNavigation(groups, site), ['g7', 'g7-3']).text
    expect(text).toContain('<li class="group"><a href="/sites/beacon/g9-0"><span>Group g9</span></a>')
    expect(text).not.toContain('g9-1')
  })

  it('has no branch for a page that is not there', () => {
    expect(branchOf(openNavigation(small, site), ['nobody'])).toBeUndefined()
    expect(branchOf(openNavigation(small, site), ['a', 'a2'])).toBeUndefined()
  })
})

function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index)
}

/** Pages are called by their way here: `p50-5` is below `p50`. */
function wayTo(id: string): string[] {
  return id === TOP ? [] : id.split('-').map((_, at, parts) => parts.slice(0, at + 1).join('-'))
}

/** Follows what a reader's script would ask for, from the top. */
function everythingReached(navigation: Navigation): Set<string> {
  const reached = new Set<string>()
  const waiting: [string, number, number | undefined][] = [[TOP, 0, undefined]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [id, from, to] = next
    const text = branchOf(navigation, wayTo(id), from, to)?.text ?? ''
    for (const [, href] of text.matchAll(/<li><a href="([^"]+)"/g)) if (href) reached.add(href)
    for (const [, id] of text.matchAll(/data-branch="[^"]*~navigation\/([^"]+)"/g))
      if (id) waiting.push([id, 0, undefined])
    for (const [, id, from, to] of text.matchAll(
      /data-more="[^"]*~navigation\/([^?]+)\?from=(\d+)&amp;to=(\d+)"/g,
    ))
      if (id) waiting.push([id, Number(from), Number(to)])
  }
  return reached
}

function expectBalanced(text: string) {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  for (const tag of ['ul', 'li', 'details', 'a', 'span', 'summary'])
    expect(count(new RegExp(`<${tag}[ >]`, 'g')), tag).toBe(count(new RegExp(`</${tag}>`, 'g')))
  expect(parseDocument(text).children).toHaveLength(1)
}
