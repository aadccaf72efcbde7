// A change request in a real browser: read block by block, discussed where it is read, brought up to date and merged, by
// several people at once; with the mouse, with the keyboard alone, on a phone.
import { join } from 'node:path'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../browser.ts'
import { apiOf, makeFolder, newDatabase, type Server, startServer, TOKEN } from '../server.ts'
import { closeAll, seriousFindings } from '../sites.ts'
import { openSignedIn } from './signed-in.ts'

/** A folder for pictures of what the tests see, for people to look at. */
const PICTURES = process.env.QUIRE_TEST_PICTURES
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

const BEFORE = `## Lighting it

Turn the regulator slowly until the flame stands still.

Open the damper by half.

| Part | Of |
| ---- | -- |
| Lens | Glass |

## Putting it out

Blow over the chimney.

Close the damper.

One more line that stays.

And another one that stays.

And a third one that stays.

And a fourth one that stays.

- Put the matches back.
- Count the spare wicks.
- Write the hour into the log.
`
const AFTER = BEFORE.replace('slowly until', 'slowly, and wait until')
  .replace('Open the damper by half.\n\n', '')
  .replace('| Lens | Glass |', '| Lens | Glass |\n| Wick | Cotton |')
  .replace('spare wicks.', 'spare wicks, and order more below ten.')
  .concat('\nNever blow over the chimney.\n')

let server: Server
let browser: Browser
let folder: string
let organization: string

const call = (method: string, path: string, body?: object, token = TOKEN) =>
  apiOf(server.url, token)(method, path, body)

beforeAll(async () => {
  folder = await makeFolder()
  const env = { ...(await newDatabase()).env, QUIRE_ADMIN_TOKEN: TOKEN, QUIRE_RATE_LIMIT: 'off' }
  server = await startServer({ folder, env })
  browser = await openBrowser()
  organization =
    (await call('GET', '/v1/orgs')).body.items[0]?.id ??
    (await call('POST', '/v1/orgs', { title: 'Light' })).body.id
}, 900_000)

afterAll(() => closeAll({ browser, server, folder }))

type Request = { space: string; api: string; path: string; page: string; review: string; compared: string }

/** A space with a page, and a change request that edits it and adds another one. */
async function newRequest(title: string): Promise<Request> {
  const space = (await call('POST', `/v1/orgs/${organization}/spaces`, { title })).body
  const insert = (name: string, markdown: string) => ({
    operation: 'insert_page',
    title: name,
    document: { markdown },
  })
  const made = (
    await call('POST', `/v1/spaces/${space.id}/content`, { changes: [insert('The lamp', BEFORE)] })
  ).body
  const page = made.changes[0].page.id
  const api = `/v1/spaces/${space.id}/change-requests/1`
  await call('POST', `/v1/spaces/${space.id}/change-requests`, { subject: 'Keep the glass whole' })
  await call('POST', `${api}/content`, {
    changes: [
      { operation: 'update_page', page, document: { markdown: AFTER } },
      insert('The wick', 'Trim it.'),
    ],
  })
  const path = new URL(space.urls.app).pathname.replace(/\/$/, '')
  const review = `${path}/~/changes/1/~review`
  return { space: space.id, api, path, page, review, compared: `${review}/page/${page}` }
}

function open(path: string, options: BrowserContextOptions = {}, token = TOKEN) {
  return openSignedIn(browser, server.url, path, { ...options, token })
}

/** Somebody who may review the space. */
async function newReviewer(name: string, space: string) {
  const email = `${name}-${space}@example.org`.toLowerCase()
  const { body: user } = await call('POST', '/v1/users', { email, displayName: name })
  const { body: made } = await call('POST', `/v1/users/${user.id}/tokens`, { label: 'test' })
  await call('POST', `/v1/orgs/${organization}/invites`, { emails: [{ email, role: null }] })
  await call('POST', `/v1/spaces/${space}/permissions`, { role: 'review', users: [user.id] })
  return { id: user.id as string, token: made.token as string }
}

const edit = ({ api, page }: Request, markdown: string) =>
  call('POST', `${api}/content`, { changes: [{ operation: 'update_page', page, document: { markdown } }] })

