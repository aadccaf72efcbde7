// The manual of the installation, and the ways to it from pages where people hesitate.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../../test/counterparts/console.ts'
import { openSpace } from '../../../test/pages.ts'
import { pages } from '../pages.ts'
import { openManual } from './manual.ts'

const MANUAL = 'docs/manual'
const manual = openManual()
const paths = manual.parts.flatMap(({ pages }) => pages.map(({ path }) => path))

/** All that lead to the manual, wherever they are on a page. */
function namedInCode() {
  const files = readdirSync('src/console', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join('src/console', file), 'utf8'))
  return files.flatMap((text) => [...text.matchAll(/helpView\(words, '([^']+)'\)/g)].map(([, path]) => path))
}

describe('the manual', () => {
  it('has every page of its folder', () => {
    const files = readdirSync(MANUAL, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.md$/.test(file),
    )
    const written = files.filter((file) => file !== 'SUMMARY.md').map((file) => file.replace(/\.md$/, ''))
    expect(paths.map((path) => path || 'README').sort()).toEqual(written.sort())
  })

  it('has no link that leads nowhere within it', () => {
    const headings = new Map(paths.map((path) => [path, manual.page(path)?.document.html.text ?? '']))
    const lost = [...headings].flatMap(([path, text]) =>
      [...text.matchAll(/href="(?:\/o\/~help\/?([^"#]*))?(?:#([^"]+))?"/g)].flatMap(([link, to, anchor]) => {
        const there = headings.get(link.startsWith('href="#') ? path : (to ?? ''))
        const isThere = there !== undefined && (!anchor || there.includes(`id="${anchor}"`))
        return isThere ? [] : [`${path}: ${link}`]
      }),
    )
    expect(lost).toEqual([])
    expect([...headings.values()].join('').split('href="/o/~help/').length).toBeGreaterThan(40)
  })

  it('is read by everybody, and only what belongs to it', async () => {
    const { app } = await openSpace()
    const browser = openBrowser(app)
    for (const path of paths)
      expect([path, (await browser.get(`/o/~help/${path}`)).status]).toEqual([path, 200])
    expect((await browser.get('/o/~help')).body).toContain('Publish a folder')
    const picture = /src="([^"]*pictures[^"]*)"/.exec((await browser.get('/o/~help/write/pages')).body)?.[1]
    const shown = await app.inject({ url: picture ?? '' })
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp'])
    for (const path of [
      'pictures/none.webp',
      'pictures/..%2Fwrite%2Fpages.md',
      'SUMMARY',
      'publish',
      '..%2F..%2Fpackage.json',
      'publish/domain.md',
    ])
      expect([path, (await browser.get(`/o/~help/${path}`)).status]).toEqual([path, 404])
  })
})

describe('a link to the manual', () => {
  it('leads to a page of it, from everywhere', () => {
    const named = [...pages.flatMap(({ help }) => help ?? []), ...namedInCode()]
    expect(named.length).toBeGreaterThan(25)
    expect(named.filter((path) => path === undefined || !paths.includes(path))).toEqual([])
  })

  it('is beside the title, for those who see the page', async () => {
    const { app, organization, admin, reader } = await openSpace()
    const browser = openBrowser(app)
    await browser.post('/o/~sign-in?token=', { token: admin.token })
    const people = await browser.get(`/o/${organization.id}/~people`)
    expect(people.body).toContain('href="/o/~help/administer/people"')
    const other = openBrowser(app, { address: '203.0.113.7' })
    await other.post('/o/~sign-in?token=', { token: reader.token })
    expect((await other.get(`/o/${organization.id}/~settings/webhooks`)).body).not.toContain('/~help/')
  })
})
