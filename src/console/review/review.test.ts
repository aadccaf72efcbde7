// A change request in a browser without script: read, discussed, reviewed, brought up to date and merged.
import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../../test/counterparts/console.ts'
import { openSpace, page } from '../../../test/pages.ts'
import type { Person } from '../../../test/services.ts'

async function openReview() {
  const services = await openSpace()
  const { app, organization, space, write, open, edit, newMember } = services
  const [first] = await write(page('Lamp', 'Light it.\n\nPut it out.'))
  await open('Quiet hours')
  await edit(1, page('Wick', 'Trim the wick.'))
  const reviewer = await newMember('Rita', 'review')
  let browsers = 0
  const signedIn = async ({ token }: Person) => {
    browsers += 1
    const browser = openBrowser(app, { address: `203.0.113.${browsers}` })
    await browser.post('/o/~sign-in?token=', { token })
    return browser
  }
  const home = `/o/${organization.id}/s/${space.id}`
  const at = `${home}/~/changes/1`
  const lamp: string = first.page.id
  return { ...services, signedIn, reviewer, home, at, lamp, review: `${at}/~review` }
}

/** What a form of the page would send beside the button. */
const revisionIn = (body: string) => /name="revision" value="([^"]+)"/.exec(body)?.[1] ?? ''

