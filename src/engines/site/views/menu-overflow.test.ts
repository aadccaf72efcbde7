import { describe, expect, it } from 'vitest'
import { samplePage, sampleSite } from '../../../../test/drawn/site-model.ts'
import type { SectionModel, Variant } from '../model.ts'
import { MOST_LISTED, someOf } from './menu-overflow.ts'
import { listingPage } from './other-pages.ts'
import { openSite, sitePage } from './page.ts'

const MANY = 500
const CURRENT = 321

const variants = Array.from(
  { length: MANY },
  (_, at): Variant => ({ title: `Variant ${at}`, href: `/v${at}`, isCurrent: at === CURRENT }),
)
const sections = Array.from(
  { length: MANY },
  (_, at): SectionModel => ({
    kind: 'section',
    title: `Section ${at}`,
    href: `/s${at}`,
    isCurrent: at === CURRENT,
  }),
)
const site = sampleSite({
  variants,
  sections: [
    ...sections,
    { kind: 'group', title: 'Group', sections: sections.map((one) => ({ ...one, isCurrent: false })) },
  ],
  listing: '/sites/beacon/~spaces',
})

describe('a site of many sections and variants', () => {
  const page = sitePage(openSite(site), samplePage())

  it('has a few of them in every page, and the current ones', () => {
    expect(page.match(/href="\/v\d+"/g)).toHaveLength(2 * MOST_LISTED)
    expect(page).toContain('<a href="/v321" aria-current="true">')
    expect(page).toContain('<a href="/s321" aria-current="true">')
    expect(page).toContain(`<a class="rest" href="/sites/beacon/~spaces">${MANY - MOST_LISTED} more</a>`)
    expect(page.length).toBeLessThan(25_000)
  })

  it('lists all of them on a page of its own', () => {
    const listed = listingPage(openSite(site))
    for (let at = 0; at < MANY; at++) {
      expect(listed).toContain(`href="/v${at}"`)
      expect(listed).toContain(`href="/s${at}"`)
    }
  })
})

it('leaves a list alone that is short enough', () => {
  const items = Array.from({ length: MOST_LISTED }, (_, at) => at)
  expect(someOf(items, (at) => at === 3)).toEqual({ some: items, left: 0 })
})

it('has the current one in place of the last', () => {
  const items = Array.from({ length: MOST_LISTED + 10 }, (_, at) => at)
  const { some, left } = someOf(items, (at) => at === MOST_LISTED + 5)
  expect(some).toHaveLength(MOST_LISTED)
  expect(some.at(-1)).toBe(MOST_LISTED + 5)
  expect(left).toBe(10)
})