describe('a changed page', () => {
  it('is read change by change and commented on, with the keyboard alone', async () => {
    const request = await newRequest('Keys')
    const page = await open(request.compared)
    await page.getByText('Keys: n and p').waitFor()
    await page.keyboard.press('j')
    expect(await page.locator('.is-here').textContent()).toContain('wait until the flame')
    await page.keyboard.press('n')
    expect(await page.locator('.is-here').textContent()).toContain('Open the damper by half.')
    await page.keyboard.press('k')
    await page.keyboard.press('c')
    const field = page.getByLabel('Comment on this block')
    await field.waitFor()
    await page.keyboard.type('How long?')
    await page.keyboard.press('Tab')
    // Past what suggests another text, to the button.
    for (let presses = 0; presses < 4; presses++) {
      if ((await page.evaluate('document.activeElement?.value')) === 'comment') break
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Enter')
    const thread = page.locator('.piece', { hasText: 'wait until the flame' }).locator('.talk')
    await thread.locator('.prose', { hasText: 'How long?' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(request.compared)
    for (let steps = 0; steps < 12 && page.url().includes(request.page); steps++) {
      await page.keyboard.press('n')
    }
    await page.getByRole('heading', { name: 'The wick' }).waitFor()
    await page.context().close()
  })

  it('is discussed beside its blocks: words, replies, reactions, another text that is applied', async () => {
    const request = await newRequest('Talks')
    const page = await open(request.compared)
    const piece = page.locator('.piece', { hasText: 'Never blow over the chimney.' })
    await piece.getByRole('link', { name: 'Comment' }).click()
    await piece.getByLabel('Comment on this block').fill('Say why.')
    await piece.getByText('Suggest another text').click()
    await piece.getByLabel('Suggest this text for the block').check()
    const suggested = piece.getByLabel('Suggested text')
    expect(await suggested.inputValue()).toBe('Never blow over the chimney.')
    await suggested.fill('Never blow over the chimney: the glass cracks.')
    await piece.getByRole('button', { name: 'Comment', exact: true }).click()
    await piece.getByRole('button', { name: 'Apply' }).waitFor()
    await piece.getByText('Reply', { exact: true }).first().click()
    await piece.getByLabel('Your reply').fill('Good.')
    await piece.getByRole('button', { name: 'Reply' }).click()
    await piece.locator('.prose', { hasText: 'Good.' }).waitFor()
    await piece.getByLabel('React').first().click()
    await piece.getByRole('button', { name: '👍' }).first().click()
    await piece.getByRole('button', { name: '👍 1' }).waitFor()
    if (PICTURES) await page.screenshot({ path: join(PICTURES, 'compared-talk.png'), fullPage: true })
    await piece.getByRole('button', { name: 'Apply' }).click()
    const applied = page.locator('.piece', { hasText: 'the glass cracks.' })
    await applied.getByText('Applied.').waitFor({ state: 'attached' })
    const { body } = await call('GET', `${request.api}/content/page/${request.page}?format=markdown`)
    expect(body.markdown).toBe(
      AFTER.replace('over the chimney.\n', 'over the chimney.\n').replace(
        /Never blow over the chimney\.\n$/,
        'Never blow over the chimney: the glass cracks.\n',
      ),
    )
    await page.context().close()
  })

  it('takes comments without script, which stay with their block', async () => {
    const request = await newRequest('Plain')
    const page = await open(request.compared, { javaScriptEnabled: false })
    const piece = page.locator('.piece', { hasText: 'wait until the flame' })
    await piece.getByRole('link', { name: 'Comment' }).click()
    await page.getByLabel('Comment on this block').fill('Which flame?')
    await page.getByRole('button', { name: 'Comment', exact: true }).first().click()
    await piece.locator('.prose', { hasText: 'Which flame?' }).waitFor()
    await edit(
      request,
      AFTER.replace('wait until the flame', 'wait until the small flame').replace(
        '## Lighting it',
        '## How to light it',
      ),
    )
    await page.reload()
    const edited = page.locator('.piece', { hasText: 'the small flame' })
    await edited.locator('.prose', { hasText: 'Which flame?' }).waitFor()
    await edited.getByText('The block was edited after this comment.').waitFor()
    await call('POST', `${request.api}/update`)
    await page.reload()
    await edited.locator('.prose', { hasText: 'Which flame?' }).waitFor()
    await edit(request, '## Putting it out\n')
    await page.reload()
    await page.locator('#about-page').getByText('No longer on the page').waitFor()
    await page.context().close()
  })

  it('tells everyone the truth within moments, and is merged only as it was seen', async () => {
    const request = await newRequest('Many')
    const { space, api, review, compared } = request
    const [one, two] = [await newReviewer('Rita', space), await newReviewer('Olaf', space)]
    const rita = await open(review, {}, one.token)
    const olaf = await open(compared, {}, two.token)
    // What one says, the other sees.
    await rita.getByLabel('Comment on this change request').fill('Looks good to me.')
    await rita.getByRole('button', { name: 'Comment', exact: true }).click()
    await rita.locator('.prose', { hasText: 'Looks good to me.' }).waitFor()
    const said = olaf
      .locator('.piece', { hasText: 'Never blow' })
      .locator('.prose', { hasText: 'Why never?' })
    const { body: shown } = await call('GET', `${api}/content/page/${request.page}?format=document`)
    const node = shown.document.nodes.at(-1).key
    await call('POST', `${api}/comments`, { body: { markdown: 'Why never?' }, page: request.page, node })
    await said.waitFor()
    // The author keeps typing: nobody approves what they did not see.
    await edit(request, AFTER.replace('Trim', 'Cut').replace('small', 'large').concat('\nAnd more.\n'))
    await rita.getByText('has changed since you opened this page').waitFor()
    await olaf.getByText('has changed since you opened this page').waitFor()
    expect(await rita.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true)
    await rita.getByRole('button', { name: 'Show it as it is now' }).click()
    await rita.getByRole('button', { name: 'Approve' }).click()
    await rita.getByText('Your review is saved').waitFor()
    // Somebody may no longer see it; somebody else merges it.
    await call('DELETE', `/v1/spaces/${space}/permissions/users/${two.id}`)
    await olaf.getByText('you may no longer see it').waitFor()
    const before = (await call('GET', api)).body.revision
    const author = await open(review)
    await edit(request, `${AFTER}\nUnseen.\n`)
    expect((await call('POST', `${api}/merge`, { revision: before })).status).toBe(409)
    await author.getByText('has changed since you opened this page').waitFor()
    expect(await author.getByRole('button', { name: 'Merge' }).isDisabled()).toBe(true)
    await author.getByRole('button', { name: 'Show it as it is now' }).click()
    await author.getByRole('button', { name: 'Merge' }).click()
    await author.getByText('Readers see the changes now').waitFor()
    await rita.getByText('has changed since you opened this page').waitFor()
    for (const page of [rita, olaf, author]) await page.context().close()
  })

  it('in conflict takes a text of their own, with the keyboard alone; an old version comes back', async () => {
    const request = await newRequest('Torn')
    const { space, page: id, path, api } = request
    const says = (markdown: string) => ({
      changes: [{ operation: 'update_page', page: id, document: { markdown } }],
    })
    const there = BEFORE.replace('slowly until', 'at once, when')
    await call('POST', `/v1/spaces/${space}/content`, says(there))
    await call('POST', `${api}/update`)
    const page = await open(`${path}/~/changes/1/~conflicts`)
    await page.getByText('Write your own').first().focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Turn it **my** way.')
    if (PICTURES) await page.screenshot({ path: join(PICTURES, 'conflict-own.png'), fullPage: true })
    await page.getByRole('button', { name: 'Preview' }).press('Enter')
    await page.getByText('As readers will see it').waitFor()
    expect(await page.locator('.own strong').textContent()).toBe('my')
    expect(await seriousFindings(page)).toEqual([])
    if (PICTURES) await page.screenshot({ path: join(PICTURES, 'conflict-preview.png'), fullPage: true })
    await page.getByRole('button', { name: 'Keep what is chosen' }).press('Enter')
    await page.getByText('There are no conflicts').waitFor()
    const { body } = await call('GET', `${api}/content/page/${id}?format=markdown`)
    expect(body.markdown).toBe(AFTER.replace(/Turn the regulator.*/, 'Turn it **my** way.'))
    await page.goto(`${server.url}${path}/~/page/${id}/versions`)
    expect(await seriousFindings(page)).toEqual([])
    if (PICTURES) await page.screenshot({ path: join(PICTURES, 'versions.png'), fullPage: true })
    await page.getByText('Restore', { exact: true }).last().press('Enter')
    await page.getByRole('button', { name: 'Restore this version of the page' }).last().press('Enter')
    await page.getByText('The page is as it was then.').waitFor()
    const now = await call('GET', `/v1/spaces/${space}/content/page/${id}?format=markdown`)
    expect(now.body.markdown).toBe(BEFORE)
    await page.goto(`${server.url}${path}/~/history`)
    await page.getByRole('link', { name: 'What changed' }).first().click()
    await page.getByRole('link', { name: 'The lamp' }).first().click()
    await page.locator('.piece.edited').first().waitFor()
    expect(await seriousFindings(page)).toEqual([])
    if (PICTURES) await page.screenshot({ path: join(PICTURES, 'version.png'), fullPage: true })
    await page.context().close()
  })

  it('is accessible and fits everywhere', async () => {
    const request = await newRequest('Looks')
    const comment = { body: { markdown: 'What for?' }, page: request.page }
    await call('POST', `${request.api}/comments`, comment)
    const views: [string, BrowserContextOptions][] = [
      ['wide', {}],
      ['narrow-dark', { viewport: { width: 1024, height: 768 }, colorScheme: 'dark' }],
      ['phone', PHONE],
      ['phone-dark', { ...PHONE, colorScheme: 'dark' }],
    ]
    for (const [name, options] of views) {
      const page = await open(request.review, options)
      for (const path of [request.review, request.compared, `${request.compared}?as=markdown`]) {
        await page.goto(server.url + path)
        expect(await seriousFindings(page), path).toEqual([])
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
        expect(overflow, path).toBeLessThanOrEqual(0)
        const file = `${path
          .replace(/.*~review/, 'review')
          .replace(/page\/\w+/, 'page')
          .replace(/\W+/g, '-')}-${name}.png`
        if (PICTURES) await page.screenshot({ path: join(PICTURES, file), fullPage: true })
      }
      await page.context().close()
    }
  })
})