describe('a change request in the browser', () => {
  it('lists what it changes, and where each change is read', async () => {
    const { signedIn, admin, at, review, home } = await openReview()
    const browser = await signedIn(admin)
    const { status, body } = await browser.get(review)
    expect(status).toBe(200)
    expect(body).toMatch(/Quiet hours/)
    expect(body).toMatch(new RegExp(`href="${review}/page/\\w+">Wick</a>.*New`, 's'))
    expect((await browser.get(`${home}/~/changes?status=draft`)).body).toContain(`href="${review}"`)
    expect((await browser.get(at)).body).toContain(`href="${review}"`)
  })

  it('is discussed: comments, replies, resolved and reopened', async () => {
    const { signedIn, admin, reviewer, review, as, url } = await openReview()
    const browser = await signedIn(reviewer)
    const said = await browser.post(review, { action: 'comment', comment: 'Say **why**, <b>please</b>.' })
    expect(said.body).toContain('<strong>why</strong>')
    expect(said.body).not.toContain('<b>please</b>')
    const [comment] = (await as(admin).get(`${url}/change-requests/1/comments`)).items
    expect(said.url).toBe(`${review}#comment-${comment.id}`)
    const led = await browser.get(`${review}?done=approved&at=comment-${comment.id}`)
    expect(led.url).toBe(`${review}?done=approved&linked=comment-${comment.id}#comment-${comment.id}`)
    expect((await browser.get(`${review}?at=//elsewhere.example`)).url).not.toContain('#')
    const author = await signedIn(admin)
    const reply = { action: 'reply', id: comment.id, comment: 'Because it smokes.' }
    expect((await author.post(review, reply)).body).toContain('Because it smokes.')
    const resolved = await author.post(review, { action: 'resolve', id: comment.id })
    expect(resolved.body).toContain('Resolved by')
    const again = await author.post(review, { action: 'reopen', id: comment.id })
    expect(again.body).not.toContain('Resolved by')
    const mine = await browser.post(review, { action: 'delete-comment', id: comment.id })
    expect(mine.body).not.toContain('Because it smokes.')
  })

  it('asks for a review, and is approved as it was read', async () => {
    const { signedIn, admin, reviewer, review, edit } = await openReview()
    const author = await signedIn(admin)
    const asked = await author.post(review, { action: 'ask', reviewer: reviewer.id })
    expect(asked.body).toMatch(/They were asked for a review.*Rita.*Waiting/s)
    const browser = await signedIn(reviewer)
    const revision = revisionIn((await browser.get(review)).body)
    await edit(1, page('Meanwhile'))
    const late = await browser.post(review, { action: 'approve', revision, comment: 'Good.' })
    expect([late.status, late.body]).toEqual([409, expect.stringContaining('has changed since you read it')])
    expect(late.body).not.toContain('Approved')
    const now = revisionIn(late.body)
    const approved = await browser.post(review, { action: 'approve', revision: now, comment: 'Good.' })
    expect(approved.body).toMatch(/Approved.*Good\./s)
    await edit(1, page('Later'))
    expect((await browser.get(review)).body).toContain('The change request has changed since this review')
  })

  it('says what is missing before it can be merged, and merges what was read', async () => {
    const { signedIn, admin, reviewer, review, as, url, titles, edit } = await openReview()
    const mergeRules = {
      type: 'rules',
      rules: [{ rule: 'require_specific_reviewers', users: [reviewer.id] }],
    }
    await as(admin).patch(url, { mergeRules })
    const author = await signedIn(admin)
    const before = await author.get(review)
    expect(before.body).toMatch(/Not ready to merge.*These people must approve the current content: Rita/s)
    await author.post('/o/~account', { language: 'de' })
    expect((await author.get(review)).body).toContain(
      'Diese Personen müssen den aktuellen Inhalt genehmigen: Rita',
    )
    await author.post('/o/~account', { language: 'en' })
    expect(before.body).not.toContain('value="merge"')
    const forced = await author.post(review, { action: 'merge', revision: revisionIn(before.body) })
    expect([forced.status, await titles()]).toEqual([409, 'Lamp'])
    await as(reviewer).post(`${url}/change-requests/1/reviews`, { status: 'approved' }, 201)
    const ready = await author.get(review)
    expect(ready.body).toContain('value="merge"')
    const seen = revisionIn(ready.body)
    await as(admin).patch(url, { mergeRules: { type: 'rules', rules: [] } })
    await edit(1, page('Unseen'))
    expect((await author.post(review, { action: 'merge', revision: seen })).status).toBe(409)
    const now = revisionIn((await author.get(review)).body)
    const merged = await author.post(review, { action: 'merge', revision: now })
    expect(merged.body).toContain('Merged. Readers see the changes now.')
    expect(await titles()).toBe('Lamp Wick Unseen')
  })

  it('in conflict shows both sides, and keeps what is chosen, byte by byte', async () => {
    const { signedIn, admin, review, at, lamp, edit, write, text, url } = await openReview()
    const markdown = (markdown: string) => ({ operation: 'update_page', page: lamp, document: { markdown } })
    await edit(1, markdown('Light it *slowly*.\n\n\nPut  it out, please.'))
    await write(markdown('Light it at dusk.\n\nPut it out.'))
    const browser = await signedIn(admin)
    const conflicted = await browser.get(review)
    expect(conflicted.body).toContain('Resolve conflicts')
    expect(conflicted.body).not.toContain('value="merge"')
    const conflicts = `${at}/~conflicts`
    const before = await browser.get(conflicts)
    expect(before.body).toContain('Bring the changes of the space into this change request first')
    const pulled = await browser.post(conflicts, { action: 'update' })
    expect(pulled.body).toMatch(/Light it <em>slowly<\/em>\..*Light it at dusk\./s)
    const [, hunks = ''] = /name="hunks" value="([^"]*)"/.exec(pulled.body) ?? []
    const choice = Object.fromEntries(hunks.split(' ').map((id) => [`hunk-${id}`, 'theirs']))
    const form = { action: 'choose', kind: 'page', id: lamp, choose: 'ours', hunks, ...choice }
    expect((await browser.post(conflicts, form)).body).toContain('There are no conflicts')
    const mine = `${url}/change-requests/1/content`
    expect(await text(lamp, mine)).toContain('Light it at dusk.')
    expect((await browser.get(review)).body).toContain('value="merge"')
  })

  it('in conflict takes a text of their own, shown as readers will see it, byte by byte', async () => {
    const { signedIn, admin, at, lamp, edit, write, pull, text, url } = await openReview()
    const markdown = (markdown: string) => ({ operation: 'update_page', page: lamp, document: { markdown } })
    await edit(1, markdown('Light it *slowly*.\n\n\nPut  it out.'))
    await write(markdown('Light it at dusk.\n\n\nPut  it out.'))
    await pull(1)
    const browser = await signedIn(admin)
    const conflicts = `${at}/~conflicts`
    const [, hunks = ''] = /name="hunks" value="([^"]*)"/.exec((await browser.get(conflicts)).body) ?? []
    const form = { kind: 'page', id: lamp, choose: 'ours', hunks, [`hunk-${hunks}`]: 'own' }
    const own = 'Light it **slowly**,\r\nat dusk <script>.\r\n'
    const shown = await browser.post(conflicts, { ...form, action: 'preview', [`own-${hunks}`]: own })
    expect(shown.body).toMatch(/As readers will see it.*Light it <strong>slowly<\/strong>,\s*at dusk/s)
    expect(shown.body).not.toContain('dusk <script>')
    await browser.post(conflicts, { ...form, action: 'choose', [`own-${hunks}`]: own })
    expect(await text(lamp, `${url}/change-requests/1/content`)).toBe(
      'Light it **slowly**,\nat dusk <script>.\n\n\nPut  it out.',
    )
  })

  it('is renamed, archived and reopened by its editors', async () => {
    const { signedIn, editor, review, as, url } = await openReview()
    const browser = await signedIn(editor)
    expect((await browser.post(review, { action: 'rename', subject: 'Loud hours' })).body).toContain(
      'Loud hours',
    )
    const described = {
      action: 'rename',
      subject: 'Loud hours',
      description: 'Why: *it* was\r\n\r\n- too <i>quiet</i>',
    }
    expect((await browser.post(review, described)).body).toMatch(/Why: <em>it<\/em> was.*too/s)
    expect((await as(editor).get(`${url}/change-requests/1`)).description.nodes).toHaveLength(2)
    const archived = await browser.post(review, { action: 'archive' })
    expect(archived.body).not.toContain('value="archive"')
    expect((await as(editor).get(`${url}/change-requests/1`)).status).toBe('archived')
    await browser.post(review, { action: 'reopen-request' })
    expect((await as(editor).get(`${url}/change-requests/1`)).status).toBe('open')
  })

  it('offers readers nothing that they may not do, and strangers nothing', async () => {
    const { signedIn, reader, stranger, review, at, url, as, admin } = await openReview()
    const browser = await signedIn(reader)
    const { status, body } = await browser.get(review)
    expect(status).toBe(200)
    expect(body).not.toMatch(/name="action"/)
    for (const action of ['merge', 'approve', 'comment', 'archive', 'update', 'rename']) {
      const refused = await browser.post(review, { action, comment: 'x', subject: 'x' })
      expect(refused.status, action).toBe(403)
    }
    for (const path of [review, `${at}/~conflicts`])
      expect((await (await signedIn(stranger)).get(path)).status).toBe(404)
    expect((await as(admin).get(`${url}/change-requests/1`)).status).toBe('draft')
  })
})
