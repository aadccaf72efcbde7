// A change request in a real browser: discussed without script, by several people at once, and in every width and theme.
import { join } from 'node:path'
import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AFTER, LAMP, openDraft } from '../jobs/lamp.ts'
import { PHONE } from '../jobs/team.ts'
import { apiOf, TOKEN } from '../server.ts'
import { openSites, overflowOf, type Sites, seriousFindings } from '../sites.ts'

/** A folder for pictures of what the tests see, for people to look at. */
const PICTURES = process.env.QUIRE_TEST_PICTURES

let sites: Sites
beforeAll(async () => {
  sites = await openSites()
})
afterAll(() => sites.close())

describe('a changed page', () => {
  it('takes comments without script, which stay with their block', async () => {
    const request = await openDraft(sites)
    const page = await request.open(request.compared, { javaScriptEnabled: false })
    const piece = page.locator('.piece', { hasText: 'wait until the flame' })
    await piece.getByRole('link', { name: 'Comment' }).click()
    await page.getByLabel('Comment on this block').fill('Which flame?')
    await page.getByRole('button', { name: 'Comment', exact: true }).first().click()
    await piece.locator('.prose', { hasText: 'Which flame?' }).waitFor()
    await request.rewrite(
      AFTER.replace('wait until the flame', 'wait until the small flame').replace(
        '## Lighting it',
        '## How to light it',
      ),
    )
    await page.reload()
    const edited = page.locator('.piece', { hasText: 'the small flame' })
    await edited.locator('.prose', { hasText: 'Which flame?' }).waitFor()
    await edited.getByText('The block was edited after this comment.').waitFor()
    await request.api('POST', `${request.request}/update`)
    await page.reload()
    await edited.locator('.prose', { hasText: 'Which flame?' }).waitFor()
    await request.rewrite('## Putting it out\n')
    await page.reload()
    await page.locator('#about-page').getByText('No longer on the page').waitFor()
    await page.context().close()
  })

  it('tells everyone the truth within moments, and is merged only as it was seen', async () => {
    const request = await openDraft(sites)
    const { api, open, space, review, compared, idOf } = request
    const [one, two] = [await request.person('Rita', 'review'), await request.person('Olaf', 'review')]
    const rita = await open(review, { token: one.token })
    const olaf = await open(compared, { token: two.token })
    // What one says, the other sees.
    await rita.getByLabel('Comment on this change request').fill('Looks good to me.')
    await rita.getByRole('button', { name: 'Comment', exact: true }).click()
    await rita.locator('.prose', { hasText: 'Looks good to me.' }).waitFor()
    const said = olaf
      .locator('.piece', { hasText: 'Never blow' })
      .locator('.prose', { hasText: 'Why never?' })
    const shown = await api('GET', `${request.request}/content/page/${idOf(LAMP)}?format=document`)
    const node = shown.document.nodes.at(-1).key
    await api('POST', `${request.request}/comments`, {
      body: { markdown: 'Why never?' },
      page: idOf(LAMP),
      node,
    })
    await said.waitFor()
    // The author keeps typing: nobody approves what they did not see.
    await request.rewrite(AFTER.replace('Trim', 'Cut').replace('small', 'large').concat('\nAnd more.\n'))
    await rita.getByText('has changed since you opened this page').waitFor()
    await olaf.getByText('has changed since you opened this page').waitFor()
    expect(await rita.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true)
    await rita.getByRole('button', { name: 'Show it as it is now' }).click()
    await rita.getByRole('button', { name: 'Approve' }).click()
    await rita.getByText('Your review is saved').waitFor()
    // Somebody may no longer see it; somebody else merges it.
    await api('DELETE', `/v1/spaces/${space}/permissions/users/${two.id}`)
    await olaf.getByText('you may no longer see it').waitFor()
    const before = (await api('GET', request.request)).revision
    const author = await open(review)
    await request.rewrite(`${AFTER}\nUnseen.\n`)
    const merge = apiOf(sites.server.url, TOKEN)('POST', `${request.request}/merge`, { revision: before })
    expect((await merge).status).toBe(409)
    await author.getByText('has changed since you opened this page').waitFor()
    expect(await author.getByRole('button', { name: 'Merge' }).isDisabled()).toBe(true)
    await author.getByRole('button', { name: 'Show it as it is now' }).click()
    await author.getByRole('button', { name: 'Merge' }).click()
    await author.getByText('Readers see the changes now').waitFor()
    await rita.getByText('has changed since you opened this page').waitFor()
    for (const page of [rita, olaf, author]) await page.context().close()
  })

  it('is accessible and fits everywhere', async () => {
    const request = await openDraft(sites)
    const comment = { body: { markdown: 'What for?' }, page: request.idOf(LAMP) }
    await request.api('POST', `${request.request}/comments`, comment)
    const views: [string, BrowserContextOptions][] = [
      ['wide', {}],
      ['narrow-dark', { viewport: { width: 1024, height: 768 }, colorScheme: 'dark' }],
      ['phone', PHONE],
      ['phone-dark', { ...PHONE, colorScheme: 'dark' }],
    ]
    for (const [name, options] of views) {
      const page = await request.open(request.review, options)
      for (const path of [request.review, request.compared, `${request.compared}?as=markdown`]) {
        await page.goto(`${sites.server.url}${request.home}/~/${path}`)
        expect(await seriousFindings(page), path).toEqual([])
        expect(await overflowOf(page), path).toBeLessThanOrEqual(0)
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
