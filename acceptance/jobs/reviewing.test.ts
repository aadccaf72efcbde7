// Everyday jobs of those who review: each with the mouse, and with keys alone; on a phone what is done on the way.
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMailServer } from '../../test/counterparts/mail-server.ts'
import { until } from '../server.ts'
import { openSites, type Sites, seriousFindings } from '../sites.ts'
import { press, skipToContent, tabTo } from './keyboard.ts'
import { AFTER, LAMP, openDraft } from './lamp.ts'
import { openTeam, PHONE } from './team.ts'

let sites: Sites
let mails: Awaited<ReturnType<typeof openMailServer>>['received']
beforeAll(async () => {
  const { url, received } = await openMailServer()
  mails = received
  sites = await openSites({ QUIRE_SMTP_URL: url })
})
afterAll(() => sites.close())

const goesTo = (page: Page, end: RegExp) => page.waitForURL((url) => end.test(url.pathname))
const rows = (page: Page) => page.locator('.rows .title').allTextContents()

describe('change requests', () => {
  /** One of each state. */
  async function openAll() {
    const team = await openTeam(sites, { Lamp: 'Trim the wick.' })
    for (const [subject, text] of [
      ['Clean the glass', 'Trim the wick, clean the glass.'],
      ['Paint the door', undefined],
      ['Oil the hinge', 'Trim the wick, oil the hinge.'],
    ] as const)
      await team.propose(subject, text === undefined ? {} : { Lamp: text })
    await team.api('PATCH', `${team.requests}/1`, { status: 'open' })
    await team.api('POST', `${team.requests}/3/merge`, {})
    return team.open
  }

  it('are listed by their state with the mouse', async () => {
    const page = await (await openAll())('pages')
    await page.getByRole('link', { name: 'Change requests' }).click()
    expect(await rows(page)).toEqual(['Clean the glass'])
    for (const [state, subject] of [
      ['Draft', 'Paint the door'],
      ['Merged', 'Oil the hinge'],
    ] as const) {
      await page.getByRole('link', { name: state, exact: true }).click()
      await page.locator('.rows').getByText(subject).waitFor()
      expect(await rows(page)).toEqual([subject])
    }
    expect(await seriousFindings(page)).toEqual([])
    await page.context().close()
  })

  it.each([1440, 390])('are found with keys alone, %i pixels wide', async (width) => {
    const page = await (await openAll())('pages', { viewport: { width, height: 800 } })
    await press(page, 'link', /^Change requests/)
    await goesTo(page, /changes$/)
    await skipToContent(page)
    await press(page, 'link', 'Draft')
    await page.waitForURL(/status=draft/)
    await skipToContent(page)
    await press(page, 'link', 'Paint the door')
    await page.getByRole('heading', { name: 'Paint the door' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await page.context().close()
  })
})

describe('the difference', () => {
  it('is read page by page with the mouse', async () => {
    const { open } = await openDraft(sites)
    const page = await open('changes/1/~review')
    await page.getByRole('link', { name: 'Read the changes first' }).click()
    await page.getByText('Change 1 of 2').waitFor()
    const edited = page.locator('.piece.edited', { hasText: 'wait until the flame' })
    await edited.getByText('Before').click()
    await edited.getByText('slowly until the flame').waitFor()
    await page
      .getByText(/unchanged block/)
      .first()
      .click()
    await page.getByText('And another one that stays.').waitFor()
    await page.getByRole('link', { name: 'Next: The wick' }).click()
    await page.getByText('Trim it.').waitFor()
    await page.getByRole('link', { name: 'Back to the change request' }).click()
    await page.getByRole('heading', { name: 'Keep the glass whole' }).waitFor()
    await page.context().close()
  })

  it('is read change by change, and commented on, with keys alone', async () => {
    const { open, compared, idOf } = await openDraft(sites)
    const page = await open(compared)
    const { keyboard } = page
    await page.getByText('Keys: n and p').waitFor()
    await keyboard.press('j')
    expect(await page.locator('.is-here').textContent()).toContain('wait until the flame')
    await keyboard.press('n')
    expect(await page.locator('.is-here').textContent()).toContain('Open the damper by half.')
    await keyboard.press('k')
    await keyboard.press('c')
    await page.getByLabel('Comment on this block').and(page.locator(':focus')).waitFor()
    await keyboard.type('How long?')
    await press(page, 'button', 'Comment')
    const thread = page.locator('.piece', { hasText: 'wait until the flame' }).locator('.talk')
    await thread.locator('.prose', { hasText: 'How long?' }).waitFor()
    // They go on where they were.
    await thread.locator('li:focus').waitFor()
    for (let steps = 0; steps < 12 && page.url().includes(idOf(LAMP)); steps++) await keyboard.press('n')
    await page.getByRole('heading', { name: 'The wick' }).waitFor()
    await page.context().close()
  })

  it('is read without single keys by whoever switched them off', async () => {
    const { open, person, compared } = await openDraft(sites)
    const page = await open(compared, { token: (await person('Rita', 'review')).token })
    const there = page.url()
    await page.getByRole('link', { name: 'Switch these keys off' }).click()
    await page.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    await page.goto(there)
    await page.getByText('wait until the flame').first().waitFor()
    for (const key of ['j', 'n', 'k', 'p', 'c']) await page.keyboard.press(key)
    expect(await page.locator('.is-here').count()).toBe(0)
    expect(await page.getByLabel('Comment on this block').count()).toBe(0)
    expect(await page.getByText('Keys: n and p').isVisible()).toBe(false)
    await skipToContent(page)
    await press(page, 'link', 'Comment')
    await page.getByLabel('Comment on this block').and(page.locator(':focus')).waitFor()
    await press(page, 'link', 'Next: The wick')
    await page.getByRole('heading', { name: 'The wick' }).waitFor()
    await page.context().close()
  })
})

describe('a comment', () => {
  it('stands beside its block, is answered, and its text is applied, with the mouse', async () => {
    const { open, compared, read } = await openDraft(sites)
    const page = await open(compared)
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
    await piece.getByRole('button', { name: 'Apply' }).click()
    const applied = page.locator('.piece', { hasText: 'the glass cracks.' })
    await applied.getByText('Applied.').waitFor({ state: 'attached' })
    expect(await read(LAMP, 1)).toBe(
      AFTER.replace(/Never blow over the chimney\.\n$/, 'Never blow over the chimney: the glass cracks.\n'),
    )
    await page.context().close()
  })

  it('does not take others from where they are', async () => {
    const { open, api, requests } = await openDraft(sites)
    const page = await open('changes/1/~review')
    await skipToContent(page)
    await tabTo(page, 'button', 'Approve')
    await api('POST', `${requests}/1/comments`, { body: { markdown: 'Wait for me.' } })
    await page.locator('.prose', { hasText: 'Wait for me.' }).waitFor()
    await page.getByRole('button', { name: 'Approve' }).and(page.locator(':focus')).waitFor()
    await page.context().close()
  })
})

describe('a review', () => {
  async function openReview() {
    const team = await openDraft(sites)
    return { ...team, rita: await team.person('Rita', 'review') }
  }
  const approved = (page: Page) => page.locator('#conversation').getByText('Approved').waitFor()

  it('is asked for and given with the mouse', async () => {
    const { open, rita } = await openReview()
    const author = await open('changes/1/~review')
    await author.getByLabel('Ask for a review').selectOption('Rita')
    await author.getByRole('button', { name: 'Ask', exact: true }).click()
    await author.getByText('They were asked for a review.').waitFor()
    const page = await open('/o', { token: rita.token })
    await page.getByRole('link', { name: 'Keep the glass whole' }).first().click()
    await page.getByRole('link', { name: 'The lamp' }).click()
    await page.locator('summary', { hasText: 'Your review' }).click()
    await page.getByLabel('Comment', { exact: true }).last().fill('Well said.')
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Your review is saved.').waitFor()
    await approved(author)
    await author.locator('.prose', { hasText: 'Well said.' }).waitFor()
    await Promise.all([author.context().close(), page.context().close()])
  })

  it('is asked for and given with keys alone', async () => {
    const { open, rita } = await openReview()
    const author = await open('changes/1/~review')
    await skipToContent(author)
    await tabTo(author, 'combobox', 'Ask for a review')
    await author.keyboard.type('Rita')
    await press(author, 'button', 'Ask')
    await author.getByText('They were asked for a review.').and(author.locator(':focus')).waitFor()
    const page = await open('/o', { token: rita.token })
    await skipToContent(page)
    await press(page, 'link', 'Keep the glass whole')
    await goesTo(page, /~review$/)
    await skipToContent(page)
    await tabTo(page, 'textbox', 'Comment')
    await page.keyboard.type('Well said.')
    await press(page, 'button', 'Approve')
    // What they said has the focus.
    await page.locator('li:focus').getByText('Approved').waitFor()
    await approved(author)
    await Promise.all([author.context().close(), page.context().close()])
  })

  it.each([true, false])('is given on a phone, with script: %s', async (javaScriptEnabled) => {
    const { open, rita, api, requests } = await openReview()
    await api('POST', `${requests}/1/requested-reviewers`, { users: [rita.id] })
    const phone = { ...PHONE, javaScriptEnabled, token: rita.token }
    const page = await open('/o', phone)
    await page.getByRole('link', { name: 'Keep the glass whole' }).first().tap()
    await page.getByRole('link', { name: 'The lamp' }).tap()
    await page.getByText('Never blow over the chimney.').waitFor()
    expect(await page.getByText('Keys: n and p').isVisible()).toBe(false)
    await page.getByRole('link', { name: 'Back to the change request' }).tap()
    await page.getByLabel('Comment on this change request').fill('Read on the train.')
    await page.getByRole('button', { name: 'Comment', exact: true }).tap()
    await page.locator('.prose', { hasText: 'Read on the train.' }).waitFor()
    await page.getByRole('button', { name: 'Approve' }).tap()
    await page.getByText('Your review is saved.').waitFor()
    await page.context().close()
  })

  it('is one step away for whoever was asked: from home, the inbox, the palette and the mail', async () => {
    const { open, rita, api, requests } = await openReview()
    await api('POST', `${requests}/1/requested-reviewers`, { users: [rita.id] })
    const page = await open('/o', { token: rita.token })
    const isThere = async () => {
      await goesTo(page, /changes\/1\/~review$/)
      await page.getByRole('button', { name: 'Approve' }).waitFor()
    }
    await page.getByRole('link', { name: 'Keep the glass whole' }).first().click()
    await isThere()
    await until(async () => (await rita.api('GET', '/v1/user/notifications/count')).body.unread > 0)
    await page.goto(`${sites.server.url}/o/~inbox`)
    await page.getByRole('link', { name: 'Keep the glass whole' }).first().click()
    await isThere()
    await page.goto(`${sites.server.url}/o`)
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Go to or run' }).waitFor()
    await page.keyboard.type('glass whole')
    await page
      .getByRole('option', { name: /Keep the glass whole/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await isThere()
    const mail = await until(async () =>
      mails.find(({ to, text }) => to.includes(rita.email) && /glass/.test(text)),
    )
    const [address = ''] = mail.text.match(/https?:\S+~review\S*/) ?? []
    await page.goto(`${sites.server.url}/o`)
    await page.goto(sites.server.url + new URL(address).pathname)
    await isThere()
    await page.context().close()
  })
})

describe('a draft', () => {
  const clipboard: BrowserContextOptions = { permissions: ['clipboard-read', 'clipboard-write'] }

  /** To somebody without an account. */
  async function isShownTo(page: Page) {
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const stranger = await (await sites.browser.newContext()).newPage()
    await stranger.goto(await page.evaluate(() => navigator.clipboard.readText()))
    await stranger.getByText('Never blow over the chimney.').waitFor()
    await stranger.context().close()
  }

  it('is shown to an outsider with the mouse', async () => {
    const { open } = await openDraft(sites)
    const page = await open('changes/1/~review', clipboard)
    await page.getByRole('button', { name: 'Copy' }).click()
    await isShownTo(page)
    await page.context().close()
  })

  it('is shown to an outsider with keys alone', async () => {
    const { open } = await openDraft(sites)
    const page = await open('changes/1/~review', clipboard)
    await skipToContent(page)
    await press(page, 'button', 'Copy')
    await isShownTo(page)
    await page.context().close()
  })
})
